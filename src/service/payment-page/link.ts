import { formatAmount } from '../../amount.ts'
import type { MerchantAccount } from '../accounts/accounts.ts'
import { isPayable } from '../charges/lifecycle.ts'
import type { ChargeRecord } from '../charges/records.ts'
import { formatMoney, formatUnits, type Money, toText } from '../texts/format.ts'
import type { Language } from '../texts/language.ts'
import { describeNothing, describeOffer, type LinkPreview } from './link-preview/facts.ts'

/**
 * Returns what messengers are told of a charge's link. Only what is still asked for is told: once a payment was made, or none can be made
 * any more, the page is about somebody's money.
 */
export function describeLink(
  charge: ChargeRecord,
  account: MerchantAccount,
  language: Language,
): LinkPreview {
  const store = getStoreName(account)
  const isOffer =
    charge.status === 'NEW' && charge.payments.length === 0 && isPayable(charge, new Date())
  if (!isOffer) return describeNothing(store, language)
  const { order, livemode } = charge
  const price = toText(formatPrice(charge, language.locale) ?? '')
  const color = readHexColor(account.brand.color)
  return describeOffer({ store, name: order.name, price, color, livemode }, language)
}

/** Returns the merchant's name as payers see it. */
export function getStoreName({ brand, name }: MerchantAccount): string {
  return brand.organizationName || name
}

/** Returns the price as the merchant asked for it; for a no_price charge the suggested amount, where there is one. */
export function formatPrice(
  { pricingType, localAmount, localCurrency, quote }: ChargeRecord,
  locale: string,
): Money | undefined {
  if (pricingType === 'fixed_price') return formatMoney(localAmount, localCurrency, locale)
  const suggestedAmount = formatAmount(quote.amount, quote.decimals)
  return suggestedAmount === '0' ? undefined : formatUnits(suggestedAmount, quote.symbol, locale)
}

/** Returns the brand's color if it is a hex color that every browser supports. */
export function readHexColor(text: string): string | undefined {
  return /^#([\da-f]{3}|[\da-f]{6})$/i.test(text) ? text : undefined
}
