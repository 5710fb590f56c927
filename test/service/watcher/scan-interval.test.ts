import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeScanIntervalMs } from '../../../src/service/watcher/scan/scan-interval.ts'

const secondMs = 1000

test('looks become fewer with the time that nobody asks', () => {
  const open = { isPaymentExpected: true, isRescanRequested: false }
  const idle = { ...open, isPaymentExpected: false }
  const looks = (activity: typeof open) =>
    [0, 10, 40, 120, 3600, undefined].map(
      (seconds) =>
        computeScanIntervalMs(
          { ...activity, quietMs: seconds === undefined ? undefined : seconds * secondMs },
          4 * secondMs,
        ) / secondMs,
    )
  assert.deepEqual(looks(open), [4, 4, 10, 30, 60, 60])
  assert.deepEqual(looks(idle), [4, 4, 10, 30, 300, 300])
})
