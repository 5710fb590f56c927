import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import type { Order } from './order.ts'

/** An order with the charge that pays it. */
export interface PlacedOrder extends Order {
  id: string
  chargeId: string
}

export interface Orders {
  /** Notes an order; one that is noted already stays as it is. */
  add: (order: PlacedOrder) => void
  find: (id: string) => PlacedOrder | undefined
}

/** The shop's orders, kept in a file with a line for each: a real shop has a database. */
export function openOrders(file: string): Orders {
  const all = new Map(read(file).map((order) => [order.id, order]))
  return {
    find: (id) => all.get(id),
    add(order) {
      if (all.has(order.id)) return
      // Written before anybody is told of it, so that no payer comes back to an unknown order.
      appendFileSync(file, `${JSON.stringify(order)}\n`)
      all.set(order.id, order)
    },
  }
}

function read(file: string): PlacedOrder[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw cause
  }
  // Half a line at the end is an order that a death cut off: its browser was never answered.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole !== text) writeFileSync(file, whole)
  const lines = whole.split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as PlacedOrder)
}
