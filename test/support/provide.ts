import { after, before } from 'node:test'

/**
 * What is there for the tests of a file, or of a `describe`. At the top of a file `node:test` begins all `before` hooks at
 * once: one that needs the thing awaits `started` first.
 */
export type Provided<Thing> = Thing & { started: Promise<void> }

/** Starts a thing before the tests of the file, or of the `describe`, that calls this, and ends it after them. */
export function provide<Thing extends object>(
  start: (thing: Thing) => Promise<unknown>,
  end: (thing: Thing) => Promise<unknown>,
): Provided<Thing> {
  const { promise: started, resolve, reject } = Promise.withResolvers<void>()
  const thing = { started } as Provided<Thing>
  before(() => {
    start(thing).then(() => resolve(), reject)
    return started
  })
  after(() => end(thing))
  return thing
}
