import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Env } from '../http/context.ts'

// The zone in which a person sees times, and in which the day of the desk begins: the one that they have chosen, else the one
// that the desk's script has read of their browser, else UTC. A cookie of the browser keeps it: `Europe/Berlin` for one that was
// chosen, `auto:Europe/Berlin` for the browser's own.

/** The cookie, and the prefix of a browser's zone whose person has chosen none. browser/script.ts has both too. */
const cookieName = 'desk-zone'
const ofBrowser = 'auto:'

const secondsOfYear = 365 * 86_400

/** A time zone by its IANA name, and whether a person has chosen it. */
export interface TimeZone {
  name: string
  isChosen: boolean
}

/** Returns the time zone of a call; UTC for an invalid name. */
export function readTimeZone(c: Context<Env>): TimeZone {
  const text = getCookie(c, cookieName) ?? ''
  const isChosen = !text.startsWith(ofBrowser)
  const name = isChosen ? text : text.slice(ofBrowser.length)
  return isTimeZone(name) ? { name, isChosen } : { name: 'UTC', isChosen: false }
}

/**
 * Keeps the zone that a person has chosen; '' for that of their browser.
 *
 * @param cookie the path of the desk, and whether it is opened over https
 */
export function saveTimeZone(
  c: Context<Env>,
  name: string,
  cookie: { path: string; secure: boolean },
): void {
  if (isTimeZone(name))
    setCookie(c, cookieName, name, { ...cookie, maxAge: secondsOfYear, sameSite: 'Strict' })
  else deleteCookie(c, cookieName, cookie)
}

/** The zones that can be chosen. */
export const timeZones: readonly string[] = [
  ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]),
]

function isTimeZone(name: string): boolean {
  if (name === '' || name.length > 64) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Returns the day of a moment in a zone: `2026-11-26`. */
export function toDay(at: Date, zone: string): string {
  return new Date(getClock(zone)(at.getTime())).toISOString().slice(0, 10)
}

const [hourMs, dayMs] = [3_600_000, 86_400_000]

/**
 * Returns the first moment of a day in a zone. Where a change of the clock leaves out its midnight, that is the change; where it
 * leaves out the whole day, it is the first moment of the next one.
 */
export function findDayStart(day: string, zone: string): Date {
  const toLocal = getClock(zone)
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // The zone's offset at midnight counts. If it changes nearby, it is the offset before or after the change.
  const offsets = [-dayMs, dayMs].map((near) => toLocal(midnight + near) - (midnight + near))
  const starts = [...new Set(offsets)]
    .map((offset) => midnight - offset)
    .filter((at) => toLocal(at) === midnight && toLocal(at - 1) < midnight)
  if (starts.length > 0) return new Date(Math.min(...starts))
  // The clock has left midnight out: the first moment after it. No zone is further from UTC than fifteen hours.
  let [before, start] = [midnight - 15 * hourMs, midnight + 15 * hourMs]
  while (start - before > 1) {
    const between = Math.floor((before + start) / 2)
    if (toLocal(between) >= midnight) start = between
    else before = between
  }
  return new Date(start)
}

/** Returns the last days of a zone up to a moment, oldest first. */
export function listDays(at: Date, zone: string, count: number): string[] {
  const today = toDay(at, zone)
  return Array.from({ length: count }, (_, index) => addDays(today, index + 1 - count))
}

/** Returns the day so many days after another one; before it for a number below zero. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)
}

/** The clocks of the zones that were asked for: to make one takes longer than to read it a hundred times. */
const clocks = new Map<string, (at: number) => number>()

function getClock(zone: string): (at: number) => number {
  const clock = clocks.get(zone) ?? createClock(zone)
  // A browser may name a zone in many ways.
  if (clocks.size > 1000) clocks.clear()
  clocks.set(zone, clock)
  return clock
}

/** Creates the clock of a zone: it returns the local time at a moment, as milliseconds since 1970 by that clock. */
function createClock(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (at) => {
    const parts = Object.fromEntries(
      format.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
    )
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    const milliseconds = ((at % 1000) + 1000) % 1000
    return Date.UTC(year, month - 1, day, hour, minute, second, milliseconds)
  }
}
