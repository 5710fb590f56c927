/** The mark of each in-app browser in its user agent, with the app's name as payers know it. */
const appPatterns: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Telegram', /Telegram/],
  ['Messenger', /FBAN\/Messenger|Orca-Android/],
  // Its name while it was made.
  ['Threads', / Barcelona /],
  ['Instagram', /Instagram/],
  ['X', /Twitter/],
  ['Facebook', /FBA[NV]/],
  ['TikTok', /BytedanceWebview|musical_ly|TikTok/],
  ['WeChat', /MicroMessenger/],
  ['LINE', / Line\//],
  ['LinkedIn', /LinkedInApp/],
  ['Snapchat', / Snapchat\//],
  ['Reddit', / Reddit\//],
  ['Pinterest', /\[Pinterest\//],
  ['KakaoTalk', /KAKAOTALK/],
  ['NAVER', /NAVER\(inapp/],
  ['Discord', / Discord\//],
  ['Google', / GSA\//],
]

/**
 * Returns whether a browser is a web view: Android's says so (https://developer.chrome.com/docs/webview/user-agent), and on iOS only
 * browsers add `Safari/`. A browser that is built on a web view calls itself `…Browser/`.
 */
function isWebView(userAgent: string): boolean {
  if (userAgent.includes('Browser/')) return false
  const isUnnamedWebKit = userAgent.includes('AppleWebKit/') && !userAgent.includes(' Safari/')
  return isUnnamedWebKit || userAgent.includes('; wv)')
}

/**
 * Returns whether this page was added to the home screen. On iOS its user agent is that of a web view, and wallets open from it
 * as from Safari.
 */
function isHomeScreenApp(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true)
  )
}

/** The browser inside an app. */
export interface InAppBrowser {
  /** The app's name; undefined where the browser does not tell it. */
  app: string | undefined
}

/**
 * Returns the app in whose browser this page is shown: a browser from which no wallet can be opened. Undefined for an ordinary
 * browser.
 */
export function findInAppBrowser(
  userAgent: string,
  page: object = globalThis,
  isInstalled = isHomeScreenApp(),
): InAppBrowser | undefined {
  // Telegram on iOS has no mark in its user agent (https://core.telegram.org/bots/webapps).
  if ('TelegramWebviewProxy' in page) return { app: 'Telegram' }
  const app = appPatterns.find(([, pattern]) => pattern.test(userAgent))?.[0]
  return app || (isWebView(userAgent) && !isInstalled) ? { app } : undefined
}
