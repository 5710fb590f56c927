import type { Wallets } from '../checkout/ports/wallets.ts'
import { loadPart } from '../errors.ts'
import { mergeChains } from './connect/chains.ts'
import type { WalletsOptions } from './options.ts'
import { rehearsePayment } from './rehearse.ts'
import { createWallets } from './wallets.ts'

/**
 * Creates the checkout's port to the wallets. wagmi is loaded first if the page has its own connectors, and never otherwise: no
 * other wallet needs it.
 *
 * @param page the element, whose options are read once, or only the options
 */
export async function loadWallets(
  page: WalletsOptions,
  { projectId, attribution }: Pick<WalletsOptions, 'projectId' | 'attribution'> = page,
): Promise<Wallets> {
  const { chains, rpcUrls, wallets, relayUrl, paymasterUrl, askedNonce } = page
  const options = {
    chains,
    rpcUrls,
    wallets,
    relayUrl,
    paymasterUrl,
    askedNonce,
    projectId,
    attribution,
  }
  const requestIdle = globalThis.requestIdleCallback ?? setTimeout
  // A failed preparation does no harm: the same work is done when it is needed.
  requestIdle(() => void rehearsePayment().catch(() => undefined))
  const creators = (wallets ?? []).filter((wallet) => typeof wallet === 'function')
  if (creators.length === 0) return createWallets(options)
  const { createPageConnectors } = await loadPart(import('./connect/page-connectors.ts'))
  const connectors = createPageConnectors(creators, mergeChains(chains ?? []))
  return createWallets(options, connectors)
}
