import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { pino } from 'pino'
import { logHooks, toPrintable } from '../../../src/service/kernel/print.ts'

// What strangers have written reaches the terminal of the operator: by `charge show`, by the log.

/** Everything below a space, DEL, C1, and what turns the order of letters. */
const dangerous = [
  ...Array.from({ length: 0xa0 }, (_, code) => code).filter((code) => code < 0x20 || code > 0x7e),
  ...[
    0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
  ],
].map((code) => String.fromCharCode(code))

test('nothing that a command prints moves a cursor, answers for its reader, or turns the order of letters', () => {
  for (const character of dangerous.filter((one) => one !== '\t' && one !== '\n'))
    assert.match(toPrintable(`a${character}b`), /^a\\u[0-9a-f]{4}b$/)
  assert.equal(toPrintable('a\tb\nc\r\nd'), 'a\tb\nc\r\nd')
  assert.equal(toPrintable('grüße, 日本, مرحبا, 👍🏽'), 'grüße, 日本, مرحبا, 👍🏽')
})

test('JSON that is printed has the same value', () => {
  const value = { metadata: { [dangerous.join('')]: dangerous.join('x') } }
  const printed = toPrintable(JSON.stringify(value, null, 2))
  assert.deepEqual(JSON.parse(printed), value)
  assert.doesNotMatch(printed, /[^\P{Cc}\n]/u)
})

test('a line of the log is one line, with the same value', () => {
  const lines: string[] = []
  const log = pino({ hooks: logHooks }, { write: (text: string) => void lines.push(text) })
  log.info({ route: dangerous.join('x') }, 'answered')
  const line = lines.join('')
  assert.doesNotMatch(line.slice(0, -1), /\p{Cc}/u)
  assert.equal((JSON.parse(line) as { route: string }).route, dangerous.join('x'))
})

test('no command prints past it', () => {
  const files = globSync(['src/cli.ts', 'src/service/cli/**/*.ts', 'src/service/*/commands/*.ts'])
  assert.ok(files.length > 15)
  // What speaks before anything else is loaded says only its own words.
  const own = ['src/service/kernel/print.ts', 'src/service/cli/check-node.ts']
  for (const file of files.filter((one) => !own.includes(one)))
    assert.doesNotMatch(readFileSync(file, 'utf8'), /console\.|process\.std(out|err)/, file)
})
