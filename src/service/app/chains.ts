import { getChainMetadata, isTestnet } from '../../api/chains/chains.ts'
import { isNative } from '../../api/formats.ts'
import { PayError } from '../../errors.ts'
import { parseAddress } from '../chain/address.ts'
import { readFinalBlock } from '../chain/finality.ts'
import { readAuthorizations } from '../chain/logs/authorizations.ts'
import {
  findBlockBefore,
  findReplacement,
  readBlockHash,
  readBlockTime,
  readNonce,
} from '../chain/logs/search.ts'
import { findTransfers, readBlockWithTransactions } from '../chain/logs/transfers.ts'
import { findCompleteTransfers } from '../chain/logs/witness.ts'
import type { ChainClient } from '../chain/nodes/client.ts'
import {
  type ChainNodes,
  createChainNodes,
  type FailoverListener,
  type RpcCallListener,
} from '../chain/nodes/nodes.ts'
import { checkRpcUrls } from '../chain/nodes/rpc-urls.ts'
import type { ChainMode } from '../chain/rules/modes.ts'
import { hasCode, isSignedByContract, recoverSigner } from '../chain/signature.ts'
import { agreeOnRate, agreeOnToken, readAtEachNode } from '../chain/tokens/agreement.ts'
import {
  agreeOnDomain,
  findAuthorizationUse,
  readAuthorizationDomain,
  readIsAuthorizationUsed,
} from '../chain/tokens/authorizations.ts'
import { type PriceFeed, readRate } from '../chain/tokens/feeds.ts'
import { createEnsReader } from '../chain/tokens/names.ts'
import { readIsContract, readToken } from '../chain/tokens/tokens.ts'
import { readBalance, readTokenBalance } from '../chain/transactions/internal-transfers.ts'
import { lookUpTransaction } from '../chain/transactions/lookup.ts'
import { listSpending } from '../chain/transactions/spending.ts'
import type { Chains, NodeLookup, NodeNonces } from '../chain/types/chains.ts'
import type { AuthorizationDomain, KnownToken, TokenMetadata } from '../chain/types/tokens.ts'
import { broadcast, readDataFee, readFees, simulateRelay } from '../relayer/chain/relays.ts'

export interface ChainsOptions {
  /** JSON-RPC URLs of each chain's nodes, in order of preference. */
  rpcUrls: ReadonlyMap<number, readonly string[]>
  /** Blocks that make a transfer final, by chain. @default the value of `chainFacts` for the chain */
  confirmations: ReadonlyMap<number, number>
  /** Whether a chain's money has value. @default test for known test networks, live for others */
  modes?: ReadonlyMap<number, ChainMode> | undefined
  tokens: readonly KnownToken[]
  /** Price feeds of tokens that have no fixed price. */
  feeds: readonly PriceFeed[]
  /** JSON-RPC URL of Ethereum mainnet, to resolve ENS names; undefined to resolve none. */
  ensRpcUrl: string | undefined
  /** @default no notification */
  onFailover?: FailoverListener
  /** @default the calls are not counted */
  onCall?: RpcCallListener
}

/** Limit of tokens kept in memory, because callers choose which addresses are read. */
const maxCachedTokens = 10_000
const minuteMs = 60_000
/** How long a token's domain is kept: an upgrade of the token may change it. */
const domainLifetimeMs = 10 * minuteMs

/**
 * Creates the {@link Chains} port on JSON-RPC nodes. Sends no request yet.
 *
 * @throws PayError `invalid_setting` for a price feed that could never be used, and for URLs of a chain that cannot be used
 */
