// Plain JavaScript, because ensure.mjs needs it before anything is installed.
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const places = [
  '/usr/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * The path of the first Chromium or Chrome found: CHROMIUM_PATH, then the usual places, then PATH.
 * Undefined where there is none; throws an Error where CHROMIUM_PATH names no file.
 */
export function findChromium(environment = process.env) {
  const chosen = environment.CHROMIUM_PATH
  if (chosen) {
    if (runs(chosen)) return chosen
    throw new Error(`CHROMIUM_PATH is ${chosen}, which is no file that can be run.`)
  }
  const folders = (environment.PATH ?? '').split(delimiter).filter(Boolean)
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [...places, ...onPath].find(runs)
}

function runs(path) {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
