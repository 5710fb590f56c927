import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { PayError } from '../../../src/errors.ts'
import { createStore, type Store } from '../../../src/service/app/store.ts'
import { acceptCharge, undoAcceptance } from '../../../src/service/charges/acceptance.ts'
import { computeBalance } from '../../../src/service/charges/balance.ts'
import {
  cancelUnpaidCharge,
  expireCharge,
  isPaidBy,
  reopenPayment,
  settlePayment,
} from '../../../src/service/charges/lifecycle.ts'
import { sumCreditedAmounts } from '../../../src/service/charges/pricing/payment-assets.ts'
import type { ChargeRecord, TransferRecord } from '../../../src/service/charges/records.ts'
import { shipCharge } from '../../../src/service/charges/shipping.ts'
import { createId } from '../../../src/service/kernel/id.ts'
import { computeReference } from '../../../src/service/kernel/reference.ts'
import { checkAssignment, checkUnassignment } from '../../../src/service/payments/assignment.ts'
import { cancelRefund, createRefund } from '../../../src/service/refunds/lifecycle.ts'
import { createReturnCharge } from '../../../src/service/unmatched/return-charge.ts'
import { brand, chargeOf, token } from '../../attack/reserving.ts'
import { createDice, type Dice } from '../../support/dice.ts'
import { effort, isNightly } from '../../support/effort.ts'
import { openDatabase } from '../../support/tables.ts'

// Two people decide about the same orders and the same money at once, while the chain confirms and reorganizes, on the real store:
// all money that arrived is credited, on its way, or unmatched, and no event contradicts the one before without an undo.

const sequences = isNightly ? 10_000 : 10 * effort
const stepsOfSequence = 20
/** After so many steps all is looked at. */
const stepsBetweenChecks = 5
const price = 100n
const accepted = { decimals: 6, symbol: 'USDC', usdAmount: undefined, unit: undefined }

let database: Awaited<ReturnType<typeof openDatabase>>
let store: Store
/** Of the sequence that is played. The money of an address belongs to the account that had it first. */
let [accountId, recipient] = ['', '']
before(async () => {
  database = await openDatabase()
  store = createStore(database.db)
})
after(() => database.close())

/** Two orders and three transfers, and what the chain did to the orders. */
interface World {
  orders: readonly string[]
  transfers: readonly string[]
  /** How often a confirmed payment of an order lost its block. */
  reorganized: Map<string, number>
}

async function createWorld(dice: Dice): Promise<World> {
  accountId = (await store.createAccount('Mug shop')).account.id
  recipient = `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(20))).toString('hex')}`
  const orders = [createId(), createId()]
  const limit = { max: 1_000_000, since: new Date(0) }
  for (const id of orders) {
    const charge = { ...chargeOf(1, recipient, price, Date.now()), id, accountId }
    const named = { ...charge, reference: computeReference(id) }
    await store.createCharge(named, brand, undefined, limit)
  }
  const transfers = []
  for (let number = 0; number < 3; number += 1)
    transfers.push(await arrive(dice.pick([price, price - 2n, 50n, price + 30n])))
  return { orders, transfers, reorganized: new Map() }
}

/** Money arrives without proof. */
async function arrive(amount: bigint): Promise<string> {
  const hash = `0x${computeReference(createId())}${computeReference(createId())}`
  const [minedAt, block] = [new Date(), { number: 7n, hash: '0x07' }]
  const transfers = [
    { ...{ position: 0, sender: '0x01', token, recipient, amount }, references: [] },
  ]
  const mined = { ...{ chainId: 1, hash, block, minedAt }, blockTime: minedAt, transfers }
  await store.recordTransactions([
    {
      ...{ mined: { ...mined, mentionedReferences: [] }, transfers, chargeIds: [] },
      decideCredit: () => ({ reason: 'It names no charge.' }),
    },
  ])
  return (await store.listTransfers(1, hash))[0]?.id ?? assert.fail('nothing arrived')
}

/** The decisions of a merchant, each about an order and a transfer. */
const decisions: Readonly<
  Record<string, (order: string, transfer: string, dice: Dice) => Promise<unknown>>
