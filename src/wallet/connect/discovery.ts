import { type Config, type CreateConnectorFn, injected } from '@wagmi/core'
import type { EIP1193Provider } from 'viem'

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

/** Bounds the list, so that a script that announces wallets without end cannot fill it. */
const maxWallets = 50
/** In characters. The wallet chooses its name, so it is bounded. */
const maxNameLength = 80

/** Whether the warning was logged on this page: several elements receive the same announcements. */
let hasLogged = false

/**
 * Adds every wallet that announces itself to the page's connectors, for as long as the page lives. A wallet that
 * announces itself again, with the same uuid or the same provider, is added once. Several wallets with the same rdns
 * are all added. A malformed announcement is ignored, and logged once.
 */
export function discoverWallets(config: Config): void {
  const known: WalletAnnouncement[] = []
  window.addEventListener('eip6963:announceProvider', (event) => {
    try {
      const found = parseAnnouncement((event as CustomEvent).detail)
      const isKnown = ({ uuid, provider }: WalletAnnouncement) =>
        uuid === found.uuid || provider === found.provider
      if (known.length >= maxWallets || known.some(isKnown)) return
      known.push(found)
      const { connectors } = config._internal
      const connector = connectors.setup(createConnector(found, createConnectorId(found, known)))
      connectors.setState((others) => [...others, connector])
    } catch (cause) {
      if (!hasLogged) console.warn('pay-charge: a wallet announced itself in a wrong form.', cause)
      hasLogged = true
    }
  })
  window.dispatchEvent(new Event('eip6963:requestProvider'))
}

/**
 * Parses an announcement. Each property is read once, because it may be a getter that returns anything.
 *
 * @throws TypeError for a malformed one
 */
function parseAnnouncement(detail: unknown): WalletAnnouncement {
  const { info, provider } = detail as { info: Record<string, unknown>; provider: EIP1193Provider }
  const { uuid, rdns, name, icon } = info
  const isText = (one: unknown): one is string => typeof one === 'string' && one.trim() !== ''
  if (!isText(uuid) || !isText(rdns) || !isText(name)) throw new TypeError('It lacks a name.')
  if (icon !== undefined && typeof icon !== 'string') throw new TypeError('Its icon is no text.')
  if (typeof provider?.request !== 'function') throw new TypeError('It cannot be asked.')
  return { uuid, rdns, name: name.trim().slice(0, maxNameLength), icon, provider }
}

/**
 * Creates the id by which a wallet is recognized on another page. It holds both rdns and name, so that another wallet
 * with the same rdns is not mistaken for it. Further wallets with the same rdns and name are numbered.
 */
function createConnectorId(
  { rdns, name }: WalletAnnouncement,
  known: readonly WalletAnnouncement[],
): string {
  const sameNameCount = known.filter((one) => one.rdns === rdns && one.name === name).length
  return sameNameCount > 1 ? `${rdns} ${name} ${sameNameCount}` : `${rdns} ${name}`
}

function createConnector(
  { name, icon, provider }: WalletAnnouncement,
  id: string,
): CreateConnectorFn {
  // Wrapped in a function: wagmi would call a provider that is itself a function.
  const target = { id, name, icon, provider: () => provider } as never
  const create = injected({ target })
  return (options) => {
    const connector = create(options)
    return {
      ...connector,
      // Setup adds listeners to the wallet. A wallet that refuses them can still be used, so the failure is ignored.
      async setup() {
        await connector.setup?.call(this).catch(() => undefined)
      },
    }
  }
}
