import type { Logger } from 'pino'
import type { OperatedFxRates } from '../types.ts'

/** Milliseconds between two readings while nobody asks: rates are kept for money that is mined in between. */
const refreshMs = 5 * 60_000

/** Reads all rates now and every few minutes. Returns a function that ends it: a source that hangs keeps nothing waiting. */
export function startRefresh(
  rates: Pick<OperatedFxRates, 'currencies' | 'listStates'>,
  log: Logger,
): () => void {
  if (rates.currencies.length === 0) return () => undefined
  let isStopped = false
  const refresh = async () => {
    try {
      await rates.listStates()
    } catch (err) {
      if (isStopped) return
      log.warn({ err }, 'The rates of currencies could not be read. The service tries again.')
    }
  }
  void refresh()
  const timer = setInterval(() => void refresh(), refreshMs)
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}
