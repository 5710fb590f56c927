import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { chooseDeskLanguage } from '../../../src/service/desk/language.ts'
import { createRefusal, refusals } from '../../../src/service/kernel/refusals.ts'
import {
  describeOtherTokens,
  readUnmatchedReason,
  unmatchedReasons,
} from '../../../src/service/kernel/unmatched-reasons.ts'
import { languages } from '../../../src/service/texts/language.ts'
import { signInAtDesk } from '../../support/desk.ts'
import { readPage } from '../../support/desk-page.ts'
import type { DeskVisitor } from '../../support/desk-visitor.ts'
import { provideHarness } from '../../support/harness.ts'
import { newCharge, payFor, paymentThatIs, report } from '../../support/paying.ts'

// Each refusal that a form of the desk can meet has a reason of its own, so that everybody reads it in their language.

const folder = new URL('../../../src/service/', import.meta.url)
const sources = globSync('**/*.ts', { cwd: folder })
  .toSorted()
  .map((file) => ({ file, text: readFileSync(new URL(file, folder), 'utf8') }))

/** Refusals in English alone, by the file: no form of the desk calls these. */
const elsewhere: Readonly<Record<string, string>> = {
  'accounts/store/idempotency-keys.ts':
    'a key of a program’s call: a form’s own key never has two bodies',
  'accounts/store/modes.ts': 'test accounts are made by the operator',
  'accounts/store/operator.ts': 'accounts are made by the operator',
  'agents/routes/answers.ts': 'payments of programs',
  'app/chains.ts': 'settings of the operator',
  'books/routes/formats/formats.ts':
    'the desk offers this file only where each row has its dollars',
  'books/routes/operator.ts': 'the operator’s program',
  'books/routes/verify.ts': 'books are verified by the operator',
  'charges/receipts.ts': 'the desk links to a receipt of a completed charge alone',
  'charges/routes/operator.ts': 'the operator’s program',
  'charges/routes/fresh.ts': 'a reply without a body',
  'cli/serve.ts': 'the operator’s program',
  'db/backup/embedded.ts': 'the operator’s program',
  'db/data-lock.ts': 'the operator’s program',
  'db/migrations/migrate.ts': 'the operator’s program',
  'desk/api/refunds.ts': 'a call of the page that asks a wallet',
  'desk/routes/sign-refund.ts': 'the page was not built',
  'http/operator-socket.ts': 'the operator’s program',
  'payment-links/page/door.ts': 'payers who open a link',
  'payments/routes/foreign-address.ts': 'reports of payers',
  'payments/routes/payments.ts': 'reports of payers',
  'payments/routes/reserved-amounts.ts': 'amounts for payers',
  'refunds/recipients.ts': 'what a payer names',
  'refunds/signing-charge.ts': 'a call of the page that asks a wallet',
  'relayer/rules.ts': 'signed transfers of payers',
  'webhooks/store/endpoint-changes.ts': 'the same url twice: its field says it',
}

describe('each refusal', () => {
  test('that a form can meet has a reason', () => {
    const found = sources
      .filter(({ text }) => /new PayError\(\s*'conflict'/.test(text))
      .map(({ file }) => file)
    const unknown = found.filter((file) => !Object.hasOwn(elsewhere, file))
    assert.deepEqual(unknown, [])
    assert.deepEqual(
      Object.keys(elsewhere).filter((file) => !sources.some((one) => one.file === file)),
      [],
    )
  })

  test('that has a reason is thrown somewhere', () => {
    const all = sources
      .filter(({ file }) => file !== 'kernel/refusals.ts')
      .map(({ text }) => text)
      .join('\n')
    const unused = Object.keys(refusals).filter((name) => !all.includes(`'${name}'`))
    assert.deepEqual(unused, [])
  })

  for (const name of languages)
    test(`is said in ${name}, with its values`, () => {
      const language = chooseDeskLanguage(name)
      for (const reason of Object.keys(refusals) as (keyof typeof refusals)[]) {
        const names = [...refusals[reason].matchAll(/\{(\w+)\}/g)].map(([, value = '']) => value)
        const values = Object.fromEntries(names.map((value) => [value, `<${value}>`]))
        const { message, details } = createRefusal(reason, values)
        assert.doesNotMatch(message, /[{}]/, reason)
        const said = language.refusal(JSON.parse(JSON.stringify(details)))
        assert.ok(said && !/[{}]/.test(said), reason)
        if (name !== 'en') assert.notEqual(said, message)
      }
      for (const sentence of Object.values(unmatchedReasons)) {
        const said = language.unmatchedReason(sentence.replace('{tokens}', 'USDC or DAI'))
        assert.ok(said && !/[{}]/.test(said), sentence)
        if (name !== 'en') assert.notEqual(said, sentence)
      }
    })

  test('keeps what a value says, and nothing else is taken for one', () => {
    assert.deepEqual(readUnmatchedReason(describeOtherTokens(['USDC', 'DAI'])), {
      reason: 'other_token',
      values: { tokens: 'USDC or DAI' },
    })
    assert.equal(readUnmatchedReason('Something else happened.'), undefined)
    const { refusal } = chooseDeskLanguage('de')
    for (const details of [undefined, null, 'x', [], { reason: 'toString' }, { reason: 5 }])
      assert.equal(refusal(details), undefined)
  })
})

describe('a form that is refused', () => {
  const harness = provideHarness()
  let visitor: DeskVisitor
  before(async () => {
    await harness.started
    const { environment, service, shop } = harness
    const place = { environment, baseUrl: service.baseUrl }
    const person = await signInAtDesk(place, shop.id, { role: 'manage', name: 'Ruth Sand' })
    visitor = person.visitor
  })

  /** Sends a form of a page in a language, and gives what the page says above. */
  async function send(page: string, action: string, values: object, language: string) {
    const headers = { 'accept-language': language }
    const { forms } = readPage((await visitor.open(page, headers)).html)
    const form = forms.find((one) => one.action === action) ?? assert.fail(`no form for ${action}`)
    const own = form.fields.map(({ name, value }) => [name, value] as const)
    const { html } = await visitor.send(action, { ...Object.fromEntries(own), ...values }, headers)
    return /role="alert">(.*?)<\/div><\/div>/s.exec(html)?.[1] ?? assert.fail(html)
  }

  test('says why in the person’s language, with the amount on its own', async () => {
    const id = await newCharge(harness)
    const hash = await payFor(harness, id)
    await report(harness, id, hash)
    await paymentThatIs(harness, id, hash, 'COMPLETED')
    const action = `/desk/charges/${id}/refunds`
    const german = await send(`/desk/charges/${id}`, action, { amount: '6' }, 'de')
    assert.match(german, /höchstens 5 DUSD zurückerstattet/)
    assert.doesNotMatch(german, /lang="en"/)
    const arabic = await send(`/desk/charges/${id}`, action, { amount: '6' }, 'ar')
    assert.match(arabic, /\u20685 DUSD\u2069/)
  })
})
