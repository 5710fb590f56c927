import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { isNightly } from '../../support/effort.ts'
import type { Play, Sum } from './schedules/soak.ts'

// world.ts says what happens in a schedule; `SEED=… COUNT=… node test/service/relayer/schedules/soak.ts` plays others.

const soak = fileURLToPath(new URL('./schedules/soak.ts', import.meta.url))
const schedules = isNightly ? 100_000 : 500

/** Each with a seed a little before the first schedule that it breaks. */
const planted: [what: string, faults: Play['faults'], broken: RegExp, seed: number][] = [
  [
    'a relayer whose transactions share a nonce',
    { sharesNonces: true },
    /two authorizations have one nonce|a nonce waits/,
    270,
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
    /an account paid a charge twice|cannot sign which can/,
    1,
  ],
  [
    'a browser that forgets its journal',
    { forgetsJournal: true, browserActs: 12 },
    /an account paid a charge twice/,
    1,
  ],
  [
    'a browser that takes any failure of a wallet for one that cannot sign',
    { closesOnFailure: true },
    /cannot sign which can/,
    1,
  ],
  [
    'a service that credits whoever reports a transfer first',
    { creditsFirstReport: true },
    /the money of another account pays/,
    1,
  ],
  [
    'a charge that is offered again after a stranger has sent what was accepted for it',
    { forgetsForwarded: true },
    /asked to pay again|a debited program reads something else/,
    1,
  ],
  [
    'an authorization that is taken for each charge it is handed in for',
    { acceptsAgain: true },
    /the money of another account pays/,
    3_150,
  ],
  [
    'an authorization that proves its charge whoever has sent it',
    { provesAnySender: true },
    /the money of another account pays/,
    190,
  ],
  [
    'a search for what has used an authorization that begins with its acceptance',
    { searchesNoEarlier: true },
    /a nonce waits/,
    20_360,
  ],
]
const plays: Play[] = [
  { count: schedules, seed: 1, faults: {} },
  ...planted.map(([, faults, , seed]) => ({ count: 1000, seed, faults })),
]

/** What came of the plays, in their order. */
let sums: Sum[]
before(async () => {
  // In a process of its own: node:test watches every promise of its own one, which costs as much as the play.
  const env = { ...process.env, PLAYS: JSON.stringify(plays) }
  const { stdout } = await promisify(execFile)(process.execPath, [soak], { env })
  sums = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Sum)
  assert.equal(sums.length, plays.length)
})

test('over all schedules no account pays a charge twice, nobody’s money a thief’s order, and nothing that was accepted is lost', (t) => {
  const sum = sums[0] as Sum
  t.diagnostic(JSON.stringify(sum))
  assert.equal(sum.broken, '')
  // Schedules in which nothing happens would show nothing.
  assert.ok(sum.paid > schedules / 2)
  assert.ok(sum.refused > schedules / 2)
  assert.ok(sum.browser > schedules / 10)
  assert.ok(sum.program > schedules / 10)
  assert.ok(sum.forwarded > schedules / 2)
  assert.ok(sum.held > schedules / 100)
})

for (const [index, [what, , broken]] of planted.entries())
  test(`the schedules find ${what}`, (t) => {
    const sum = sums[index + 1] as Sum
    t.diagnostic(`after ${sum.schedules}: ${sum.broken}`)
    assert.match(sum.broken, broken)
  })
