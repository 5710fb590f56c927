import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type ArrivedMoney,
  type Candidate,
  getPriceBounds,
  suggestCharges,
  suggestedDays,
} from '../../../../src/service/domain/unmatched/suggestions.ts'
import { seeded } from '../../../attack/reserving.ts'
import { effort } from '../../../support/effort.ts'

// A shop of 150 orders a day for a month, and customers who make the mistakes that trackers of shops are full of. Which
// order it was, only the simulation knows: how often do suggestions?

const mistakes = 2_000 * effort
const day = 86_400_000
const minute = 60_000
const unit = 10n ** 18n

const random = seeded(28)
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
/** Most are short and some very long: a log-normal distribution around a median. */
const spread = (median: number, sigma: number) => {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return median * Math.exp(sigma * normal)
}

interface Order {
  id: string
  createdAt: number
  expiresAt: number
  price: bigint
  /** When it was paid as it should be, and by whom. */
  paidAt: number | undefined
  payer: string
}

/** Prices as shops have them: 60 things, of which one to three are bought, and shipping. */
const prices = Array.from({ length: 60 }, () => Math.max(3, Math.round(spread(28, 0.8))) * 100 - 1)
const exchanges = ['exchange-1', 'exchange-2', 'exchange-3', 'exchange-4']
/** What exchanges keep of a withdrawal, in cents. */
const fees = [10, 20, 50, 80, 100, 150, 200, 320, 450, 800]

const orders: Order[] = Array.from({ length: 150 * 30 }, (_, index) => {
  const createdAt = Math.floor(random() * 30 * day)
  const items = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(prices))
  const cents = items.reduce((sum, price) => sum + price, pick([0, 0, 490, 900]))
  const isPaid = random() < 0.6
  return {
    id: String(index),
    createdAt,
    expiresAt: createdAt + day,
    price: (BigInt(cents) * unit) / 100n,
    paidAt: isPaid ? createdAt + spread(6, 0.9) * minute : undefined,
    payer: random() < 0.3 ? pick(exchanges) : `payer-${index}`,
  }
}).sort((a, b) => a.createdAt - b.createdAt)

interface Mistake {
  kind: string
  order: Order
  money: ArrivedMoney & { sender: string }
  takesToken: boolean
}

const unpaid = orders.filter(({ paidAt }) => paidAt === undefined)
const paid = orders.filter(({ paidAt }) => paidAt !== undefined)
const kinds: Record<string, () => Mistake> = {
  'short by the fee of an exchange': () => {
    const order = pick(unpaid)
    const affordable = fees.filter((fee) => (BigInt(fee) * unit) / 100n < order.price / 4n)
    const value =
      order.price - (BigInt(pick(affordable.length > 0 ? affordable : [10])) * unit) / 100n
    return make(order, value, order.createdAt + spread(12, 0.8) * minute, pick(exchanges))
  },
  late: () => {
    const order = pick(unpaid)
    return make(order, order.price, order.expiresAt + spread(240, 1) * minute, order.payer)
  },
  'in another token': () => {
    const order = pick(unpaid)
    const mistake = make(order, order.price, order.createdAt + spread(8, 0.8) * minute, order.payer)
    return { ...mistake, takesToken: false }
  },
  'paid twice': () => {
    const order = pick(paid)
    return make(order, order.price, (order.paidAt ?? 0) + spread(60, 1.5) * minute, order.payer)
  },
  'without a reference': () => {
    const order = pick(unpaid)
    return make(order, order.price, order.createdAt + spread(8, 0.8) * minute, order.payer)
  },
}

function make(
  order: Order,
  value: bigint,
  time: number,
  sender: string,
): Omit<Mistake, 'kind'> & { kind: string } {
  return {
    kind: '',
    order,
    money: { value, isUsdPegged: true, minedAt: new Date(time), sender },
    takesToken: true,
  }
}

/** The orders that were created between two times. */
function between(from: number, to: number): Order[] {
  return orders.slice(firstAfter(from), firstAfter(to))
}

/** The index of the first order after a time, by bisection. */
function firstAfter(time: number): number {
  let [low, high] = [0, orders.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((orders[middle]?.createdAt ?? 0) <= time) low = middle + 1
    else high = middle
  }
  return low
}

/** What the database gives: the charges of some days whose price may fit, and those that the sender has paid. */
function findCandidates({ money, takesToken }: Mistake): Candidate[] {
  const { min, max } = getPriceBounds({ value: money.value ?? 0n, isUsdPegged: true })
  const time = money.minedAt.getTime()
  return between(time - suggestedDays * day, time)
    .filter(({ price }) => price >= min && price <= max)
    .map(({ id, createdAt, expiresAt, price, paidAt, payer }) => {
      const isPaid = paidAt !== undefined && paidAt <= time
      const status = isPaid ? 'COMPLETED' : expiresAt <= time ? 'EXPIRED' : 'NEW'
      return {
        charge: { id, status, createdAt: new Date(createdAt), expiresAt: new Date(expiresAt) },
        price,
        owed: isPaid ? 0n : price,
        isNamed: false,
        isReported: false,
        isPayer: isPaid && payer === money.sender,
        takesToken,
      }
    })
}

test(`${mistakes} mistakes find the order that they were meant for`, (context) => {
  const names = Object.keys(kinds)
  const places = new Map(names.map((name) => [name, { count: 0, first: 0, third: 0 }]))
  for (let index = 0; index < mistakes; index += 1) {
    const kind = names[index % names.length] as string
    const mistake = { ...(kinds[kind] as () => Mistake)(), kind }
    const found = suggestCharges(mistake.money, findCandidates(mistake))
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
  context.diagnostic(
    `all: first ${((all.first / all.count) * 100).toFixed(1)} %, of the first three ${((all.third / all.count) * 100).toFixed(1)} %`,
  )
  assert.ok(all.first / all.count > 0.9)
  assert.ok(all.third / all.count > 0.98)
})
