import type { Words } from './languages/words.ts'
import type { Receipt } from './receipt.ts'

// A receipt to take along: as text, as a file, on paper. Loaded with a screen that shows one.

/** A receipt's lines, in words; empty ones are left out. */
export function lines(
  receipt: Receipt,
  network: string,
  words: Words,
): [name: string, value: string][] {
  const all: [string, string][] = [
    [words.shop, receipt.shop],
    [words.status, words.statuses[receipt.status]],
    [words.amount, `${receipt.amount} ${receipt.tokenSymbol}`],
    [words.on2, `${network} (${receipt.chainId})`],
    [words.transaction, receipt.hash],
    [words.charge, receipt.chargeId],
    [words.from, receipt.from],
    [words.to, receipt.recipient],
    [words.token, receipt.tokenAddress],
    [words.time, receipt.time],
  ]
  return all.filter(([, value]) => value !== '')
}

/** Puts the receipt into the clipboard, as text. Rejects where the page may not. */
export async function copy(receipt: Receipt, network: string, words: Words): Promise<void> {
  const text = lines(receipt, network, words).map(([name, value]) => `${name}: ${value}`)
  await navigator.clipboard.writeText(text.join('\n'))
}

/** Saves the receipt as a JSON file. */
export function download(receipt: Receipt): void {
  const text = JSON.stringify({ ...receipt, page: location.href }, undefined, 2)
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `receipt-${receipt.chargeId}.json`
  link.click()
  // Not at once: a browser may read it a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Opens the receipt as a page of its own and asks to print it. Throws where the browser opens no window. */
export function print(receipt: Receipt, network: string, words: Words): void {
  const page = open('', '_blank', 'width=640,height=720')
  if (!page) throw new Error('No window was opened.')
  const { document: sheet } = page
  sheet.documentElement.lang = words.lang
  sheet.documentElement.dir = words.dir
  sheet.title = `${words.receipt} ${receipt.chargeId}`
  // By the DOM and CSSOM alone: a strict policy of the page (no inline styles, Trusted Types) holds there too.
  const css = new (page as Window & typeof globalThis).CSSStyleSheet()
  css.replaceSync(printed)
  sheet.adoptedStyleSheets = [css]
  const heading = sheet.createElement('h1')
  heading.textContent = words.receipt
  const list = sheet.createElement('dl')
  for (const [name, value] of lines(receipt, network, words)) {
    const [term, text] = [sheet.createElement('dt'), sheet.createElement('dd')]
    term.textContent = name
    text.textContent = value
    list.append(term, text)
  }
  sheet.body.replaceChildren(heading, list)
  page.focus()
  page.print()
}

const printed = `
  body { margin: 3rem auto; max-width: 34rem; padding: 0 1.5rem; color: #16181d; background: #fff; font: 1rem/1.5 system-ui, sans-serif; }
  h1 { font-size: 1.5rem; }
  dl { display: grid; gap: 0.25rem; }
  dt { color: #5b606b; font-size: 0.875rem; margin-block-start: 0.75rem; }
  dd { margin: 0; overflow-wrap: anywhere; }
`
