import { nativeAddress } from '../../api/formats.ts'
import type { ChargeRecord } from '../charges/records.ts'
import { createId } from '../kernel/id.ts'
import { computeReference } from '../kernel/reference.ts'
import type { UnmatchedRecord } from './unmatched.ts'

/**
 * Creates the charge by which unmatched money is sent back. The merchant assigns the money to it instead of to an order, and
 * refunds it. So a return follows the rules, the lock and the proofs of every refund. There is one return charge for each
 * transaction, token and address, however often its blocks are replaced; no other money is credited to it, and it sends no
 * `charge:` events.
 */
export function createReturnCharge(
  { accountId, chainId, recipient, token, decimals, symbol, hash, id: transfer }: UnmatchedRecord,
  livemode: boolean,
  now: Date,
): ChargeRecord {
  const id = createId()
  return {
    id,
    accountId,
    livemode,
    reference: computeReference(id),
    requestId: undefined,
    shop: '',
    status: 'NEW',
    pricingType: 'no_price',
    localAmount: '0',
    localCurrency: 'USD',
    quote: {
      chainId,
      recipient,
      token,
      tokenType: token === nativeAddress ? 'NATIVE' : 'ERC20',
      decimals,
      symbol,
      amount: 0n,
      priceSource: 'merchant',
    },
    accepts: [],
    baseUrl: undefined,
    order: { name: '', description: '', lineItems: [], taxNote: '', payerEmail: '' },
    metadata: { unmatched_payment: transfer },
    successUrl: '',
    cancelUrl: '',
    createdAt: now,
    // Payers are never asked to pay it.
    expiresAt: now,
    quoteExpiresAt: undefined,
    toleratedAmount: '0',
    acceptedAmount: undefined,
    shippedAt: undefined,
    returnedHash: hash,
    quotePeriods: [],
    payments: [],
    timeline: [],
  }
}
