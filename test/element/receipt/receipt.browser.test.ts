import type { Intent } from '../../../src/checkout/ports/intent.ts'
import type { PaymentOption } from '../../../src/checkout/quote/payment-option.ts'
import type { State } from '../../../src/checkout/state.ts'
import {
  copyReceipt,
  downloadReceipt,
  downloadReceiptData,
  printReceipt,
} from '../../../src/element/checkout/receipt/printed-receipt.ts'
import {
  createReceipt,
  createUnsettledReceipt,
  type Receipt,
} from '../../../src/element/checkout/receipt/receipt.ts'
import { formatReceiptLines } from '../../../src/element/checkout/receipt/receipt-lines.ts'
import { en } from '../../../src/element/i18n/languages/en.ts'
import { PayError } from '../../../src/errors.ts'
import { createFormatter } from '../../../src/money.ts'
import { equal, includes, ok, thrown } from '../support/assert.ts'
import { afterEach, test } from '../support/bdd.ts'
import { recipient, tokenAddress } from '../support/shop.ts'
import { payer } from '../support/wallet.ts'

const style = { messages: en, formatter: createFormatter('en'), network: 'Local' }

const chargeId = '3c90c3cc-0d44-4b50-8888-8dd25736052a'
const hash = `0x${'a'.repeat(64)}`
const token = { address: tokenAddress, decimals: 6, symbol: 'DUSD', native: false }
const quote = { chargeId, chainId: 31_337, recipient, token, amount: 14_990_000n }
const charge = {
  id: chargeId,
  hosted_url: '',
  created_at: '',
  pricing_type: 'fixed_price' as const,
  payments: [{ payerTransactionHash: hash, minedAt: '2026-11-20T10:00:00Z' }],
}
const deal: PaymentOption = { charge, quote, price: 19_990_000n, paidAmount: 5_000_000n }
const time = Date.UTC(2026, 10, 20, 10)
/** The device's clock is three minutes early: only the block's time counts. */
const intent: Intent = { id: 'one', from: payer, quote, nonce: 0, block: 1n, time: time - 180_000 }
const error = new PayError('offline', 'No connection.')

const order = {
  name: 'Order 1042',
  description: '',
  taxNote: '',
  email: '',
  lines: [{ name: 'Stoneware mug', times: ' × 2', amount: '22.00' }],
  currency: 'USD',
}

const all: Receipt = {
  chargeId,
  store: 'Field & Kiln',
  hash,
  chainId: 31_337,
  amount: '14.99',
  tokenSymbol: 'DUSD',
  tokenAddress,
  recipient,
  from: payer,
  status: 'sent',
  time: '2026-11-20T10:00:00.000Z',
}

test('a settled payment’s receipt tells what was paid of the whole charge', () => {
  const receipt = createReceipt({ ...deal, paidAmount: 19_990_000n }, hash, 'confirmed')
  equal(receipt, { ...all, store: '', amount: '19.99', from: '', status: 'confirmed' })
  // From whom, where this browser made it.
  const own = createReceipt(
    { ...deal, paidAmount: 19_990_000n },
    hash,
    'confirmed',
    intent,
    all.store,
  )
  equal(own, { ...all, amount: '19.99', status: 'confirmed' })
})

test('the time is that of the block, and absent until the service has stated one', () => {
  for (const minedAt of [undefined, '', 'soon']) {
    const payments = [{ payerTransactionHash: hash, minedAt }]
    const option = { ...deal, charge: { ...charge, payments } }
    equal(createReceipt(option, hash, 'confirmed', intent).time, '')
  }
  equal(createReceipt(deal, `0x${'b'.repeat(64)}`, 'confirmed', intent).time, '')
})

