import { en } from '../../../src/element/i18n/languages/en.ts'
import {
  loadMessages,
  supportedLocales,
} from '../../../src/element/i18n/languages/load-messages.ts'
import { PayError, type PayErrorCode } from '../../../src/errors.ts'
import { equal, includes, ok } from '../support/assert.ts'
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

test('English is said as it is written, and an error keeps its own message', async () => {
  const { describeError, ...words } = await loadMessages('en')
  equal(words, en)
  equal(describeError?.(new PayError('offline', 'Its own message.')), 'Its own message.')
  // What a wallet says is small print below a sentence of ours; of our own words about it nothing is added.
  equal(describeError?.(new PayError('wallet_failed', 'Ours.')), 'Ours.')
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

test('what only the English message tells stands below, as English from left to right', async () => {
  const message = 'The wallet says: <b>nonce too low</b>'
  const { below } = await told('ar', new PayError('wallet_failed', message))
  equal([below?.lang, below?.dir, below?.textContent], ['en', 'ltr', message])
  equal(below?.children.length, 0)
})

test('and nothing stands below where it tells no more', async () => {
  const plain = [
    'wallet_refused',
    'wallet_busy',
    'wallet_locked',
    'offline',
    'timeout',
    'rate_limited',
    'not_found',
  ]
  for (const code of [...plain, 'chain_unreachable', 'storage_unavailable'] as PayErrorCode[])
    equal((await told('fr', new PayError(code, 'Said.'))).below, undefined, code)
})

test('an error that stands is the same nodes at each drawing', async () => {
  const { describeError } = await loadMessages('it')
  const error = new PayError('wallet_failed', 'Broken.')
  const first = describeError?.(error)
  ok(Array.isArray(first))
  ok(describeError?.(error) === first)
  ok(describeError?.(new PayError('wallet_failed', 'Broken.')) !== first)
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
  includes(theirs.below?.textContent, 'too many places')
})

test('a page may say its errors in its own words, in English too', async () => {
  const { describeError } = await loadMessages('en', { errors: { wallet_refused: 'You said no.' } })
  equal(describeError?.(new PayError('wallet_refused', 'You declined it.')), 'You said no.')
  equal(describeError?.(new PayError('offline', 'No connection.')), 'No connection.')
})
