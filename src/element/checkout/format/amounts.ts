import { formatAmount, parseAmount } from '../../../amount.ts'
import type { PaymentOption, Token } from '../../../checkout/quote/payment-option.ts'
import { PayError } from '../../../errors.ts'
import type { Formatter } from '../../../money.ts'
import { readTypedNumber } from '../../../typed-number.ts'
import type { AmountOptions } from '../../first/context.ts'
import { plural } from '../../i18n/languages/plural.ts'
import type { Messages } from '../../i18n/languages/translation.ts'
import { fill } from '../../i18n/messages.ts'

/** The amount options in base units. */
export interface AmountLimits {
  suggested: bigint[]
  min: bigint | undefined
  max: bigint | undefined
}

/** Parses the amount options of the page. @throws PayError `invalid_attribute` */
export function parseAmountLimits(options: AmountOptions = {}, { decimals }: Token): AmountLimits {
  const parseUnits = (text: string, decimalPlaces = decimals) => {
    try {
      return parseAmount(text, decimalPlaces)
    } catch (cause) {
      const message = `amounts: ${PayError.from(cause, 'invalid_amount').message}`
      throw new PayError('invalid_attribute', message, { cause, field: 'amounts' })
    }
  }
  const { suggested = [], min, max, dollarsPerToken } = options
  if (dollarsPerToken !== undefined) parseUnits(dollarsPerToken, 18)
  return {
    suggested: suggested.map((amount) => parseUnits(amount)),
    min: min === undefined ? undefined : parseUnits(min),
    max: max === undefined ? undefined : parseUnits(max),
  }
}

/**
 * Parses an amount as the payer types it: see {@link readTypedNumber}. The comma of 1,000 and the point of 1.000 mean a
 * thousand in one language and one in another: they are read in the payer's own, and shown back before they are paid.
 *
 * @throws PayError `invalid_amount`, with a message for the payer
 */
export function parseEnteredAmount(
  text: string,
  token: Token,
  limits: AmountLimits,
  formatter: Formatter,
  messages: Messages,
): bigint {
  const amount = parseLocalizedAmount(text, token, formatter, messages)
  const formatUnits = (units: bigint) => formatter.formatToken(units, token)
  if (amount === 0n) throw createAmountError(messages.aboveZero)
  if (limits.min !== undefined && amount < limits.min)
    throw createAmountError(fill(messages.atLeast, { amount: formatUnits(limits.min) }))
  if (limits.max !== undefined && amount > limits.max)
    throw createAmountError(fill(messages.atMost, { amount: formatUnits(limits.max) }))
  return amount
}

function parseLocalizedAmount(
  text: string,
  { decimals, symbol }: Token,
  formatter: Formatter,
  messages: Messages,
): bigint {
  const plain = readTypedNumber(text, formatter.locale)
  if (plain === undefined) {
    const options = { useGrouping: false, minimumFractionDigits: 1 }
    const example = new Intl.NumberFormat(formatter.locale, options).format(12.5)
    throw createAmountError(fill(messages.amountFormat, { example }))
  }
  const [, decimalPlaces = ''] = plain.split('.')
  if (decimalPlaces.length > decimals)
    throw createAmountError(
      plural(messages, formatter, messages.decimalPlaces, decimals, { symbol }),
    )
  return parseAmount(plain, decimals)
}

function createAmountError(text: string): PayError {
  return new PayError('invalid_amount', text, { field: 'amount' })
}

/**
 * Formats the value of an amount in the charge's currency, for display only. Returns undefined where no price is
 * known.
 */
export function formatFiatValue(
  units: bigint,
  { charge, quote }: PaymentOption,
  formatter: Formatter,
  dollarsPerToken: string | undefined,
): string | undefined {
  const { decimals } = quote.token
  const { local, settlement } = charge.pricing ?? {}
  const hasPrice =
    local && settlement && /[1-9]/.test(settlement.amount) && /[1-9]/.test(local.amount)
  if (dollarsPerToken === undefined && !hasPrice) return undefined
  const [price, tokens, currency] =
    dollarsPerToken !== undefined
      ? [dollarsPerToken, '1', 'USD']
      : [local?.amount ?? '0', settlement?.amount ?? '1', local?.currency ?? 'USD']
  // 18 decimal places are finer than any cent, and keep whole numbers exact.
  const value = (units * parseAmount(price, 18)) / parseAmount(tokens, decimals)
  // As people write it: yen have no decimal places, dinars three.
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const { maximumFractionDigits: places = 2 } = format.resolvedOptions()
  return formatter.formatMoney(formatAmount(value / 10n ** BigInt(18 - places), places), currency)
}
