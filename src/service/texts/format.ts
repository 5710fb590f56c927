/** Replaces the placeholders of a text. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)
}

/** Formats dollars. Intl formats decimal text without converting it to floating point, so no digit is lost (ECMA-402). */
export function formatDollars(amount: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 8,
  })
  return format.format(amount as Intl.StringNumericLiteral)
}

/** Formats an amount in whole units of a token, with all its digits. */
export function formatUnits(amount: string, symbol: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 77,
  })
  return `${format.format(amount as Intl.StringNumericLiteral)} ${symbol}`
}
