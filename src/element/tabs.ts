import type { Mirror, Tabs } from '../checkout/ports.ts'

/** What goes over the channel. `ask`: whoever pays this charge, say how it stands. */
type Message = { chargeId: string } & ({ ask: true } | { mirror: Mirror })

/**
 * The other tabs of this browser, by BroadcastChannel. Where tabs cannot take turns (no Web Locks) they are not told of
 * either: nobody could take over what another tab leaves.
 */
export function createTabs(canLock: boolean, open: (name: string) => BroadcastChannel): Tabs {
  const told = new Map<string, Mirror>()
  const listeners = new Map<string, Set<(mirror: Mirror) => void>>()
  let channel: BroadcastChannel | undefined

  function connect(): BroadcastChannel {
    if (channel) return channel
    channel = open('pay-charge')
    channel.onmessage = ({ data }: MessageEvent<Message>) => hear(data)
    return channel
  }

  function hear(message: Message) {
    const { chargeId } = message
    if ('ask' in message) {
      const mirror = told.get(chargeId)
      if (mirror) connect().postMessage({ chargeId, mirror })
    } else {
      for (const heard of listeners.get(chargeId) ?? []) heard(message.mirror)
    }
  }

  return {
    tell(chargeId, mirror) {
      if (!canLock) return
      if (mirror.step === 'over') told.delete(chargeId)
      else told.set(chargeId, mirror)
      connect().postMessage({ chargeId, mirror })
    },
    listen(chargeId, heard) {
      if (!canLock) return () => {}
      const all = listeners.get(chargeId) ?? new Set()
      listeners.set(chargeId, all.add(heard))
      connect().postMessage({ chargeId, ask: true })
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
