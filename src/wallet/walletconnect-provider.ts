import { EthereumProvider } from '@walletconnect/ethereum-provider'
import type { Chain } from 'viem'
import { PayError } from '../errors.ts'

/** What WalletConnect is opened with. */
export interface WalletConnectOptions {
  /** A project's id, as the relay knows it. */
  projectId: string
  /** @default wss://relay.walletconnect.org */
  relayUrl?: string | undefined
  /** RPC addresses by chain id. A chain without one is read at https://rpc.walletconnect.org. */
  rpcUrls?: Record<number, string> | undefined
  /** What a wallet is asked for: as many of these as it has. */
  chains: readonly Chain[]
  /** What a page would tell by itself: for use outside of one. */
  outside?: Pick<ProviderOptions, 'metadata' | 'storageOptions'> | undefined
}

type ProviderOptions = Parameters<typeof EthereumProvider.init>[0]

/** A wallet on another device. */
export type Remote = InstanceType<typeof EthereumProvider>

/** Where the library reaches wallets unless it is told otherwise. */
const usualRelay = 'wss://relay.walletconnect.org'
/** Tells wallets whether a page is where it says it is, in a frame of its own. */
const verifier = 'https://verify.walletconnect.org'

/** One for a page: the library holds one socket, and its sessions, for all that use it. */
const opened = new Map<string, Promise<Remote>>()

/**
 * The origin of the relay, as a Content-Security-Policy names it.
 *
 * @throws PayError `invalid_attribute` for an address that is no relay's
 */
export function relayOrigin({ relayUrl = usualRelay }: Pick<WalletConnectOptions, 'relayUrl'>) {
  const url = URL.canParse(relayUrl) ? new URL(relayUrl) : undefined
  if (url && /^wss?:$/.test(url.protocol)) return url.origin
  const text = `relayUrl is ${relayUrl}, which is no wss: address.`
  throw new PayError('invalid_attribute', text, { field: 'relayUrl' })
}

/** Opens the library, with the session of an earlier page where there is one. Rejects as the library does. */
export async function openRemote(options: WalletConnectOptions): Promise<Remote> {
  const key = `${options.projectId} ${relayOrigin(options)}`
  const known = opened.get(key)
  if (known) return known
  const remote = open(options)
  opened.set(key, remote)
  // So that the next click tries anew.
  remote.catch(() => opened.delete(key))
  return remote
}

async function open(options: WalletConnectOptions): Promise<Remote> {
  const { projectId, relayUrl = usualRelay, outside } = options
  const remote = await EthereumProvider.init({
    ...proposal(options),
    projectId,
    relayUrl,
    metadata: outside?.metadata ?? pageMetadata(document),
    ...outside,
    showQrModal: false,
    telemetryEnabled: false,
    // Else it calls each chain's RPC address, only to see that it is there.
    disableProviderPing: true,
    // Its failures reach us as rejections; it would also log them to the page's console.
    logger: 'fatal',
    // A page may use WalletConnect for itself.
    customStoragePrefix: 'pay-charge',
  })
  // Every wallet of the page listens.
  remote.events.setMaxListeners(Number.POSITIVE_INFINITY)
  if (!outside) skipBlockedVerifier(remote)
  return remote
}

/** What a wallet is asked for. All chains are optional: it would refuse as a whole what lacks one of them. */
export function proposal({ chains, rpcUrls = {} }: WalletConnectOptions) {
  const [first, ...rest] = chains.map(({ id }) => id)
  if (first === undefined) throw new RangeError('WalletConnect needs a chain.')
  const optionalChains: [number, ...number[]] = [first, ...rest]
  // The library adds its own addresses to what it is given.
  return { optionalChains, rpcMap: { ...rpcUrls } }
}

/** What the wallet shows of a page. */
export function pageMetadata(page: Document) {
  const { origin, hostname } = page.location
  const links = page.querySelectorAll<HTMLLinkElement>(
    'link[rel~="icon"], link[rel~="apple-touch-icon"]',
  )
  const description = page.querySelector<HTMLMetaElement>('meta[name="description"]')?.content
  return {
    name: page.title || hostname,
    description: description ?? '',
    url: origin,
    // The wallet loads them from elsewhere.
    icons: [...links].map(({ href }) => href).filter((href) => /^https?:/.test(href)),
  }
}

/** Before each question the library waits up to 5 s for the verifier's frame; one that the page's policy forbids never comes. */
function skipBlockedVerifier(remote: Remote) {
  // Not in its types: https://github.com/WalletConnect/walletconnect-monorepo/blob/v2.0/packages/core/src/controllers/verify.ts
  const verify: { abortController?: AbortController } = remote.signer.client.core.verify as object
  document.addEventListener('securitypolicyviolation', (violation) => {
    if (blocks(violation, verifier)) verify.abortController?.abort()
  })
}

/** True for a violation that kept the page from an origin. */
export function blocks(
  { blockedURI, disposition }: SecurityPolicyViolationEvent,
  origin: string,
): boolean {
  return (
    disposition === 'enforce' && URL.canParse(blockedURI) && new URL(blockedURI).origin === origin
  )
}
