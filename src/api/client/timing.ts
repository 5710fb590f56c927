/** Waits; rejects with the signal's reason when it is aborted. Implements the transport's `sleep` with a real timer. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', abort, { once: true })
  })
}

/**
 * A controller that another signal aborts too, until it is aborted itself. (Not AbortSignal.any, which Firefox has from 124
 * on.)
 */
export function createLinkedController(parent: AbortSignal | undefined): AbortController {
  const controller = new AbortController()
  const { signal } = controller
  const abort = () => controller.abort(parent?.reason)
  if (parent?.aborted) abort()
  parent?.addEventListener('abort', abort, { once: true, signal })
  return controller
}
