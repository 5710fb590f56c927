import { formatAmount } from '../../amount.ts'
import type { UsdRate } from '../chain/types/tokens.ts'
import { addOpenTime, findWeekend } from './market-time.ts'
import type { FxSetting } from './setting.ts'
import type { KeptRate, SourceAnswer, SourceRate } from './source.ts'

// Which rate of a currency counts, by the answers of its sources and by the rates before it.

const hourMs = 3_600_000
/** How long a rate that was used is compared with the next one, in open market time: a currency may move in longer gaps. */
const comparedMs = 72 * hourMs
/** How long a step of one source alone has to stand. */
export const confirmationMs = hourMs

/** The answer of a source that can be used. */
export type FreshAnswer = SourceAnswer & { rate: SourceRate }

/** The source that counts, or why none does, with the answers of all. */
export type Choice = { answers: readonly SourceAnswer[] } & (
  | { answer: FreshAnswer; isAlone: boolean; refusal?: undefined }
  | { answer?: undefined; isAlone?: undefined; refusal: string }
)

/** Formats a rate for the operator. */
export const formatRate = ({ answer, decimals }: UsdRate): string => formatAmount(answer, decimals)

/** Chooses the first source that answers; the next one bounds it. */
export function chooseSource(
  { min, max, boundPercent }: Pick<FxSetting, 'min' | 'max' | 'boundPercent'>,
  given: readonly SourceAnswer[],
): Choice {
  const answers = given.map(
    (answer): SourceAnswer =>
      answer.rate && !isWithin(answer.rate, min, max)
        ? {
            ...answer,
            rate: undefined,
            failure: `says ${formatRate(answer.rate)} USD, which is not from ${min} to ${max}`,
          }
        : answer,
  )
  const [first, next] = answers.filter((answer): answer is FreshAnswer => answer.rate !== undefined)
  if (!first) {
    const failures = answers.map(({ name, failure }) => `${name} ${failure}`)
    return { answers, refusal: `no source can be used: ${failures.join('; ')}` }
  }
  if (next && differs(first.rate, next.rate, boundPercent)) {
    const values = [first, next].map(({ name, rate }) => `${name} says ${formatRate(rate)} USD`)
    return {
      answers,
      refusal: `its sources differ by more than ${boundPercent} %: ${values.join(', ')}`,
    }
  }
  return { answers, answer: first, isAlone: next === undefined }
}

/** Returns whether two rates are further apart than so many percent of the lower one. */
export function differs(a: UsdRate, b: UsdRate, percent: number): boolean {
  const [x, y] = [a.answer * 10n ** BigInt(b.decimals), b.answer * 10n ** BigInt(a.decimals)]
  const [low, high] = x < y ? [x, y] : [y, x]
  return high * 1_000_000n > low * BigInt(Math.round(1_000_000 + percent * 10_000))
}

/** The bounds are wide, so that a float is exact enough here. */
function isWithin(rate: UsdRate, min: number, max: number): boolean {
  const dollars = Number(formatRate(rate))
  return dollars >= min && dollars <= max
}

/** What follows from a rate of one source alone: `use`, or `wait` until it stands. */
export type StepVerdict = { verdict: 'use' } | { verdict: 'wait'; from: KeptRate; isNew: boolean }

/**
 * Judges a rate of one source alone by the rates that were used, and by the one that waits. It may move by the bound an hour: it is
 * compared with each rate of the last hour, and with the one before them. A larger step counts when a reading at least an
 * hour later agrees with it.
 *
 * @param used the rates that were used in the last hour and the one before them, the newest first
 */
export function judgeStep(
  rate: UsdRate,
  boundPercent: number,
  used: readonly KeptRate[],
  waiting: KeptRate | undefined,
  now: Date,
): StepVerdict {
  const references = used.slice(0, findEnd(used, boundPercent, now))
  const from = references.find((reference) => differs(rate, reference, boundPercent))
  if (!from) return { verdict: 'use' }
  const agrees = waiting !== undefined && !differs(rate, waiting, boundPercent)
  if (agrees && now.getTime() - waiting.readAt.getTime() >= confirmationMs)
    return { verdict: 'use' }
  return { verdict: 'wait', from, isNew: !agrees }
}

/** Returns how many of the newest rates the next one is compared with. */
function findEnd(used: readonly KeptRate[], boundPercent: number, now: Date): number {
  const isCompared = (one: KeptRate, index: number) => {
    const newer = used[index - 1]
    return (
      addOpenTime(one.readAt, comparedMs, findWeekend) >= now &&
      // A step between two of them was confirmed: those before it say nothing about the next.
      !(newer && differs(one, newer, boundPercent))
    )
  }
  const end = used.findIndex((one, index) => !isCompared(one, index))
  return end < 0 ? used.length : end
}

/**
 * Says that a step waits, and until when.
 *
 * @param since when it was first read
 */
export function describeStep(
  { currency, source, ...rate }: KeptRate,
  from: KeptRate,
  boundPercent: number,
  since: Date,
): string {
  const until = new Date(since.getTime() + confirmationMs).toISOString()
  return (
    `${source} alone says ${formatRate(rate)} USD, which is more than ${boundPercent} % from ${formatRate(from)} USD before; ` +
    `it counts if it still says so at ${until}, or after \`pay-charge rates accept ${currency}\``
  )
}
