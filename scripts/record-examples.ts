// Writes the examples of the API's document anew, from one shop's day on a real chain:
//   npm run examples
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { recordExamples } from '../test/service/openapi/story.ts'

const file = fileURLToPath(
  new URL('../src/service/openapi/examples/recorded.json', import.meta.url),
)
writeFileSync(file, `${JSON.stringify(await recordExamples(), null, 2)}\n`)
execFileSync('biome', ['format', '--write', file], { stdio: 'inherit' })
