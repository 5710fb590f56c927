import { formatAmount } from '../../../amount.ts'
import type { Intent } from '../../../checkout/ports/intent.ts'
import type { PaymentOption, Quote } from '../../../checkout/quote/payment-option.ts'
import { findPayment } from '../../../checkout/quote/settlement.ts'
import type { State } from '../../../checkout/state.ts'
import { getOption } from '../../../checkout/steps.ts'
import { type Order, readOrder } from './order.ts'

/** A receipt that proves a payment, even when the merchant's site is gone. */
export interface Receipt {
  chargeId: string
  /** The merchant's name as shown on the card; `''` where none is shown. */
  store: string
  /** The transaction hash; `''` when the service does not return it. */
  hash: string
  /** The EIP-155 chain id. */
  chainId: number
  /** Decimal text, in whole units of the token. */
  amount: string
  tokenSymbol: string
  tokenAddress: string
  recipient: string
  /** The merchant's name, where the merchant has signed it for this recipient. */
  signedMerchant?: string | undefined
  /** The paying account; `''` when this browser does not know it. */
  from: string
  /**
   * `sent`: the merchant has not confirmed it yet. `rejected`: the merchant does not count it. `misdirected`: the wallet sent it to
   * another address, which is the recipient here. `reverted`, `cancelled`: it moved no money.
   */
  status: 'sent' | 'confirmed' | 'rejected' | 'misdirected' | 'reverted' | 'cancelled'
  /** The value of the payment in the charge's currency; only where it paid the whole price. */
  price?: { amount: string; currency: string } | undefined
  /** The order, where the charge has one. */
  order?: Order | undefined
  /** The merchant's signed quote, as a compact JWS: anyone can verify it with the merchant's public key. */
  signedQuote?: string | undefined
  /** False in test mode; undefined if the charge does not state it. */
  livemode?: boolean | undefined
  /** The time of the transaction's block, in ISO 8601; `''` until the service has stated it. */
  time: string
}

/** Creates the receipt of a payment option that was paid by a transaction. */
export function createReceipt(
  option: PaymentOption,
  hash: string,
  status: Receipt['status'],
  intent?: Intent,
  merchantName = '',
): Receipt {
  const { quote, price, paidAmount, base, signedMerchant } = option
  // A part may have been paid before in the charge's own token: then this transaction paid the rest, not the whole
  // price.
  const amount = base && intent ? intent.quote.amount : paidAmount || price || quote.amount
  const paidQuote = { ...quote, amount }
  const details = { merchantName, signedMerchant, ...describeCharge(option, hash, paidQuote) }
  return buildReceipt(paidQuote, hash, status, intent, details)
}

/** Returns the fields of a receipt that come from the charge. */
function describeCharge(
  { charge, quote: { chainId, token }, price, signedQuote }: PaymentOption,
  hash: string,
  paidQuote: Quote,
): ChargeDetails {
  const order = readOrder(charge)
  const isSameToken = paidQuote.chainId === chainId && paidQuote.token.address === token.address
  const isWholePrice =
    charge.pricing_type === 'fixed_price' && isSameToken && paidQuote.amount === price
  return {
    price: isWholePrice ? charge.pricing?.local : undefined,
    order: order.name || order.taxNote || order.lines.length > 0 ? order : undefined,
    signedQuote,
    livemode: typeof charge.livemode === 'boolean' ? charge.livemode : undefined,
    time: toIsoTime(findPayment(charge, hash)?.minedAt),
  }
}

/** Returns a time of the service in one form; '' for a missing or invalid time. */
function toIsoTime(text = ''): string {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? '' : time.toISOString()
}

type ChargeDetails = Pick<Receipt, 'price' | 'order' | 'signedQuote' | 'livemode' | 'time'>

/**
 * Creates the receipt of a payment that has a hash but is not settled on this screen. Returns undefined where there
 * is none.
 */
export function createUnsettledReceipt(state: State, merchantName = ''): Receipt | undefined {
  if ('entry' in state && state.entry?.intent && state.entry.hash) {
    const { intent, hash, settledAt } = state.entry
    return buildReceipt(
      intent.quote,
      hash,
      settledAt === undefined ? 'sent' : 'confirmed',
      intent,
      { merchantName, signedMerchant: findSignedMerchant(state, intent.quote) },
    )
  }
  // An earlier payment was not made for this offer, so it proves nothing about it.
  if (!('hash' in state) || !state.option || !state.hash || state.step === 'earlierPayment')
    return undefined
  const intent = 'intent' in state ? state.intent : undefined
  if (state.step === 'misdirected') {
    const quote = toMovedQuote(state)
    // The money did not go to the merchant, whose signature does not cover this address.
    return buildReceipt(quote, state.hash, 'misdirected', intent, {
      merchantName,
      signedMerchant: undefined,
    })
  }
  const status = state.step === 'notPaid' ? state.reason : 'sent'
  const quote = intent?.quote ?? state.option.quote
  const details = {
    merchantName,
    signedMerchant: findSignedMerchant(state, quote),
    ...describeCharge(state.option, state.hash, quote),
  }
  return buildReceipt(quote, state.hash, status, intent, details)
}

/** Returns the merchant's name if it was signed for the recipient of a quote, which may come from the journal. */
function findSignedMerchant(state: State, quote: Quote): string | undefined {
  const option = getOption(state)
  return option?.quote.recipient === quote.recipient && option.quote.chainId === quote.chainId
    ? option.signedMerchant
    : undefined
}

/** Returns the transfer of a misdirected payment in the form of a quote. */
function toMovedQuote({
  intent: { quote },
  misdirection: { recipient, token, amount },
}: Extract<State, { step: 'misdirected' }>): Quote {
  const isSameToken = token.toLowerCase() === quote.token.address.toLowerCase()
  // Symbol and decimals of another token are its author's words, so its base units are counted.
  const sentToken = isSameToken
    ? quote.token
    : { address: token, decimals: 0, symbol: token, native: false }
  return { ...quote, recipient, amount, token: sentToken }
}

function buildReceipt(
  quote: Quote,
  hash: string,
  status: Receipt['status'],
  intent: Intent | undefined,
  details: { merchantName: string; signedMerchant: string | undefined } & Partial<ChargeDetails>,
): Receipt {
  const { merchantName, signedMerchant, price, order, signedQuote, livemode, time = '' } = details
  const { chainId, recipient, token, amount } = quote
  return {
    chargeId: quote.chargeId,
    store: merchantName,
    hash,
    chainId,
    amount: formatAmount(amount, token.decimals),
    tokenSymbol: token.symbol,
    tokenAddress: token.address,
    recipient,
    ...(signedMerchant !== undefined && { signedMerchant }),
    ...(price && { price: { amount: price.amount, currency: price.currency } }),
    ...(order && { order }),
    ...(signedQuote !== undefined && { signedQuote }),
    ...(livemode !== undefined && { livemode }),
    from: intent?.from ?? '',
    status,
    time,
  }
}
