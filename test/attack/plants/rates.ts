import type { Plant } from './plant.ts'

const rates = 'test/service/rates/rates.test.ts'
const atOnce = 'test/service/rates/at-once.test.ts'
const books = 'test/service/books/currency.test.ts'
const currencies = 'test/service/charges/currencies.test.ts'
const exact =
  'asks for what it is worth or less than one unit of the token more, by whole numbers alone'

const late = 'src/service/charges/pricing/late-quotes.ts'
const quotes = 'test/service/charges/quotes.test.ts'
const judge = 'src/service/rates/judge.ts'
const reader = 'src/service/rates/read/rates.ts'
const sources = 'src/service/rates/read/sources.ts'
const store = 'src/service/rates/store/rates.ts'
const document = 'src/service/rates/ecb-document.ts'
const marketTime = 'src/service/rates/market-time.ts'
const feeds = 'src/service/chain/tokens/feeds.ts'
const pricing = 'src/service/charges/pricing/pricing.ts'

/** Sources that lie, age or fail, and what must not become of it: a price. */
export const plants: Plant[] = [
  {
    rule: 'an old rate makes no price',
    file: sources,
    from: 'if (freshUntil.getTime() >= Date.now()) return { ...rate, freshUntil }',
    to: 'if (freshUntil.getTime() >= 0) return { ...rate, freshUntil }',
    test: rates,
    name: 'that is too old is refused',
  },
  {
    rule: 'a rate that is used again is not old meanwhile',
    file: reader,
    from: 'performance.now() < last.reusedUntil && isStillFresh(last.state)',
    to: 'performance.now() < last.reusedUntil',
    test: rates,
    name: 'becomes too old while it is kept',
  },
  {
    rule: 'a rate is more than nothing',
    file: feeds,
    from: "if (answer <= 0n || updatedAt === 0n) throw createError('gives no price')",
    to: "if (updatedAt === 0n) throw createError('gives no price')",
    test: rates,
    name: 'that is negative is refused',
  },
  {
    rule: 'a feed has its own decimal places',
    file: feeds,
    from: 'return { answer, decimals, at }',
    to: 'return { answer, decimals: 8, at }',
    test: rates,
    name: 'has the places of its contract',
  },
  {
    rule: 'a feed is of the currency that it says itself',
    file: feeds,
    from: 'if (description !== expected)',
    to: "if (description === '')",
    test: rates,
    name: 'of another currency, and what is no feed, is refused',
  },
  {
    rule: 'a rate is within its least and greatest value',
    file: judge,
    from: 'return dollars >= min && dollars <= max',
    to: 'return dollars >= min || dollars <= max',
    test: rates,
    name: 'that is too high is refused',
  },
  {
    rule: 'one source bounds the other',
    file: judge,
    from: 'if (next && differs(first.rate, next.rate, boundPercent)) {',
    to: 'if (next && differs(first.rate, next.rate, boundPercent * 100)) {',
    test: rates,
    name: 'that differ give none, and both are named without a key',
  },
  {
    rule: 'a jump of one source alone has to stand',
    file: judge,
    from: "if (!from) return { verdict: 'use' }",
    to: "if (!from || references.length > 0) return { verdict: 'use' }",
    test: rates,
    name: 'waits, also after a restart, and counts when it still stands an hour later',
  },
  {
    rule: 'small steps are no larger than a large one',
    file: judge,
    from: 'const from = references.find((reference) => differs(rate, reference, boundPercent))',
    to: 'const from = references.slice(0, 1).find((one) => differs(rate, one, boundPercent))',
    test: rates,
    name: 'is no larger in small ones: within an hour it moves by its bound',
  },
  {
    rule: 'a restart forgets no accepted rate',
    file: store,
    from: 'const used = await selectUsed(tx, rate.currency, since)',
    to: 'const used: KeptRate[] = []',
    test: rates,
    name: 'waits, also after a restart, and counts when it still stands an hour later',
  },
  {
    rule: 'a contradicted step has not stood',
    file: reader,
    from: 'if (checked.some(({ rate }) => rate)) await store.deleteWaitingFxRate(currency)',
    to: '',
    test: rates,
    name: 'waits anew after another source has contradicted it',
  },
  {
    rule: 'processes decide about a rate one after the other',
    file: store,
    from: 'await lockCurrency(tx, rate.currency)',
    to: '',
    test: atOnce,
    name: 'that read two steps at once use one of them, and the other waits',
  },
  {
    rule: 'Friday’s rate counts on Sunday',
    file: marketTime,
    from: 'return { from: to - 50 * hourMs, to }',
    to: 'return { from: to, to }',
    test: rates,
    name: 'of a Friday counts on Sunday, and until Monday and its age',
  },
  {
    rule: 'Friday’s rate does not count on Tuesday',
    file: marketTime,
    from: 'return { from: to - 50 * hourMs, to }',
    to: 'return { from: to - 50 * hourMs, to: to + 24 * hourMs }',
    test: rates,
    name: 'of a Friday counts on Sunday, and until Monday and its age',
  },
  {
    rule: 'a source that fails stops no other one and no other currency',
    file: reader,
    from: 'return { name, isByHand, failure: cause instanceof Error ? cause.message : String(cause) }',
    to: 'throw cause',
    test: rates,
    name: 'that are dead give none',
  },
  {
    rule: 'a slow document is given up',
    file: 'src/service/rates/read/document.ts',
    from: 'signal: AbortSignal.timeout(timeoutMs),',
    to: '',
    test: rates,
    name: 'whose server sends a byte a second is given up, and nothing else waits for it',
  },
  {
    rule: 'a document of the future is refused',
    file: sources,
    from: 'if (rate.at.getTime() > Date.now() + maxClockSkewMs)',
    to: 'if (Number.isNaN(rate.at.getTime()))',
    test: rates,
    name: 'of tomorrow is refused',
  },
  {
    rule: 'why a document cannot be fetched says nothing of its URL',
    file: 'src/service/rates/read/document.ts',
    from: "const { code, message = 'the request failed' } = Object(reason)",
    to: 'const { code, message } = Object(reason ?? cause)',
    test: rates,
    name: 'whose server cannot be reached is refused',
  },
  {
    rule: 'a document has one form',
    file: document,
    from: "|| xml.includes('<!')",
    to: '',
    test: rates,
    name: 'with a comment is refused',
  },
  {
    rule: 'money of the past counts by the rate of then',
    file: store,
    from: "        .where('readAt', '<=', at)\n",
    to: '',
    test: rates,
    name: 'is the newest that was read and fresh then',
  },
  {
    rule: 'a rate that values money is kept',
    file: store,
    from: 'where block_time between rate.read_at',
    to: 'where false and block_time between rate.read_at',
    test: books,
    name: 'the books count in the currency of the account, by the rate of the block',
  },
  {
    rule: 'a price is rounded up',
    file: pricing,
    from: 'const amount = (numerator + denominator - 1n) / denominator',
    to: 'const amount = numerator / denominator',
    test: currencies,
    name: exact,
  },
  {
    rule: 'a peg counts for its own currency',
    file: pricing,
    from: 'const isAtPar = token.peg === getLocalCurrency(charge)',
    to: 'const isAtPar = token.peg !== undefined',
    test: currencies,
    name: exact,
  },
  {
    rule: 'money between two amounts counts by the rates of its block',
    file: late,
    from: 'amount: computeRenewedPrice(charge.localAmount, quote, rate),',
    to: 'amount: quote.amount,',
    test: quotes,
    name: 'is no free option: paid after it ran out, half its worth completes nothing',
  },
  {
    rule: 'money for a paid charge is no part of its price',
    file: late,
    from: "charge.status !== 'COMPLETED' &&",
    to: '',
    test: quotes,
    name: 'that no rate was known for when money came is left to the merchant, as what comes after the charge',
  },
  {
    rule: 'money for an expired charge in a moving token is left to the merchant',
    file: late,
    from: 'minedAt.getTime() <= charge.expiresAt.getTime() + quoteGraceMs',
    to: 'minedAt.getTime() > 0',
    test: quotes,
    name: 'that no rate was known for when money came is left to the merchant, as what comes after the charge',
  },
  {
    rule: 'money that a reorganization moves is judged by its new block',
    file: 'src/service/payments/store/record.ts',
    from: 'if (creditedTo !== undefined)',
    to: "if (creditedTo === '')",
    test: 'test/service/charges/late-quotes.test.ts',
    name: 'money that a reorganization moves behind the end of its amount is judged again, by its new block',
  },
  {
    rule: 'the amount by which money counts is kept',
    file: 'src/service/payments/store/record.ts',
    from: 'await saveQuotePeriods(tx, chargeId, periods)',
    to: '',
    test: quotes,
    name: 'is no free option: paid after it ran out, half its worth completes nothing',
  },
  {
    rule: 'a receipt names the rate by which money counted',
    file: 'src/service/charges/receipts.ts',
    from: 'describeRate(findCountedRate(charge), false)',
    to: 'describeRate(charge.quotePeriods[0]?.rate, false)',
    test: 'test/service/charges/local-currency.test.ts',
    name: 'counts money by the rate of its block where no amount holds, and the receipt says which',
  },
  {
    rule: 'a feed that says nothing credits nothing sooner',
    file: 'src/service/charges/usd-value.ts',
    from: "return price?.usdSource === 'unavailable' ? Number.POSITIVE_INFINITY : undefined",
    to: 'return undefined',
    test: 'test/service/payments/finality.test.ts',
    name: 'a payment in a token with a feed waits by its value, and the longest where the feed gave none',
  },
  {
    rule: 'the reply says what a payment waits for, by the value that the watcher goes by',
    file: 'src/service/charges/awaited-finality.ts',
    from: 'price: { usdPrice, usdSource }',
    to: 'price: undefined',
    test: 'test/service/payments/awaited-finality.test.ts',
  },
  {
    rule: 'a payment in any token waits by its value',
    file: 'src/service/watcher/confirm/finality.ts',
    from: '{ byRates: true }',
    to: '{ byRates: false }',
    test: 'test/service/payments/finality.test.ts',
    name: 'a payment in a token with a feed waits by its value, and the longest where the feed gave none',
  },
]
