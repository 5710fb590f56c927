import { formatAmount } from '../amount.ts'
import type { Deal } from '../checkout/deal.ts'

/** What a payer can prove a payment with. */
export interface Receipt {
  chargeId: string
  /** Transaction hash; `''` when the service does not tell it. */
  hash: string
  /** EIP-155. */
  chainId: number
  /** Whole units of the token. */
  amount: string
  tokenSymbol: string
  tokenAddress: string
  recipient: string
}

/** The receipt of a deal that was paid by a transaction. */
export function makeReceipt({ charge, quote, price, paid }: Deal, hash: string): Receipt {
  const { chainId, recipient, token } = quote
  return {
    chargeId: charge.id,
    hash,
    chainId,
    amount: formatAmount(paid || price || quote.amount, token.decimals),
    tokenSymbol: token.symbol,
    tokenAddress: token.address,
    recipient,
  }
}
