import * as z from 'zod/mini'
import { receiptFaultTexts } from '../../../api/receipts/fault-texts.ts'
import { formatReceiptClaims } from '../../../api/receipts/format.ts'
import {
  maxReceiptLength,
  type VerifiedReceipt,
  verifyReceipt,
} from '../../../api/receipts/verify.ts'
import { ReceiptKeySet } from '../../../api/schemas/charges/receipt.ts'

// The script of the page that checks receipts. It runs from the service and from a file, and never asks a network. All texts
// of a receipt are somebody else's: they are written as text.

// zod would compile with eval, which the page's policy forbids.
z.config({ jitless: true })

const keySet = ReceiptKeySet.parse(JSON.parse(find('#keys').textContent))
const textArea = find<HTMLTextAreaElement>('#receipt')
const result = find('#result')
/** How many checks have begun: one that was overtaken shows nothing. */
let checks = 0

for (const name of document.querySelectorAll('#issuer, .issuer'))
  name.textContent = keySet.issuer ?? ''
find('#ids').textContent = keySet.keys.map(({ kid }) => String(kid)).join(', ')
find('#save').hidden = location.protocol === 'file:'

find('form').addEventListener('submit', (event) => {
  event.preventDefault()
  void check(textArea.value)
})
find<HTMLInputElement>('#file').addEventListener('change', ({ target }) => {
  const input = target as HTMLInputElement
  void readFile(input.files?.[0])
  // The same file can be chosen again.
  input.value = ''
})
addEventListener('dragover', (event) => event.preventDefault())
addEventListener('drop', (event) => {
  event.preventDefault()
  void readFile(event.dataTransfer?.files[0])
})
addEventListener('hashchange', readFragment)
readFragment()

/** Checks the receipt of a link, such as `verify#eyJ…`. A browser sends no server what is behind `#`. */
function readFragment(): void {
  const text = location.hash.slice(1)
  if (text === '') return
  textArea.value = text
  void check(text)
}

async function readFile(file: File | undefined): Promise<void> {
  if (!file) return
  const isTooLarge = file.size > maxReceiptLength
  textArea.value = isTooLarge ? '' : await file.text()
  if (isTooLarge) show({ reason: 'too_large' })
  else await check(textArea.value)
}

async function check(text: string): Promise<void> {
  const number = ++checks
  const verified = await verifyReceipt(text, keySet)
  if (number === checks) show(verified)
}

function show(verified: VerifiedReceipt): void {
  const isGood = 'claims' in verified
  result.className = isGood ? 'good' : 'bad'
  const isTest = isGood && !verified.claims.livemode
  const text = isGood
    ? `${verified.claims.iss} signed this receipt, and nobody has changed it since.${isTest ? ' It is a receipt of test mode: nothing of value was paid.' : ''}`
    : receiptFaultTexts[verified.reason]
  const list = document.createElement('dl')
  for (const [name, value] of isGood ? formatReceiptClaims(verified.claims) : [])
    list.append(createElement('dt', name), createElement('dd', value))
  result.replaceChildren(
    createElement(
      'h2',
      isTest
        ? 'A test receipt: nothing was paid'
        : isGood
          ? 'The signature is good'
          : 'This receipt proves nothing',
    ),
    createElement('p', text),
    list,
  )
  result.hidden = false
  result.focus()
}

function createElement(name: string, text: string): HTMLElement {
  const element = document.createElement(name)
  element.textContent = text
  return element
}

function find<Kind extends HTMLElement = HTMLElement>(selector: string): Kind {
  const element = document.querySelector<Kind>(selector)
  if (!element) throw new Error(`The page has no ${selector}.`)
  return element
}
