import { callRoute } from '../../../api/client/call.ts'
import { getReceipt } from '../../../api/routes/receipt-route.ts'
import { createProxyTransport } from '../../first/charge-source.ts'
import type { PageOptions } from '../../first/context.ts'
import type { Receipt } from './receipt.ts'
import { formatReceiptLines, isolate, type ReceiptStyle } from './receipt-lines.ts'

/** How the page reaches the proxy. */
type ProxyOptions = Pick<PageOptions, 'proxy' | 'fetch'>

// The forms of a receipt that the payer can keep: text, file, paper. Loaded with a screen that shows a receipt.

/** Copies the receipt to the clipboard as text. Rejects where the page has no permission. */
export async function copyReceipt(receipt: Receipt, style: ReceiptStyle): Promise<void> {
  const text = formatReceiptLines(receipt, style).map(([name, value]) =>
    name ? `${name}: ${value}` : value,
  )
  await navigator.clipboard.writeText(text.join('\n'))
}

/** Saves the receipt as an HTML file, which every phone opens. */
export function downloadReceipt(receipt: Receipt, style: ReceiptStyle): void {
  const sheet = document.implementation.createHTMLDocument()
  writeReceipt(sheet, receipt, style)
  const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">'
  // Written as text: this page's policy may forbid the styles that the file needs.
  const head = `<head><meta charset="utf-8">${viewport}<style>${receiptStyles}</style>`
  const html = `<!doctype html>${sheet.documentElement.outerHTML.replace('<head>', head)}`
  saveFile(html, 'text/html', `receipt-${receipt.chargeId}.html`)
}

/**
 * Saves the receipt as data, with the merchant's signed quote, and with the service's signed receipt. If the service does not
 * answer, as when the store is gone, the latter is left out.
 */
export async function downloadReceiptData(receipt: Receipt, page: ProxyOptions): Promise<void> {
  const signedReceipt =
    receipt.status === 'confirmed' ? await fetchSignedReceipt(page, receipt.chargeId) : undefined
  const data = { ...receipt, ...(signedReceipt !== undefined && { signedReceipt }) }
  const text = JSON.stringify({ ...data, page: location.href }, undefined, 2)
  saveFile(text, 'application/json', `receipt-${receipt.chargeId}.json`)
}

/** Returns undefined where no signed receipt is to be had: the file is a proof without it, too. */
async function fetchSignedReceipt(
  { proxy, fetch: fetchOfPage }: ProxyOptions,
  uuid: string,
): Promise<string | undefined> {
  const transport = createProxyTransport(
    proxy ?? '/pay',
    (url, init) => (fetchOfPage ?? fetch)(url, init),
    0,
  )
  try {
    return (await callRoute(transport, getReceipt, { params: { uuid } })).data.receipt
  } catch {
    return undefined
  }
}

function saveFile(content: string, type: string, name: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Revoked later, because some browsers read the URL a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Opens the receipt in a separate window and prints it. Throws if the browser opens no window. */
export function printReceipt(receipt: Receipt, style: ReceiptStyle): void {
  const receiptWindow = open('', '_blank', 'width=640,height=720')
  if (!receiptWindow) throw new Error('No window was opened.')
  const { document: sheet } = receiptWindow
  // With CSSOM: the page's strict policy (no inline styles) also applies to this window.
  const css = new (receiptWindow as Window & typeof globalThis).CSSStyleSheet()
  css.replaceSync(receiptStyles)
  sheet.adoptedStyleSheets = [css]
  writeReceipt(sheet, receipt, style)
  receiptWindow.focus()
  receiptWindow.print()
}

/** Writes the receipt into an empty document. Built with DOM only, so that Trusted Types allow it. */
function writeReceipt(sheet: Document, receipt: Receipt, style: ReceiptStyle): void {
  const { messages } = style
  sheet.documentElement.lang = messages.lang
  sheet.documentElement.dir = messages.dir
  sheet.title = `${messages.receipt} ${receipt.chargeId}`
  const create = (name: string, text: string) => {
    const element = sheet.createElement(name)
    element.textContent = text
    return element
  }
  const list = sheet.createElement('dl')
  for (const [name, value] of formatReceiptLines(receipt, style))
    list.append(create('dt', name), create('dd', value))
  const { name = '', description = '' } = receipt.order ?? {}
  const order = [name, description]
    .filter(Boolean)
    .map((text) => create('p', isolate(text, messages)))
  sheet.body.replaceChildren(create('h1', messages.receipt), ...order, list)
}

/** On paper small enough for one page, with two columns. */
const receiptStyles = `
  :root { color-scheme: light; }
  body { margin: 2rem auto; max-width: 40rem; padding: 0 1.25rem; color: #16181d; background: #fff; font: 1rem/1.45 system-ui, sans-serif; }
  h1 { margin: 0 0 1rem; font-size: 1.5rem; }
  p { margin: 0; color: #5b606b; }
  p:first-of-type { color: inherit; font-weight: 600; }
  dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: 0.5rem 1.5rem; margin: 1.25rem 0 0; }
  dt { color: #5b606b; overflow-wrap: anywhere; }
  dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
  @media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0; } dt { margin-top: 0.75rem; font-size: 0.875rem; } }
  @page { margin: 15mm; }
  @media print { body { margin: 0; max-width: none; padding: 0; font-size: 10pt; } dl { gap: 0.25rem 1.5rem; } }
`
