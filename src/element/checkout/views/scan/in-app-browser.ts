/** The mark of each in-app browser in its user agent, with the app's name as payers know it. */
const appPatterns: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Telegram', /Telegram/],
  ['Instagram', /Instagram/],
  ['X', /Twitter/],
  ['Facebook', /FBA[NV]/],
  ['TikTok', /BytedanceWebview|musical_ly|TikTok/],
]

/**
 * Returns the name of the app whose browser shows this page: a browser from which no wallet can be opened. Undefined for an
 * ordinary browser.
 */
export function findInAppBrowser(userAgent: string, page: object = globalThis): string | undefined {
  // Telegram on iOS has no mark in its user agent (https://core.telegram.org/bots/webapps).
  if ('TelegramWebviewProxy' in page) return 'Telegram'
  return appPatterns.find(([, pattern]) => pattern.test(userAgent))?.[0]
}
