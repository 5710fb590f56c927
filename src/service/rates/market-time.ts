// Time by markets that close. A rate does not age while nobody trades, so its age is the time in which its market was open.

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const weekMs = 7 * dayMs
/** The first Monday, 1970-01-05, 00:00 UTC. */
const firstMonday = 4 * dayMs

/** A time in which a market is closed, in Unix milliseconds. */
interface Closing {
  from: number
  to: number
}

/** Returns the closing of a market that is not over at a time: the present one, or the next. */
type FindClosing = (time: number) => Closing

/**
 * Currencies are traded from Sunday to Friday, 17:00 in New York, and the first hours of Sunday have few trades: closed is from Friday
 * 22:00 UTC to Monday 00:00 UTC.
 */
export const findWeekend: FindClosing = (time) => {
  const to = firstMonday + (Math.floor((time - firstMonday) / weekMs) + 1) * weekMs
  return { from: to - 50 * hourMs, to }
}

/** The European Central Bank publishes nothing on weekends and on the holidays of T2 (TARGET). */
export const findHoliday: FindClosing = (time) => {
  let from = Math.floor(time / dayMs) * dayMs
  while (!isHoliday(new Date(from))) from += dayMs
  return { from, to: from + dayMs }
}

/** @see https://www.ecb.europa.eu/ecb/contacts/working-hours/html/index.en.html */
function isHoliday(day: Date): boolean {
  if (day.getUTCDay() === 0 || day.getUTCDay() === 6) return true
  const date = day.toISOString().slice(5, 10)
  if (['01-01', '05-01', '12-25', '12-26'].includes(date)) return true
  const daysFromEaster = Math.round((day.getTime() - findEaster(day.getUTCFullYear())) / dayMs)
  return daysFromEaster === -2 || daysFromEaster === 1
}

/** Returns Easter Sunday, 00:00 UTC, by the Gregorian calendar (Meeus, Astronomical Algorithms, chapter 8). */
function findEaster(year: number): number {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const leap = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25)
  const epact = (leap + 19 * golden + 15) % 30
  const moon =
    epact -
    Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11))
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7
  const offset = moon - weekday
  const month = 3 + Math.floor((offset + 40) / 44)
  return Date.UTC(year, month - 1, offset + 28 - 31 * Math.floor(month / 4))
}

/** Returns the time at which a market has been open for so many milliseconds since a time. */
export function addOpenTime(since: Date, milliseconds: number, findClosing: FindClosing): Date {
  let time = since.getTime()
  let left = milliseconds
  for (;;) {
    const { from, to } = findClosing(time)
    const open = Math.max(0, from - time)
    if (left <= open) return new Date(time + left)
    left -= open
    time = to
  }
}
