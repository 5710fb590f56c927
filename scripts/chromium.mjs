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

const headlessShell = {
  variable: 'CHROMIUM_PATH',
  places: ['/usr/bin/chromium-headless-shell'],
  names: ['chromium-headless-shell', 'chrome-headless-shell'],
}

/**
 * The path of the first Chromium or Chrome found: CHROMIUM_PATH, then the usual places, then PATH.
 * Undefined where there is none; throws an Error where CHROMIUM_PATH names no file.
 */
export function findChromium(environment = process.env) {
  return findProgram(chromium, environment)
}

/**
 * The path of Chromium's headless shell: the same engine without the browser around it, so that a test costs half. The
 * settings of the browser are not in it. Undefined where there is none; CHROMIUM_PATH goes before.
 */
export function findHeadlessShell(environment = process.env) {
  return findProgram(headlessShell, environment)
}
