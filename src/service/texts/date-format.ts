/** The formats that were asked for: to make one takes longer than to use it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>()
/** The most that are kept: a browser may name a language and a zone in many ways. */
const maxKept = 1000

/** Returns how times are written in a language. */
export function getDateFormat(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options])
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  if (formats.size >= maxKept) formats.clear()
  formats.set(key, format)
  return format
}
