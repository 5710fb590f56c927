type Work = () => unknown

/** Mocha's words, which the test runner puts into the page. */
const mocha = globalThis as unknown as {
  it: (promise: string, work: Work) => void
  beforeEach: (work: Work) => void
  afterEach: (work: Work) => void
}

export const { it: test, beforeEach, afterEach } = mocha
