import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { isNightly } from '../../support/effort.ts'

// relay-world.ts says what happens in a schedule; `SEED=… COUNT=… node test/service/watcher/relay-soak.ts` plays others.

const soak = fileURLToPath(new URL('./relay-soak.ts', import.meta.url))
const schedules = isNightly ? 1_000_000 : 500

interface Sum {
  schedules: number
  paid: number
  refused: number
  browser: number
  program: number
  broken: string
}

/** In a process of its own: node:test watches every promise of its own one, which costs as much as the play. */
async function play(count: number, faults: object = {}, seed = 1): Promise<Sum> {
  const env = {
    ...process.env,
    SEED: String(seed),
    COUNT: String(count),
    FAULT: JSON.stringify(faults),
  }
  const { stdout } = await promisify(execFile)(process.execPath, [soak], { env })
  return JSON.parse(stdout) as Sum
}

test('over all schedules no account pays a charge twice, and nothing that was accepted is lost', async (t) => {
  const sum = await play(schedules)
  t.diagnostic(JSON.stringify(sum))
  assert.equal(sum.broken, '')
  // Schedules in which nothing happens would show nothing.
  assert.ok(sum.paid > schedules / 2)
  assert.ok(sum.refused > schedules / 2)
  assert.ok(sum.browser > schedules / 10)
  assert.ok(sum.program > schedules / 10)
})

/** Each with a seed a little before the first schedule that it breaks. */
const planted: [what: string, faults: object, broken: RegExp, seed: number][] = [
  [
    'a relayer whose transactions share a nonce',
    { sharesNonces: true },
    /two authorizations have one nonce|a nonce waits/,
    1,
  ],
  [
    'a browser that makes up its nonce',
    { randomNonce: true },
    /an account paid a charge twice|says otherwise|waits for what has lapsed/,
    1,
  ],
  [
    'a browser that believes a refusal on the way',
    { believesRefusals: true },
    /an account paid a charge twice/,
    180,
  ],
  [
    'a browser that forgets its journal',
    { forgetsJournal: true },
    /an account paid a charge twice/,
    520,
  ],
]
for (const [what, faults, broken, seed] of planted)
  test(`the schedules find ${what}`, async (t) => {
    const sum = await play(1000, faults, seed)
    t.diagnostic(`after ${sum.schedules}: ${sum.broken}`)
    assert.match(sum.broken, broken)
  })
