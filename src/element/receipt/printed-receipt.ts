import type { Messages } from '../i18n/languages/translation.ts'
import type { Receipt } from './receipt.ts'

// The forms of a receipt that the payer can keep: text, file, paper. Loaded with a screen that shows a receipt.

/** Returns the lines of a receipt with their names; empty ones are left out. */
export function formatReceiptLines(
  receipt: Receipt,
  network: string,
  messages: Messages,
): [name: string, value: string][] {
  const all: [string, string][] = [
    [messages.store, receipt.store],
    [messages.status, messages.statuses[receipt.status]],
    [messages.amount, `${receipt.amount} ${receipt.tokenSymbol}`],
    [messages.network, `${network} (${receipt.chainId})`],
    [messages.transaction, receipt.hash],
    [messages.charge, receipt.chargeId],
    [messages.from, receipt.from],
    [messages.to, [receipt.signedMerchant, receipt.recipient].filter(Boolean).join(' · ')],
    [messages.token, receipt.tokenAddress],
    [messages.time, receipt.time],
  ]
  return all.filter(([, value]) => value !== '')
}

/** Copies the receipt to the clipboard as text. Rejects where the page has no permission. */
export async function copyReceipt(
  receipt: Receipt,
  network: string,
  messages: Messages,
): Promise<void> {
  const text = formatReceiptLines(receipt, network, messages).map(
    ([name, value]) => `${name}: ${value}`,
  )
  await navigator.clipboard.writeText(text.join('\n'))
}

/** Saves the receipt as a JSON file. */
export function downloadReceipt(receipt: Receipt): void {
  const text = JSON.stringify({ ...receipt, page: location.href }, undefined, 2)
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `receipt-${receipt.chargeId}.json`
  link.click()
  // Revoked later, because some browsers read the URL a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Opens the receipt in a window of its own and prints it. Throws where the browser opens no window. */
export function printReceipt(receipt: Receipt, network: string, messages: Messages): void {
  const receiptWindow = open('', '_blank', 'width=640,height=720')
  if (!receiptWindow) throw new Error('No window was opened.')
  const { document: sheet } = receiptWindow
  sheet.documentElement.lang = messages.lang
  sheet.documentElement.dir = messages.dir
  sheet.title = `${messages.receipt} ${receipt.chargeId}`
  // Built with DOM and CSSOM only: the page's strict policy (no inline styles, Trusted Types) also applies to this
  // window.
  const css = new (receiptWindow as Window & typeof globalThis).CSSStyleSheet()
  css.replaceSync(printStyles)
  sheet.adoptedStyleSheets = [css]
  const heading = sheet.createElement('h1')
  heading.textContent = messages.receipt
  const list = sheet.createElement('dl')
  for (const [name, value] of formatReceiptLines(receipt, network, messages)) {
    const [term, text] = [sheet.createElement('dt'), sheet.createElement('dd')]
    term.textContent = name
    text.textContent = value
    list.append(term, text)
  }
  sheet.body.replaceChildren(heading, list)
  receiptWindow.focus()
  receiptWindow.print()
}

const printStyles = `
  body { margin: 3rem auto; max-width: 34rem; padding: 0 1.5rem; color: #16181d; background: #fff; font: 1rem/1.5 system-ui, sans-serif; }
  h1 { font-size: 1.5rem; }
  dl { display: grid; gap: 0.25rem; }
  dt { color: #5b606b; font-size: 0.875rem; margin-block-start: 0.75rem; }
  dd { margin: 0; overflow-wrap: anywhere; }
`
