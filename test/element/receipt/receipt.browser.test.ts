import type { Intent } from '../../../src/checkout/ports.ts'
import type { PaymentOption } from '../../../src/checkout/quote/payment-option.ts'
import type { State } from '../../../src/checkout/state.ts'
import { en } from '../../../src/element/i18n/languages/en.ts'
import {
  copyReceipt,
  downloadReceipt,
  formatReceiptLines,
  printReceipt,
} from '../../../src/element/receipt/printed-receipt.ts'
import {
  createReceipt,
  createUnsettledReceipt,
  type Receipt,
} from '../../../src/element/receipt/receipt.ts'
import { PayError } from '../../../src/errors.ts'
import { equal, includes, ok, thrown } from '../support/assert.ts'
import { afterEach, test } from '../support/bdd.ts'
import { recipient, tokenAddress } from '../support/shop.ts'
import { payer } from '../support/wallet.ts'

const chargeId = '3c90c3cc-0d44-4b50-8888-8dd25736052a'
const hash = `0x${'a'.repeat(64)}`
const token = { address: tokenAddress, decimals: 6, symbol: 'DUSD', native: false }
const quote = { chargeId, chainId: 31_337, recipient, token, amount: 14_990_000n }
const charge = {
  id: chargeId,
  hosted_url: '',
  created_at: '',
  pricing_type: 'fixed_price' as const,
}
const deal: PaymentOption = { charge, quote, price: 19_990_000n, paidAmount: 5_000_000n }
const time = Date.UTC(2026, 10, 20, 10)
const intent: Intent = { id: 'one', from: payer, quote, nonce: 0, block: 1n, time }
const error = new PayError('offline', 'No connection.')

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
  equal(receipt, { ...all, store: '', amount: '19.99', from: '', status: 'confirmed', time: '' })
  // From whom and when, where this browser made it.
  const own = createReceipt(
    { ...deal, paidAmount: 19_990_000n },
    hash,
    'confirmed',
    intent,
    all.store,
  )
  equal(own, { ...all, amount: '19.99', status: 'confirmed' })
})

const count = { confirmations: 0, requiredConfirmations: 2 }
const proven: [name: string, State, Partial<Receipt>][] = [
  ['recording', { step: 'recording', option: deal, hash, intent }, {}],
  ['confirming', { step: 'confirming', option: deal, hash, intent, ...count }, {}],
  ['dropped', { step: 'dropped', option: deal, hash, intent, requiredConfirmations: 2 }, {}],
  ['another’s', { step: 'confirming', option: deal, hash, ...count }, { from: '', time: '' }],
  ['failed', { step: 'failed', error, option: deal, hash }, { from: '', time: '' }],
  [
    'cancelled',
    { step: 'notPaid', option: deal, hash, reason: 'cancelled' },
    { from: '', time: '' },
  ],
  ['reverted', { step: 'notPaid', option: deal, hash, reason: 'reverted' }, { from: '', time: '' }],
  ['rejected', { step: 'notPaid', option: deal, hash, reason: 'rejected' }, { from: '', time: '' }],
  ['not loaded', { step: 'failed', error, entry: { intent, hash } }, {}],
  ['gone', { step: 'unavailable', error, entry: { intent, hash, isRecorded: true } }, {}],
  [
    'gone after it was settled',
    { step: 'unavailable', error, entry: { intent, hash, isRecorded: true, settledAt: 1 } },
    { status: 'confirmed' },
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

test('every line that is known is there, in words; what is not known is left out', () => {
  equal(formatReceiptLines(all, 'Local', en), [
    ['Store', 'Field & Kiln'],
    ['Status', 'Sent, not confirmed by the store yet'],
    ['Amount', '14.99 DUSD'],
    ['Network', 'Local (31337)'],
    ['Transaction', hash],
    ['Reference', chargeId],
    ['From', payer],
    ['To', recipient],
    ['Token', tokenAddress],
    ['Time', '2026-11-20T10:00:00.000Z'],
  ])
  const unknown = { ...all, store: '', hash: '', from: '', time: '' }
  const names = formatReceiptLines(unknown, 'Local', en).map(([name]) => name)
  equal(names, ['Status', 'Amount', 'Network', 'Reference', 'To', 'Token'])
})

test('each state has words of its own', () => {
  const kinds: Receipt['status'][] = ['sent', 'confirmed', 'rejected', 'reverted', 'cancelled']
  const said = kinds.map((status) => formatReceiptLines({ ...all, status }, 'Local', en)[1]?.[1])
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
  await copyReceipt(all, 'Local', en)
  equal(text.split('\n').length, 10)
  includes(text, `Transaction: ${hash}`)
  includes(text, `To: ${recipient}`)
})

test('a clipboard that is closed is told', async () => {
  stand(navigator.clipboard, 'writeText', async () => {
    throw new DOMException('Not allowed.', 'NotAllowedError')
  })
  equal((await thrown(() => copyReceipt(all, 'Local', en))).name, 'NotAllowedError')
})

test('downloaded, it is a JSON file named for the charge', async () => {
  const saved: HTMLAnchorElement[] = []
  stand(HTMLAnchorElement.prototype, 'click', function (this: HTMLAnchorElement) {
    saved.push(this)
  })
  downloadReceipt(all)
  const [link] = saved
  equal(link?.download, `receipt-${chargeId}.json`)
  const file = await fetch(link?.href ?? '')
  equal(file.headers.get('content-type'), 'application/json')
  equal(await file.json(), { ...all, page: location.href })
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
  printReceipt({ ...all, tokenSymbol: bad }, 'Local', en)
  equal(printed, 1)
  const { document: sheet } = page
  includes(sheet.title, chargeId)
  equal(
    [...sheet.querySelectorAll('dt')].map((term, index) => [
      term.textContent,
      sheet.querySelectorAll('dd')[index]?.textContent,
    ]),
    formatReceiptLines({ ...all, tokenSymbol: bad }, 'Local', en),
  )
  equal(sheet.querySelector('img'), null)
  equal(sheet.adoptedStyleSheets.length, 1)
})

test('a browser that opens no window is told', async () => {
  stand(window, 'open', () => null)
  includes((await thrown(() => printReceipt(all, 'Local', en))).message, 'No window')
})
