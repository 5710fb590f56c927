import { findChromium, findHeadlessShell } from '../scripts/chromium.mjs'

/** What Chromium needs to run headless in a container, and to call nobody by itself. */
export const chromiumArguments: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The path of what the tests drive: the headless shell, or a whole browser. Throws an Error that says what to do without one. */
export function chromiumPath(): string {
  return findHeadlessShell() ?? wholeChromiumPath()
}

/** The path of a whole browser, with its settings. Throws an Error that says what to do without one. */
export function wholeChromiumPath(): string {
  const path = findChromium()
  if (path) return path
  throw new Error('No Chromium or Chrome found. Run `node scripts/ensure.mjs --browser`.')
}
