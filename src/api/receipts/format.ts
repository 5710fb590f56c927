import { getChainName } from '../chains/chain-names.ts'
import type { ReceiptClaims, ReceiptPayment, ReceiptTransfer } from '../schemas/charges/receipt.ts'

/** What would hide a part of a text, or turn the order of what stands around it. */
const hiddenCharacters = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu

/**
 * Returns what a verified receipt says, as lines with their names. Its texts are those of its service and merchant, and are
 * shown as text only.
 */
export function formatReceiptClaims(claims: ReceiptClaims): [name: string, value: string][] {
  const { merchant, order, price, payments, refunds = [] } = claims
  const currency = price?.currency ?? ''
  const lines: Lines = [
    ['Mode', claims.livemode ? '' : 'Test: nothing of value was paid'],
    ['Signed by', claims.iss],
    ['Signed at', formatTime(new Date(claims.iat * 1000).toISOString())],
    ['Store', `${merchant.name} (account ${merchant.account})`],
    ['Order', [order.name, order.description].filter(Boolean).join(' · ')],
    ...order.line_items.map(({ name, quantity, amount }): [string, string] => [
      quantity === 1 ? name : `${name} × ${quantity}`,
      `${amount} ${currency}`,
    ]),
    ['Price', price && `${price.amount} ${currency}`],
    ['Taxes', order.tax_note],
    ['Paid in full', formatTime(claims.completed_at)],
    ...payments.flatMap(formatPayment),
    ...refunds.flatMap(formatRefund),
    ['Reference', claims.reference],
  ]
  return lines
    .map(([name, value = '']): [string, string] => [clean(name), clean(value)])
    .filter(([, value]) => value !== '')
}

type Lines = [name: string, value: string | undefined][]

function formatPayment(payment: ReceiptPayment): Lines {
  return [
    ['Payment', `${payment.amount} ${payment.symbol}`],
    ['From', payment.payer],
    ...formatTransfer(payment),
  ]
}

function formatRefund(refund: ReceiptTransfer): Lines {
  return [['Refund', `${refund.amount} ${refund.symbol}`], ...formatTransfer(refund)]
}

function formatTransfer({
  chain,
  block,
  token,
  asset = token,
  recipient,
  transaction,
}: ReceiptTransfer): Lines {
  const network = getChainName(Number(chain.slice('eip155:'.length)))
  return [
    ['To', recipient],
    ['Transaction', transaction],
    ['Block', `${block.number} of ${network} (${chain}), ${formatTime(block.time)}`],
    ['Token', asset],
  ]
}

/** Formats a time of a receipt, in UTC: it is read anywhere. */
const formatTime = (time: string) => `${time.slice(0, 19).replace('T', ' ')} UTC`

const clean = (text: string) => text.replace(hiddenCharacters, '\ufffd')
