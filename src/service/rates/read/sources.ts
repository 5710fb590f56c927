import { PayError } from '../../../errors.ts'
import type { Chains } from '../../chain/types/chains.ts'
import type { DatedRate } from '../../chain/types/tokens.ts'
import { readEcbRate } from '../ecb-document.ts'
import { addOpenTime, findHoliday, findWeekend } from '../market-time.ts'
import {
  type DocumentSource,
  describeSource,
  type FeedSource,
  type FxSetting,
  type FxSource,
  type HandSource,
} from '../setting.ts'
import type { RateSource, SourceRate } from '../source.ts'
import { createDocumentReader, type ReadDocument } from './document.ts'

/** A document of a day in the future is refused; clocks may differ a little. */
const maxClockSkewMs = 300_000

/** Creates the function that opens the sources of a currency. A document is one for all currencies. Reads nothing yet. */
export function createSourceOpener(
  chains: Pick<Chains, 'getCurrencyRate'>,
): (setting: FxSetting) => readonly RateSource[] {
  const documents = new Map<string, ReadDocument>()
  const getDocument = (url: string) => {
    const document = documents.get(url) ?? createDocumentReader(url)
    documents.set(url, document)
    return document
  }
  const open = (source: FxSource, currency: string): RateSource['read'] => {
    if (source.kind === 'hand') return async () => readHand(source)
    if (source.kind === 'feed') return async () => await readFeed(chains, source, currency)
    const readDocument = getDocument(source.url)
    return async () => readFromDocument(source, readEcbRate(await readDocument(), currency))
  }
  return ({ currency, sources }) =>
    sources.map((source) => ({
      name: describeSource(source),
      isByHand: source.kind === 'hand',
      read: open(source, currency),
    }))
}

async function readFeed(
  chains: Pick<Chains, 'getCurrencyRate'>,
  { chainId, feed, sequencerFeed, maxAgeSeconds }: FeedSource,
  currency: string,
): Promise<SourceRate> {
  const rate = await chains
    .getCurrencyRate({ currency, chainId, feed, sequencerFeed })
    .catch((cause: Error) => {
      throw cause instanceof PayError && cause.code === 'chain_unreachable'
        ? new Error(`cannot be read: ${cause.message}`)
        : cause
    })
  return checkAge(rate, addOpenTime(rate.at, maxAgeSeconds * 1000, findWeekend))
}

function readFromDocument({ maxAgeSeconds }: DocumentSource, rate: DatedRate): SourceRate {
  if (rate.at.getTime() > Date.now() + maxClockSkewMs)
    throw new Error(`is of ${rate.at.toISOString().slice(0, 10)}, which is in the future`)
  return checkAge(rate, addOpenTime(rate.at, maxAgeSeconds * 1000, findHoliday))
}

function checkAge(rate: DatedRate, freshUntil: Date): SourceRate {
  if (freshUntil.getTime() >= Date.now()) return { ...rate, freshUntil }
  throw new Error(`is too old: it is of ${rate.at.toISOString()}`)
}

/** A rate by hand is as of now until it ends. */
function readHand({ rate, until }: HandSource): SourceRate {
  const at = new Date()
  if (at < until) return { ...rate, at, freshUntil: until }
  throw new Error(`has ended at ${until.toISOString()}`)
}
