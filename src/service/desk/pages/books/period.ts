import { getDateFormat } from '../../../texts/date-format.ts'
import type { DeskLanguage } from '../../language.ts'
import { addDays, findDayStart, toDay } from '../../time-zone.ts'

/** The times that the page of the books offers by name. */
export const presets = ['thisMonth', 'lastMonth', 'thisQuarter', 'lastQuarter', 'thisYear'] as const

/** A time by its days, in the zone of the page: `2026-11-01` to `2026-11-30`, both of them in it. */
export interface Period {
  /** Undefined for days that a person has chosen. */
  name: (typeof presets)[number] | undefined
  first: string
  last: string
}

/**
 * Reads the time of the page from its address: one of {@link presets}, or any days. What is no day or no time counts as this
 * month.
 */
export function readPeriod(
  query: (name: string) => string | undefined,
  now: Date,
  zone: string,
): Period {
  const [first = '', last = ''] = [query('from'), query('to')]
  if (isDay(first) && isDay(last) && first <= last) return { name: undefined, first, last }
  const name = presets.find((one) => one === query('show')) ?? 'thisMonth'
  return { name, ...findDays(name, toDay(now, zone)) }
}

/** Returns the query by which {@link readPeriod} reads a time. */
export function toQuery({ name, first, last }: Period): Record<string, string> {
  return name ? { show: name } : { from: first, to: last }
}

/** Returns the beginning and the end of a period: from the first moment of its first day to that of the day after its last. */
export function toRange({ first, last }: Period, zone: string): { from: string; to: string } {
  return {
    from: findDayStart(first, zone).toISOString(),
    to: findDayStart(addDays(last, 1), zone).toISOString(),
  }
}

/** Returns the first day of a day's month. */
export const findMonthStart = (day: string) => `${day.slice(0, 7)}-01`

function findDays(name: (typeof presets)[number], today: string): Pick<Period, 'first' | 'last'> {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const quarter = month - ((month - 1) % 3)
  const ofMonths = (start: number, count: number) => ({
    first: toText(year, start),
    last: addDays(toText(year, start + count), -1),
  })
  if (name === 'lastMonth') return ofMonths(month - 1, 1)
  if (name === 'thisQuarter') return ofMonths(quarter, 3)
  if (name === 'lastQuarter') return ofMonths(quarter - 3, 3)
  if (name === 'thisYear') return ofMonths(1, 12)
  return ofMonths(month, 1)
}

/** Returns the first day of a month, which may be one of the year before or after. */
const toText = (year: number, month: number) =>
  new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10)

function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

const dayFormat = { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' } as const
const toDate = (day: string) => new Date(`${day}T00:00:00Z`)

/** Formats the days of a period: `Nov 1 – 30, 2026`. */
export function formatPeriod({ first, last }: Period, { locale }: DeskLanguage): string {
  return getDateFormat(locale, dayFormat).formatRange(toDate(first), toDate(last))
}

/** Formats a day with its year. */
export function formatWholeDay(day: string, { locale }: DeskLanguage): string {
  return getDateFormat(locale, dayFormat).format(toDate(day))
}

/** Formats the month of a day, with its year. */
export function formatMonth(day: string, { locale }: DeskLanguage): string {
  const options = { timeZone: 'UTC', month: 'long', year: 'numeric' } as const
  return getDateFormat(locale, options).format(toDate(day))
}
