/**
 * How much of what is random a run plays: 1 as usual, 10 for ten times as much. The variable EFFORT sets it, and
 * `npm run test:nightly` sets EFFORT.
 */
export const effort = Number(process.env.EFFORT ?? 1)
