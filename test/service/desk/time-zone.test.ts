import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findDayStart, toDay } from '../../../src/service/desk/time-zone.ts'

describe('a day in a time zone', () => {
  for (const [zone, day, start] of [
    ['UTC', '2026-11-26', '2026-11-26T00:00:00.000Z'],
    ['Asia/Tokyo', '2026-11-26', '2026-11-25T15:00:00.000Z'],
    ['America/Los_Angeles', '2026-11-26', '2026-11-26T08:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-26', '2026-11-25T18:15:00.000Z'],
    ['Pacific/Marquesas', '2026-11-26', '2026-11-26T09:30:00.000Z'],
    // On the days when the clock changes after midnight.
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00.000Z'],
    // Where the clock goes from 0:00 to 1:00, the day begins then.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
  ] as const)
    test(`begins on ${day} in ${zone} at ${start}, and is that day from then on`, () => {
      const found = findDayStart(day, zone)
      assert.equal(found.toISOString(), start)
      assert.equal(toDay(found, zone), day)
      assert.notEqual(toDay(new Date(found.getTime() - 1), zone), day)
    })
})
