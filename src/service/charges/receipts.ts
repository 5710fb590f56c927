import { createHash } from 'node:crypto'
import { formatAmount } from '../../amount.ts'
import { trimEnd } from '../../api/formats.ts'
import type {
  ReceiptClaims,
  ReceiptPayment,
  ReceiptTransfer,
} from '../../api/schemas/charges/receipt.ts'
import { PayError } from '../../errors.ts'
import type { MerchantAccount } from '../accounts/accounts.ts'
import type { Address } from '../chain/types/address.ts'
import type { Block } from '../chain/types/transactions.ts'
import { getAssetId, getChainId } from './asset-id.ts'
import { toOrderFields } from './order-details.ts'
import { getQuote } from './pricing/payment-assets.ts'
import { findRateAt } from './pricing/quotes.ts'
import { describeRate } from './rate-reply.ts'
import type { ChargeRecord, LocalRate, PaymentRecord } from './records.ts'

/** A key that signs receipts, or once did, without its private part. */
export interface ReceiptKeyRecord {
  /** Its thumbprint (RFC 7638). */
  id: string
  /** The coordinates of the point on P-256, in base64url. */
  x: string
  y: string
}

/** The part of a refund that its charge's receipt contains. */
export interface ReceiptRefund {
  status: string
  chainId: number
  token: Address
  symbol: string
  decimals: number
  hash: string | undefined
  recipient: Address | undefined
  /** Undefined before it was mined. */
  transfer: { amount: bigint; block: Block; minedAt: Date } | undefined
}

/** Returns the name under which the service signs: its URL without a trailing slash. */
function getIssuer(publicUrl: string): string {
  return trimEnd(publicUrl, '/')
}

/**
 * Returns the claims of a paid charge's receipt. Of its refunds, those count that no reorganization can take back.
 *
 * @throws PayError `conflict` for a charge that is not COMPLETED, and while a block of it is looked for
 */
export function createReceiptClaims(
  charge: ChargeRecord,
  refunds: readonly ReceiptRefund[],
  { id: account, brand, name }: MerchantAccount,
  publicUrl: string,
  now: Date,
): ReceiptClaims {
  const completion = charge.timeline.findLast(({ status }) => status === 'COMPLETED')
  if (charge.status !== 'COMPLETED' || !completion)
    throw new PayError(
      'conflict',
      `A receipt is signed for a charge that is COMPLETED. This one is ${charge.status}.`,
    )
  const { payer_email: _, payer_email_hint: __, ...order } = toOrderFields(charge.order)
  const sentBack = refunds.flatMap(toReceiptRefund)
  const isPriced = charge.pricingType === 'fixed_price'
  const statement = {
    iss: getIssuer(publicUrl),
    livemode: charge.livemode,
    reference: charge.reference,
    created_at: charge.createdAt.toISOString(),
    completed_at: completion.time.toISOString(),
    merchant: { account, name: brand.organizationName || name },
    order,
    ...(isPriced && {
      price: {
        amount: charge.localAmount,
        currency: charge.localCurrency,
        ...describeRate(findCountedRate(charge), false),
      },
    }),
    payments: charge.payments
      .filter(({ status }) => status === 'COMPLETED')
      .map((payment) => toReceiptPayment(payment, charge)),
    ...(sentBack.length > 0 && { refunds: sentBack }),
  }
  const jti = createHash('sha256').update(JSON.stringify(statement)).digest('base64url')
  return { ...statement, iat: Math.floor(now.getTime() / 1000), jti }
}

/** Returns the rate by which the last money of a paid charge counts, however its amount was renewed since. */
function findCountedRate(charge: ChargeRecord): LocalRate | undefined {
  const last = charge.payments.findLast(({ status }) => status === 'COMPLETED')
  return last && findRateAt(charge, getQuote(charge, last), last.minedAt)
}

function toReceiptPayment(payment: PaymentRecord, charge: ChargeRecord): ReceiptPayment {
  const { chainId, token, receivedAmount, payerAddress, block, minedAt } = payment
  if (!block || !minedAt)
    throw new PayError(
      'conflict',
      'The chain has moved a payment of this charge to another block, which is being looked for. Ask again in a minute.',
    )
  const { symbol, decimals, recipient } = getQuote(charge, payment)
  return {
    ...toReceiptTransfer({
      transaction: payment.hash,
      chainId,
      token,
      symbol,
      decimals,
      units: receivedAmount,
      recipient,
      block,
      minedAt,
    }),
    ...(payerAddress && { payer: payerAddress }),
  }
}

function toReceiptRefund(refund: ReceiptRefund): ReceiptTransfer[] {
  const { status, hash, recipient, transfer, chainId, token, symbol, decimals } = refund
  if (status !== 'COMPLETED' || hash === undefined || recipient === undefined || !transfer)
    return []
  const { amount, block, minedAt } = transfer
  return [
    toReceiptTransfer({
      transaction: hash,
      chainId,
      token,
      symbol,
      decimals,
      units: amount,
      recipient,
      block,
      minedAt,
    }),
  ]
}

function toReceiptTransfer({
  transaction,
  chainId,
  token,
  symbol,
  decimals,
  units,
  recipient,
  block,
  minedAt,
}: {
  transaction: string
  chainId: number
  token: Address
  symbol: string
  decimals: number
  units: bigint
  recipient: Address
  block: Block
  minedAt: Date
}): ReceiptTransfer {
  const asset = getAssetId({ chainId, token })
  return {
    transaction,
    chain: getChainId(chainId),
    ...(asset !== undefined && { asset }),
    token,
    symbol,
    decimals,
    units: String(units),
    amount: formatAmount(units, decimals),
    recipient,
    block: { number: String(block.number), hash: block.hash, time: minedAt.toISOString() },
  }
}