> = {
  accept: (order) =>
    store.decideCharge(order, {
      ...{ action: 'charge.accepted', author: 'cli' },
      decide: (charge, transfers) => acceptCharge(charge, transfers, new Date()),
    }),
  unaccept: (order) =>
    store.decideCharge(order, {
      ...{ action: 'charge.unaccepted', author: 'cli' },
      decide: (charge) => undoAcceptance(charge, new Date()),
    }),
  assign: async (order, transfer, dice) => {
    const acceptance = dice.chance(0.4) ? { reason: '', expected: undefined } : undefined
    const check = (charge: ChargeRecord, money: TransferRecord) =>
      checkAssignment(charge, money, accepted)
    const amount = (await store.getUnmatched(accountId, transfer))?.amount ?? 1n
    await store.assignTransfer(transfer, order, amount, 'cli', check, acceptance)
  },
  unassign: (order, transfer) => store.unassignTransfer(transfer, order, 'cli', checkUnassignment),
  ignore: (_, transfer) => store.ignoreTransfer(transfer, 'cli'),
  restore: (_, transfer) => store.restoreTransfer(transfer, 'cli'),
  return: async (_, transfer) => {
    const money = await store.getUnmatched(accountId, transfer)
    if (money?.status !== 'UNMATCHED') return
    const charge = createReturnCharge(money, true, new Date())
    await store.returnTransfer(transfer, charge, money.amount ?? 1n, 'cli', () => undefined)
  },
  refund: (order, _, dice) =>
    store.createRefund(
      order,
      'cli',
      (charge, refunds) =>
        createRefund(charge, refunds, {
          ...{ asset: undefined, readAmount: () => undefined, reason: '', now: new Date() },
          isOfExcess: dice.chance(0.5),
        }),
      { idempotencyKey: undefined, toResponse: ({ id }) => id },
    ),
  cancelRefund: async (order) => {
    for (const { id } of await store.listRefundsOfCharge(order))
      await store.updateRefund(id, 'cli', cancelRefund)
  },
  ship: (order) => store.markShipped(order, 'cli', (charge) => shipCharge(charge, new Date())),
  cancel: (order) =>
    store.decideCharge(order, {
      ...{ action: 'charge.canceled', author: 'cli' },
      decide: (charge) => cancelUnpaidCharge(charge, new Date()),
    }),
}

/** What happens without a decision: the chain goes on, and time passes. */
const happenings: Readonly<Record<string, (order: string, world: World) => Promise<unknown>>> = {
  confirm: (order) =>
    store.updateCharge(order, (charge, transfers) => {
      const pending = charge.payments.find(({ status }) => status === 'PENDING')
      const of = transfers.filter(({ paymentId }) => paymentId === pending?.id)
      return pending && settlePayment(charge, pending.id, of, new Date())
    }),
  reorganize: async (order, { reorganized }) => {
    const update = await store.updateCharge(order, (charge) => {
      const confirmed = charge.payments.find(({ status }) => status === 'COMPLETED')
      return confirmed && reopenPayment(charge, confirmed.id, new Date())
    })
    if (update) reorganized.set(order, (reorganized.get(order) ?? 0) + 1)
  },
  expire: async (order) => {
    await sql`update charges set expires_at = now() where id = ${order}::uuid`.execute(database.db)
    await store.updateCharge(order, (charge) => expireCharge(charge, new Date(Date.now() + 1000)))
  },
  wait: async (order) => {
    await sql`update charges set held_until = now() where id = ${order}::uuid and held_until is not null`.execute(
      database.db,
    )
    await store.writeHeldEvents(10)
  },
}

/** Picks by weight: rare are those after which little can happen. */
function pickStep(dice: Dice): string {
  const often = ['assign', 'assign', 'unassign', 'unassign', 'accept', 'accept', 'accept']
  const others = [
    'unaccept',
    'unaccept',
    'unaccept',
    'ignore',
    'restore',
    'return',
    'refund',
    'cancelRefund',
  ]
  const chain = ['confirm', 'confirm', 'confirm', 'confirm', 'confirm', 'reorganize', 'wait']
  if (dice.chance(0.05)) return dice.pick(['ship', 'cancel', 'expire'])
  return dice.pick([...often, ...others, ...chain])
}

