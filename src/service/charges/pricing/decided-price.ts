import { formatAmount, parseAmount } from '../../../amount.ts'
import { nativeAddress } from '../../../api/formats.ts'
import type { TokenMetadata, UsdRate } from '../../chain/types/tokens.ts'
import { createRefusal } from '../../kernel/refusals.ts'
import type { ChargeRecord, DecidedQuote, TransferRecord } from '../records.ts'
import { listQuotes } from './payment-assets.ts'

// A merchant may decide that money in a token that a charge does not accept pays it. The charge's price in that token then follows
// from the token's own price at the transfer's block. It is valid for that transaction only, and payers are never offered it.

/** Decimal places with which prices are computed. */
const places = 40

/** Returns the US dollars of a transfer by its token's price at the block, rounded down to the cent; '' where they are not known. */
export function computeUsdAmount({
  amount,
  usdPrice,
  decimals,
}: Pick<TransferRecord, 'amount' | 'usdPrice'> & Pick<TokenMetadata, 'decimals'>): string {
  if (amount === undefined || usdPrice === undefined) return ''
  const dollars = (amount * parseAmount(usdPrice, places)) / 10n ** BigInt(decimals)
  return formatAmount(dollars / 10n ** BigInt(places - 2), 2)
}

/**
 * Returns the price of a charge in the token of a transfer that it does not accept, for the merchant who assigns it.
 *
 * @param usdAmount the dollars that the merchant has seen and decided on; undefined for none
 * @param unit what a unit of the charge's currency was worth when the transfer was mined; undefined where that is not known
 * @throws PayError `conflict` where the value of the transfer is not known, or differs from the one that the merchant has seen
 */
export function createDecidedQuote(
  charge: ChargeRecord,
  transfer: TransferRecord,
  { decimals, symbol }: Pick<TokenMetadata, 'decimals' | 'symbol'>,
  usdAmount: string | undefined,
  unit: UsdRate | undefined,
): DecidedQuote {
  const { chainId, token, recipient, hash, usdPrice } = transfer
  if (usdAmount === undefined || !listQuotes(charge).some((quote) => quote.recipient === recipient))
    throw createRefusal('other_token')
  const worth = computeUsdAmount({ ...transfer, decimals })
  if (usdPrice === undefined || worth === '' || !unit || charge.pricingType !== 'fixed_price')
    throw createRefusal('value_unknown')
  if (parseAmount(worth, 2) !== parseAmount(usdAmount, 2))
    throw createRefusal(
      'value_changed',
      { worth, amount: usdAmount },
      { field: 'usdAmount', details: { usdAmount: worth } },
    )
  const price = parseAmount(usdPrice, places) * 10n ** BigInt(unit.decimals)
  const local = parseAmount(charge.localAmount, places) * unit.answer * 10n ** BigInt(decimals)
  return {
    chainId,
    token,
    recipient,
    hash,
    tokenType: token === nativeAddress ? 'NATIVE' : 'ERC20',
    decimals,
    symbol,
    amount: (local + price - 1n) / price,
    priceSource: 'merchant',
  }
}
