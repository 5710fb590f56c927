import { HttpError } from '../../../api/server/http-error.ts'

/** The most files of one account that are made or wait. Whoever asks for more is told to come again. */
const maxOfAccount = 2
/** The most of all accounts. */
const maxWaiting = 16
/** Seconds that a long file takes. */
const retryAfterSeconds = 10

/** Makes one file after the other. */
export type TakeTurn = <File>(accountId: string, make: () => Promise<File>) => Promise<File>

/**
 * Creates what makes files that are held in memory as a whole, rows and all, one after the other: many calls take no more of it than
 * one, and no account keeps all others waiting.
 *
 * @throws HttpError `rate_limit_exceeded`, by the function that is returned
 */
export function createTurns(): TakeTurn {
  let last: Promise<unknown> = Promise.resolve()
  /** The accounts whose files are made or wait. */
  const waiting: string[] = []
  return async (accountId, make) => {
    const ofAccount = waiting.filter((one) => one === accountId).length
    if (ofAccount >= maxOfAccount || waiting.length >= maxWaiting)
      throw new HttpError(
        'rate_limit_exceeded',
        `Such files are made one after the other, and too many wait. Wait ${retryAfterSeconds} s, or use csv.`,
        { headers: { 'retry-after': String(retryAfterSeconds) } },
      )
    waiting.push(accountId)
    const made = last.then(make).finally(() => waiting.splice(waiting.indexOf(accountId), 1))
    last = made.catch(() => undefined)
    return await made
  }
}
