import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

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
      writeFileSync(path, `${JSON.stringify(figuresOf(sessions))}\n`)
    },
  }
}
