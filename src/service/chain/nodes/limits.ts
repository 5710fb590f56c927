/**
 * The known refusals of a node. They are remembered, so that a limit costs one refused call and not one in each poll. A refusal can
 * only lead to smaller ranges and to waiting, never to skipped blocks.
 */
export interface NodeLimits {
  /** Returns the most blocks to ask logs of in one call; undefined while the node has refused none. */
  getLogRange(): bigint | undefined
  /** Remembers that the node refused the logs of this many blocks, and makes the limit smaller than that. */
  learnLogRange(refused: bigint, text: string): void
  /** Returns for how many milliseconds the node asked not to be called. */
  getPauseMs(): number
  /** Remembers that the node asked for fewer calls, and for how many milliseconds if it stated a time. */
  pause(milliseconds?: number): void
  /** Remembers that the node answered: the next pause is short again. */
  recordAnswer(): void
  /** Returns how many calls the node has answered. */
  getAnswerCount(): number
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** How long a limit that the node has stated counts: the operator may have changed the plan since. */
const statedLimitMs = 24 * hourMs
/** How long it takes until a range that had too many results is doubled: how many there are changes. */
const growIntervalMs = hourMs
/** How long a refusal counts that may have had another reason than the range. */
const unclearLimitMs = minuteMs
/** Milliseconds of the first pause when the node states no time, and of the longest pause that it may ask for. */
const firstPauseMs = 1000
const maxUnstatedPauseMs = minuteMs
const maxPauseMs = 15 * minuteMs

interface LogRangeLimit {
  blocks: bigint
  kind: 'stated' | 'results' | 'unclear'
  learntAt: number
}

/** Creates the limits of a node about which nothing is known yet. */
export function createNodeLimits(now: () => number = Date.now): NodeLimits {
  let limit: LogRangeLimit | undefined
  let pausedUntil = 0
  let nextPauseMs = firstPauseMs
  let answerCount = 0

  function ageLimit(): void {
    if (!limit) return
    const ageMs = now() - limit.learntAt
    if (limit.kind === 'stated' && ageMs >= statedLimitMs) limit = undefined
    else if (limit.kind === 'unclear' && ageMs >= unclearLimitMs) limit = undefined
    else if (limit.kind === 'results' && ageMs >= growIntervalMs)
      limit = { ...limit, blocks: 2n * limit.blocks, learntAt: now() }
  }

  return {
    getLogRange() {
      ageLimit()
      return limit?.blocks
    },
    learnLogRange(refused, text) {
      const stated = readStatedRange(text, refused)
      const blocks = stated ?? (refused > 1n ? refused / 2n : 1n)
      const isAboutSize = stated !== undefined || isResultLimit(text)
      const isPlan = stated !== undefined && !isResultLimit(text)
      limit = {
        blocks,
        kind: isPlan ? 'stated' : isAboutSize ? 'results' : 'unclear',
        learntAt: now(),
      }
    },
    getPauseMs: () => Math.max(0, pausedUntil - now()),
    pause(milliseconds) {
      // Calls that run at the same time are refused together: that is one refusal.
      if (milliseconds === undefined && now() < pausedUntil) return
      const durationMs = Math.min(milliseconds ?? nextPauseMs, maxPauseMs)
      if (milliseconds === undefined) nextPauseMs = Math.min(2 * nextPauseMs, maxUnstatedPauseMs)
      pausedUntil = Math.max(pausedUntil, now() + durationMs)
    },
    recordAnswer() {
      nextPauseMs = firstPauseMs
      answerCount += 1
    },
    getAnswerCount: () => answerCount,
  }
}

/** A range that the node suggests, such as `[0x2a, 0x33]` (Alchemy, Infura). */
const suggestedRange = /\[(0x[\da-f]{1,16}),\s*(0x[\da-f]{1,16})\]/i
/** The blocks that were asked for, such as `from 40 to 540` (Avalanche). */
const askedBlocks = /\bfrom \d{1,16} to \d{1,16}/gi
/** A number of blocks, such as `10 block range`, `a 5 range`, `max block range: 1,000` or `blocks distance: 2000`. */
const statedBlocks = [
  /\b(\d[\d,_]{0,11})(k?)[ -]?(?:blocks?|range)\b/gi,
  /\b(?:range|blocks?|distance|maximum|max|over|than size|exceeds?|limited to|limit)\b[^\d[\]]{0,24}(\d[\d,_]{0,11})(k?)\b/gi,
]

/**
 * Reads the number of blocks that a refusal allows; undefined when it states none that is smaller than the refused number. Of
 * several numbers the largest counts: a smaller one may mean something else, and a limit that is still too large is refused once
 * more.
 */
function readStatedRange(text: string, refused: bigint): bigint | undefined {
  const [, from, to] = suggestedRange.exec(text) ?? []
  const suggested = from && to ? BigInt(to) - BigInt(from) + 1n : 0n
  if (suggested > 0n && suggested < refused) return suggested
  const withoutAsked = text.replace(askedBlocks, '')
  const numbers = statedBlocks
    .flatMap((pattern) => [...withoutAsked.matchAll(pattern)])
    .map(([, digits = '', kilo]) => BigInt(digits.replace(/[,_]/g, '')) * (kilo ? 1000n : 1n))
    .filter((range) => range > 0n && range < refused)
  return numbers.reduce<bigint | undefined>(
    (most, range) => (most === undefined || range > most ? range : most),
    undefined,
  )
}

/** Returns whether a refusal is about the size of the answer, which depends on the contents of the blocks. */
function isResultLimit(text: string): boolean {
  return /\bresults?\b|\blogs\b|response|too (large|big|long|many)|\b413\b|time(d)? ?out/i.test(
    text,
  )
}

/** Reads a Retry-After header: seconds, or a date (RFC 9110, section 10.2.3). Returns milliseconds. */
export function parseRetryAfterMs(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Math.max(1, Number(header) * 1000)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
