import { generateCandidateAmounts } from '../../../src/service/payments/reserved-amounts/reserved-amounts.ts'
import type { ArrivedMoney } from '../../../src/service/unmatched/suggestions.ts'
import { seeded } from '../../attack/reserving.ts'

// A shop in numbers, and what its customers do wrong. What is assumed of them stands here, with its share.

export const day = 86_400_000
const minute = 60_000
/** Amounts have 18 decimals here. */
const cent = 10n ** 16n

/** How many orders a day, and for how many days. */
const [ordersPerDay, days] = [150, 30]
/** Of an order: the share that is paid as it should be. */
const paidShare = 0.6
/** Of a payer: the share that pays from an exchange. */
const exchangeShare = 0.3
/** Of a customer: the share that has bought here before. */
const returningShare = 0.25
/** Of an order that is paid, and of one that is not: the share where an address and an amount were shown to copy. */
const shownShare = { paid: 0.4, unpaid: 0.25 }
/** Of money that names nothing: the share that comes from an address that was copied there. The others know it from before. */
const copiedShare = 0.9
/** Of those who copy the address: the share that copies the amount too, and does not type the price. */
const copiedAmountShare = 0.6

export interface Order {
  id: string
  createdAt: number
  expiresAt: number
  cents: number
  price: bigint
  /** When it was paid as it should be. */
  paidAt: number | undefined
  /** The account that pays it, or would. */
  payer: string
  customer: string
  /** The amount that was shown to copy. */
  reserved: bigint | undefined
}

/** Money that found no order by proof, and the one that it was meant for. */
export interface Mistake {
  order: Order
  money: ArrivedMoney
  sender: string
  takesToken: boolean
}

const exchanges = ['exchange-1', 'exchange-2', 'exchange-3', 'exchange-4']
/** What exchanges keep of a withdrawal, in cents. */
const fees = [10, 20, 50, 80, 100, 150, 200, 320, 450, 800]

/** Creates a month of orders, and generators of mistakes by their kind. */
export function createShop(seed: number) {
  const random = seeded(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  /** Most are short and some very long: a log-normal distribution around a median. */
  const spread = (median: number, sigma: number) => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    return median * Math.exp(sigma * normal)
  }

  /** Prices as shops have them: 60 things, of which one to three are bought, and shipping. */
  const prices = Array.from(
    { length: 60 },
    () => Math.max(3, Math.round(spread(28, 0.8))) * 100 - 1,
  )
  const takenAmounts = new Set<bigint>()
  /** Reserves the first free amount, as the service does. */
  const reserve = (price: bigint): bigint | undefined => {
    const token = { decimals: 6, isUsdPegged: true }
    for (const amount of generateCandidateAmounts(price / 10n ** 12n, token, random)) {
      if (takenAmounts.has(amount)) continue
      takenAmounts.add(amount)
      return amount * 10n ** 12n
    }
    return undefined
  }
  const payers: { customer: string; payer: string }[] = []

  const orders: Order[] = Array.from({ length: ordersPerDay * days }, (_, index) => {
    const createdAt = Math.floor(random() * days * day)
    const items = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(prices))
    const cents = items.reduce((sum, price) => sum + price, pick([0, 0, 490, 900]))
    const isPaid = random() < paidShare
    const isReturning = index > 0 && random() < returningShare
    const { customer, payer } = isReturning
      ? pick(payers)
      : {
          customer: `customer-${index}`,
          payer: random() < exchangeShare ? pick(exchanges) : `payer-${index}`,
        }
    payers.push({ customer, payer })
    const price = BigInt(cents) * cent
    const isShown = random() < (isPaid ? shownShare.paid : shownShare.unpaid)
    return {
      id: String(index),
      createdAt,
      expiresAt: createdAt + day,
      cents,
      price,
      paidAt: isPaid ? createdAt + spread(6, 0.9) * minute : undefined,
      payer,
      customer,
      reserved: isShown ? reserve(price) : undefined,
    }
  }).sort((a, b) => a.createdAt - b.createdAt)

  const unpaid = orders.filter(({ paidAt }) => paidAt === undefined)
  const paid = orders.filter(({ paidAt }) => paidAt !== undefined)
  const shown = unpaid.filter(({ reserved }) => reserved !== undefined)
  const paidBy = Map.groupBy(paid, ({ payer }) => payer)
  const returning = unpaid.filter(({ payer, customer, createdAt }) =>
    paidBy
      .get(payer)
      ?.some((other) => other.customer === customer && (other.paidAt ?? Infinity) < createdAt),
  )

  const make = (order: Order, value: bigint, time: number, sender = order.payer): Mistake => ({
    order,
    money: { value, isUsdPegged: true, minedAt: new Date(time), claims: 0 },
    sender,
    takesToken: true,
  })
  const pickUnnamed = () => pick(random() < copiedShare ? shown : unpaid)
  const askedOf = ({ price, reserved }: Order) =>
    reserved !== undefined && random() < copiedAmountShare ? reserved : price
  const soon = ({ createdAt }: Order) => createdAt + spread(10, 0.8) * minute

  const mistakes: Record<string, () => Mistake> = {
    'short by the fee of an exchange': () => {
      const order = pickUnnamed()
      const affordable = fees.filter((fee) => fee < order.cents / 4)
      const fee = BigInt(pick(affordable.length > 0 ? affordable : [10])) * cent
      return make(order, askedOf(order) - fee, soon(order), pick(exchanges))
    },
    late: () => {
      const order = pickUnnamed()
      const time = order.expiresAt + spread(240, 1) * minute
      // What was copied is credited by proof for a day more.
      return make(order, time > order.expiresAt + day ? askedOf(order) : order.price, time)
    },
    'in another token': () => {
      const order = pickUnnamed()
      return { ...make(order, askedOf(order), soon(order)), takesToken: false }
    },
    'paid twice': () => {
      const order = pick(paid)
      return make(order, order.price, (order.paidAt ?? 0) + spread(60, 1.5) * minute)
    },
    'without a reference': () => {
      const order = pickUnnamed()
      return make(order, order.price, soon(order))
    },
    'of a customer who has paid before': () => {
      const order = pick(returning)
      return make(order, order.price, order.createdAt + spread(300, 1.2) * minute)
    },
  }
  return { orders, paidBy, mistakes }
}