export function createChains(options: ChainsOptions): Chains {
  const nodes = new Map<number, ChainNodes>()
  for (const [id, urls] of options.rpcUrls)
    nodes.set(id, createChainNodes(id, checkUrls(id, urls), options.onFailover, options.onCall))
  const knownTokens = new Map(
    options.tokens.map((token) => [toTokenKey(token.chainId, token.address), token]),
  )
  const feedsByToken = new Map(
    options.feeds.map((feed) => [toTokenKey(feed.chainId, feed.tokenAddress), feed]),
  )
  for (const feed of options.feeds) checkFeed(feed, options.rpcUrls, knownTokens)
  const tokenCache = new Map<string, { token: TokenMetadata; until: number }>()
  const domains = new Map<string, { domain: AuthorizationDomain | undefined; until: number }>()
  return {
    ids: [...nodes.keys()],
    isTestChain: (id) => (options.modes?.get(id) ?? (isTestnet(id) ? 'test' : 'live')) === 'test',
    getNodeCount: (id) => nodes.get(id)?.each.length ?? 0,
    getConfirmations: (id) => options.confirmations.get(id) ?? getChainMetadata(id).confirmations,
    parseAddress: parseAddress,
    listKnownTokens: (chainId) =>
      options.tokens
        .filter((token) => token.chainId === chainId)
        .map(({ address }) => parseAddress(address, 'TOKENS')),
    async getToken(chainId, address) {
      const key = toTokenKey(chainId, address)
      const cached = tokenCache.get(key)
      if (cached && performance.now() < cached.until) return cached.token
      const chainNodes = getNodes(nodes, chainId)
      const read = (node: ChainClient) => readToken(node, address, knownTokens.get(key))
      const answers = await readAtEachNode(chainNodes, read)
      const token = agreeOnToken(chainId, address, answers)
      // A token's decimals and symbol never change. The absence of a token may change, and a node's failure passes, so neither is
      // cached.
      const until =
        answers.length === chainNodes.each.length ? Infinity : performance.now() + minuteMs
      if (token && tokenCache.size < maxCachedTokens) tokenCache.set(key, { token, until })
      return token
    },
    async getAuthorizationDomain(chainId, token) {
      if (isNative(token)) return undefined
      const key = toTokenKey(chainId, token)
      const cached = domains.get(key)
      if (cached && performance.now() < cached.until) return cached.domain
      const read = (node: ChainClient) => readAuthorizationDomain(node, token)
      const answers = await readAtEachNode(getNodes(nodes, chainId), read)
      const domain = agreeOnDomain(chainId, token, answers)
      if (domains.size < maxCachedTokens || cached)
        domains.set(key, { domain, until: performance.now() + domainLifetimeMs })
      return domain
    },
    isAuthorizationUsed: (chainId, token, account, nonce) =>
      readIsAuthorizationUsed(getClient(nodes, chainId), token, account, nonce),
    findAuthorizationUse: (name, range) =>
      findAuthorizationUse(getClient(nodes, name.chainId), name, range),
    findAuthorizations: (chainId, transfers) =>
      readAuthorizations(getClient(nodes, chainId), transfers),
    simulateRelay: (chainId, account, authorization, terms) =>
      simulateRelay(getClient(nodes, chainId), account, authorization, terms),
    getFees: (chainId) => readFees(getClient(nodes, chainId)),
    getDataFee: (chainId, bytes) => readDataFee(getClient(nodes, chainId), bytes),
    broadcast: (chainId, raw) => broadcast(getClient(nodes, chainId), raw),
    async getRate(chainId, token) {
      const feed = feedsByToken.get(toTokenKey(chainId, token))
      if (!feed) return undefined
      const read = (node: ChainClient) => readRate(node, feed, new Date())
      return agreeOnRate(feed, await readAtEachNode(getNodes(nodes, chainId), read))
    },
    async getUsdPriceAt(chainId, token, { number, time }) {
      const key = toTokenKey(chainId, token)
      if (knownTokens.has(key)) return { source: 'peg', rate: { answer: 1n, decimals: 0 } }
      const feed = feedsByToken.get(key)
      if (!feed) return { source: 'none' }
      const read = (node: ChainClient) => readRate(node, feed, time, number)
      try {
        const answers = await readAtEachNode(getNodes(nodes, chainId), read)
        return { source: 'feed', rate: agreeOnRate(feed, answers) }
      } catch {
        // The feed has no good answer of that time, or a node that is asked too late keeps no state of it any more.
        return { source: 'unavailable' }
      }
    },
    isContract: (chainId, address) => readIsContract(getClient(nodes, chainId), address),
    getEnsAddress:
      options.ensRpcUrl === undefined
        ? undefined
        : createEnsReader(options.ensRpcUrl, options.onCall),
    getBlockNumber: (chainId) => getNodes(nodes, chainId).readHead(),
    getAnswerCount: (chainId) =>
      getNodes(nodes, chainId).each.reduce((sum, { limits }) => sum + limits.getAnswerCount(), 0),
    getLogRange: (chainId) => getClient(nodes, chainId).limits.getLogRange(),
    lookUpTransaction: (chainId, hash, head, recipients, knownBlock) =>
      lookUpTransaction(getClient(nodes, chainId), hash, head, recipients, knownBlock),
    lookUpAtNodes: (chainId, hash, recipients) =>
      Promise.all(
        getNodes(nodes, chainId).each.map((node) => lookUpAtNode(node, hash, recipients)),
      ),
    recoverSigner,
    hasCode: (chainId, account) => hasCode(getClient(nodes, chainId), account),
    isSignedByContract: (chainId, account, message, signature) =>
      isSignedByContract(getClient(nodes, chainId), account, message, signature),
    getBlockTime: (chainId, number) => readBlockTime(getClient(nodes, chainId), number),
    getBalance: (chainId, address, number) =>
      readBalance(getClient(nodes, chainId), address, number),
    getNonce: (chainId, account, number) => readNonce(getClient(nodes, chainId), account, number),
    async getLowestNonce(chainId, account) {
      const address = account as `0x${string}`
      const read = (node: ChainClient) =>
        node.read((client) => client.getTransactionCount({ address }))
      const answers = await readAtEachNode(getNodes(nodes, chainId), read)
      return Math.min(...answers.map(({ value }) => value))
    },
    getTokenBalance: (chainId, token, address, number) =>
      readTokenBalance(getClient(nodes, chainId), token, address, number),
    getNoncesAtNodes: (chainId, account) =>
      Promise.all(getNodes(nodes, chainId).each.map((node) => readNoncesAtNode(node, account))),
    listSpending: (chainId, account, range, limit) =>
      listSpending(getClient(nodes, chainId), account, range, limit),
    getFinalBlock: (chainId, level) => readFinalBlock(getClient(nodes, chainId), level),
    getBlockHash: (chainId, number) => readBlockHash(getClient(nodes, chainId), number),
    findBlockBefore: (chainId, time, head) =>
      findBlockBefore(getClient(nodes, chainId), time, head),
    findReplacement: (chainId, pendingTransaction, head) =>
      findReplacement(getClient(nodes, chainId), pendingTransaction, head),
    findTransfers: (chainId, range, filter) =>
      findTransfers(getClient(nodes, chainId), range, filter),
    findCompleteTransfers: (chainId, range, filter, previousWitness) =>
      findCompleteTransfers(getClient(nodes, chainId), range, filter, previousWitness),
    getBlockWithTransactions: (chainId, number) =>
      readBlockWithTransactions(getClient(nodes, chainId), number),
  }
}

