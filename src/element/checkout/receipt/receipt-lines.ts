import type { Formatter } from '../../../money.ts'
import type { Messages } from '../../i18n/languages/translation.ts'
import { formatTokens } from './format-receipt.ts'
import type { Receipt } from './receipt.ts'

/** The style of a receipt: the payer's language and time zone, and the name of its network. */
export interface ReceiptStyle {
  messages: Messages
  formatter: Formatter
  network: string
}

/** Isolates a text of the merchant's, where it or the receipt is written from right to left (UAX 9, 2.4.2). */
export function isolate(text: string, { dir }: Pick<Messages, 'dir'>): string {
  const isMixed = dir === 'rtl' || /[\u0590-\u06ff]/.test(text)
  return text && isMixed ? `\u2068${text}\u2069` : text
}

/** Returns the lines of a receipt with their names, complete and for the payer; empty ones are left out. */
export function formatReceiptLines(
  receipt: Receipt,
  { messages, formatter, network }: ReceiptStyle,
): [name: string, value: string][] {
  const { store, signedMerchant, order } = receipt
  // The store is named once.
  const merchant = signedMerchant === store ? '' : signedMerchant
  const rows: [string, string][] = [
    ['', receipt.livemode === false ? messages.testMode : ''],
    [messages.store, isolate(store, messages)],
    [messages.status, messages.statuses[receipt.status]],
    ...(order?.lines ?? []).map(({ name, times, amount }): [string, string] => [
      isolate(name, messages) + times,
      formatter.formatMoney(amount, order?.currency ?? ''),
    ]),
    [messages.amount, formatReceiptAmount(receipt, formatter)],
    ['', isolate(order?.taxNote ?? '', messages)],
    [messages.time, receipt.time && formatExactTime(receipt.time, formatter)],
    [messages.network, `${network} (${receipt.chainId})`],
    [messages.transaction, receipt.hash],
    [messages.charge, receipt.chargeId],
    [messages.from, receipt.from],
    [
      messages.to,
      [isolate(merchant ?? '', messages), receipt.recipient].filter(Boolean).join(' · '),
    ],
    [messages.token, receipt.tokenAddress],
  ]
  return rows.filter(([, value]) => value !== '')
}

/** Formats a time (ISO 8601) in the payer's time zone, which it names: a receipt is also read elsewhere. */
function formatExactTime(time: string, { locale }: Formatter): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long' })
  return format.format(new Date(time))
}

/** Formats the payment: `$34.50 · 34.50 USDC`, or the token alone where it is not the whole price. */
function formatReceiptAmount(receipt: Receipt, formatter: Formatter): string {
  const { price } = receipt
  const tokens = formatTokens(receipt, formatter)
  return price ? `${formatter.formatMoney(price.amount, price.currency)} · ${tokens}` : tokens
}
