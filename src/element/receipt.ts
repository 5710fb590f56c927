import { formatAmount } from '../amount.ts'
import type { Deal, Quote } from '../checkout/deal.ts'
import type { Intent } from '../checkout/ports.ts'
import type { State } from '../checkout/state.ts'

/** What a payer can prove a payment with, also when the shop is gone. */
export interface Receipt {
  chargeId: string
  /** Whose shop, as the card says it; `''` where it says nothing. */
  shop: string
  /** Transaction hash; `''` when the service does not tell it. */
  hash: string
  /** EIP-155. */
  chainId: number
  /** Whole units of the token. */
  amount: string
  tokenSymbol: string
  tokenAddress: string
  recipient: string
  /** Who paid; `''` when this browser does not know. */
  from: string
  /** `sent`: the shop has not confirmed it. `refused`: the shop does not count it. `reverted`, `cancelled`: it took no effect. */
  status: 'sent' | 'confirmed' | 'refused' | 'reverted' | 'cancelled'
  /** When the wallet was asked, ISO 8601; `''` when this browser does not know. */
  time: string
}

/** The receipt of a deal that was paid by a transaction. */
export function makeReceipt(
  deal: Deal,
  hash: string,
  status: Receipt['status'],
  intent?: Intent,
  shop = '',
): Receipt {
  const { quote, price, paid, own } = deal
  // A part may have been paid in the charge's own token: then this transaction made the rest, and not the whole.
  const amount = own && intent ? intent.quote.amount : paid || price || quote.amount
  return receipt({ ...quote, amount }, hash, status, intent, shop)
}

/** The receipt of a payment that has a hash and is not settled; undefined where there is none. */
export function proofOf(state: State, shop = ''): Receipt | undefined {
  if ('entry' in state && state.entry?.intent && state.entry.hash) {
    const { intent, hash, done } = state.entry
    return receipt(intent.quote, hash, done === undefined ? 'sent' : 'confirmed', intent, shop)
  }
  // What was not made for this offer proves nothing of it.
  if (!('hash' in state) || !state.deal || !state.hash || state.step === 'earlier') return undefined
  const intent = 'intent' in state ? state.intent : undefined
  const status = state.step === 'void' ? state.why : 'sent'
  return receipt(intent?.quote ?? state.deal.quote, state.hash, status, intent, shop)
}

function receipt(
  quote: Quote,
  hash: string,
  status: Receipt['status'],
  intent: Intent | undefined,
  shop: string,
): Receipt {
  const { chainId, recipient, token, amount } = quote
  return {
    chargeId: quote.chargeId,
    shop,
    hash,
    chainId,
    amount: formatAmount(amount, token.decimals),
    tokenSymbol: token.symbol,
    tokenAddress: token.address,
    recipient,
    from: intent?.from ?? '',
    status,
    time: intent ? new Date(intent.time).toISOString() : '',
  }
}
