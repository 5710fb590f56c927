import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideCredit } from '../../../src/service/payments/credit.ts'
import type { CreditDecision } from '../../../src/service/payments/transfers.ts'
import {
  type Candidate,
  suggestCharges,
  suggestedDays,
} from '../../../src/service/unmatched/suggestions.ts'
import { chargeOf, recipients, token } from '../../attack/reserving.ts'
import { effort } from '../../support/effort.ts'
import { createShop, day, type Mistake, type Order } from './shop.ts'

// A shop of 150 orders a day for a month, and customers who make the mistakes that trackers of shops are full of. Which
// order it was, only the simulation knows: how often do suggestions? 50,000 mistakes at night, a tenth of them else.

const mistakes = 5_000 * effort
/** As many charges as the database gives for one price; see store/unmatched/candidates.ts. */
const maxOfPrice = 100

const shop = createShop(28)

/** The orders that were created between two times. */
const between = (from: number, to: number) => shop.orders.slice(firstAfter(from), firstAfter(to))

/** The index of the first order after a time, by bisection. */
function firstAfter(time: number): number {
  let [low, high] = [0, shop.orders.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((shop.orders[middle]?.createdAt ?? 0) <= time) low = middle + 1
    else high = middle
  }
  return low
}

/** What the database gives: the charges of some days whose price may fit, and those that the sender has paid. */
function findCandidates(mistake: Mistake): Candidate[] {
  const { money, sender } = mistake
  const time = money.minedAt.getTime()
  const value = Number(money.value) / 1e18
  const share = value / 20
  const [min, max] = [value - share - 1e-9, value + Math.max(share, 15) + 1e-9]
  const fitting = between(time - suggestedDays * day, time).filter(
    ({ cents }) => cents / 100 >= min && cents / 100 <= max,
  )
  const isExact = ({ cents }: Order) => cents / 100 === value
  const nearest = fitting.toSorted(
    (a, b) => Number(isExact(b)) - Number(isExact(a)) || b.createdAt - a.createdAt,
  )
  const customers = new Set(
    (shop.paidBy.get(sender) ?? [])
      .filter(({ paidAt = Infinity }) => paidAt < time)
      .slice(-20)
      .map(({ customer }) => customer),
  )
  return nearest.slice(0, maxOfPrice).map((order) => ({
    ...toCandidate(order, mistake),
    isCustomer: customers.size <= 3 && customers.has(order.customer),
  }))
}

function toCandidate(order: Order, { money, sender, takesToken }: Mistake): Candidate {
  const { id, createdAt, expiresAt, price, paidAt, payer, reserved } = order
  const time = money.minedAt.getTime()
  const isPaid = paidAt !== undefined && paidAt <= time
  const status = isPaid ? 'COMPLETED' : expiresAt <= time ? 'EXPIRED' : 'NEW'
  return {
    charge: { id, status, createdAt: new Date(createdAt), expiresAt: new Date(expiresAt) },
    price,
    owed: isPaid ? 0n : price,
    ...{ isNamed: false, isReported: false, isSigned: false, isAccepted: false, takesToken },
    isCustomer: false,
    isPayer: isPaid && payer === sender,
    reserved: reserved === undefined ? [] : [reserved],
  }
}

const byReserved = new Map(shop.orders.map((order) => [order.reserved, order]))
const [recipient = ''] = recipients
const toUnits = (amount: bigint) => amount / 10n ** 12n

/** Lets the rules decide about the money, with the order that it was meant for and the one that reserved its amount. */
function decide({ order, money, sender, takesToken }: Mistake): CreditDecision {
  const { value = 0n, minedAt } = money
  const reserving = byReserved.get(value)
  const charges = [order, ...(reserving ? [reserving] : [])].map((one) => {
    const charge = chargeOf(Number(one.id), recipient, toUnits(one.price), one.createdAt)
    return [charge.id, charge] as const
  })
  const at = { chainId: 1, token, recipient }
  const reservations = reserving
    ? [
        {
          ...at,
          id: reserving.id,
          chargeId: charges.at(-1)?.[0] ?? '',
          owed: toUnits(reserving.price),
          amount: toUnits(value),
          sinceBlock: 0n,
          createdAt: new Date(reserving.createdAt),
          expiresAt: new Date(reserving.expiresAt + day),
        },
      ]
    : []
  const otherToken = '0x00000000000000000000000000000000000000AB'
  const transfer = { position: 0, recipient, sender, amount: toUnits(value), references: [] }
  return decideCredit(
    { ...transfer, token: takesToken ? token : otherToken },
    {
      ...{ chainId: 1, minedAt, blockNumber: 1n, charges: new Map(charges), reservations },
      ...{ offeredFees: [], signedChargeIds: [], assignments: [] },
      reportedChargeId: charges[0]?.[0],
    },
  )
}

