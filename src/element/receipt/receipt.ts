import { formatAmount } from '../../amount.ts'
import type { Intent } from '../../checkout/ports.ts'
import type { Deal, Quote } from '../../checkout/quote/payment-option.ts'
import type { State } from '../../checkout/state.ts'

/** A receipt that proves a payment, even when the merchant's site is gone. */
export interface Receipt {
  chargeId: string
  /** The merchant's name as shown on the card; `''` where none is shown. */
  shop: string
  /** The transaction hash; `''` when the service does not return it. */
  hash: string
  /** The EIP-155 chain id. */
  chainId: number
  /** Decimal text, in whole units of the token. */
  amount: string
  tokenSymbol: string
  tokenAddress: string
  recipient: string
  /** The paying account; `''` when this browser does not know it. */
  from: string
  /**
   * `sent`: the merchant has not confirmed it yet. `refused`: the merchant does not count it. `reverted`,
   * `cancelled`: it moved no money.
   */
  status: 'sent' | 'confirmed' | 'refused' | 'reverted' | 'cancelled'
  /** When the wallet was asked, in ISO 8601; `''` when this browser does not know it. */
  time: string
}

/** Creates the receipt of a payment option that was paid by a transaction. */
export function makeReceipt(
  deal: Deal,
  hash: string,
  status: Receipt['status'],
  intent?: Intent,
  shop = '',
): Receipt {
  const { quote, price, paid, own } = deal
  // A part may have been paid before in the charge's own token: then this transaction paid the rest, not the whole
  // price.
  const amount = own && intent ? intent.quote.amount : paid || price || quote.amount
  return receipt({ ...quote, amount }, hash, status, intent, shop)
}

/**
 * Creates the receipt of a payment that has a hash but is not settled on this screen. Returns undefined where there
 * is none.
 */
export function proofOf(state: State, shop = ''): Receipt | undefined {
  if ('entry' in state && state.entry?.intent && state.entry.hash) {
    const { intent, hash, done } = state.entry
    return receipt(intent.quote, hash, done === undefined ? 'sent' : 'confirmed', intent, shop)
  }
  // An earlier payment was not made for this offer, so it proves nothing about it.
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
