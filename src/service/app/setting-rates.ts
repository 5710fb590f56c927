import * as z from 'zod/mini'
import { formatAmount, parseAmount } from '../../amount.ts'
import { Address } from '../../api/schemas/fields.ts'
import { parseAddress } from '../chain/address.ts'
import { getCurrencyDigits } from '../rates/currency-digits.ts'
import type { FxSetting, FxSource } from '../rates/setting.ts'
import { createFormError, parseJson, parseUrl } from './setting-texts.ts'

// Parser of FX_RATES. Errors continue after the variable's name.

const example =
  '{"EUR":{"min":0.8,"max":1.6,"sources":[{"chainId":1,"feed":"0x…","maxAgeSeconds":90000},{"ecbUrl":"https://…"}]}}'

const defaultBoundPercent = 3
/** Decimal places of a rate by hand. */
const rateDecimals = 12
/** A document is refused two days after the next one was due, so that one missing document stops nothing. */
const documentAgeSeconds = 172_800
/** At most a year: a longer age would not be a real limit. */
const maxAgeSeconds = z.int().check(z.positive(), z.lte(31_536_000))
const bound = z.number().check(z.positive())

const FeedJson = z.strictObject({
  chainId: z.int().check(z.positive()),
  feed: Address,
  maxAgeSeconds,
  sequencerFeed: z.optional(Address),
})
const DocumentJson = z.strictObject({
  ecbUrl: z.string(),
  maxAgeSeconds: z.optional(maxAgeSeconds),
})
const HandJson = z.strictObject({
  rate: z.string().check(z.regex(/^\d{1,9}(\.\d{1,12})?$/)),
  until: z.iso.date(),
})
const CurrencyJson = z.strictObject({
  min: bound,
  max: bound,
  boundPercent: z.optional(z.number().check(z.gte(0.1), z.lte(50))),
  sources: z.array(z.looseObject({})).check(z.minLength(1), z.maxLength(5)),
})

/** Parses the sources of currencies' rates, by ISO 4217 code. */
export function parseFxRates(text: string): readonly FxSetting[] {
  const json = parseJson(text, example)
  const parsed = z.record(z.string(), CurrencyJson).safeParse(json)
  if (!parsed.success) throw createFormError(parsed.error, example)
  return Object.entries(parsed.data).map(
    ([currency, { boundPercent = defaultBoundPercent, sources, ...given }]) => {
      checkCurrency(currency)
      if (given.min >= given.max)
        throw new Error(`is not valid at ${currency}.max: it must be more than min`)
      const setting = {
        ...given,
        currency,
        boundPercent,
        sources: sources.map((source, index) =>
          parseSource(source, `${currency}.sources.${index}`),
        ),
      }
      checkSources(setting)
      return setting
    },
  )
}

function checkCurrency(currency: string): void {
  if (currency === 'USD') throw new Error('names USD, which needs no rate: leave it out')
  if (getCurrencyDigits(currency) === undefined)
    throw new Error(
      `names "${currency.slice(0, 20)}", which is no currency of ISO 4217, such as EUR`,
    )
}

function parseSource(source: Record<string, unknown>, place: string): FxSource {
  const parse = <T>(schema: z.core.$ZodType<T>): T => {
    const parsed = z.safeParse(schema, source)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    const keys = issue?.code === 'unrecognized_keys' ? issue.keys : []
    const at = [place, ...(issue?.path ?? []), ...keys.slice(0, 1)].join('.')
    throw new Error(`is not valid at ${at}: write it like ${example}`)
  }
  if ('feed' in source) {
    const { feed, sequencerFeed, ...rest } = parse(FeedJson)
    return {
      kind: 'feed',
      ...rest,
      feed: parseAddress(feed, `${place}.feed`),
      ...(sequencerFeed !== undefined && {
        sequencerFeed: parseAddress(sequencerFeed, `${place}.sequencerFeed`),
      }),
    }
  }
  if ('ecbUrl' in source) {
    const { ecbUrl, maxAgeSeconds = documentAgeSeconds } = parse(DocumentJson)
    return { kind: 'document', url: parseDocumentUrl(ecbUrl, `${place}.ecbUrl`), maxAgeSeconds }
  }
  if ('rate' in source) {
    const { rate, until } = parse(HandJson)
    // It holds until the end of its last day.
    const end = new Date(Date.parse(until) + 86_400_000)
    return {
      kind: 'hand',
      rate: { answer: parseAmount(rate, rateDecimals), decimals: rateDecimals },
      until: end,
    }
  }
  throw new Error(`is not valid at ${place}: a source has "feed", "ecbUrl" or "rate"`)
}

function parseDocumentUrl(url: string, place: string): string {
  try {
    const { username, password } = new URL(parseUrl('https:', 'http:')(url))
    if (username === '' && password === '') return url
  } catch (cause) {
    throw new Error(`is not valid at ${place}: it ${(cause as Error).message}`)
  }
  // No fetch takes such a URL, and its refusal repeats the password.
  throw new Error(`is not valid at ${place}: it must be a URL without a user name and a password`)
}

/** Throws for sources that could never be used together. */
function checkSources({ currency, min, max, sources }: FxSetting): void {
  for (const [index, source] of sources.entries()) {
    const place = `${currency}.sources.${index}`
    if (source.kind === 'hand') {
      const rate = formatAmount(source.rate.answer, source.rate.decimals)
      if (Number(rate) < min || Number(rate) > max)
        throw new Error(`is not valid at ${place}.rate: ${rate} is not from min to max`)
    }
    const same = sources.findIndex((other) => isSame(other, source))
    if (same < index) throw new Error(`is not valid at ${place}: it is source ${same} again`)
  }
}

/** A source bounds another one only where it is another. */
function isSame(a: FxSource, b: FxSource): boolean {
  if (a.kind === 'feed' && b.kind === 'feed') return a.feed === b.feed && a.chainId === b.chainId
  if (a.kind === 'document' && b.kind === 'document') return a.url === b.url
  return a.kind === 'hand' && b.kind === 'hand'
}
