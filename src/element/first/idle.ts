let nextIdle: Promise<void> | undefined

/**
 * Waits until the browser is idle. All elements of the page wait for the same moment, so that what they then change is
 * drawn once.
 */
export function waitUntilIdle(): Promise<void> {
  const requestIdle = globalThis.requestIdleCallback ?? setTimeout
  nextIdle ??= new Promise<void>((resolve) => requestIdle(() => resolve())).finally(() => {
    nextIdle = undefined
  })
  return nextIdle
}