async function takeStep(world: World, dice: Dice, step: string): Promise<void> {
  const [order, transfer] = [dice.pick(world.orders), dice.pick(world.transfers)]
  try {
    await (decisions[step]?.(order, transfer, dice) ?? happenings[step]?.(order, world))
  } catch (cause) {
    // A decision may be refused, and nothing else may go wrong.
    if (!(cause instanceof PayError) || cause.code !== 'conflict') throw cause
  }
}

async function checkAll(world: World): Promise<void> {
  await checkMoney(world)
  for (const order of world.orders) await checkOrder(order, world)
}

/** All money is where exactly one decision has put it. */
async function checkMoney({ transfers }: World): Promise<void> {
  for (const id of transfers) {
    const record = await store.getUnmatched(accountId, id)
    const { status, chargeId, amount } = record ?? assert.fail('a transfer is gone')
    const charge = chargeId && (await store.getCharge(accountId, chargeId))
    const kept = (charge ? charge.payments : []).filter((one) => one.status !== 'FAILED')
    const payment = kept.find(({ hash }) => hash === record?.hash)
    assert.equal(payment !== undefined, status === 'ASSIGNED', `${id} is ${status}`)
    if (payment?.status === 'COMPLETED') assert.equal(payment.creditedAmount, amount)
  }
}

async function checkOrder(id: string, { reorganized }: World): Promise<void> {
  const charge = (await store.getCharge(accountId, id)) ?? assert.fail('no order')
  const credited = sumCreditedAmounts(charge)
  const isPaid = credited > 0n && isPaidBy(charge, credited)
  assert.equal(charge.status === 'COMPLETED', isPaid, `${charge.status}, ${credited}`)
  const row = await database.db
    .selectFrom('charges')
    .select(['paymentStatus', 'missingAmount', 'excessAmount', 'refundedAmount', 'heldUntil'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { heldUntil, ...balance } = row
  assert.deepEqual(balance, computeBalance(charge))
  const events = await database.db
    .selectFrom('webhookEvents')
    .select('type')
    .where('chargeId', '=', id)
    .where('type', 'like', 'charge:%')
    .orderBy('seq')
    .execute()
  let [isToldPaid, takenBack, undone] = [false, 0, 0]
  for (const { type } of events) {
    if (['charge:confirmed', 'charge:expired', 'charge:canceled'].includes(type))
      assert.equal(isToldPaid, false, `${type} after it was told paid`)
    if (['charge:paid_again', 'charge:unconfirmed'].includes(type))
      assert.equal(isToldPaid, true, `${type} before it was told paid`)
    if (isToldPaid && ['charge:pending', 'charge:failed'].includes(type)) takenBack += 1
    if (type === 'charge:unconfirmed') undone += 1
    isToldPaid = type === 'charge:confirmed' || type === 'charge:paid_again'
  }
  assert.ok(takenBack <= (reorganized.get(id) ?? 0), 'taken back by no reorganization')
  assert.ok(undone <= (await countUndone(id)), 'taken back by no undone decision')
  assert.equal(isToldPaid && !heldUntil, isPaid, `told paid: ${isToldPaid}, held: ${heldUntil}`)
}

async function countUndone(order: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_log
    where account_id = ${accountId}::uuid and action in ('payment.unassigned', 'charge.unaccepted')
      and old_value::text like ${`%${order}%`}`.execute(database.db)
  return rows[0]?.count ?? 0
}

test('whatever two people decide at once, all money is somewhere once, and the store hears no contradiction', async () => {
  const taken = new Map<string, number>()
  for (let seed = 1; seed <= sequences; seed += 1) {
    const dice = createDice(seed)
    const world = await createWorld(dice)
    const played: string[] = []
    for (let number = 1; number <= stepsOfSequence; number += 1) {
      const steps = [pickStep(dice), pickStep(dice)]
      played.push(steps.join('+'))
      try {
        await Promise.all(steps.map((step) => takeStep(world, dice, step)))
        if (number % stepsBetweenChecks === 0) await checkAll(world)
      } catch (cause) {
        throw new Error(`seed ${seed}: ${played.join(' ')}`, { cause })
      }
      for (const step of steps) taken.set(step, (taken.get(step) ?? 0) + 1)
    }
  }
  // Each of them was played.
  const all = [...Object.keys(decisions), ...Object.keys(happenings)]
  assert.deepEqual(
    all.filter((step) => !taken.has(step)),
    [],
  )
})
