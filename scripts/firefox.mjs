// Plain JavaScript, because ensure.mjs needs it before anything is installed.
import { findProgram } from './programs.mjs'

const firefox = {
  variable: 'FIREFOX_PATH',
  places: [
    '/usr/bin/firefox-esr',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
    'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
  ],
  names: ['firefox-esr', 'firefox'],
}

/**
 * The path of the first Firefox found: FIREFOX_PATH, then the usual places, then PATH.
 * Undefined where there is none; throws an Error where FIREFOX_PATH names no file.
 */
export function findFirefox(environment = process.env) {
  return findProgram(firefox, environment)
}
