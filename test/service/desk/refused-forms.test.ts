import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createDeskKey } from '../../support/desk.ts'
import { type PageForm, readPage } from '../../support/desk-page.ts'
import { type DeskAnswer, type DeskVisitor, visitDesk } from '../../support/desk-visitor.ts'
import { clientOf, provideHarness } from '../../support/harness.ts'
import { newCharge, payFor, paymentThatIs, report } from '../../support/paying.ts'

// A form that is not taken stands on its page again: what was written is kept, and the fault is at its field, in the person's words.

const german = { 'accept-language': 'de' }

let visitor: DeskVisitor
const harness = provideHarness()
before(async () => {
  await harness.started
  const { environment, shop, service } = harness
  const { apiKey } = await createDeskKey(environment, shop.id, {
    scope: 'desk:manage',
    name: 'Ruth Sand',
  })
  visitor = visitDesk(service.baseUrl)
  await visitor.send('/desk/sign-in', { key: apiKey })
})

/** Sends the form of a page with other values. */
async function send(
  { page, action = page }: { page: string; action?: string },
  values: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<DeskAnswer> {
  const form = findForm(await visitor.open(page, headers), action)
  const own = form.fields.map(({ name, value }) => [name, value] as const)
  return await visitor.send(action, { ...Object.fromEntries(own), ...values }, headers)
}

function findForm({ html }: DeskAnswer, action: string): PageForm {
  const { forms } = readPage(html)
  return forms.find((form) => form.action === action) ?? assert.fail(`no form for ${action}`)
}

const readValue = (answer: DeskAnswer, action: string, name: string) =>
  findForm(answer, action).fields.find((field) => field.name === name)?.value

/** The ids of the inputs that are marked, each with what is said below it. */
const readMarks = ({ html }: DeskAnswer) =>
  Object.fromEntries(
    [...html.matchAll(/<p class="fault" id="([\w-]+)-fault">.*?<\/svg>(.*?)<\/p>/gs)].map(
      ([, id = '', text = '']) => [id, text.replace(/<[^>]+>/g, '')],
    ),
  )

const readAlert = ({ html }: DeskAnswer) =>
  /role="alert">(.*?)<\/div><\/div>/s.exec(html)?.[1]?.replace(/<[^>]+>/g, '') ?? ''

const tolerance = { page: '/desk/settings', action: '/desk/settings/tolerance' }

describe('the tolerance', () => {
  test('is read as the person’s language writes numbers', async () => {
    const { status } = await send(tolerance, { amount: '1,50', percent: '2,5' }, german)
    assert.equal(status, 200)
    const { html } = await visitor.open('/desk/settings', german)
    assert.match(html, /2,5 % des Preises/)
    assert.equal(readValue({ html } as DeskAnswer, tolerance.action, 'amount'), '1,5')
  })

  test('of amounts alone is refused at the field that makes it nothing', async () => {
    const answer = await send(tolerance, { amount: '1.50', percent: '0' })
    assert.equal(answer.status, 400)
    assert.deepEqual(Object.keys(readMarks(answer)), ['percent'])
    assert.equal(readValue(answer, tolerance.action, 'amount'), '1.50')
    assert.equal(readValue(answer, tolerance.action, 'percent'), '0')
    // The page is whole, and can be used at once.
    assert.match(answer.html, /<nav aria-label=/)
    const own = findForm(answer, tolerance.action).fields.map(({ name, value }) => [name, value])
    const sent = { ...Object.fromEntries(own), percent: '1' }
    assert.equal((await visitor.send(tolerance.action, sent)).status, 200)
  })

  for (const [typed, why] of [
    ['1.250', 'may be a thousand'],
    ['zwölf', 'is no number'],
    ['5,01', 'is too much'],
    ['1,505', 'is too exact'],
    ['9'.repeat(300), 'is far too long'],
  ] as const)
    test(`of ${typed.slice(0, 8)}, which ${why}, is refused in German, with what was written`, async () => {
      const answer = await send(tolerance, { amount: typed, percent: '1' }, german)
      assert.equal(answer.status, 400)
      assert.match(readMarks(answer).amount ?? '', /^Geben Sie höchstens/)
      assert.match(readAlert(answer), /markiert/)
      assert.equal(readValue(answer, tolerance.action, 'amount'), typed)
    })

  test('is escaped where it is shown again', async () => {
    const answer = await send(tolerance, { amount: '"><script>x', percent: '1' })
    assert.doesNotMatch(answer.html, /<script>x/)
    assert.equal(readValue(answer, tolerance.action, 'amount'), '"><script>x')
  })
})

test('a refund that is too large is refused on the charge’s page, which says what is left', async () => {
  const id = await newCharge(harness)
  const hash = await payFor(harness, id)
  await report(harness, id, hash)
  await paymentThatIs(harness, id, hash, 'COMPLETED')
  const refund = { page: `/desk/charges/${id}`, action: `/desk/charges/${id}/refunds` }
  const words = await send(refund, { amount: 'five', reason: 'One cup arrived broken.' })
  assert.deepEqual([words.status, words.path], [400, refund.action])
  assert.deepEqual(Object.keys(readMarks(words)), ['refund-amount'])
  assert.equal(readValue(words, refund.action, 'reason'), 'One cup arrived broken.')
  assert.match(words.html, /<details class="ask form" open>/)
  const much = await send(refund, { amount: '6' })
  assert.equal(much.status, 409)
  assert.deepEqual(readMarks(much), {})
  assert.match(readAlert(much), /5/)
  assert.deepEqual(await clientOf(harness).listChargeRefunds(id), [])
})

test('a button that comes too late leads back to its page, not to the first one', async () => {
  const id = await newCharge(harness)
  const page = `/desk/charges/${id}`
  const form = findForm(await visitor.open(page), `${page}/cancel`)
  await clientOf(harness).cancelCharge(id)
  const own = form.fields.map(({ name, value }) => [name, value])
  const answer = await visitor.send(`${page}/cancel`, Object.fromEntries(own))
  // Canceled twice is canceled.
  assert.ok([200, 409].includes(answer.status))
  assert.match(answer.html, new RegExp(id))
})
