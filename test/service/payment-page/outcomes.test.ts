import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOutcomes } from '../../../src/service/agents/routes/outcomes.ts'

test('whoever calls for one charge as often as he can leaves the payers of others their wait', async () => {
  const stopping = new AbortController()
  const paid = new Set<string>()
  const { wait } = createOutcomes<string>(
    async (id) => (paid.has(id) ? { kind: 'paid', charge: id } : { kind: 'unknown' }),
    stopping.signal,
  )
  const anHourMs = 3_600_000
  const waits = Array.from({ length: 1_000 }, () => wait('flooded', anHourMs))
  let told = 0
  for (const one of waits) void one.then(() => (told += 1))
  const other = wait('other', anHourMs)
  // All but those that may wait are told at once that nothing is known.
  await Promise.all(waits.slice(20))
  assert.equal(told, 980)
  paid.add('other')
  assert.deepEqual(await other, { kind: 'paid', charge: 'other' })
  paid.add('flooded')
  const outcomes = await Promise.all(waits)
  assert.equal(outcomes.filter(({ kind }) => kind === 'paid').length, 20)
})
