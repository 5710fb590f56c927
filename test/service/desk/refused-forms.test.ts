import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createDeskKey } from '../../support/desk.ts'
import { type PageForm, readPage } from '../../support/desk-page.ts'
import { type DeskAnswer, type DeskVisitor, visitDesk } from '../../support/desk-visitor.ts'
import { clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { newCharge, payFor, paymentThatIs, report, unmatchedOf } from '../../support/paying.ts'

// A form that is not taken stands on its page again: what was written is kept, and the fault is at its field, in the person's words.

const german = { 'accept-language': 'de' }

let visitor: DeskVisitor
const harness = provideHarness()
before(async () => {
  await harness.started
  await signIn()
})

/** Signs in at the service as it was last started. */
async function signIn(): Promise<void> {
  const { environment, shop, service } = harness
  const { apiKey } = await createDeskKey(environment, shop.id, {
    scope: 'desk:manage',
    name: 'Ruth Sand',
  })
  visitor = visitDesk(service.baseUrl)
  await visitor.send('/desk/sign-in', { key: apiKey })
}

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

describe('a webhook', () => {
  const webhooks = '/desk/webhooks'

  test('at no public URL is refused in German at its field, with its name', async () => {
    const values = { url: 'http://169.254.169.254/latest', description: 'Lager' }
    const answer = await send({ page: webhooks }, values, german)
    assert.equal(answer.status, 400)
    assert.match(readMarks(answer).url ?? '', /^Geben Sie eine öffentliche URL/)
    for (const [name, value] of Object.entries(values))
      assert.equal(readValue(answer, webhooks, name), value)
  })

  test('without a type of event is refused at the types, which stay as they were chosen', async () => {
    const url = 'https://types.example.org/webhooks'
    const { uuid } = await clientOf(harness).addWebhookEndpoint({ url })
    const edit = { page: `${webhooks}/${uuid}`, action: `${webhooks}/${uuid}/edit` }
    const form = findForm(await visitor.open(edit.page), edit.action)
    const own = form.fields.flatMap(({ name, value, type }) =>
      type === 'checkbox' ? [] : [[name, value] as const],
    )
    const values = { ...Object.fromEntries(own), description: 'Renamed' }
    const answer = await visitor.send(edit.action, values)
    assert.equal(answer.status, 400)
    assert.deepEqual(Object.keys(readMarks(answer)), ['events'])
    assert.equal(readValue(answer, edit.action, 'description'), 'Renamed')
    assert.match(answer.html, /<details class="panel ask form" open>/)
    assert.doesNotMatch(answer.html, /type="checkbox"[^>]* checked/)
    assert.equal((await clientOf(harness).getWebhookEndpoint(uuid)).description, '')
  })
})

test('postings without a right number are refused at their fields, and the time stays', async () => {
  const file = '/desk/books/file'
  const query = new URLSearchParams({
    ...{ format: 'datev', from: '2026-01-01', to: '2026-01-31', datev_chart: 'skr04' },
    ...{ datev_consultant: '29098', datev_client: 'none', datev_rate: '1.085' },
  })
  const answer = await visitor.open(`${file}?${query}`, german)
  assert.equal(answer.status, 400)
  // In German 1.085 is a thousand and more.
  assert.deepEqual(readMarks(answer), {
    datev_client: 'Geben Sie eine Zahl wie 55003 ein.',
    datev_rate: 'Geben Sie eine Zahl wie 1,0853 ein.',
  })
  const { forms } = readPage(answer.html)
  const read = (name: string) =>
    forms
      .filter(({ action, fields }) => action === file && fields.some((one) => one.name === name))
      .flatMap(({ fields }) => fields.filter((field) => field.name === name))[0]?.value
  assert.deepEqual(['datev_client', 'datev_rate', 'datev_chart', 'from', 'to'].map(read), [
    'none',
    '1.085',
    'skr04',
    '2026-01-01',
    '2026-01-31',
  ])
  query.set('datev_rate', '1,0853')
  const next = await visitor.open(`${file}?${query}`, german)
  assert.deepEqual(Object.keys(readMarks(next)), ['datev_client'])
})

test('an amount of unmatched money that is no number leads back to its page, where nothing has changed', async () => {
  const { chain } = harness
  const hash = await chain.transfer(chain.dusd, wallet, 3_310_000n)
  const { uuid } = await unmatchedOf(harness, hash)
  const page = `/desk/unmatched/${uuid}`
  for (const action of [`${page}/return`, `${page}/ignore`])
    findForm(await visitor.open(page), action)
  const answer = await send({ page, action: `${page}/return` }, { amount: 'zwölf' }, german)
  assert.equal(answer.status, 400)
  findForm(answer, `${page}/return`)
  assert.equal((await clientOf(harness).getUnmatched(uuid)).status, 'UNMATCHED')
})

test('an amount with more places than its currency has is marked, with an example of that currency', async () => {
  const source = [{ rate: '1', until: '2099-12-31' }]
  const bounds = { min: 0.001, max: 5, sources: source }
  await harness.restart({ FX_RATES: JSON.stringify({ JPY: bounds, KWD: bounds }) })
  await signIn()
  const form = { page: '/desk/charges/new' }
  const refuse = async (currency: string, amount: string) => {
    const answer = await send(form, { name: 'Mug', amount, currency }, german)
    assert.equal(answer.status, 400)
    return readMarks(answer).amount
  }
  assert.equal(await refuse('JPY', '1990,5'), 'Geben Sie einen Betrag wie 1250 ein.')
  assert.equal(await refuse('KWD', '3,1255'), 'Geben Sie einen Betrag wie 12,500 ein.')
})
