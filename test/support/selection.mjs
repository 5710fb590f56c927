import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// Which tests run, as test/run.ts hands it to runners that take no list of files beside their configuration:
// TEST_FILES (a JSON list of pieces of paths) and TEST_NAME (a piece of a test's name).

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns the files that match the patterns, and of these only the chosen ones where some were chosen. */
export function selectFiles(patterns) {
  const chosen = JSON.parse(process.env.TEST_FILES ?? '[]')
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()
  return files.filter((file) => chosen.length === 0 || chosen.some((part) => file.includes(part)))
}

/** Returns the options of Mocha, which runs the tests in browsers. */
export function mochaConfig(timeout) {
  const { TEST_NAME } = process.env
  return { ui: 'bdd', timeout, ...(TEST_NAME && { grep: TEST_NAME }) }
}
