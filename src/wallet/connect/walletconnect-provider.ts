import type { EthereumProvider } from '@walletconnect/ethereum-provider'
import type { Chain } from 'viem'
import { docsUrl, type FailureDetails, loadPart, PayError } from '../../errors.ts'
import type { ByChain } from '../options.ts'

/** The options of WalletConnect. */
export interface WalletConnectOptions {
  /** The WalletConnect project's id, as registered with the relay. */
  projectId: string
  /** @default wss://relay.walletconnect.org */
  relayUrl?: string | undefined
  /** RPC URLs by chain id. A chain without one is read at https://rpc.walletconnect.org. */
  rpcUrls?: ByChain<string> | undefined
  /** The chains that a wallet is asked for. It approves as many of them as it has. */
  chains: readonly Chain[]
  /** Metadata and storage for use outside a page, for example in tests. @default those of the page */
  environment?: Pick<ProviderOptions, 'metadata' | 'storageOptions'> | undefined
}

type ProviderOptions = Parameters<typeof EthereumProvider.init>[0]

/** WalletConnect's EIP-1193 provider: a wallet on another device. */
export type WalletConnectProvider = InstanceType<typeof EthereumProvider>

/** The library's own default. */
const defaultRelayUrl = 'wss://relay.walletconnect.org'
/** WalletConnect's Verify API, loaded in a frame. It confirms to wallets that a page is at the origin that it claims. */
const verifyOrigin = 'https://verify.walletconnect.org'

/**
 * By project id and relay. A page shares one provider, because the library keeps one socket and one set of sessions.
 */
const openProviders = new Map<string, Promise<WalletConnectProvider>>()

/**
 * Returns the origin of the relay, as a Content-Security-Policy names it.
 *
 * @throws PayError `invalid_attribute` for a URL that is not ws: or wss:
 */
export function getRelayOrigin({
  relayUrl = defaultRelayUrl,
}: Pick<WalletConnectOptions, 'relayUrl'>) {
  const url = URL.canParse(relayUrl) ? new URL(relayUrl) : undefined
  if (url && /^wss?:$/.test(url.protocol)) return url.origin
  const text = `relayUrl is ${relayUrl}, which is no wss: address.`
  throw new PayError('invalid_attribute', text, { field: 'relayUrl' })
}

/**
 * Opens WalletConnect and restores the session of an earlier page where there is one. Rejects with the library's
 * error.
 */
export async function openWalletConnect(
  options: WalletConnectOptions,
): Promise<WalletConnectProvider> {
  const key = `${options.projectId} ${getRelayOrigin(options)}`
  const openProvider = openProviders.get(key)
  if (openProvider) return openProvider
  const provider = initProvider(options)
  openProviders.set(key, provider)
  // So that the next click tries again.
  provider.catch(() => openProviders.delete(key))
  return provider
}

async function initProvider(options: WalletConnectOptions): Promise<WalletConnectProvider> {
  const { projectId, relayUrl = defaultRelayUrl, environment } = options
  const { EthereumProvider } = await loadLibrary()
  const provider = await EthereumProvider.init({
    ...createSessionProposal(options),
    projectId,
    relayUrl,
    metadata: environment?.metadata ?? readPageMetadata(document),
    ...environment,
    showQrModal: false,
    telemetryEnabled: false,
    // Otherwise it calls each chain's RPC URL only to check that it answers.
    disableProviderPing: true,
    // Its failures reach us as rejections. Otherwise it would also log them to the page's console.
    logger: 'fatal',
    // Keeps our sessions apart from those of a page that uses WalletConnect itself.
    customStoragePrefix: 'pay-charge',
  })
  // Each element on the page adds listeners. The event emitter's default limit of ten would log a warning.
  provider.events.setMaxListeners(Number.POSITIVE_INFINITY)
  takeEndsOnce(provider)
  catchRetries(provider)
  if (!environment) skipBlockedVerifier(provider)
  return provider
}

/**
 * Creates the payer's error for a page on which WalletConnect cannot work, and logs why for its developers.
 */
export function createUnavailableError(reason: string, cause: unknown = reason): PayError {
  console.error(`pay-charge: ${reason} ${docsUrl}csp-and-integrity.md`)
  const details = { kind: 'walletconnect_unavailable' } satisfies FailureDetails
  const text = 'WalletConnect can’t be used on this page. Use another wallet.'
  return new PayError('wallet_failed', text, { retryable: true, cause, details })
}

/**
 * Loads WalletConnect's library, which is an optional peer dependency of the npm package. Inside `try` and with a separate `catch`,
 * because bundlers then only warn if it is not installed: webpack looks for the one, and esbuild, which Angular builds with, for
 * the other.
 */
