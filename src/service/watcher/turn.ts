import { type Head, type Lookout, look } from './look.ts'
import { recheck } from './recheck.ts'
import { createScanner } from './scan.ts'

/** Milliseconds at most between two tries of a scan that fails. */
const longestPause = 60_000

/**
 * Makes what is done for a chain again and again: judge the payments that wait, find those that nobody reported, look
 * after those that are credited. Gives whether more is to do at once. A node that refuses to be searched keeps no
 * payment that was reported from its verdict.
 */
export function createTurn(lookout: Lookout, chainId: number): () => Promise<boolean> {
  const { chains, log } = lookout
  const scanner = createScanner(lookout, chainId)
  let failures = 0
  let retryAt = 0
  let scanned = { watching: true, behind: false }

  async function scan(head: Head): Promise<void> {
    if (Date.now() < retryAt) return
    try {
      scanned = await scanner.scan(head)
      failures = 0
    } catch (err) {
      failures += 1
      scanned = { watching: true, behind: false }
      retryAt = Date.now() + Math.min(longestPause, 1000 * 2 ** Math.min(failures, 10))
      log.warn({ err, chainId, scans: failures }, 'Blocks could not be searched; tried again.')
    }
  }

  return async () => {
    let known: Promise<bigint> | undefined
    const head: Head = () => {
      known ??= chains.head(chainId)
      return known
    }
    await look(lookout, chainId, head)
    await scan(head)
    // What is credited was created lately: where nothing is watched, nothing can be taken back.
    if (scanned.watching) await recheck(lookout, chainId, head)
    return scanned.behind
  }
}