const count = { confirmations: 0, requiredConfirmations: 2 }
const proven: [name: string, State, Partial<Receipt>][] = [
  ['reporting', { step: 'reporting', option: deal, hash, intent }, {}],
  ['confirming', { step: 'confirming', option: deal, hash, intent, ...count }, {}],
  ['dropped', { step: 'dropped', option: deal, hash, intent, requiredConfirmations: 2 }, {}],
  ['another’s', { step: 'confirming', option: deal, hash, ...count }, { from: '' }],
  ['failed', { step: 'failed', error, option: deal, hash }, { from: '' }],
  ['cancelled', { step: 'notPaid', option: deal, hash, reason: 'cancelled' }, { from: '' }],
  ['reverted', { step: 'notPaid', option: deal, hash, reason: 'reverted' }, { from: '' }],
  ['rejected', { step: 'notPaid', option: deal, hash, reason: 'rejected' }, { from: '' }],
  ['not loaded', { step: 'failed', error, entry: { intent, hash } }, { time: '' }],
  ['gone', { step: 'unavailable', error, entry: { intent, hash, isRecorded: true } }, { time: '' }],
  [
    'gone after it was settled',
    { step: 'unavailable', error, entry: { intent, hash, isRecorded: true, settledAt: 1 } },
    { status: 'confirmed', time: '' },
  ],
]
for (const [name, state, fields] of proven) {
  test(`${name}: a payer can prove the payment`, () => {
    const status = state.step === 'notPaid' ? state.reason : 'sent'
    equal(createUnsettledReceipt(state, all.store), { ...all, status, ...fields })
  })
}

test('where there is no hash there is nothing to prove', () => {
  const states: State[] = [
    { step: 'ready', option: deal },
    { step: 'unknownOutcome', option: deal, intent },
    { step: 'failed', error },
    { step: 'failed', error, entry: { intent } },
    { step: 'unavailable', error },
    { step: 'otherTab', option: deal },
  ]
  for (const state of states) equal(createUnsettledReceipt(state), undefined, state.step)
})

const exactTime = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'long' }).format(
  time,
)

test('every line that is known is there, in words; what is not known is left out', () => {
  equal(formatReceiptLines(all, style), [
    ['Store', 'Field & Kiln'],
    ['Status', 'Sent, not confirmed by the store yet'],
    ['Amount', '14.99 DUSD'],
    ['Time', exactTime],
    ['Network', 'Local (31337)'],
    ['Transaction', hash],
    ['Reference', chargeId],
    ['From', payer],
    ['To', recipient],
    ['Token', tokenAddress],
  ])
  const unknown = { ...all, store: '', hash: '', from: '', time: '' }
  const names = formatReceiptLines(unknown, style).map(([name]) => name)
  equal(names, ['Status', 'Amount', 'Network', 'Reference', 'To', 'Token'])
})

test('each state has words of its own', () => {
  const kinds: Receipt['status'][] = ['sent', 'confirmed', 'rejected', 'reverted', 'cancelled']
  const said = kinds.map((status) => formatReceiptLines({ ...all, status }, style)[1]?.[1])
  equal(new Set(said).size, kinds.length)
  ok(said.every((one) => one))
})

const restore: (() => void)[] = []
afterEach(() => {
  for (const back of restore.splice(0)) back()
})

/** Stands in for what a page in a test may not do, and gives it back. */
function stand<T extends object, K extends keyof T>(target: T, name: K, value: T[K]) {
  const own = Object.getOwnPropertyDescriptor(target, name)
  Object.defineProperty(target, name, { value, configurable: true, writable: true })
  restore.push(() => {
    if (own) Object.defineProperty(target, name, own)
    else Reflect.deleteProperty(target, name)
  })
}

test('copied, it is text with a line for each fact', async () => {
  let text = ''
  stand(navigator.clipboard, 'writeText', async (given) => {
    text = given
  })
  await copyReceipt(all, style)
  equal(text.split('\n').length, 10)
  includes(text, `Transaction: ${hash}`)
  includes(text, `To: ${recipient}`)
})

test('a clipboard that is closed is told', async () => {
  stand(navigator.clipboard, 'writeText', async () => {
    throw new DOMException('Not allowed.', 'NotAllowedError')
  })
  equal((await thrown(() => copyReceipt(all, style))).name, 'NotAllowedError')
})

