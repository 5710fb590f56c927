// The month is played in a process of its own, whose clock is set to each of its days in turn: so its charges, payments and decisions
// have the times that they would have had. The service there is the real one, and its embedded database takes its time from the
// same clock. The monotonic clock goes with it: for the service, the days pass.

const RealDate = Date
const realNow = performance.now.bind(performance)
/** Milliseconds by which the clock is ahead of the real one, now and at first. */
let aheadMs: number | undefined
let firstAheadMs = 0

/** Sets the clock of this process, never back. It goes on from there. */
export function setClock(at: Date): void {
  const wanted = at.getTime() - RealDate.now()
  if (aheadMs === undefined) firstAheadMs = wanted
  aheadMs = Math.max(aheadMs ?? wanted, wanted)
}

const now = () => RealDate.now() + (aheadMs ?? 0)

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: [], newTarget) =>
    args.length === 0 ? new target(now()) : Reflect.construct(target, args, newTarget),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
performance.now = () => realNow() + (aheadMs === undefined ? 0 : aheadMs - firstAheadMs)
