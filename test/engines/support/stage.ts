import type { ChargePayment } from '../../../src/api/schemas/payments/payment.ts'
import type { ReleaseIntegrity } from '../../../src/api/script-tags.ts'
import type { PagePolicy } from '../../support/policies.ts'

// The browser's side of ../backstage.mjs.

/** A script host that an attacker has taken over, and how the page loads from it: see ../../support/swapped.ts. */
export interface Swap {
  /** The name of the file that is not the release's. */
  swapped: string
  kind: 'script tag' | 'import map'
}

/** What a page has in place of a script tag without a hash, or beside its own origin in its `connect-src`. */
export type HowServed = Swap | { policy: PagePolicy } | { connect: string }

/** A page of the shop with this body. Gives its path. */
export const shopPage = (body: string, how?: HowServed) => ask<string>('page', { body, ...how })

/** The name of the build's file of a chunk. */
export async function fileOf(chunk: string): Promise<string> {
  const { files } = await ask<ReleaseIntegrity>('release')
  const name = Object.keys(files).find((one) => one.startsWith(`pay-charge-${chunk}-`))
  if (!name) throw new Error(`The build has no chunk ${chunk}.`)
  return name
}

/** A charge of the shop's account for 19.99 USD, in DUSD unless it says otherwise. */
export const newCharge = (more: object = {}) =>
  ask<{ id: string; reference: string }>('charge', {
    pricing_type: 'fixed_price',
    local_price: { amount: '19.99', currency: 'USD' },
    ...more,
  })

/** An account with money, of nobody else. */
export const newPayer = () => ask<string>('payer')

/** What the service knows of the payments of a charge. */
export const paymentsOf = (charge: { id: string }) => ask<ChargePayment[]>('payments', charge)

/** Asks for an act of the stage or of somebody who pays: ../backstage.mjs and what it imports has them all. */
export async function ask<T>(question: string, body: object = {}): Promise<T> {
  const response = await post(`/stage/${question}`, body)
  return (await response.json()) as T
}

/** Asks the local chain. The node's error is thrown as it came, with its code. */
export async function onChain(method: string, params: readonly unknown[] = []): Promise<unknown> {
  const response = await post('/chain', { jsonrpc: '2.0', id: 1, method, params })
  const { result, error } = (await response.json()) as {
    result?: unknown
    error?: { message: string }
  }
  if (error) throw Object.assign(new Error(error.message), error)
  return result
}

/** So many blocks: what was sent gets its confirmations. */
export const mine = (blocks = 3) => onChain('anvil_mine', [`0x${blocks.toString(16)}`])

async function post(path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}