test(`${mistakes} mistakes find the order that they were meant for`, (context) => {
  const names = Object.keys(shop.mistakes)
  const places = new Map(names.map((name) => [name, { count: 0, first: 0, third: 0 }]))
  let credited = 0
  for (let index = 0; index < mistakes; index += 1) {
    const kind = names[index % names.length] as string
    const mistake = (shop.mistakes[kind] as () => Mistake)()
    if ('proof' in decide(mistake)) credited += 1
    const found = suggestCharges(mistake.money, findCandidates(mistake)).suggestions
    const place = found.findIndex(({ chargeId }) => chargeId === mistake.order.id)
    const sums = places.get(kind) as { count: number; first: number; third: number }
    sums.count += 1
    if (place === 0) sums.first += 1
    if (place >= 0 && place < 3) sums.third += 1
  }
  const all = { count: 0, first: 0, third: 0 }
  for (const [kind, { count, first, third }] of places) {
    all.count += count
    all.first += first
    all.third += third
    const share = (part: number) => `${((part / count) * 100).toFixed(1)} %`
    context.diagnostic(`${kind}: first ${share(first)}, of the first three ${share(third)}`)
  }
  const [first, third] = [all.first / all.count, all.third / all.count]
  const toText = (share: number) => `${(share * 100).toFixed(1)} %`
  context.diagnostic(`all: first ${toText(first)}, of the first three ${toText(third)}`)
  context.diagnostic(`${credited} credited`)
  assert.equal(credited, 0)
  assert.ok(first > 0.95, toText(first))
  assert.ok(third > 0.99, toText(third))
})

const hostileClaims = 4_000 * effort

test('of thousands of hostile claims none is shown as certain, and few are shown first', (context) => {
  const names = Object.keys(shop.mistakes)
  let [before, after, certain] = [0, 0, 0]
  for (let index = 0; index < hostileClaims; index += 1) {
    const mistake = (shop.mistakes[names[index % names.length] as string] as () => Mistake)()
    const candidates = findCandidates(mistake)
    const time = mistake.money.minedAt.getTime()
    // A thief has an order of the hours before, which is not paid: of any price, or of the price that is seen on the chain.
    const orders = between(time - day, time).filter(
      ({ id, paidAt = Infinity }) => id !== mistake.order.id && paidAt > time,
    )
    const sameAmount = orders.filter(({ price }) => price === mistake.money.value)
    const [thief] = index % 2 === 0 && sameAmount.length > 0 ? sameAmount : orders
    if (!thief) continue
    const others = candidates.filter(({ charge }) => charge.id !== thief.id)
    const own =
      candidates.find(({ charge }) => charge.id === thief.id) ?? toCandidate(thief, mistake)
    const count = (index % 20) + 1
    const claimed = [{ ...own, isReported: true }, ...others]
    const isFirst = ({ suggestions }: ReturnType<typeof suggestCharges>) =>
      suggestions[0]?.chargeId === thief.id
    if (isFirst(suggestCharges(mistake.money, candidates))) before += 1
    const found = suggestCharges({ ...mistake.money, claims: count }, claimed)
    if (isFirst(found)) after += 1
    const reasons = found.suggestions.find(({ chargeId }) => chargeId === thief.id)?.reasons ?? []
    if (reasons.includes('SIGNED') || reasons.includes('NAMED')) certain += 1
  }
  const share = (count: number) => `${((count / hostileClaims) * 100).toFixed(2)} %`
  context.diagnostic(`first: ${share(before)} without the claim, ${share(after)} with it`)
  context.diagnostic(`${certain} shown as certain`)
  assert.equal(certain, 0)
  assert.ok(after - before < hostileClaims / 100, share(after - before))
})
