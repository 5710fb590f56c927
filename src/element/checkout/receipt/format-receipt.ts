import { parseAmount } from '../../../amount.ts'
import type { Formatter } from '../../i18n/format.ts'
import type { Messages } from '../../i18n/languages/translation.ts'
import type { Receipt } from './receipt.ts'

/** The style of a receipt: the payer's language and time zone, and the name of its network. */
export interface ReceiptStyle {
  messages: Messages
  formatter: Formatter
  network: string
}

/** Formats the payment: `$34.50 · 34.50 USDC`, or the token alone where it is not the whole price. */
export function formatReceiptAmount(
  { amount, tokenSymbol: symbol, price }: Receipt,
  formatter: Formatter,
): string {
  const decimals = amount.split('.')[1]?.length ?? 0
  const paidAmount = formatter.formatToken(parseAmount(amount, decimals), { decimals, symbol })
  return price
    ? `${formatter.formatMoney(price.amount, price.currency)} · ${paidAmount}`
    : paidAmount
}

/** Formats the items of the order, each with its amount. */
export function formatOrderLines({ order }: Receipt, formatter: Formatter): [string, string][] {
  return (order?.lines ?? []).map(({ name, times, amount }) => [
    `${name}${times}`,
    formatter.formatMoney(amount, order?.currency ?? ''),
  ])
}

/** Returns the lines of a receipt with their names, complete and for the payer; empty ones are left out. */
export function formatReceiptLines(
  receipt: Receipt,
  { messages, formatter, network }: ReceiptStyle,
): [name: string, value: string][] {
  const { store, signedMerchant } = receipt
  // The store is named once.
  const merchant = signedMerchant === store ? '' : signedMerchant
  const rows: [string, string][] = [
    ['', receipt.livemode === false ? messages.testMode : ''],
    [messages.store, store],
    [messages.status, messages.statuses[receipt.status]],
    ...formatOrderLines(receipt, formatter),
    [messages.amount, formatReceiptAmount(receipt, formatter)],
    ['', receipt.order?.taxNote ?? ''],
    [messages.time, receipt.time && formatExactTime(receipt.time, formatter)],
    [messages.network, `${network} (${receipt.chainId})`],
    [messages.transaction, receipt.hash],
    [messages.charge, receipt.chargeId],
    [messages.from, receipt.from],
    [messages.to, [merchant, receipt.recipient].filter(Boolean).join(' · ')],
    [messages.token, receipt.tokenAddress],
  ]
  return rows.filter(([, value]) => value !== '')
}

/** Formats a time (ISO 8601) in the payer's time zone, which it names: a receipt is also read elsewhere. */
function formatExactTime(time: string, { locale }: Formatter): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long' })
  return format.format(new Date(time))
}
