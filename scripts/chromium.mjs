// Plain JavaScript, because ensure.mjs needs it before anything is installed.
import { findProgram } from './programs.mjs'

const chromium = {
  variable: 'CHROMIUM_PATH',
  places: [
    '/usr/bin/chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ],
  names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
}

/**
 * The path of the first Chromium or Chrome found: CHROMIUM_PATH, then the usual places, then PATH.
 * Undefined where there is none; throws an Error where CHROMIUM_PATH names no file.
 */
export function findChromium(environment = process.env) {
  return findProgram(chromium, environment)
}
