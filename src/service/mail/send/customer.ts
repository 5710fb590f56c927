import { formatAmount } from '../../../amount.ts'
import { getChainName } from '../../../api/chains/chain-names.ts'
import type { ReceiptClaims, ReceiptTransfer } from '../../../api/schemas/charges/receipt.ts'
import { Email } from '../../../api/schemas/fields.ts'
import type { MerchantAccount } from '../../accounts/accounts.ts'
import type { ChargeRecord } from '../../charges/records.ts'
import { getHostedUrl } from '../../charges/replies.ts'
import { getDateFormat } from '../../texts/date-format.ts'
import { fillText, formatMoney, formatUnits, type Money } from '../../texts/format.ts'
import type { Language } from '../../texts/language.ts'
import type { Block, Fact, Letter } from './letter.ts'

// What customers are written. Everything in it is the merchant's or the chain's: nothing that a customer has typed is sent to an address
// that a customer has typed, or strangers would write to others in the service's name.

/** Whom a message is about. */
export interface LetterContext {
  language: Language
  account: MerchantAccount
  charge: ChargeRecord
  publicUrl: string
}

/** Writes the receipt of a paid charge. `receipt` is the signed one, with these claims. */
export function writeReceipt(
  context: LetterContext,
  { receipt, claims }: { receipt: string; claims: ReceiptClaims },
): Letter {
  const { language, charge } = context
  const { desk, mail } = language.texts
  const { locale } = language
  const { order, price, payments, refunds = [], reference, completed_at, iss } = claims
  const money = (amount: string) => formatMoney(amount, price?.currency ?? 'USD', locale)
  const store = claims.merchant.name
  const facts: Fact[] = [
    ...(order.name ? [[desk.order, order.name] as const] : []),
    [desk.paid, formatTime(completed_at, locale)],
    ...(price ? [[desk.total, money(price.amount)] as const] : []),
    ...(price?.rate
      ? [[desk.exchangeRate, describeRate(price.currency, price.rate.usd, locale)] as const]
      : []),
  ]
  const items = order.line_items.map(({ name, quantity, unit_amount, amount }): Fact => {
    const what = quantity === 1 ? name : `${name} (${quantity} × ${money(unit_amount).text})`
    return [{ foreign: what }, money(amount)]
  })
  return {
    language,
    ...addressOf(context, store),
    subject: { text: desk.receiptSubject, values: { store } },
    title: desk.receipt,
    blocks: [
      { kind: 'text', sentence: { text: mail.receiptText, values: { store } } },
      { kind: 'facts', facts },
      ...(items.length > 0
        ? [{ kind: 'heading', text: desk.items } as const, { kind: 'facts', facts: items } as const]
        : []),
      ...(order.tax_note ? [noteOf('{note}', { note: order.tax_note })] : []),
      ...payments.flatMap((one) => describeTransfer(desk.payment, one, language)),
      ...refunds.flatMap((one) => describeTransfer(desk.refund, one, language)),
      { kind: 'button', label: desk.viewReceipt, url: getHostedUrl(charge, context.publicUrl) },
      noteOf(desk.receiptNote, { reference, service: iss }),
      noteOf(mail.receiptAttached),
      ...closing(context, store),
    ],
    attachment: {
      filename: `receipt-${reference.slice(0, 6)}.jws`,
      content: receipt,
      contentType: 'application/jose',
    },
  }
}

/** The transfer of a refund that the chain has confirmed. */
export interface SentRefund {
  chainId: number
  symbol: string
  decimals: number
  amount: bigint
  hash: string
  recipient: string
  minedAt: Date
}

/** Writes that a refund was sent. */
export function writeRefund(context: LetterContext, refund: SentRefund): Letter {
  const { language, account, charge } = context
  const { desk, mail, refundPage } = language.texts
  const { locale } = language
  const store = account.brand.organizationName || account.name
  const amount = formatUnits(formatAmount(refund.amount, refund.decimals), refund.symbol, locale)
  const { order, reference } = charge
  return {
    language,
    ...addressOf(context, store),
    subject: { text: refundPage.title, values: { store } },
    title: refundPage.titleSent,
    blocks: [
      { kind: 'text', sentence: { text: mail.refundText, values: { store, amount } } },
      {
        kind: 'facts',
        facts: [
          ...(order.name ? [[desk.order, order.name] as const] : []),
          [desk.refund, amount],
          [desk.time, formatTime(refund.minedAt.toISOString(), locale)],
          [desk.chain, getChainName(refund.chainId)],
          [desk.recipient, { code: refund.recipient }],
          [desk.transaction, { code: refund.hash }],
          [desk.reference, { code: reference }],
        ],
      },
      ...closing(context, store),
    ],
  }
}

function describeTransfer(
  text: string,
  transfer: ReceiptTransfer & { payer?: string | undefined },
  { texts: { desk }, locale }: Language,
): Block[] {
  const { amount, symbol, block, chain, payer, recipient, transaction } = transfer
  const facts: Fact[] = [
    [desk.time, formatTime(block.time, locale)],
    [desk.chain, getChainName(Number(chain.split(':')[1]))],
    ...(payer ? [[desk.payer, { code: payer }] as const] : []),
    [desk.recipient, { code: recipient }],
    [desk.transaction, { code: transaction }],
  ]
  return [
    { kind: 'heading', text, money: formatUnits(amount, symbol, locale) },
    { kind: 'facts', facts },
  ]
}

/** Describes a rate: `€1.00 = $1.08`. */
const describeRate = (currency: string, usd: string, locale: string): string =>
  fillText('{unit}\u00a0= {dollars}', {
    unit: formatMoney('1', currency, locale),
    dollars: formatMoney(usd, 'USD', locale),
  })

const noteOf = (text: string, values: Readonly<Record<string, string | Money>> = {}): Block => {
  return { kind: 'note', sentence: { text, values } }
}

/** The end of a message to a customer: where questions go, and why it came. */
function closing({ language, account }: LetterContext, store: string): Block[] {
  const { mail } = language.texts
  return [
    ...(readReplyTo(account) === undefined ? [] : [noteOf(mail.reply, { store })]),
    noteOf(mail.why, { store }),
  ]
}

function addressOf({ account }: LetterContext, store: string) {
  return { from: store, replyTo: readReplyTo(account) }
}

/** Returns the address at which payers reach the merchant, where it is one; undefined for a page, and for none. */
function readReplyTo({ brand: { supportUrl } }: MerchantAccount): string | undefined {
  const url = URL.parse(supportUrl)
  if (url?.protocol !== 'mailto:') return undefined
  try {
    return Email.safeParse(decodeURIComponent(url.pathname)).data
  } catch {
    // A percent sign that encodes nothing.
    return undefined
  }
}

/** Formats a time in full: the reader’s zone is not known, so it is in UTC and says so. */
function formatTime(iso: string, locale: string): string {
  const format = getDateFormat(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  })
  return format.format(new Date(iso))
}