function checkUrls(chainId: number, urls: readonly string[]): readonly string[] {
  try {
    checkRpcUrls(urls)
    return urls
  } catch (cause) {
    const why = `CHAIN_RPC_URLS of chain ${chainId} ${(cause as Error).message}.`
    throw new PayError('invalid_setting', why, { field: 'CHAIN_RPC_URLS' })
  }
}

/** Throws for a feed that would never be read: the mistake would only show at the first charge, or never. */
function checkFeed(
  { chainId, tokenAddress }: PriceFeed,
  rpcUrls: ReadonlyMap<number, unknown>,
  knownTokens: ReadonlyMap<string, KnownToken>,
): void {
  const createFeedError = (why: string) =>
    new PayError(
      'invalid_setting',
      `PRICE_FEEDS names token ${tokenAddress} on chain ${chainId}, ${why}`,
      {
        field: 'PRICE_FEEDS',
      },
    )
  if (!rpcUrls.has(chainId)) throw createFeedError('but CHAIN_RPC_URLS has no such chain.')
  if (knownTokens.has(toTokenKey(chainId, tokenAddress))) {
    throw createFeedError(
      'which is taken 1:1 for US dollars (TOKENS, or built in): a feed is not asked.',
    )
  }
}

function toTokenKey(chainId: number, address: string): string {
  return `${chainId}:${address.toLowerCase()}`
}

function getNodes(nodes: ReadonlyMap<number, ChainNodes>, chainId: number): ChainNodes {
  const found = nodes.get(chainId)
  if (found) return found
  throw new PayError('invalid_setting', `Chain ${chainId} has no URL in CHAIN_RPC_URLS.`)
}

function getClient(nodes: ReadonlyMap<number, ChainNodes>, chainId: number): ChainClient {
  return getNodes(nodes, chainId).any
}

/** Asks one node, by its own newest block. If the node fails, the answer contains its failure. */
async function lookUpAtNode(
  node: ChainClient,
  hash: string,
  recipients: readonly string[],
): Promise<NodeLookup> {
  try {
    const head = await node.read((client) => client.getBlockNumber())
    return { node: node.node, lookup: await lookUpTransaction(node, hash, head, recipients) }
  } catch (failure) {
    return { node: node.node, failure: failure instanceof Error ? failure.message : `${failure}` }
  }
}

/** Asks one node for the next nonces of an account. If the node fails, the answer contains its failure. */
async function readNoncesAtNode(node: ChainClient, account: string): Promise<NodeNonces> {
  const readNonce = (blockTag: 'latest' | 'pending') =>
    node.read((client) =>
      client.getTransactionCount({ address: account as `0x${string}`, blockTag }),
    )
  try {
    // In this order: a transaction that arrives in between makes them differ.
    const mined = await readNonce('latest')
    return { node: node.node, mined, pending: await readNonce('pending') }
  } catch (failure) {
    return { node: node.node, failure: failure instanceof Error ? failure.message : `${failure}` }
  }
}
