import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { failuresOf, figuresOf } from '../element/support/figures.mjs'

/**
 * A reporter for a run in several engines: it prints what ran in each, which were missing and what was left out, and
 * writes what it found to a file.
 */
export function enginesReporter(path, engines, leftOut, leftFiles) {
  const missing = engines.filter(({ launcher }) => !launcher).map(({ name }) => name)
  return {
    onTestRunFinished({ sessions }) {
      for (const { name, launcher } of engines) {
        const own = sessions.filter(({ browser }) => browser === launcher)
        const { passed, failed } = figuresOf(own)
        console.log(launcher ? `${name}: ${passed} passed, ${failed} failed` : `${name} is missing`)
      }
      for (const { engine, file, reason } of leftOut)
        console.log(`${engine} leaves out ${file}: ${reason}`)
      mkdirSync(dirname(path), { recursive: true })
      const { skipped: left, ...figures } = figuresOf(sessions)
      const report = { ...figures, failures: failuresOf(sessions), left, missing, leftFiles }
      writeFileSync(path, `${JSON.stringify(report)}\n`)
    },
  }
}
