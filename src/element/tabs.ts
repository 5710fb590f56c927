import type { Mirror, Tabs } from '../checkout/ports.ts'

/** What goes over the channel. `ask`: whoever pays this charge, say how it stands. */
type Message = { chargeId: string } & ({ ask: true } | { mirror: Mirror })

const steps: readonly unknown[] = ['sending', 'unsure', 'recording', 'confirming', 'over']

/**
 * Reads a message by its form; undefined for anything else. Every script of the origin may write to the channel: what it
 * says is shown as another tab's word, and moves no money.
 */
export function readMessage(data: unknown): Message | undefined {
  const { chargeId, ask, mirror } = Object(data) as Record<string, unknown>
  if (typeof chargeId !== 'string' || chargeId.length > 64) return undefined
  if (ask === true) return { chargeId, ask }
  const { step, hash, confirmations, needed } = Object(mirror) as Record<string, unknown>
  if (!steps.includes(step)) return undefined
  const isHash = hash === undefined || /^0x[\da-f]{64}$/i.test(String(hash))
  if (!isHash || !isCount(confirmations) || !isCount(needed)) return undefined
  const told = {
    step,
    ...(hash !== undefined && { hash }),
    ...(confirmations !== undefined && { confirmations }),
    ...(needed !== undefined && { needed }),
  }
  return { chargeId, mirror: told as Mirror }
}

function isCount(value: unknown): boolean {
  return value === undefined || (Number.isSafeInteger(value) && (value as number) >= 0)
}

/**
 * The other tabs of this browser, by BroadcastChannel. Where tabs cannot take turns (no Web Locks) they are not told of
 * either: nobody could take over what another tab leaves. A browser that refuses the channel leaves each tab alone.
 */
export function createTabs(canLock: boolean, open: (name: string) => BroadcastChannel): Tabs {
  const told = new Map<string, Mirror>()
  const listeners = new Map<string, Set<(mirror: Mirror) => void>>()
  let channel: BroadcastChannel | undefined

  function post(message: Message) {
    try {
      channel ??= connect()
      channel.postMessage(message)
    } catch {
      // No channel here (cookies blocked): the journal's entry and its lock are the guards.
    }
  }

  function connect(): BroadcastChannel {
    const opened = open('pay-charge')
    opened.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = readMessage(data)
      if (message) hear(message)
    }
    return opened
  }

  function hear(message: Message) {
    const { chargeId } = message
    if ('ask' in message) {
      const mirror = told.get(chargeId)
      if (mirror) post({ chargeId, mirror })
    } else {
      for (const heard of listeners.get(chargeId) ?? []) heard(message.mirror)
    }
  }

  return {
    tell(chargeId, mirror) {
      if (!canLock) return
      if (mirror.step === 'over') told.delete(chargeId)
      else told.set(chargeId, mirror)
      post({ chargeId, mirror })
    },
    listen(chargeId, heard) {
      if (!canLock) return () => {}
      const all = listeners.get(chargeId) ?? new Set()
      listeners.set(chargeId, all.add(heard))
      post({ chargeId, ask: true })
      return () => {
        all.delete(heard)
        if (all.size === 0) listeners.delete(chargeId)
        // An open channel keeps a page out of the back/forward cache of some browsers.
        if (listeners.size === 0 && told.size === 0) {
          channel?.close()
          channel = undefined
        }
      }
    },
  }
}
