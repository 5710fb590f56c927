/** The programs that browsers name themselves by, before the ones whose names they also carry. */
const programs = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const

/**
 * Returns what a browser says that it is, such as `Firefox · Linux`: only names of these lists, so that nothing of what it sent is
 * kept; '' for an unknown one.
 */
export function describeBrowser(userAgent: string): string {
  const find = (names: readonly (readonly [part: string, name: string])[]) =>
    names.find(([part]) => userAgent.includes(part))?.[1]
  return [find(programs), find(systems)].filter((name) => name !== undefined).join(' · ')
}
