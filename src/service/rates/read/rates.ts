import type { Logger } from 'pino'
import { PayError } from '../../../errors.ts'
import { chooseSource, describeStep, formatRate, judgeStep } from '../judge.ts'
import type { FxSetting } from '../setting.ts'
import type { KeptRate, RateSource, SourceAnswer } from '../source.ts'
import type { FxRateStore } from '../store/rates.ts'
import type { FxRate, FxRateState, OperatedFxRates } from '../types.ts'

const hourMs = 3_600_000
/** How long an answer is used, so that a thousand charges cost one reading. */
const reuseMs = 60_000
/** How long a refusal is: shorter, for the operator who repairs it. */
const refusalReuseMs = 10_000
/** A rate that does not change is kept once an hour. */
const keepEachMs = hourMs
/** How long the rate of now stands for money that was mined before. */
const nowLastsMs = hourMs

/** Options of {@link createFxRates}. */
export interface FxRatesOptions {
  settings: readonly FxSetting[]
  /** The sources of a currency, in the operator's order. */
  openSources: (setting: FxSetting) => readonly RateSource[]
  store: FxRateStore
  log: Logger
  /** Called with the state of a currency that was read. @default no notification */
  onRead?: ((state: FxRateState) => void) | undefined
  /** Called for each price that was not made because of the rate. @default no notification */
  onRefusal?: ((currency: string) => void) | undefined
}

/** A currency's state, and until when it is reused by `performance.now()`. */
interface Reading {
  state: FxRateState
  reusedUntil: number
}

/** Creates the rates of the operator's currencies. Reads nothing yet. */
export function createFxRates(options: FxRatesOptions): OperatedFxRates {
  const { store, onRefusal = () => undefined } = options
  const readers = new Map(
    options.settings.map((setting) => [setting.currency, createReader(setting, options)]),
  )
  const getReader = (currency: string) => {
    const reader = readers.get(currency)
    if (reader) return reader
    throw createRateError(currency, 'FX_RATES does not name it')
  }
  async function readNow(currency: string): Promise<FxRate> {
    const { rate, refusal } = await getReader(currency).read()
    if (rate) return rate
    onRefusal(currency)
    throw createRateError(currency, refusal ?? 'it was not read')
  }
  return {
    currencies: [...readers.keys()].sort(),
    async read(currency, at) {
      if (at === undefined) return await readNow(currency)
      const kept = await store.findFxRateAt(currency, at)
      if (kept) return toFxRate(kept)
      if (Math.abs(Date.now() - at.getTime()) <= nowLastsMs) return await readNow(currency)
      throw createRateError(currency, `none is kept of ${at.toISOString()}`)
    },
    listStates: async () => await Promise.all([...readers.values()].map(({ read }) => read())),
    getStates: () => [...readers.values()].flatMap(({ getState }) => getState() ?? []),
    async accept(currency) {
      const { read } = getReader(currency)
      const accepted = await store.acceptFxRate(currency)
      if (!accepted) throw new PayError('not_found', `No rate of ${currency} waits to be accepted.`)
      await read({ isFresh: true })
      return toFxRate(accepted)
    },
  }
}

/** No rates at all: for whoever has no store that keeps any. */
export const noFxRates: OperatedFxRates = {
  currencies: [],
  read: async (currency) => {
    throw createRateError(currency, 'FX_RATES does not name it')
  },
  listStates: async () => [],
  getStates: () => [],
  accept: async (currency) => {
    throw new PayError('not_found', `FX_RATES does not name ${currency}.`)
  },
}

function createRateError(currency: string, why: string): PayError {
  return new PayError(
    'price_unavailable',
    `There is no rate of ${currency} now: ${why}. Try again later; prices in other currencies go on.`,
    { retryable: true },
  )
}

const toFxRate = ({ currency, answer, decimals, source, at }: FxRate): FxRate => ({
  currency,
  answer,
  decimals,
  source,
  at,
})

/** Reads one currency. */
interface RateReader {
  /** @param how `isFresh`: reads the sources in any case. @default false */
  read(how?: { isFresh: boolean }): Promise<FxRateState>
  /** Returns the last state, undefined before the first, and has an old one read again. */
  getState(): FxRateState | undefined
}

