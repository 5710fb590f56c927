import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import type { Chains } from '../../../src/service/chain/types/chains.ts'
import { createClock } from '../../../src/service/watcher/clock.ts'
import { mockTime } from '../../support/mock-time.ts'

const log = pino({ level: 'silent' })
const chainId = 31_337

/** A clock whose node answers for each block in turn: its time, nothing yet, or a failure. */
function clockOf(...answers: (Date | undefined | Error)[]) {
  const getBlockTime = async () => {
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  }
  const chains = { getBlockTime } as Partial<Chains> as Chains
  return createClock({ chains, log, onOffset: () => undefined })
}

const tenMinutesAgo = () => new Date(Date.now() - 600_000)

test('a block that is newer than the last one tells of the clock; the first one does not', async () => {
  const clock = clockOf(tenMinutesAgo())
  await clock.measure(chainId, 5n)
  assert.ok(!clock.isMeasured(chainId))
  await clock.measure(chainId, 6n)
  assert.ok(clock.isMeasured(chainId))
  assert.equal(Math.round((clock.getOffsets().get(chainId) ?? 0) / 1000), 600)
})

for (const [what, failure] of [
  ['has not the block yet', undefined],
  ['fails', new Error('busy')],
] as const)
  test(`a node that ${what} is asked for the same block again, though no newer one comes`, async () => {
    const clock = clockOf(failure, tenMinutesAgo())
    await clock.measure(chainId, 5n)
    await clock.measure(chainId, 6n).catch((error) => assert.equal(error, failure))
    assert.ok(!clock.isMeasured(chainId))
    await clock.measure(chainId, 6n)
    assert.ok(clock.isMeasured(chainId))
  })

test('when this machine’s clock is set, the next block counts by the new time', async () => {
  const time = mockTime()
  try {
    const clock = clockOf(new Date())
    await clock.measure(chainId, 5n)
    await clock.measure(chainId, 6n)
    assert.equal(clock.getOffsets().size, 0)
    time.jump(-600_000)
    const made = new Date(Date.now() + 600_000)
    assert.equal(clock.correctBlockTime(chainId, made).getTime(), Date.now())
  } finally {
    time.reset()
  }
})

test('after a machine was suspended, the next block counts by its own time', async () => {
  const time = mockTime()
  try {
    const start = Date.now()
    const clock = clockOf(new Date(start), new Date(start + 3_600_000))
    await clock.measure(chainId, 5n)
    await clock.measure(chainId, 6n)
    // An hour has passed, of which the monotonic clock knows nothing.
    time.jump(3_600_000)
    await clock.measure(chainId, 7n)
    const made = new Date(Date.now())
    assert.equal(clock.correctBlockTime(chainId, made).getTime(), made.getTime())
  } finally {
    time.reset()
  }
})
