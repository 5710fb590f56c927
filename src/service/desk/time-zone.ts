import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Env } from '../routes/http/context.ts'

// The zone in which a person sees times, and in which the day of the desk begins: the one that they have chosen, else the one
// that the desk's script has read of their browser, else UTC. A cookie of the browser keeps it: `Europe/Berlin` for one that was
// chosen, `auto:Europe/Berlin` for the browser's own.

/** The cookie, and what stands before the zone of a browser whose person has chosen none. browser/script.ts has both too. */
const cookieName = 'desk-zone'
const ofBrowser = 'auto:'

const secondsOfYear = 365 * 86_400

/** A time zone by its IANA name, and whether a person has chosen it. */
export interface TimeZone {
  name: string
  isChosen: boolean
}

/** Returns the time zone of a call. A name that is none is UTC. */
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
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return format.format(at)
}

/** Returns when a day begins in a zone. Where its midnight is left out by a change of the clock, the moment of the change. */
export function findDayStart(day: string, zone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // The offset at midnight UTC may be that of the other side of a change: the offset at the first guess counts.
  const guess = midnight - readOffsetMs(midnight, zone)
  return new Date(midnight - readOffsetMs(guess, zone))
}

/** Returns the last days of a zone up to a moment, oldest first. */
export function listDays(at: Date, zone: string, count: number): string[] {
  const today = Date.parse(`${toDay(at, zone)}T00:00:00Z`)
  return Array.from({ length: count }, (_, index) =>
    new Date(today - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  )
}

function readOffsetMs(at: number, zone: string): number {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
  return sign === '-' ? -offset : offset
}
