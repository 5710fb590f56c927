import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findDayStart, timeZones, toDay } from '../../../src/service/desk/time-zone.ts'

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
    // Where the clock goes back at 0:00 or 0:01, the day begins when its first minute is first reached.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['America/St_Johns', '2010-11-07', '2010-11-07T02:30:00.000Z'],
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

/** In it midnights were left out and came twice, clocks were changed by half an hour, and Samoa left out a day. */
const year = 2011
/** The days that no clock of the zone has shown. */
const leftOut: Readonly<Record<string, string>> = {
  'Pacific/Apia': '2011-12-30',
  'Pacific/Fakaofo': '2011-12-30',
}

test(`every day of ${year} begins at its first moment in every zone`, () => {
  const days = Array.from({ length: 365 }, (_, index) =>
    new Date(Date.UTC(year, 0, 1 + index)).toISOString().slice(0, 10),
  )
  for (const zone of timeZones) {
    const format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    for (const day of days) {
      if (leftOut[zone] === day) continue
      const start = findDayStart(day, zone).getTime()
      const said = `${zone}, ${day}: ${new Date(start).toISOString()}`
      assert.equal(format.format(start), day, said)
      assert.ok(format.format(start - 1) < day, said)
    }
  }
})

test('a day that no clock has shown begins with the next one, and is empty', () => {
  const start = findDayStart('2011-12-30', 'Pacific/Apia')
  assert.deepEqual(start, findDayStart('2011-12-31', 'Pacific/Apia'))
  assert.equal(start.toISOString(), '2011-12-30T10:00:00.000Z')
})