async function loadLibrary() {
  try {
    const library = import('@walletconnect/ethereum-provider').catch((cause) => {
      throw cause
    })
    return await loadPart(library)
  } catch (cause) {
    const reason =
      'The library of WalletConnect could not be loaded. A page with a bundle of its own has to install it: npm install @walletconnect/ethereum-provider'
    throw createUnavailableError(reason, cause)
  }
}

/**
 * Creates the parameters of a session proposal. All chains are optional: a wallet that lacks a required one would
 * reject the whole proposal.
 */
export function createSessionProposal({ chains, rpcUrls = {} }: WalletConnectOptions) {
  const [firstChainId, ...otherChainIds] = chains.map(({ id }) => id)
  if (firstChainId === undefined) throw new RangeError('WalletConnect needs a chain.')
  const optionalChains: [number, ...number[]] = [firstChainId, ...otherChainIds]
  // A copy, because the library adds its own URLs to the object that it is given.
  return { optionalChains, rpcMap: { ...rpcUrls } }
}

/** Reads the metadata that the wallet shows for the page. */
export function readPageMetadata(page: Document) {
  const { origin, hostname } = page.location
  const links = page.querySelectorAll<HTMLLinkElement>(
    'link[rel~="icon"], link[rel~="apple-touch-icon"]',
  )
  const description = page.querySelector<HTMLMetaElement>('meta[name="description"]')?.content
  return {
    name: page.title || hostname,
    description: description ?? '',
    url: origin,
    // The wallet loads the icons on another device, so only absolute web URLs work.
    icons: [...links].map(({ href }) => href).filter((href) => /^https?:/.test(href)),
  }
}

/**
 * Lets the library end each session once. A relay may deliver the wallet's message twice, and wallet and page may both end a
 * session: the library then looks for a deleted one, and its unhandled rejection would reach the page as an uncaught error.
 */
function takeEndsOnce({ signer: { client } }: WalletConnectProvider) {
  // Not in the library's types:
  // https://github.com/WalletConnect/walletconnect-monorepo/blob/v2.0/packages/sign-client/src/controllers/engine.ts
  const engine = client.engine as unknown as {
    onSessionDeleteRequest(topic: string, payload: unknown): Promise<void>
    deleteSession(of: { topic: string }): Promise<void>
  }
  const { onSessionDeleteRequest, deleteSession } = engine
  const isOpen = (topic: string) => client.session.keys.includes(topic)
  engine.onSessionDeleteRequest = async (topic, payload) => {
    if (isOpen(topic)) await onSessionDeleteRequest(topic, payload)
  }
  engine.deleteSession = async (of) => {
    if (isOpen(of.topic)) await deleteSession(of)
  }
}

/**
 * Lets the library publish a request again and fail. A request that the relay has not accepted is published with every heartbeat,
 * and the library does not handle the failures: an offline page then had an uncaught error every five seconds. The request itself
 * is rejected in time.
 */
function catchRetries({ signer: { client } }: WalletConnectProvider) {
  // Not in the library's types:
  // https://github.com/WalletConnect/walletconnect-monorepo/blob/v2.0/packages/core/src/controllers/publisher.ts
  const publisher = client.core.relayer.publisher as unknown as {
    queue: Map<string, { request: unknown; opts: unknown }>
    rpcPublish(request: unknown, opts: unknown): Promise<unknown>
    checkQueue(): void
  }
  publisher.checkQueue = () => {
    for (const { request, opts } of publisher.queue.values())
      publisher.rpcPublish(request, opts).catch(() => {})
  }
}

/**
 * Stops the wait for the Verify frame where the page's Content-Security-Policy blocks it. Before each request the
 * library waits up to 5 s for that frame, and a blocked one never loads.
 */
function skipBlockedVerifier(provider: WalletConnectProvider) {
  // Not in the library's types:
  // https://github.com/WalletConnect/walletconnect-monorepo/blob/v2.0/packages/core/src/controllers/verify.ts
  const verify: { abortController?: AbortController } = provider.signer.client.core.verify as object
  document.addEventListener('securitypolicyviolation', (violation) => {
    if (blocksOrigin(violation, verifyOrigin)) verify.abortController?.abort()
  })
}

/** Returns whether a policy violation kept the page from reaching an origin. Report-only violations do not. */
export function blocksOrigin(
  { blockedURI, disposition }: SecurityPolicyViolationEvent,
  origin: string,
): boolean {
  return (
    disposition === 'enforce' && URL.canParse(blockedURI) && new URL(blockedURI).origin === origin
  )
}
