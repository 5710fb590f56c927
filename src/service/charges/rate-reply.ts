import { isWebUrl } from '../../api/formats.ts'
import type { Pricing } from '../../api/schemas/charges/charge.ts'
import { findRate } from './pricing/quotes.ts'
import type { ChargeRecord, LocalRate } from './records.ts'

/** Returns the rate of a charge's currency by which its current price was computed; nothing where none was. */
export function toRateReply(
  charge: Pick<ChargeRecord, 'quote' | 'quotePeriods'>,
  isMerchant: boolean,
): Pick<Pricing, 'rate'> {
  return describeRate(findRate(charge, charge.quote), isMerchant)
}

/** Returns a rate of a charge's currency as replies have it. The address of a document is for the merchant alone. */
export function describeRate(
  rate: LocalRate | undefined,
  isMerchant: boolean,
): Pick<Pricing, 'rate'> {
  if (!rate) return {}
  const { usd, source } = rate
  const reply = { usd, source, at: rate.at.toISOString() }
  if (!isWebUrl(source)) return { rate: reply }
  return { rate: { ...reply, source: 'document', ...(isMerchant && { source_url: source }) } }
}