/** Keeps the files that are saved. */
function keepFiles(): HTMLAnchorElement[] {
  const saved: HTMLAnchorElement[] = []
  stand(HTMLAnchorElement.prototype, 'click', function (this: HTMLAnchorElement) {
    saved.push(this)
  })
  return saved
}

test('downloaded as data, it is a JSON file named for the charge', async () => {
  const [saved, signedQuote] = [keepFiles(), 'e30.e30.AA']
  await downloadReceiptData({ ...all, signedQuote }, {})
  const [link] = saved
  equal(link?.download, `receipt-${chargeId}.json`)
  const file = await fetch(link?.href ?? '')
  equal(file.headers.get('content-type'), 'application/json')
  equal(await file.json(), { ...all, signedQuote, page: location.href })
})

test('downloaded, it is an HTML file that stands alone and fits a phone', async () => {
  const saved = keepFiles()
  downloadReceipt({ ...all, order: { ...order, name: '<img src=x>' } }, style)
  const [link] = saved
  equal(link?.download, `receipt-${chargeId}.html`)
  const file = await fetch(link?.href ?? '')
  includes(file.headers.get('content-type') ?? '', 'text/html')
  const sheet = new DOMParser().parseFromString(await file.text(), 'text/html')
  ok(sheet.querySelector('meta[name=viewport]') && sheet.querySelector('style'))
  equal(sheet.querySelector('img'), null)
  equal(sheet.querySelector('h1')?.textContent, 'Receipt')
  includes(sheet.body.textContent ?? '', 'Stoneware mug × 2')
  includes(sheet.body.textContent ?? '', hash)
})

test('it says what was bought, in dollars and in the token, and the store once', () => {
  const pricing = {
    local: { amount: '19.99', currency: 'USD' },
    settlement: { amount: '19.99', currency: 'DUSD' },
  }
  const line_items = [
    { name: 'Stoneware mug', quantity: 2, amount: '22.00' },
    { name: 'Voucher', quantity: 1, amount: '-2.01' },
  ]
  const bought = { ...charge, pricing, name: 'Order 1042', tax_note: 'Incl. tax', line_items }
  const option = {
    ...deal,
    charge: bought,
    paidAmount: 19_990_000n,
    signedMerchant: 'Field & Kiln',
  }
  const receipt = createReceipt(option, hash, 'confirmed', intent, 'Field & Kiln')
  equal(receipt.price, pricing.local)
  const lines = formatReceiptLines(receipt, style)
  equal(lines.slice(2, 6), [
    ['Stoneware mug × 2', '$22.00'],
    ['Voucher', '-$2.01'],
    ['Amount', '$19.99 · 19.99 DUSD'],
    ['', 'Incl. tax'],
  ])
  equal(lines.filter(([, value]) => value.includes('Field & Kiln')).length, 1)
  // A part of the price is worth less than the whole.
  equal(createReceipt({ ...option, paidAmount: 5_000_000n }, hash, 'sent').price, undefined)
})

test('printed, it is a page of its own that says the same, as text whatever it holds', () => {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  restore.push(() => frame.remove())
  const page = frame.contentWindow!
  let printed = 0
  stand(page, 'print', () => {
    printed++
  })
  stand(window, 'open', () => page)
  const bad = '<img src=x onerror="parent.bad = true">'
  printReceipt({ ...all, tokenSymbol: bad }, style)
  equal(printed, 1)
  const { document: sheet } = page
  includes(sheet.title, chargeId)
  equal(
    [...sheet.querySelectorAll('dt')].map((term, index) => [
      term.textContent,
      sheet.querySelectorAll('dd')[index]?.textContent,
    ]),
    formatReceiptLines({ ...all, tokenSymbol: bad }, style),
  )
  equal(sheet.querySelector('img'), null)
  equal(sheet.adoptedStyleSheets.length, 1)
})

test('a browser that opens no window is told', async () => {
  stand(window, 'open', () => null)
  includes((await thrown(() => printReceipt(all, style))).message, 'No window')
})
