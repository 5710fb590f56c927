import { en } from '../../../src/element/i18n/languages/en.ts'
import {
  loadMessages,
  supportedLocales,
} from '../../../src/element/i18n/languages/load-messages.ts'
import { PayError, type PayErrorCode } from '../../../src/errors.ts'
import { equal, ok } from '../support/assert.ts'
import { test } from '../support/bdd.ts'

const negotiated: Record<string, string> = {
  de: 'de',
  'de-AT': 'de',
  'de-CH-1996': 'de',
  'pt-PT': 'pt-BR',
  pt: 'pt-BR',
  zh: 'zh-Hans',
  'zh-CN': 'zh-Hans',
  'zh-SG': 'zh-Hans',
  'zh-TW': 'zh-Hant',
  'zh-HK': 'zh-Hant',
  'zh-MO': 'zh-Hant',
  'zh-Hant-CN': 'zh-Hant',
  'zh-Hans-TW': 'zh-Hans',
  // What was used before 1989 (IANA language subtag registry).
  iw: 'he',
  in: 'id',
  'ar-EG-u-nu-latn': 'ar',
  en: 'en',
  'en-GB': 'en',
  // Nobody has written these yet.
  sv: 'en',
  'sr-Latn': 'en',
  und: 'en',
}
for (const [locale, lang] of Object.entries(negotiated))
  test(`to a payer who reads ${locale} it speaks ${lang}`, async () => {
    equal((await loadMessages(locale)).lang, lang)
  })

test('every language that it names can be spoken, and says something of its own', async () => {
  const titles = new Set<string>()
  for (const locale of supportedLocales)
    titles.add((await loadMessages(locale)).screens.confirming.text)
  equal(titles.size, supportedLocales.length)
})

test('English is said as it is written, and an error of ours keeps its own message', async () => {
  const { describeError, ...words } = await loadMessages('en')
  equal(words, en)
  equal(describeError?.(new PayError('offline', 'Its own message.')), 'Its own message.')
  const error = new PayError('wallet_failed', 'Nonce too low', { cause: new Error() })
  const said = describeError?.(error) as [string, Element, Element]
  equal(said[0], 'Your wallet reported a problem.')
  equal([said[2].localName, said[2].textContent], ['small', 'Nonce too low'])
  ok(describeError?.(error) === said, 'the same nodes')
})

test('words of the page’s own stand in place of ours at any depth, and leave the rest', async () => {
  const plain = await loadMessages('de')
  const words = await loadMessages('de', {
    pay: '{amount} spenden',
    screens: { paid: { title: 'Gespendet' } },
    notPaid: { reverted: { text: 'Nichts wurde gespendet.' } },
    confirmations: { other: '{n}/{m}' },
  })
  equal(words.pay, '{amount} spenden')
  equal(words.screens.paid, { title: 'Gespendet', text: plain.screens.paid.text })
  equal(words.notPaid.reverted, { ...plain.notPaid.reverted, text: 'Nichts wurde gespendet.' })
  equal(words.confirmations, { ...plain.confirmations, other: '{n}/{m}' })
  equal({ ...words.screens, paid: plain.screens.paid }, plain.screens)
  equal(words.cancel, plain.cancel)
  // Those of others stay what they are.
  equal((await loadMessages('de')).pay, plain.pay)
})

test('words of its own may be the only ones, in a language that nobody has written', async () => {
  const words = await loadMessages('sv', { lang: 'sv', pay: 'Betala {amount}' })
  equal([words.lang, words.pay, words.cancel], ['sv', 'Betala {amount}', en.cancel])
})

test('what is no text in a text’s place is left out, and nothing is broken by it', async () => {
  const wild: Record<string, unknown> = {
    pay: 5,
    cancel: null,
    retry: undefined,
    back: { other: 'x' },
    screens: 'none',
    confirmations: '{n}',
    statuses: { sent: [] },
    notPaid: null,
  }
  const words = await loadMessages('de', wild as Parameters<typeof loadMessages>[1])
  const { describeError: _, ...rest } = words
  const { describeError: __, ...plain } = await loadMessages('de')
  equal(rest, plain)
  for (const own of [null, undefined, {}]) equal((await loadMessages('de', own)).pay, plain.pay)
})

/** All codes: one that is missing here does not compile. */
const codes: Record<PayErrorCode, true> = {
  invalid_attribute: true,
  page_broken: true,
  invalid_amount: true,
  invalid_setting: true,
  invalid_request: true,
  unauthenticated: true,
  forbidden: true,
  not_found: true,
  conflict: true,
  too_large: true,
  rate_limited: true,
  service_failed: true,
  bad_gateway: true,
  timeout: true,
  offline: true,
  aborted: true,
  invalid_signature: true,
  invalid_reply: true,
  wallet_refused: true,
  wallet_busy: true,
  wallet_locked: true,
  wallet_failed: true,
  wallet_unable: true,
  insufficient_funds: true,
  chain_refused: true,
  chain_unknown: true,
  chain_unreachable: true,
  price_unavailable: true,
  recipient_not_pinned: true,
  quote_mismatch: true,
  quote_not_signed: true,
  storage_unavailable: true,
  payment_failed: true,
  authorization_refused: true,
  authorization_held: true,
  authorization_lapsed: true,
}

