import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ReducedCharge } from '../../../src/api/schemas/charges/charge.ts'
import { shorten } from '../../../src/service/charges/lists/typed-search.ts'
import { chooseDeskLanguage } from '../../../src/service/desk/language.ts'
import { formatDollars, formatUnits } from '../../../src/service/texts/format.ts'
import { createDeskKey, type DeskDay, playDay } from '../../support/desk.ts'
import { readPage } from '../../support/desk-page.ts'
import { type DeskVisitor, visitDesk } from '../../support/desk-visitor.ts'
import { chainId, clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { chargeBody } from '../../support/paying.ts'
import { withOptions } from '../../support/service-options.ts'

// Whatever the desk prints of a row finds the row, in each way of writing it, and leads to it where nothing else has it.

const harness = provideHarness({
  WEBHOOK_ALLOW_PRIVATE: 'on',
  ...withOptions({ webhookRetryDelaysMs: [100] }),
})
let day: DeskDay
let visitor: DeskVisitor
before(async () => {
  await harness.started
  const { chain } = harness
  const client = clientOf(harness)
  await client.setReceivingWallet({ walletAddress: wallet, chainId, tokenAddress: chain.dusd })
  day = await playDay({ chain, client, recipient: wallet })
  visitor = await signIn()
})
after(() => day.end())

async function signIn(): Promise<DeskVisitor> {
  const { environment, shop, service } = harness
  const key = await createDeskKey(environment, shop.id, { scope: 'desk:see', name: 'Ben Okoro' })
  const browser = visitDesk(service.baseUrl)
  await browser.send('/desk/sign-in', { key: key.apiKey })
  return browser
}

/** Languages with all ways of writing numbers. */
const locales = ['en', 'de', 'fr', 'ar-EG', 'de-CH', 'ja']

/** An amount as each language prints it, in dollars and in tokens. */
const printAmount = (amount: string) =>
  locales.flatMap((locale) => [
    [locale, formatDollars(amount, locale).text] as const,
    [locale, formatUnits(amount, 'DUSD', locale).text] as const,
  ])

const inEnglish = (forms: readonly string[]) => forms.map((form) => ['en', form] as const)

/** A transaction or an account: whole, short, and as explorers link it. */
const printOnChain = (kind: 'tx' | 'address', name: string) =>
  inEnglish([
    name,
    name.toUpperCase().replace('0X', '0x'),
    shorten(name),
    shorten(name).replace('…', '...'),
    `https://basescan.io/${kind}/${name}`,
  ])

type Forms = readonly (readonly [locale: string, form: string])[]

function printCharge(charge: ReducedCharge): Forms {
  const { id, name, reference, hosted_url, payer_email: email = '', pricing } = charge
  const number = name.replace('Order ', '')
  return [
    ...inEnglish([name, number, `#${number}`, name.toLowerCase(), id, shorten(id), hosted_url]),
    ...inEnglish([reference, shorten(reference), email, email.split('@')[0] ?? '']),
    ...inEnglish([`${name} ${email}`, `#${number}, ${email}`]),
    ...inEnglish(charge.line_items.flatMap((item) => [item.name, item.name.split(' ')[0] ?? ''])),
    ...locales.map((locale) => {
      const { text } = chooseDeskLanguage(locale)
      return [locale, text('unnamed', { reference: reference.slice(0, 6) })] as const
    }),
    ...printAmount(pricing.local.amount),
    ...charge.payments.flatMap(
      ({ payerAddress, payerTransactionHash, paidAmountInRequestedToken }) => [
        ...printOnChain('address', payerAddress),
        ...printOnChain('tx', payerTransactionHash),
        ...printAmount(paidAmountInRequestedToken),
      ],
    ),
  ]
}

/** Types a text into the search, and asserts that it leads to the page of a row, or to a list with it. */
async function assertFound(typed: string, page: string, locale = 'en'): Promise<void> {
  const query = new URLSearchParams({ search: typed })
  const answer = await visitor.open(`/desk/search?${query}`, { 'accept-language': locale })
  assert.equal(answer.status, 200, `${typed} in ${locale}`)
  const { links } = readPage(answer.html)
  assert.ok(answer.path === page || links.includes(page), `${typed} in ${locale}: ${page}`)
}

describe('the search of the desk finds', () => {
  test('every charge by every form that the desk prints of it', async () => {
    const { data } = await clientOf(harness).listCharges()
    assert.ok(data.length >= 4)
    for (const charge of data)
      for (const [locale, form] of printCharge(charge))
        await assertFound(form, `/desk/charges/${charge.id}`, locale)
  })

  test('money that no charge has claimed: by its amount, its transaction and its sender', async () => {
    const { data } = await clientOf(harness).listUnmatched()
    assert.ok(data.length >= 2)
    for (const { uuid, hash, senderAddress, amount } of data) {
      const forms = [
        ...inEnglish([uuid]),
        ...printOnChain('tx', hash),
        ...printOnChain('address', senderAddress),
        ...printAmount(amount),
      ]
      for (const [locale, form] of forms) await assertFound(form, `/desk/unmatched/${uuid}`, locale)
    }
  })

  test('refunds: by their address, amount, reference and order', async () => {
    const client = clientOf(harness)
    const { uuid } = await client.createRefund(day.paid, { amount: '7.25' })
    const recipientAddress = `0x${'5b'.repeat(20)}`
    const { reference } = await client.approveRefund(uuid, { recipientAddress })
    const forms = [
      ...inEnglish([uuid, reference]),
      ...printOnChain('address', recipientAddress),
      ...printAmount('7.25'),
    ]
    for (const [locale, form] of forms) await assertFound(form, `/desk/refunds/${uuid}`, locale)
  })

  test('an event, in the story of its charge', async () => {
    const { data } = await clientOf(harness).listEvents({ charge: day.paid })
    for (const { uuid } of data) await assertFound(uuid, `/desk/charges/${day.paid}`)
  })

  test('the page of the only match at once, and several by their kinds', async () => {
    const only = await visitor.open('/desk/search?search=%231042')
    assert.equal(only.path, `/desk/charges/${day.paid}`)
    const several = await visitor.open('/desk/search?search=order')
    assert.match(several.html, /<h1>Search results<\/h1>/)
    const { hash } = await clientOf(harness)
      .listUnmatched()
      .then(({ data }) => data.find(({ uuid }) => uuid === day.short) ?? assert.fail())
    const money = await visitor.open(`/desk/search?search=${hash}`)
    assert.equal(money.path, `/desk/unmatched/${day.short}`)
  })

  test('nothing of another account, and nothing of what is nearly the same', async () => {
    const { id } = await clientOf(harness, harness.other).createCharge(
      chargeBody(harness, {}, { name: 'Order 9117', local_price: { amount: '91.17' } }),
    )
    for (const typed of [
      id,
      '9117',
      '91.17',
      'Order 1042 kenji.mori@example.com',
      '1042x',
      '%',
      '_',
    ])
      assert.match(
        (await visitor.open(`/desk/search?${new URLSearchParams({ search: typed })}`)).html,
        /Nothing found/,
        typed,
      )
  })

  test('for the palette, as rows with their pages', async () => {
    const { html } = await visitor.open('/desk/search.json?search=1042')
    const { data } = JSON.parse(html) as { data: { label: string; href: string }[] }
    assert.equal(data[0]?.label, 'Order 1042')
    assert.equal(data[0]?.href, `/desk/charges/${day.paid}`)
    assert.equal((await visitor.open('/desk/search.json?search=')).html, '{"data":[]}')
    const stranger = visitDesk(harness.service.baseUrl)
    assert.equal((await stranger.open('/desk/search.json?search=1042')).status, 401)
  })
})

describe('a search from a list of charges', () => {
  test('stays in it where that finds something, and goes everywhere else', async () => {
    const inside = await visitor.open('/desk/search?search=order&show=paid&size=50')
    assert.equal(inside.path, '/desk/charges?show=paid&size=50&search=order')
    const outside = await visitor.open('/desk/search?search=1036&show=paid')
    assert.equal(outside.path, `/desk/charges/${day.canceled}`)
  })
})
