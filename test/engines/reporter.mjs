import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { figuresOf } from '../element/support/figures.mjs'

/**
 * A reporter for a run in several engines: it prints what ran in each, which were missing and what was left out, and
 * writes { passed, failed, left, missing, leftFiles } to a file.
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
      writeFileSync(path, `${JSON.stringify({ ...figures, left, missing, leftFiles })}\n`)
    },
  }
}
