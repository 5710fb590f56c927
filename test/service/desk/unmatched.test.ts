import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import { createDeskKey } from '../../support/desk.ts'
import { type PageForm, readPage } from '../../support/desk-page.ts'
import { type DeskVisitor, visitDesk } from '../../support/desk-visitor.ts'
import { clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { newCharge, payFor, paymentThatIs, report, rpc, unmatchedOf } from '../../support/paying.ts'
import { until } from '../../support/wait.ts'

// Money that found no charge, as the desk offers to decide about it: sent back in one step, or given to the order that is looked for.

const home = demoAccount(8).address

let visitor: DeskVisitor
const harness = provideHarness()
before(async () => {
  await harness.started
  visitor = await signIn()
})

async function signIn(scope: 'desk:see' | 'desk:manage' = 'desk:manage'): Promise<DeskVisitor> {
  const { environment, shop, service } = harness
  const { apiKey } = await createDeskKey(environment, shop.id, { scope, name: 'Ruth Sand' })
  const browser = visitDesk(service.baseUrl)
  await browser.send('/desk/sign-in', { key: apiKey })
  return browser
}

const client = () => clientOf(harness)

/** Money that names no charge. */
async function strayMoney(units: bigint) {
  const { chain } = harness
  return await unmatchedOf(harness, await chain.transfer(chain.dusd, wallet, units))
}

/** Money of the price of a charge that was paid before, and which no open charge asks for. */
async function secondPayment(dollars: number) {
  const id = await newCharge(harness, {}, { local_price: { amount: `${dollars}` } })
  const units = BigInt(dollars) * 1_000_000n
  const hash = await payFor(harness, id, units)
  await report(harness, id, hash)
  await paymentThatIs(harness, id, hash, 'COMPLETED')
  return { order: id, money: await strayMoney(units) }
}

async function findForm(
  page: string,
  action: string,
  browser = visitor,
): Promise<PageForm | undefined> {
  const { forms } = readPage((await browser.open(page)).html)
  return forms.find((form) => form.action === action)
}

function send(form: PageForm | undefined, browser = visitor) {
  assert.ok(form, 'the form is there')
  const own = form.fields.map(({ name, value }) => [name, value] as const)
  return browser.send(form.action, Object.fromEntries(own))
}

test('money that is too little says by how much, who ordered when, and gives one first button', async () => {
  await newCharge(harness, {}, { local_price: { amount: '52' }, payer_email: 'kenji@example.com' })
  const { uuid } = await strayMoney(51_000_000n)
  const { html } = await visitor.open(`/desk/unmatched/${uuid}`)
  const words = html.replace(/<[^>]+>/g, '')
  assert.match(words, /Short by 1\.00 DUSD/)
  assert.match(words, /kenji@example\.com · ordered \d+ sec before/)
  assert.equal(html.match(/class="btn main"/g)?.length, 1)
})

describe('a second payment', () => {
  test('goes back by the first button of its row, to the refund of all of it', async () => {
    const { money } = await secondPayment(88)
    const [list, action] = ['/desk/unmatched', `/desk/unmatched/${money.uuid}/return`]
    const { html } = await visitor.open(list)
    const row = html.split('<li class="um">').find((one) => one.includes(action)) ?? ''
    assert.match(row, /Second payment/)
    assert.match(row.replace(/<[^>]+>/g, ''), /Send 88\.00 DUSD back/)
    assert.ok(row.indexOf(action) < row.indexOf(`${money.uuid}/ignore`), 'it comes first')
    const answer = await send(await findForm(list, action))
    const refund = (await client().listRefunds()).data.find(({ amount }) => amount === '88')
    assert.equal(answer.path, `/desk/refunds/${refund?.uuid}`)
    assert.deepEqual([refund?.status, refund?.recipientAddress], ['NEW', ''])
  })

  test('is no second one while an open order asks for exactly as much', async () => {
    const { money } = await secondPayment(87)
    const open = await newCharge(harness, {}, { local_price: { amount: '86' } })
    const other = await strayMoney(86_000_000n)
    const [list, action] = ['/desk/unmatched', `/desk/unmatched/${other.uuid}/return`]
    assert.equal(await findForm(list, action), undefined)
    assert.ok(await findForm(list, `/desk/unmatched/${money.uuid}/return`))
    await client().cancelCharge(open)
  })

  test('goes back once, though two persons send it back at once, each of them twice', async () => {
    const { money } = await secondPayment(89)
    const [page, action] = [`/desk/unmatched/${money.uuid}`, `/desk/unmatched/${money.uuid}/return`]
    const other = await signIn()
    const [mine, theirs] = [await findForm(page, action), await findForm(page, action, other)]
    const answers = await Promise.all([
      ...[1, 2].map(() => send(mine)),
      ...[1, 2].map(() => send(theirs, other)),
    ])
    const refunds = (await client().listRefunds()).data.filter(({ amount }) => amount === '89')
    assert.equal(refunds.length, 1)
    const paths = new Set(answers.map(({ path }) => path))
    assert.deepEqual([...paths], [`/desk/refunds/${refunds[0]?.uuid}`])
  })

  test('that somebody has assigned meanwhile is not sent back', async () => {
    const { money } = await secondPayment(90)
    const [page, action] = [`/desk/unmatched/${money.uuid}`, `/desk/unmatched/${money.uuid}/return`]
    const form = await findForm(page, action)
    const order = await newCharge(harness, {}, { local_price: { amount: '90' } })
    const decisions = await Promise.all([
      send(form),
      client()
        .assignUnmatched(money.uuid, { chargeUuid: order })
        .catch(() => undefined),
    ])
    const { chargeUuid } = await client().getUnmatched(money.uuid)
    const refunds = (await client().listRefunds()).data.filter(({ amount }) => amount === '90')
    // Whoever was first has decided, and the money is in one place.
    const isAssigned = decisions[1] !== undefined
    assert.equal(chargeUuid === order, isAssigned)
    assert.equal(refunds.length, isAssigned ? 0 : 1)
    assert.equal(decisions[0].status, isAssigned ? 409 : 200)
    // Once it is decided, no page sends it back.
    assert.equal(await findForm(page, action), undefined)
  })

  test('that a reorganization takes away is refunded to nobody', async () => {
    const snapshot = await rpc(harness, 'evm_snapshot')
    const money = await strayMoney(91_500_000n)
    const [page, action] = [`/desk/unmatched/${money.uuid}`, `/desk/unmatched/${money.uuid}/return`]
    const form = await findForm(page, action)
    await send(form)
    const { uuid } =
      (await client().listRefunds()).data.find(({ amount }) => amount === '91.5') ?? assert.fail()
    await client().approveRefund(uuid, { recipientAddress: home })
    await rpc(harness, 'evm_revert', snapshot)
    await harness.chain.client.mine({ blocks: 2 })
    const { chargeUuid } = await client().getRefund(uuid)
    await until('the money to be gone', async () => {
      const { payments } = await client().getCharge(chargeUuid)
      return payments.every(({ status }) => status !== 'COMPLETED') || undefined
    })
    const signing = client().signRefund(uuid, {
      senderAddress: demoAccount(5).address,
      attempt: crypto.randomUUID(),
    })
    await assert.rejects(signing, { code: 'conflict' })
  })

  test('is sent back by nobody who may only see', async () => {
    const { money } = await secondPayment(92)
    const reader = await signIn('desk:see')
    const action = `/desk/unmatched/${money.uuid}/return`
    for (const page of ['/desk/unmatched', `/desk/unmatched/${money.uuid}`])
      assert.equal(await findForm(page, action, reader), undefined)
  })
})

describe('another order is found by what a person knows of it', () => {
  for (const [what, typed] of [
    ['its number', '#7741'],
    ['the customer’s e-mail', 'finn.lund@example.com'],
    ['its name', 'Order 7741'],
  ] as const)
    test(`by ${what}, and only a button assigns`, async () => {
      const [found] = (await client().listCharges({ search: '7741' })).data
      const order =
        found?.id ??
        (await newCharge(
          harness,
          {},
          {
            local_price: { amount: '17' },
            name: 'Order 7741',
            metadata: { orderId: '7741' },
            payer_email: 'finn.lund@example.com',
          },
        ))
      const { uuid } = await strayMoney(3_700_000n)
      const page = `/desk/unmatched/${uuid}`
      assert.equal(await findForm(page, `${page}/assign`), undefined)
      const form = await findForm(`${page}?find=${encodeURIComponent(typed)}`, `${page}/assign`)
      assert.equal(form?.fields.find(({ name }) => name === 'charge')?.value, order)
      assert.equal((await client().getUnmatched(uuid)).status, 'UNMATCHED')
      await client().ignoreUnmatched(uuid)
    })

  test('and one that nobody has made is not found', async () => {
    const { uuid } = await strayMoney(3_800_000n)
    const { html } = await visitor.open(`/desk/unmatched/${uuid}?find=nobody%00`)
    assert.match(html, /Nothing found/)
  })
})
