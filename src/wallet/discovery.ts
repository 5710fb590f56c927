import { type Config, type CreateConnectorFn, injected } from '@wagmi/core'
import type { EIP1193Provider } from 'viem'

// EIP-6963, by hand: wagmi's own store knows one wallet for each rdns, so that the first that says a name hides the others,
// and stops at the first announcement of a wrong form. Whoever runs in the page may announce anything.

/** A wallet that has made itself known. */
interface Announcement {
  /** Of this page only: another page hears another. */
  uuid: string
  rdns: string
  name: string
  icon: string | undefined
  provider: EIP1193Provider
}

/** A list that nobody can read helps nobody; a script that announces without end fills no more. */
const mostWallets = 50
/** A name is the wallet's own word. */
const longestName = 80

/** Once for a page: several elements hear the same. */
let hasLogged = false

/**
 * Adds every wallet that announces itself to the wallets of a page, as long as the page lives. A wallet that announces
 * itself anew, with the same uuid or the same provider, is added once; several that say the same rdns are all added. What
 * has a wrong form is passed over, and logged once.
 */
export function discoverWallets(config: Config): void {
  const known: Announcement[] = []
  window.addEventListener('eip6963:announceProvider', (event) => {
    try {
      const found = readAnnouncement((event as CustomEvent).detail)
      const isKnown = ({ uuid, provider }: Announcement) =>
        uuid === found.uuid || provider === found.provider
      if (known.length >= mostWallets || known.some(isKnown)) return
      known.push(found)
      const { connectors } = config._internal
      const connector = connectors.setup(createConnector(found, idOf(found, known)))
      connectors.setState((others) => [...others, connector])
    } catch (cause) {
      if (!hasLogged) console.warn('pay-charge: a wallet announced itself in a wrong form.', cause)
      hasLogged = true
    }
  })
  window.dispatchEvent(new Event('eip6963:requestProvider'))
}

/** Reads an announcement, each part once: what it holds may be anything. @throws TypeError for a wrong form */
function readAnnouncement(detail: unknown): Announcement {
  const { info, provider } = detail as { info: Record<string, unknown>; provider: EIP1193Provider }
  const { uuid, rdns, name, icon } = info
  const isText = (one: unknown): one is string => typeof one === 'string' && one.trim() !== ''
  if (!isText(uuid) || !isText(rdns) || !isText(name)) throw new TypeError('It lacks a name.')
  if (icon !== undefined && typeof icon !== 'string') throw new TypeError('Its icon is no text.')
  if (typeof provider?.request !== 'function') throw new TypeError('It cannot be asked.')
  return { uuid, rdns, name: name.trim().slice(0, longestName), icon, provider }
}

/**
 * Returns the id by which a wallet is known again on another page: by rdns and name together, so that another wallet of the
 * same rdns is not taken for it. Further ones with both the same are numbered.
 */
function idOf({ rdns, name }: Announcement, known: readonly Announcement[]): string {
  const alike = known.filter((one) => one.rdns === rdns && one.name === name).length
  return alike > 1 ? `${rdns} ${name} ${alike}` : `${rdns} ${name}`
}

function createConnector({ name, icon, provider }: Announcement, id: string): CreateConnectorFn {
  // As a function: a provider that is one would be called itself.
  const target = { id, name, icon, provider: () => provider } as never
  const create = injected({ target })
  return (options) => {
    const connector = create(options)
    return {
      ...connector,
      // It listens to the wallet. One that takes no listeners can be asked all the same, and its failure is no page's fault.
      async setup() {
        await connector.setup?.call(this).catch(() => undefined)
      },
    }
  }
}
