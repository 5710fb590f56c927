import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'

/** Every test of a suite and the suites within. */
function testsOf({ tests, suites }) {
  return [...tests, ...suites.flatMap(testsOf)]
}

/** Counts one file's run. A file that broke outside of its tests is one failure more. */
function count({ testResults, errors, passed }) {
  const tests = testResults ? testsOf(testResults) : []
  const skipped = tests.filter((test) => test.skipped).length
  const failed = tests.filter((test) => !test.skipped && !test.passed).length
  const broken = errors.length > 0 || (!passed && failed === 0) ? 1 : 0
  return { passed: tests.length - skipped - failed, failed: failed + broken, skipped }
}

/** The failing tests of one file's run, and what broke outside of them. */
function describeFailures({ testFile, browser, testResults, errors }) {
  const tests = testResults ? testsOf(testResults) : []
  const failing = tests.filter((test) => !test.skipped && !test.passed)
  const texts = [
    ...failing.map(({ name, error }) => `${name}\n    ${error?.message ?? ''}`),
    ...errors.map(({ message }) => `outside of the tests\n    ${message}`),
  ]
  return texts.map((text) => `✖ ${relative('.', testFile)} (${browser.name}) ${text}`)
}

/** Lists the failing tests of several files' runs. */
export const failuresOf = (sessions) => [...sessions].flatMap(describeFailures)

/** { passed, failed, skipped } of several files' runs. */
export function figuresOf(sessions) {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const session of sessions) {
    const one = count(session)
    for (const key of Object.keys(sum)) sum[key] += one[key]
  }
  return sum
}

/** A reporter that writes { passed, failed, skipped } to a file when the run is over. */
export function figuresReporter(path) {
  return {
    onTestRunFinished({ sessions }) {
      mkdirSync(dirname(path), { recursive: true })
      const report = { ...figuresOf(sessions), failures: failuresOf(sessions) }
      writeFileSync(path, `${JSON.stringify(report)}\n`)
    },
  }
}
