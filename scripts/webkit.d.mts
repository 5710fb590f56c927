/**
 * The paths of what WebKit needs to run in a test: its WebDriver, the browser that this drives, and a display for it.
 * Undefined where one of the three is missing; throws an Error where WEBKIT_DRIVER_PATH, WEBKIT_BROWSER_PATH or
 * XVFB_PATH names no file.
 */
export function findWebKit(
  environment?: NodeJS.ProcessEnv,
): { driver: string; browser: string; display: string } | undefined
