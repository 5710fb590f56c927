// Plain JavaScript, because ensure.mjs needs it before anything is installed.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from './programs.mjs'

const driver = { variable: 'WEBKIT_DRIVER_PATH', names: ['WebKitWebDriver'] }
const display = { variable: 'XVFB_PATH', names: ['Xvfb'] }

/** Where distributions keep WebKitGTK's own small browser, in a folder that names the version of its interface. */
const libraries = ['/usr/lib', '/usr/lib64', '/usr/libexec']

/**
 * The paths of what WebKit needs to run in a test: its WebDriver, the browser that this drives, and a display for it.
 * Undefined where one of the three is missing; throws an Error where WEBKIT_DRIVER_PATH, WEBKIT_BROWSER_PATH or
 * XVFB_PATH names no file.
 */
export function findWebKit(environment = process.env) {
  const browser = { variable: 'WEBKIT_BROWSER_PATH', places: miniBrowsers(), names: [] }
  const found = {
    driver: findProgram(driver, environment),
    browser: findProgram(browser, environment),
    display: findProgram(display, environment),
  }
  return found.driver && found.browser && found.display ? found : undefined
}

function miniBrowsers() {
  const folders = libraries
    .filter((path) => existsSync(path))
    .flatMap((path) => [path, ...triplets(path)])
  const versions = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.startsWith('webkit'))
      .map((name) => join(folder, name, 'MiniBrowser')),
  )
  // Newest interface first.
  return versions.sort().reverse()
}

/** Debian has a folder for each kind of machine, such as x86_64-linux-gnu. */
function triplets(path) {
  const entries = readdirSync(path, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory() && entry.name.includes('-linux-'))
    .map(({ name }) => join(path, name))
}
