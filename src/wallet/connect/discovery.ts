import type { EIP1193Provider } from 'viem'
import { recall } from '../storage.ts'
import type { Connections } from './connections.ts'
import { createInjectedConnector } from './injected.ts'
import { hasKnownRdns, toNameKey } from './wallet-names.ts'

// EIP-6963 without wagmi's own store: that one keeps a single wallet for each rdns, so the first to claim an rdns
// hides the others, and it stops at the first malformed announcement. Any script in the page may announce anything.

/** A wallet's announcement (EIP-6963). */
interface WalletAnnouncement {
  /** Valid on this page only: the wallet announces another one on the next page. */
  uuid: string
  rdns: string
  name: string
  icon: string | undefined
  provider: EIP1193Provider
}

/** Bound the list, so that a script that announces wallets without end cannot fill it, and none fills it with one name. */
const maxWallets = 50
const maxWithSameName = 5
/** In characters. The wallet chooses its name, so it is bounded. */
const maxNameLength = 80

/** The faults logged on this page, so that no announcement is logged again for another element or payment. */
const loggedFaults = new Set<string>()

/**
 * Adds every wallet that announces itself to the page's connectors, until the connections are disposed of. A wallet that
 * announces itself again, with the same uuid or the same provider, is added once. Several wallets with the same rdns
 * are all added, up to a limit that never leaves out the payer's own wallet, as far as it can be known. A malformed announcement
 * is skipped, and each of its faults is logged once.
 */
export function discoverWallets(connections: Connections): void {
  const announcements: WalletAnnouncement[] = []
  const lastId = recall('last-wallet')
  const onAnnouncement = (event: Event) => {
    try {
      const announcement = parseAnnouncement((event as CustomEvent).detail)
      const isKnown = ({ uuid, provider }: WalletAnnouncement) =>
        uuid === announcement.uuid || provider === announcement.provider
      if (announcements.some(isKnown)) return
      const id = createConnectorId(announcement, announcements)
      if (id !== lastId && isOneTooMany(announcement, announcements)) return
      announcements.push(announcement)
      const { name, rdns, icon, provider } = announcement
      connections.add(
        createInjectedConnector({ id, name, rdns, icon, findProvider: () => provider }),
      )
    } catch (cause) {
      logFault(cause)
    }
  }
  const { signal } = connections
  window.addEventListener('eip6963:announceProvider', onAnnouncement, { signal })
  window.dispatchEvent(new Event('eip6963:requestProvider'))
}

/**
 * Returns whether an announcement is beyond a limit of the list. The wallet that the browser gives to pages that know no
 * announcements never is, nor the first of a well-known name with its known rdns: they may be the payer's own, and are few.
 */
function isOneTooMany(
  announcement: WalletAnnouncement,
  announcements: readonly WalletAnnouncement[],
): boolean {
  const key = toNameKey(announcement)
  const sameNames = announcements.filter((other) => toNameKey(other) === key)
  if (announcements.length < maxWallets && sameNames.length < maxWithSameName) return false
  const { ethereum } = window as { ethereum?: unknown }
  const isFirstKnown = hasKnownRdns(announcement) && !sameNames.some(hasKnownRdns)
  return ethereum !== announcement.provider && !isFirstKnown
}

/** Logs why an announcement was skipped. */
function logFault(cause: unknown) {
  const fault = describeFault(cause)
  if (loggedFaults.has(fault) || loggedFaults.size >= maxWallets) return
  loggedFaults.add(fault)
  console.warn(`pay-charge: a wallet announced itself in a wrong form. ${fault}`)
}

/** Returns the text of a thrown value. It may come from the announcing script, and then it can be anything. */
function describeFault(cause: unknown): string {
  try {
    return cause instanceof Error
      ? String(cause.message).slice(0, 200)
      : `It threw a ${typeof cause}.`
  } catch {
    return 'It threw what cannot be read.'
  }
}

/**
 * Parses an announcement. Each property is read once, because it may be a getter that returns anything.
 *
 * @throws TypeError for a malformed one
 */
function parseAnnouncement(detail: unknown): WalletAnnouncement {
  const { info, provider } = detail as { info: Record<string, unknown>; provider: EIP1193Provider }
  const { uuid, rdns, name, icon } = info
  const isText = (value: unknown): value is string =>
    typeof value === 'string' && value.trim() !== ''
  if (!isText(uuid) || !isText(rdns) || !isText(name))
    throw new TypeError('It lacks a uuid, an rdns or a name.')
  const who = `${name.slice(0, maxNameLength)} (${rdns.slice(0, maxNameLength)})`
  if (icon !== undefined && typeof icon !== 'string')
    throw new TypeError(`The icon of ${who} is no text.`)
  if (typeof provider?.request !== 'function')
    throw new TypeError(`${who} has no provider that can be asked.`)
  return { uuid, rdns, name: name.trim().slice(0, maxNameLength), icon, provider }
}

/**
 * Creates the id by which a wallet is recognized on another page. It holds both rdns and name, so that another wallet
 * with the same rdns is not mistaken for it. Further wallets with the same rdns and name are numbered.
 */
function createConnectorId(
  { rdns, name }: WalletAnnouncement,
  announcements: readonly WalletAnnouncement[],
): string {
  const sameCount = announcements.filter(
    (other) => other.rdns === rdns && other.name === name,
  ).length
  return sameCount > 0 ? `${rdns} ${name} ${sameCount + 1}` : `${rdns} ${name}`
}
