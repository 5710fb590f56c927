type Work = () => unknown
type Declare = (promise: string, work: Work) => void

/** Mocha's words, which the test runner puts into the page. */
const mocha = globalThis as unknown as {
  it: Declare & { skip: Declare }
  beforeEach: (work: Work) => void
  afterEach: (work: Work) => void
}

export const { it: test, beforeEach, afterEach } = mocha

/** Declares a test that this run leaves to `npm run test:nightly`. */
export const atNight: Declare = (promise, work) => mocha.it.skip(promise, work)
