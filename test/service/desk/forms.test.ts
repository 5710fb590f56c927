import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createDeskKey } from '../../support/desk.ts'
import { type PageForm, readPage } from '../../support/desk-page.ts'
import { type DeskVisitor, visitDesk } from '../../support/desk-visitor.ts'
import { clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { newCharge, payFor, paymentThatIs, report } from '../../support/paying.ts'
import { until } from '../../support/wait.ts'

// What a form of the desk does, and what is said of it: once, whoever sends it how often, and whatever an address says.

let visitor: DeskVisitor
const harness = provideHarness()
before(async () => {
  await harness.started
  visitor = await signIn()
})

async function signIn(): Promise<DeskVisitor> {
  const { environment, shop, service } = harness
  const { apiKey } = await createDeskKey(environment, shop.id, {
    scope: 'desk:manage',
    name: 'Ruth Sand',
  })
  const browser = visitDesk(service.baseUrl)
  await browser.send('/desk/sign-in', { key: apiKey })
  return browser
}

/** A charge of five dollars that was paid. */
async function paidCharge(): Promise<string> {
  const id = await newCharge(harness)
  const hash = await payFor(harness, id)
  await report(harness, id, hash)
  await paymentThatIs(harness, id, hash, 'COMPLETED')
  return id
}

/** Opens a page, and returns its form for a path. */
async function findForm(page: string, action: string): Promise<PageForm> {
  const { forms } = readPage((await visitor.open(page)).html)
  return forms.find((form) => form.action === action) ?? assert.fail(`${page} has no ${action}`)
}

/** Sends a form with the values of its page, and others for some fields. */
function send({ action, fields }: PageForm, values: Record<string, string> = {}) {
  const own = fields.map(({ name, value }) => [name, value] as const)
  return visitor.send(action, { ...Object.fromEntries(own), ...values })
}

const outcomes = (answers: { status: number; path: string }[]) =>
  answers.map(({ status, path }) => ({ status, path }))

const isSaid = (html: string, text: string) => {
  const [, notice = ''] = /<div class="notice" role="status">(.*?)<\/div>/s.exec(html) ?? []
  return notice.includes(text)
}

describe('a form that is sent twice', () => {
  test('at once begins one refund, and both answers lead to its page', async () => {
    const id = await paidCharge()
    const form = await findForm(`/desk/charges/${id}`, `/desk/charges/${id}/refunds`)
    const answers = await Promise.all([1, 2, 3].map(() => send(form, { amount: '2' })))
    const refunds = await clientOf(harness).listChargeRefunds(id)
    assert.equal(refunds.length, 1)
    const page = { status: 200, path: `/desk/refunds/${refunds[0]?.uuid}` }
    assert.deepEqual(outcomes(answers), [page, page, page])
    // Also later, and said again: it is the answer that a person sees.
    const again = await send(form, { amount: '2' })
    assert.deepEqual(outcomes([again]), [page])
    assert.ok(isSaid(again.html, 'The refund has begun.'))
    assert.equal((await clientOf(harness).listChargeRefunds(id)).length, 1)
    // The same page loaded anew begins another one.
    const anew = await findForm(`/desk/charges/${id}`, `/desk/charges/${id}/refunds`)
    await send(anew, { amount: '2' })
    assert.equal((await clientOf(harness).listChargeRefunds(id)).length, 2)
  })

  test('with other values does nothing the second time', async () => {
    const id = await paidCharge()
    const form = await findForm(`/desk/charges/${id}`, `/desk/charges/${id}/refunds`)
    await send(form, { amount: '2' })
    assert.equal((await send(form, { amount: '3' })).status, 409)
    assert.equal((await clientOf(harness).listChargeRefunds(id)).length, 1)
  })

  test('after it did nothing is taken, corrected', async () => {
    const id = await paidCharge()
    const form = await findForm(`/desk/charges/${id}`, `/desk/charges/${id}/refunds`)
    assert.equal((await send(form, { amount: '6' })).status, 409)
    assert.equal((await send(form, { amount: '5' })).status, 200)
    assert.equal((await clientOf(harness).listChargeRefunds(id)).length, 1)
  })

  test('adds one webhook endpoint, and both answers show its secret', async () => {
    const form = await findForm('/desk/webhooks', '/desk/webhooks')
    const url = 'https://shop.example.org/webhooks'
    const [first, second] = await Promise.all([send(form, { url }), send(form, { url })])
    const added = (await clientOf(harness).listWebhookEndpoints()).filter((one) => one.url === url)
    assert.equal(added.length, 1)
    const page = { status: 200, path: `/desk/webhooks/${added[0]?.uuid}` }
    assert.deepEqual(outcomes([first, second]), [page, page])
    const shown = [first, second].map(({ html }) => /whsec_[\w+/=]+/.exec(html)?.[0])
    // At once, the later of both answers shows it. It is not shown again.
    assert.ok(shown.some((secret) => secret))
    assert.match((await send(form, { url })).html, /whsec_/)
    assert.doesNotMatch((await visitor.open(page.path)).html, /whsec_/)
  })

  test('leads no webhook to a machine of the operator’s network, when it is added or changed', async () => {
    const { uuid } = await clientOf(harness).addWebhookEndpoint({
      url: 'https://shop.example/hook',
    })
    const [page, action] = [`/desk/webhooks/${uuid}`, `/desk/webhooks/${uuid}/edit`]
    for (const url of [
      'http://169.254.169.254/latest',
      'http://localhost:5432/',
      'http://[::ffff:10.0.0.1]/',
    ]) {
      assert.equal((await send(await findForm(page, action), { url, all: 'on' })).status, 400)
      assert.equal(
        (await send(await findForm('/desk/webhooks', '/desk/webhooks'), { url })).status,
        400,
      )
    }
    const { pending, url } = await clientOf(harness).getWebhookEndpoint(uuid)
    assert.deepEqual([pending, url], [undefined, 'https://shop.example/hook'])
  })

  test('without a key of its page, does nothing', async () => {
    const id = await newCharge(harness)
    const form = await findForm(`/desk/charges/${id}`, `/desk/charges/${id}/cancel`)
    for (const form_key of ['', 'x', `${'a'.repeat(21)}/`])
      assert.equal((await send(form, { form_key })).status, 403)
    assert.equal((await clientOf(harness).getCharge(id)).status, 'NEW')
  })
})

describe('what was just done', () => {
  test('is said once, on its page, with what undoes it', async () => {
    const { chain } = harness
    const id = await newCharge(harness)
    await chain.transfer(chain.dusd, wallet, 5_000_000n)
    await chain.client.mine({ blocks: 1 })
    const money = await findUnmatched()
    const form = await findForm(`/desk/unmatched/${money}`, `/desk/unmatched/${money}/assign`)
    const { html, path } = await send(form, { charge: id })
    assert.equal(path, '/desk/unmatched')
    assert.ok(isSaid(html, 'Assigned.'))
    const undo = readPage(html).forms.find(({ action }) => action.endsWith('/unassign'))
    assert.equal(undo?.action, `/desk/unmatched/${money}/unassign`)
    assert.doesNotMatch((await visitor.open(path)).html, /class="notice"/)
    assert.ok(isSaid((await send(undo ?? assert.fail('no undo'))).html, 'Undone.'))
    const { payments } = await clientOf(harness).getCharge(id)
    assert.deepEqual(
      payments.map(({ creditedAmount }) => creditedAmount),
      ['0'],
    )
  })

  test('is told by no address', async () => {
    const id = await paidCharge()
    const lie = new URLSearchParams({
      done: 'assigned',
      text: 'doneAssigned',
      payment: `../charges/${id}/refunds?`,
      charge: 'x',
      undo: `../charges/${id}/refunds?`,
    })
    for (const path of ['/desk', '/desk/unmatched', `/desk/charges/${id}`]) {
      const [honest, told] = [await visitor.open(path), await visitor.open(`${path}?${lie}`)]
      assert.doesNotMatch(told.html, /class="notice"/, path)
      const actions = ({ html }: typeof told) => readPage(html).forms.map(({ action }) => action)
      assert.deepEqual(actions(told), actions(honest), path)
    }
  })
})

async function findUnmatched(): Promise<string> {
  return await until('the unmatched money', async () => {
    const { data } = await clientOf(harness).listUnmatched()
    return data[0]?.uuid
  })
}
