import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uuidPattern } from '../../../src/api/formats.ts'
import { createId } from '../../../src/service/kernel/id.ts'

const toBits = (id: string) => BigInt(`0x${id.replaceAll('-', '')}`)

test('an id is a UUID of version 7 that begins with its time, in milliseconds', () => {
  const before = Date.now()
  const id = createId()
  assert.match(id, uuidPattern)
  assert.equal(id[14], '7')
  assert.match(id[19] ?? '', /[89ab]/)
  const time = Number(toBits(id) >> 80n)
  assert.ok(before <= time && time <= Date.now())
})

test('ids of one millisecond tell nothing of each other: their other bits are random', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 0, 1) })
  const ids = Array.from({ length: 1000 }, () => toBits(createId()))
  // How many ids differ from the one before, bit by bit: half of them, where it is random.
  const changes = Array.from(
    { length: 80 },
    (_, bit) =>
      ids.slice(1).filter((id, index) => ((id ^ (ids[index] ?? 0n)) >> BigInt(bit)) & 1n).length,
  )
  assert.equal(changes.filter((count) => count > 400 && count < 600).length, 73)
  assert.equal(changes.filter((count) => count === 0).length, 80 - 73)
})
