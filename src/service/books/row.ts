import { formatAmount, parseAmount } from '../../amount.ts'
import type { BookRow } from '../../api/schemas/books.ts'
import type { UsdRate } from '../chain/types/tokens.ts'
import { getAssetId, getChainId } from '../charges/asset-id.ts'
import { toOrderFields } from '../charges/order-details.ts'
import { findOrderNumber } from '../charges/order-number.ts'
import { getSign, type MovementRecord } from './books.ts'
import { formatFixed, getBookDigits } from './fixed.ts'

/**
 * Returns a movement as a row of the books.
 *
 * @param isTest whether its account is one of play money
 */
export function toBookRow(movement: MovementRecord, isTest: boolean): BookRow {
  const { chainId, sender, recipient, amount, countedAmount, charge, direction } = movement
  const chain = getChainId(chainId)
  const sign = getSign(movement)
  const units = amount === undefined ? undefined : sign * amount
  const format = (value: bigint | undefined) =>
    value === undefined || movement.decimals === undefined
      ? null
      : formatAmount(value, movement.decimals)
  const order = charge && toOrderFields({ ...charge.order, description: '', payerEmail: '' })
  return {
    time: movement.time.toISOString(),
    booked_at: movement.bookedAt.toISOString(),
    kind: movement.kind,
    entry: movement.entry === 0 || isFirst(movement) ? 'movement' : 'correction',
    direction,
    status: 'confirmed',
    charge_id: charge?.id ?? '',
    reference: charge?.reference ?? '',
    order: charge ? findOrderNumber(charge.metadata) : '',
    metadata: charge?.metadata ?? {},
    name: order?.name ?? '',
    tax_note: order?.tax_note ?? '',
    line_items: order?.line_items ?? [],
    ...toPrice(movement),
    token: movement.symbol,
    amount: format(units),
    base_units: units === undefined ? null : String(units),
    counted_amount: format(countedAmount === undefined ? undefined : sign * countedAmount),
    usd_price: movement.usdPrice ?? null,
    usd_amount: computeUsdAmount(movement, units),
    usd_source: movement.usdSource,
    ...toBookValue(movement, units),
    hash: movement.hash,
    position: movement.position,
    block_number: String(movement.block.number),
    sender,
    recipient,
    chain,
    sender_account: sender && `${chain}:${sender}`,
    recipient_account: recipient && `${chain}:${recipient}`,
    asset: getAssetId(movement) ?? '',
    proof: movement.proof ?? '',
    reason: movement.reason,
    decided_at: movement.decidedAt?.toISOString() ?? '',
    test: isTest,
  }
}

/** Returns the price of the charge that a payment was credited to. */
function toPrice({ kind, charge }: Pick<MovementRecord, 'kind' | 'charge'>) {
  if (kind !== 'payment' || !charge)
    return { charge_price: '', charge_currency: '', charge_price_usd: '' }
  const { localAmount, localCurrency } = charge
  return {
    charge_price: localAmount,
    charge_currency: localCurrency,
    charge_price_usd: localCurrency === 'USD' ? localAmount : '',
  }
}

/** Is it the row of a movement's own time? */
const isFirst = ({ bookedAt, time, isReversal }: MovementRecord) =>
  !isReversal && bookedAt.getTime() === time.getTime()

/** Decimal places of prices here, more than any feed has. */
const priceDecimals = 78

/** Returns the dollars of an amount, rounded to the cent, half of one away from zero; null where no price is known. */
function computeUsdAmount(movement: PricedAmount, units: bigint | undefined): string | null {
  return computeValue(movement, units, dollar, 2)
}

/** The value of a dollar. */
const dollar: UsdRate = { answer: 1n, decimals: 0 }

/** An amount of a token and its price. */
type PricedAmount = Pick<MovementRecord, 'usdPrice' | 'decimals'>

/** Returns the value in the currency of the books, by the rates of the block's time. */
function toBookValue(movement: MovementRecord, units: bigint | undefined) {
  const { bookCurrency, bookRate } = movement
  const rate = bookCurrency === 'USD' ? dollar : bookRate
  const digits = getBookDigits(bookCurrency)
  return {
    book_currency: bookCurrency,
    book_amount: rate ? computeValue(movement, units, rate, digits) : null,
    book_rate: bookRate ? formatAmount(bookRate.answer, bookRate.decimals) : null,
    book_rate_source: bookRate?.source ?? '',
    book_rate_at: bookRate?.at.toISOString() ?? '',
  }
}

/**
 * Returns the value of an amount in a currency, rounded to its last place, half of it away from zero; null where no price is known.
 *
 * @param rate US dollars for one unit of the currency
 */
function computeValue(
  { usdPrice, decimals }: PricedAmount,
  units: bigint | undefined,
  rate: UsdRate,
  digits: number,
): string | null {
  if (usdPrice === undefined || decimals === undefined || units === undefined) return null
  const size = (units < 0n ? -units : units) * parseAmount(usdPrice, priceDecimals)
  const scale = rate.answer * 10n ** BigInt(decimals + priceDecimals)
  const smallest = (size * 2n * 10n ** BigInt(rate.decimals + digits) + scale) / (2n * scale)
  return formatFixed(units < 0n ? -smallest : smallest, digits)
}
