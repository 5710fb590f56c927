import * as z from 'zod/mini'
import { NetworkShape } from './network.ts'

const key = 'demo-wallet'

const Memory = z.object({
  connected: z.boolean(),
  /** The chosen account's address; absent: the first one. */
  account: z.optional(z.string()),
  /** The chosen network; absent: the one of the script tag. */
  chainId: z.optional(z.int()),
  /** Networks that pages have added. */
  added: z.array(NetworkShape),
})
/** What the wallet knows for as long as the tab lives. */
export type Memory = z.infer<typeof Memory>

/** What this tab's wallet knew before the last reload. */
export function recall(): Memory {
  const text = sessionStorage.getItem(key)
  const read = text === null ? undefined : Memory.safeParse(parsed(text))
  return read?.success ? read.data : { connected: false, added: [] }
}

export function remember(memory: Memory): void {
  sessionStorage.setItem(key, JSON.stringify(memory))
}

/** Another version's, or a stranger's, text is no memory. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
