/**
 * The path of the first Firefox found: FIREFOX_PATH, then the usual places, then PATH.
 * Undefined where there is none; throws an Error where FIREFOX_PATH names no file.
 */
export function findFirefox(environment?: NodeJS.ProcessEnv): string | undefined
