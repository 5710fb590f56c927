import { hashPattern } from '../../../api/formats.ts'
import type { TabStatus, Tabs } from '../../../checkout/ports/tabs.ts'

/** A message between tabs. `ask` requests the status of the tab that is paying this charge; `status` is that status. */
type TabMessage = { chargeId: string } & ({ ask: true } | { status: TabStatus })

const tabStatusSteps = [
  'sending',
  'unknownOutcome',
  'reporting',
  'confirming',
  'over',
] as const satisfies readonly TabStatus['step'][]

/**
 * Parses a message. Returns undefined for anything that is not valid.
 *
 * Every script of the origin can write to the channel. A message is only shown as another tab's status, and moves no
 * money.
 */
export function parseTabMessage(data: unknown): TabMessage | undefined {
  const { chargeId, ask, status: tabStatus } = Object(data) as Record<string, unknown>
  if (typeof chargeId !== 'string' || chargeId.length > 64) return undefined
  if (ask === true) return { chargeId, ask }
  const { step, hash, confirmations, requiredConfirmations } = Object(tabStatus) as Record<
    string,
    unknown
  >
  if (!(tabStatusSteps as readonly unknown[]).includes(step)) return undefined
  const isHash = hash === undefined || hashPattern.test(String(hash))
  if (!isHash || !isOptionalCount(confirmations) || !isOptionalCount(requiredConfirmations))
    return undefined
  const status = {
    step,
    ...(hash !== undefined && { hash }),
    ...(confirmations !== undefined && { confirmations }),
    ...(requiredConfirmations !== undefined && { requiredConfirmations }),
  }
  return { chargeId, status: status as TabStatus }
}

function isOptionalCount(value: unknown): boolean {
  return value === undefined || (Number.isSafeInteger(value) && (value as number) >= 0)
}

/**
 * Creates the port to the other tabs of this browser, with a BroadcastChannel. Without Web Locks the tabs do not exchange anything,
 * since none could resume another tab's payment. Where the browser refuses the channel, each tab works alone.
 */
export function createTabs(canLock: boolean, open: (name: string) => BroadcastChannel): Tabs {
  const lastStatuses = new Map<string, TabStatus>()
  const listeners = new Map<string, Set<(status: TabStatus) => void>>()
  let channel: BroadcastChannel | undefined

  function post(message: TabMessage) {
    try {
      channel ??= openChannel()
      channel.postMessage(message)
    } catch {
      // No channel here (cookies blocked): the journal's entry and its lock protect from paying twice.
    }
  }

  function openChannel(): BroadcastChannel {
    const newChannel = open('pay-charge')
    newChannel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = parseTabMessage(data)
      if (message) handleMessage(message)
    }
    return newChannel
  }

  function handleMessage(message: TabMessage) {
    const { chargeId } = message
    if ('ask' in message) {
      const status = lastStatuses.get(chargeId)
      if (status) post({ chargeId, status })
    } else {
      for (const listener of listeners.get(chargeId) ?? []) listener(message.status)
    }
  }

  return {
    notify(chargeId, status) {
      if (!canLock) return
      if (status.step === 'over') lastStatuses.delete(chargeId)
      else lastStatuses.set(chargeId, status)
      post({ chargeId, status })
    },
    listen(chargeId, onStatus) {
      if (!canLock) return () => {}
      const chargeListeners = listeners.get(chargeId) ?? new Set()
      listeners.set(chargeId, chargeListeners.add(onStatus))
      post({ chargeId, ask: true })
      return () => {
        chargeListeners.delete(onStatus)
        if (chargeListeners.size === 0) listeners.delete(chargeId)
        // Some browsers do not put a page with an open channel into the back/forward cache.
        if (listeners.size === 0 && lastStatuses.size === 0) {
          channel?.close()
          channel = undefined
        }
      }
    },
  }
}
