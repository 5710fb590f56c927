import { describeSource, type FxSetting, type FxSource, type HandSource } from '../setting.ts'
import type { RateSource, SourceRate } from '../source.ts'

/** Opens the sources of a currency. Reads nothing yet. */
export function openSources({ sources }: FxSetting): readonly RateSource[] {
  return sources.map((source) => ({
    name: describeSource(source),
    isByHand: source.kind === 'hand',
    read: openSource(source),
  }))
}

function openSource(source: FxSource): RateSource['read'] {
  if (source.kind === 'hand') return async () => readHand(source)
  return async () => {
    throw new Error('cannot be read')
  }
}

/** A rate by hand is as of now until it ends. */
function readHand({ rate, until }: HandSource): SourceRate {
  const at = new Date()
  if (at >= until) throw new Error(`has ended (until ${until.toISOString()})`)
  return { ...rate, at, freshUntil: until }
}
