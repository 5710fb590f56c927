import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AuditEntry } from '../../../src/api/schemas/settings.ts'
import { auditSentences, renderSentence } from '../../../src/service/desk/audit-sentences.ts'
import { chooseDeskLanguage } from '../../../src/service/desk/language.ts'
import { languages } from '../../../src/service/texts/language.ts'

// Every action of the audit log is told as a sentence, in every language: who did what, and to what.

const charge = '01a21847-88d3-7184-a4a6-0b5adaac9ec8'
const money = '01a21847-88d3-7184-a4a6-0b5adaac9ec9'
const refund = '01a21847-88d3-7184-a4a6-0b5adaac9eca'
const address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** An entry with all that any action names. */
const createEntry = (action: string): AuditEntry => {
  const setting = action.split('.')[0] ?? ''
  const values: Record<string, Record<string, unknown>> = {
    wallet: { walletAddress: address, chainId: 1, tokenAddress: address },
    tolerance: { amount: '1.50', percent: '2' },
    webhook: { url: 'https://shop.example/hook', events: [], shop: '', enabled: true },
    key: { prefix: 'pc_live_0123abcd', name: 'Packing table', scopes: ['desk:manage'] },
    account: { name: 'Field & Kiln' },
    books: { closedBefore: '2026-11-01T00:00:00.000Z', currency: 'EUR' },
    mail: { message: money, kind: 'receipt', subject: charge },
    rate: { currency: 'EUR', usd: '1.2', source: 'by hand' },
  }
  const value = values[setting] ?? {
    uuid: money,
    chargeUuid: charge,
    refundUuid: refund,
    amount: '19.99',
    tokenSymbol: 'DUSD',
    recipientAddress: address,
    senderAddress: address,
  }
  return {
    uuid: charge,
    createdAt: '2026-11-27T09:30:00.000Z',
    author: 'pc_live_89abcdef',
    authorName: 'Ruth <b>Sand',
    action,
    from: value,
    to: value,
    requestId: '',
  }
}

const subjects = {
  charges: new Map([[charge, { name: 'Order 1038', reference: '0'.repeat(32) }]]),
  transfers: new Map([[money, { amount: '51', tokenSymbol: 'DUSD' }]]),
}

const render = async (entry: AuditEntry, language: string) => {
  const view = { language: chooseDeskLanguage(language), base: '/desk' }
  const content = renderSentence(view, { entry, subjects })
  const parts = Array.isArray(content) ? await Promise.all(content.flat(9)) : [await content]
  return parts.map(String).join('')
}
/** As it is read. */
const toText = (html: string) => html.replace(/<[^>]*>/g, '')

/** The subjects of an action, by what its name begins with. */
const named: Readonly<Record<string, RegExp>> = {
  refund: /Order 1038.*19[.,٫]99|19[.,٫]99.*Order 1038/s,
  charge: /Order 1038/,
  key: /Packing table.*pc_live_0123abcd/s,
  webhook: /shop\.example/,
  wallet: /0x3C44…93BC/,
  tolerance: /1[.,٫]50/,
  payment: /51[.,٫]00/,
  // The last day that is closed.
  books: /31|٣١|EUR/,
  rate: /1 EUR = 1\.2 USD/,
}

describe('the audit log', () => {
  for (const language of languages)
    test(`in ${language} tells every action as a sentence of its own, with its subject`, async () => {
      const sentences = new Map<string, string>()
      for (const action of Object.keys(auditSentences)) {
        const html = await render(createEntry(action), language)
        const text = toText(html)
        assert.ok(!text.includes(action), `${action} is told by its raw name`)
        assert.doesNotMatch(text, /[{}]/, `${action}: a placeholder is left`)
        assert.match(text, /^Ruth &lt;b&gt;Sand/, action)
        const subject = named[action.split('.')[0] ?? '']
        if (subject) assert.match(text, subject, action)
        sentences.set(action, text)
      }
      // Three settings share their sentences, which differ by their values.
      assert.equal(new Set(sentences.values()).size, sentences.size)
    })

  test('links to the order, the money and the refund', async () => {
    const html = await render(createEntry('refund.approved'), 'en')
    assert.match(html, new RegExp(`href="/desk/charges/${charge}"`))
    assert.match(html, new RegExp(`href="/desk/refunds/${refund}"`))
    assert.equal(
      toText(html),
      'Ruth &lt;b&gt;Sand approved 0x3C44…93BC for the refund of Order 1038 (19.99 DUSD)',
    )
    const sent = await render(createEntry('mail.sent_again'), 'en')
    assert.match(sent, new RegExp(`href="/desk/charges/${charge}"`))
    assert.equal(toText(sent), 'Ruth &lt;b&gt;Sand sent a message again: Receipt')
    const assigned = await render(createEntry('payment.assigned'), 'en')
    assert.match(assigned, new RegExp(`href="/desk/unmatched/${money}"`))
  })

  test('names the operator, and an action that this version does not know', async () => {
    const entry = { ...createEntry('key.created'), author: 'cli', authorName: '' }
    assert.match(toText(await render(entry, 'en')), /^The operator created the key Packing table/)
    assert.equal(
      toText(await render(createEntry('moon.moved'), 'en')),
      'Ruth &lt;b&gt;Sand · moon.moved',
    )
  })
})