type Told = string | [string, ...Element[]]

/** What is told of an error: its sentence, and what stands below in English. */
async function told(locale: string, error: PayError) {
  const words = await loadMessages(locale)
  const all = words.describeError?.(error) as Told
  if (typeof all === 'string') return { sentence: all, below: undefined }
  const [sentence, , small] = all
  return { sentence, below: small as HTMLElement }
}

for (const locale of supportedLocales.filter((one) => one !== 'en'))
  test(`in ${locale} every failure has a sentence, which is not the English one`, async () => {
    const other = await told(locale, new PayError('service_failed', 'Out of order.'))
    const sentences = new Set<string>()
    for (const code of Object.keys(codes) as PayErrorCode[]) {
      const { sentence } = await told(locale, new PayError(code, 'Out of order.'))
      ok(sentence && !sentence.includes('Out of order'), code)
      sentences.add(sentence)
    }
    ok(sentences.size > 12, `${sentences.size} sentences`)
    ok(sentences.has(other.sentence))
  })

test('a failure that no payer can mend is one of the service', async () => {
  const { sentence } = await told('de', new PayError('service_failed', 'Out of order.'))
  for (const code of ['invalid_reply', 'forbidden', 'bad_gateway', 'aborted'] as const)
    equal((await told('de', new PayError(code, 'No.'))).sentence, sentence)
})

test('a wallet’s own words stand below, in whatever language, and nobody else’s do', async () => {
  const cause = new Error()
  for (const locale of ['ar', 'en']) {
    const own = await told(locale, new PayError('wallet_failed', 'Nonce <b>low</b>', { cause }))
    equal(
      [own.below?.lang, own.below?.dir, own.below?.textContent],
      ['', 'auto', 'Nonce <b>low</b>'],
    )
    equal(own.below?.children.length, 0)
    for (const code of Object.keys(codes) as PayErrorCode[])
      equal((await told(locale, new PayError(code, 'Said.'))).below, undefined, code)
  }
})

test('what a service or proxy says is for developers: the payer reads our sentence, in English too', async () => {
  const technical: [code: PayErrorCode, status: number, sentence: string][] = [
    ['not_found', 404, en.errors.not_found],
    ['rate_limited', 429, en.errors.rate_limited],
    ['timeout', 504, en.errors.timeout],
    ['service_failed', 500, en.errors.service_failed],
    ['bad_gateway', 502, en.errors.service_failed],
    ['forbidden', 403, en.errors.service_failed],
    ['invalid_request', 400, en.errors.service_failed],
    // Not of a transaction: that one has no status.
    ['conflict', 409, en.errors.service_failed],
  ]
  for (const [code, status, sentence] of technical) {
    const error = new PayError(code, `The service answered ${status}.`, { status })
    equal(await told('en', error), { sentence, below: undefined }, code)
  }
  const unread = new PayError('invalid_reply', 'A reply that this version doesn’t understand.')
  equal((await told('en', unread)).sentence, en.errors.service_failed)
})

test('an order that the store’s own code refuses is told in the store’s words', async () => {
  const details = [{ field: 'sku', message: 'Sold out.', kind: 'order' }]
  for (const locale of ['en', 'he']) {
    const error = new PayError('invalid_request', 'Sold out.', { status: 400, details })
    equal(await told(locale, error), { sentence: '\u2068Sold out.\u2069', below: undefined })
  }
})

test('an error that stands is the same nodes at each drawing', async () => {
  const { describeError } = await loadMessages('it')
  const error = new PayError('wallet_failed', 'Broken.', { cause: new Error() })
  const first = describeError?.(error)
  ok(Array.isArray(first))
  ok(describeError?.(error) === first)
  const other = new PayError('wallet_failed', 'Broken.', { cause: new Error() })
  ok(describeError?.(other) !== first)
})

test('why a named transaction does not pay is told by what was found', async () => {
  const words = await loadMessages('es')
  const { mismatches } = words as unknown as { mismatches: Record<string, string> }
  for (const [mismatch, sentence] of Object.entries(mismatches)) {
    const error = new PayError('payment_failed', 'It is older.', { details: { mismatch } })
    // It says all: no English stands below.
    equal(await told('es', error), { sentence, below: undefined })
  }
})

test('an amount that was refused in the payer’s own words is told once', async () => {
  const own = new PayError('invalid_amount', 'Mindestens 5 USDC.', { field: 'amount' })
  equal(await told('de', own), { sentence: 'Mindestens 5 USDC.', below: undefined })
  // One that the service sent is not in the payer's words.
  const theirs = await told('de', new PayError('invalid_amount', '0.1 has too many places.'))
  ok(!theirs.sentence.includes('places'))
})

test('a page may say its errors in its own words, in English too', async () => {
  const { describeError } = await loadMessages('en', { errors: { wallet_refused: 'You said no.' } })
  equal(describeError?.(new PayError('wallet_refused', 'You declined it.')), 'You said no.')
  equal(describeError?.(new PayError('offline', 'No connection.')), 'No connection.')
})
