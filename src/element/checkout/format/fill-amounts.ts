import { fill } from '../../i18n/messages.ts'

/** Replaces the placeholders of a sentence with amounts and names. Each amount stays on one line with its unit. */
export function fillAmounts(text: string, values: Record<string, string>): string {
  const whole = Object.entries(values).map(([name, value]) => [
    name,
    /\d/.test(value) ? value.replaceAll(' ', '\u00a0') : value,
  ])
  return fill(text, Object.fromEntries(whole))
}
