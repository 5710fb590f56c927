import { dollars, products } from '../../shop/catalogue.ts'

/** How many days are played, up to today. */
export const monthDays = 30

/** What becomes of an order. */
export type Fate =
  | 'paid'
  /** Nobody pays it. */
  | 'left'
  | 'canceled'
  /** Paid, and a part or all of it sent back; `asked`: the payer has only named an address. */
  | 'refunded'
  | 'refundAsked'
  /** Paid twice, the second time by hand: that payment names no charge. */
  | 'paidTwice'
  /** Paid from an exchange: a little less, and nothing names the order. `Assigned`: the merchant has said which one it is. */
  | 'short'
  | 'shortAssigned'
  /** Paid from an exchange to the cent. */
  | 'unnamed'

/** An order of the month. */
export interface PlannedOrder {
  /** Milliseconds before the end of the month. */
  agoMs: number
  number: number
  email: string
  lines: { name: string; quantity: number; unit_amount: string }[]
  /** US cents. */
  cents: bigint
  fate: Fate
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const customers = [
  'ada.byron@example.com',
  'kenji.mori@example.com',
  'lena.vogt@example.com',
  'sam.okoro@example.com',
  'ines.costa@example.com',
  'noor.haddad@example.com',
  'tom.arden@example.com',
]

/** What does not go as usual, by the number of the order. */
const fates: Readonly<Record<number, Fate>> = {
  4: 'refunded',
  7: 'left',
  11: 'shortAssigned',
  15: 'canceled',
  19: 'paidTwice',
  24: 'refunded',
  28: 'left',
  33: 'left',
  37: 'refunded',
  44: 'short',
  50: 'left',
  54: 'refundAsked',
  58: 'left',
  60: 'unnamed',
  61: 'left',
}

/** Plans the orders of each day of a month, oldest first: one to three, one after the other. The same at each start. */
export function planMonth(): PlannedOrder[][] {
  let number = 0
  const days: PlannedOrder[][] = []
  for (let day = monthDays - 1; day >= 0; day--) {
    // A week has two better days, as in a shop.
    const count = day % 7 < 2 ? 3 : 1 + ((day * 5) % 3 === 0 ? 0 : 1)
    const orders: PlannedOrder[] = []
    for (let index = 0; index < count; index++, number++) {
      const agoMs =
        day * dayMs + hourMs + (count - index) * 13 * 60_000 + ((number * 17) % 7) * 60_000
      orders.push({ ...planOrder(number), agoMs, number })
    }
    days.push(orders)
  }
  return days
}

function planOrder(number: number): Omit<PlannedOrder, 'agoMs' | 'number'> {
  const chosen = products.filter((_, index) => (number + index) % 3 !== 0)
  const lines = chosen.map(({ name, price }, index) => ({
    name,
    quantity: 1 + ((number + index) % 2),
    unit_amount: dollars(price),
    cents: price,
  }))
  const cents = lines.reduce((sum, { quantity, cents: each }) => sum + BigInt(quantity) * each, 0n)
  return {
    email: customers[number % customers.length]!,
    lines: lines.map(({ cents: _, ...line }) => line),
    cents,
    fate: fates[number] ?? 'paid',
  }
}
