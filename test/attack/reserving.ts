import type { ChargeRecord } from '../../src/service/charges/records.ts'
import { computeReference } from '../../src/service/kernel/reference.ts'
import { noOrder } from '../support/no-order.ts'

// What the tests of reserved amounts share: charges, chance and slips of the fingers.

export const token = '0x00000000000000000000000000000000000000AA'
export const recipients = [
  '0x00000000000000000000000000000000000000B1',
  '0x00000000000000000000000000000000000000B2',
]
export const hour = 60 * 60_000
export const start = Date.parse('2026-11-20T00:00:00Z')

/** A seeded source of chance (mulberry32), so that a run that fails can be made again. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** How the merchant of these charges is shown. */
export const brand = { color: '', logoUrl: '', organizationName: 'Mug shop', supportUrl: '' }

/** A charge of so many base units, made at a time in Unix milliseconds. */
export function chargeOf(
  number: number,
  recipient: string,
  amount: bigint,
  at: number,
): ChargeRecord {
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  const quote = {
    ...{ chainId: 1, recipient, token, tokenType: 'ERC20' as const },
    ...{ decimals: 6, symbol: 'USDC', amount, priceSource: 'usd_peg' as const },
  }
  return {
    ...{
      id,
      accountId: `${number % 2}`,
      livemode: true,
      reference: computeReference(id),
      requestId: undefined,
      shop: '',
    },
    ...{ status: 'NEW', pricingType: 'fixed_price', localAmount: '1', localCurrency: 'USD' },
    order: noOrder,
    ...{ quote, accepts: [], baseUrl: undefined, metadata: {}, successUrl: '', cancelUrl: '' },
    ...{
      createdAt: new Date(at),
      expiresAt: new Date(at + 24 * hour),
      quoteExpiresAt: undefined,
      toleratedAmount: '0',
      acceptedAmount: undefined,
      shippedAt: undefined,
      returnedHash: undefined,
      decided: undefined,
    },
    ...{ quotePeriods: [], payments: [], timeline: [], refunds: undefined },
    paymentLinkId: undefined,
    payerLocale: undefined,
  }
}

/** Slips of the fingers: a wrong digit, two swapped, a digit lost or doubled. */
export function mistype(amount: bigint, random: () => number): bigint {
  const digits = [...`${amount}`]
  const at = Math.floor(random() * (digits.length - 1))
  const kind = Math.floor(random() * 4)
  const [one = '', other = ''] = [digits[at], digits[at + 1]]
  if (kind === 0) digits[at] = String((Number(one) + 1 + Math.floor(random() * 9)) % 10)
  if (kind === 1) digits.splice(at, 2, other, one)
  if (kind === 2) digits.pop()
  if (kind === 3) digits.push(digits.at(-1) ?? '0')
  return BigInt(digits.join(''))
}
