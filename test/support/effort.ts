/**
 * How much of what is random a run plays: 1 as usual, 10 for ten times as much. The variable EFFORT sets it, and
 * `npm run test:nightly` sets EFFORT.
 */
export const effort = Number(process.env.EFFORT ?? 1)

/** Whether `npm run test:nightly` runs, which plays what other runs leave out. */
export const isNightly = Boolean(process.env.NIGHTLY)

/** What a run says of a test that it leaves to the night; `test/run.ts` counts these. */
export const leftToNight = 'left to npm run test:nightly'

/**
 * Options of `node:test` for a test that says again what another says in every run: with more rounds, at another pace, on
 * another database. `test('…', atNight, …)`
 */
export const atNight: { skip?: string } = isNightly ? {} : { skip: leftToNight }