/** Creates the reader of one currency. Calls at the same time share one reading. */
function createReader(setting: FxSetting, options: FxRatesOptions): RateReader {
  const sources = options.openSources(setting)
  let last: Reading | undefined
  let pending: Promise<Reading> | undefined
  const read = async () => {
    try {
      const read = await readState(setting, sources, options)
      const lastRefusedAt = read.rate ? last?.state.lastRefusedAt : read.readAt
      const state = { ...read, lastRefusedAt }
      logChange(options.log, last?.state, state)
      options.onRead?.(state)
      const lastsMs = state.rate ? reuseMs : refusalReuseMs
      last = { state, reusedUntil: performance.now() + lastsMs }
      return last
    } finally {
      pending = undefined
    }
  }
  const isReused = () =>
    last !== undefined && performance.now() < last.reusedUntil && isStillFresh(last.state)
  const readAgain = async () => {
    pending ??= read()
    return (await pending).state
  }
  return {
    read: async (how) => (last && !how?.isFresh && isReused() ? last.state : await readAgain()),
    getState() {
      if (!isReused())
        void readAgain().catch((err: unknown) =>
          options.log.warn({ err }, 'A rate could not be read. The service tries again.'),
        )
      return last?.state
    },
  }
}

/** Returns whether no source of a state has become too old since it was read. */
function isStillFresh({ sources }: FxRateState): boolean {
  return sources.every(({ rate }) => rate === undefined || rate.freshUntil.getTime() >= Date.now())
}

/** Says once that a currency has no rate any more, and that it has one again. */
function logChange(log: Logger, before: FxRateState | undefined, now: FxRateState): void {
  const { currency, refusal } = now
  if (refusal === before?.refusal) return
  if (refusal !== undefined)
    log.warn({ currency, refusal }, 'A currency has no rate. Prices in all others go on.')
  else log.info({ currency }, 'A currency has a rate again.')
}

/** Reads all sources of a currency, and decides which one counts. */
async function readState(
  { currency, min, max, boundPercent }: FxSetting,
  sources: readonly RateSource[],
  { store }: FxRatesOptions,
): Promise<Omit<FxRateState, 'lastRefusedAt'>> {
  const answers = await readSources(sources)
  const readAt = new Date()
  const {
    answers: checked,
    answer,
    isAlone,
    refusal,
  } = chooseSource({ min, max, boundPercent }, answers)
  const state = {
    currency,
    min,
    max,
    boundPercent,
    readAt,
    sources: checked.map(({ name, rate, failure }) => ({ source: name, rate, failure })),
  }
  if (!answer) {
    // A step that another source contradicts has not stood: it waits anew when its source is alone again.
    if (checked.some(({ rate }) => rate)) await store.deleteWaitingFxRate(currency)
    return { ...state, rate: undefined, refusal, isWaiting: false }
  }
  const rate: KeptRate = { currency, source: answer.name, ...answer.rate, readAt }
  const step = await keep(rate, isAlone && !answer.isByHand, boundPercent, store)
  return {
    ...state,
    rate: step === undefined ? toFxRate(rate) : undefined,
    refusal: step,
    isWaiting: step !== undefined,
  }
}

/** Returns the answer of each source. Never rejects. */
export async function readSources(sources: readonly RateSource[]): Promise<SourceAnswer[]> {
  return await Promise.all(sources.map(readSource))
}

async function readSource({ name, isByHand, read }: RateSource): Promise<SourceAnswer> {
  try {
    return { name, isByHand, rate: await read() }
  } catch (cause) {
    return { name, isByHand, failure: cause instanceof Error ? cause.message : String(cause) }
  }
}

/**
 * Keeps a rate that is used, or lets it wait, and returns why it waits.
 *
 * @param isChecked whether its step is judged: nothing else bounds it
 */
async function keep(
  rate: KeptRate,
  isChecked: boolean,
  boundPercent: number,
  store: FxRateStore,
): Promise<string | undefined> {
  const { readAt } = rate
  const since = new Date(readAt.getTime() - hourMs)
  const { refusal } = await store.decideFxRate(rate, since, (used, waiting) => {
    const step = isChecked ? judgeStep(rate, boundPercent, used, waiting, readAt) : undefined
    if (step?.verdict !== 'wait') {
      const keeps = isKept(rate, used[0]) ? undefined : ('used' as const)
      return { keeps, endsWaiting: true, refusal: undefined }
    }
    const { readAt: waitsSince } = step.isNew ? rate : (waiting ?? rate)
    return {
      keeps: step.isNew ? ('waiting' as const) : undefined,
      endsWaiting: false,
      refusal: describeStep(rate, step.from, boundPercent, waitsSince),
    }
  })
  return refusal
}

/** Returns whether the newest of the kept rates says the same, and was read not long ago. */
function isKept(rate: KeptRate, newest: KeptRate | undefined): boolean {
  return (
    newest !== undefined &&
    newest.source === rate.source &&
    formatRate(newest) === formatRate(rate) &&
    newest.freshUntil.getTime() === rate.freshUntil.getTime() &&
    rate.readAt.getTime() - newest.readAt.getTime() < keepEachMs
  )
}
