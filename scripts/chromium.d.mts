/**
 * The path of the first Chromium or Chrome found: CHROMIUM_PATH, then the usual places, then PATH.
 * Undefined where there is none; throws an Error where CHROMIUM_PATH names no file.
 */
export function findChromium(environment?: NodeJS.ProcessEnv): string | undefined

/** The path of Chromium's headless shell, which has no settings. Undefined where there is none; CHROMIUM_PATH goes before. */
export function findHeadlessShell(environment?: NodeJS.ProcessEnv): string | undefined
