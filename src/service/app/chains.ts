import { getChainMetadata, isTestnet } from '../../api/chains/chains.ts'
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
import { readAtEachNode } from '../chain/tokens/agreement.ts'
import { findAuthorizationUse, readIsAuthorizationUsed } from '../chain/tokens/authorizations.ts'
import type { PriceFeed } from '../chain/tokens/feeds.ts'
import { createEnsReader } from '../chain/tokens/names.ts'
import {
  createCurrencyReader,
  createDomainReader,
  createPriceReaders,
  createTokenReader,
} from '../chain/tokens/token-readers.ts'
import { readIsContract } from '../chain/tokens/tokens.ts'
import { readBalance, readTokenBalance } from '../chain/transactions/internal-transfers.ts'
import { lookUpTransaction } from '../chain/transactions/lookup.ts'
import { listSpending } from '../chain/transactions/spending.ts'
import type { Chains, NodeLookup, NodeNonces } from '../chain/types/chains.ts'
import { type KnownToken, toTokenKey } from '../chain/types/tokens.ts'
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
  for (const feed of options.feeds) checkFeed(feed, options.rpcUrls, knownTokens)
  const nodesOf = (chainId: number) => getNodes(nodes, chainId)
  const nodeOf = (chainId: number) => nodesOf(chainId).any
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
    getToken: createTokenReader(nodesOf, knownTokens),
    getAuthorizationDomain: createDomainReader(nodesOf),
    getCurrencyRate: createCurrencyReader(nodesOf),
    ...createPriceReaders(nodesOf, knownTokens, options.feeds),
    isAuthorizationUsed: (chainId, token, account, nonce) =>
      readIsAuthorizationUsed(nodeOf(chainId), token, account, nonce),
    findAuthorizationUse: (name, range) => findAuthorizationUse(nodeOf(name.chainId), name, range),
    findAuthorizations: (chainId, transfers) => readAuthorizations(nodeOf(chainId), transfers),
    simulateRelay: (chainId, account, authorization, terms) =>
      simulateRelay(nodeOf(chainId), account, authorization, terms),
    getFees: (chainId) => readFees(nodeOf(chainId)),
    getDataFee: (chainId, bytes) => readDataFee(nodeOf(chainId), bytes),
    broadcast: (chainId, raw) => broadcast(nodeOf(chainId), raw),
    isContract: (chainId, address) => readIsContract(nodeOf(chainId), address),
    getEnsAddress:
      options.ensRpcUrl === undefined
        ? undefined
        : createEnsReader(options.ensRpcUrl, options.onCall),
    getBlockNumber: (chainId) => nodesOf(chainId).readHead(),
    getAnswerCount: (chainId) =>
      nodesOf(chainId).each.reduce((sum, { limits }) => sum + limits.getAnswerCount(), 0),
    getLogRange: (chainId) => nodeOf(chainId).limits.getLogRange(),
    lookUpTransaction: (chainId, hash, head, recipients, knownBlock) =>
      lookUpTransaction(nodeOf(chainId), hash, head, recipients, knownBlock),
    lookUpAtNodes: (chainId, hash, recipients) =>
      Promise.all(nodesOf(chainId).each.map((node) => lookUpAtNode(node, hash, recipients))),
    recoverSigner,
    hasCode: (chainId, account) => hasCode(nodeOf(chainId), account),
    isSignedByContract: (chainId, account, message, signature) =>
      isSignedByContract(nodeOf(chainId), account, message, signature),
    getBlockTime: (chainId, number) => readBlockTime(nodeOf(chainId), number),
    getBalance: (chainId, address, number) => readBalance(nodeOf(chainId), address, number),
    getNonce: (chainId, account, number) => readNonce(nodeOf(chainId), account, number),
    getLowestNonce: (chainId, account) => readLowestNonce(nodesOf(chainId), account),
    getTokenBalance: (chainId, token, address, number) =>
      readTokenBalance(nodeOf(chainId), token, address, number),
    getNoncesAtNodes: (chainId, account) =>
      Promise.all(nodesOf(chainId).each.map((node) => readNoncesAtNode(node, account))),
    listSpending: (chainId, account, range, limit) =>
      listSpending(nodeOf(chainId), account, range, limit),
    getFinalBlock: (chainId, level) => readFinalBlock(nodeOf(chainId), level),
    getBlockHash: (chainId, number) => readBlockHash(nodeOf(chainId), number),
    findBlockBefore: (chainId, time, head) => findBlockBefore(nodeOf(chainId), time, head),
    findReplacement: (chainId, pendingTransaction, head) =>
      findReplacement(nodeOf(chainId), pendingTransaction, head),
    findTransfers: (chainId, range, filter) => findTransfers(nodeOf(chainId), range, filter),
    findCompleteTransfers: (chainId, range, filter, previousWitness) =>
      findCompleteTransfers(nodeOf(chainId), range, filter, previousWitness),
    getBlockWithTransactions: (chainId, number) =>
      readBlockWithTransactions(nodeOf(chainId), number),
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
  const peg = knownTokens.get(toTokenKey(chainId, tokenAddress))?.peg
  if (peg !== undefined)
    throw createFeedError(`which is pegged to ${peg} (TOKENS, or built in): a feed is not asked.`)
}

function getNodes(nodes: ReadonlyMap<number, ChainNodes>, chainId: number): ChainNodes {
  const found = nodes.get(chainId)
  if (found) return found
  throw new PayError('invalid_setting', `Chain ${chainId} has no URL in CHAIN_RPC_URLS.`)
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

/** Returns the lowest next nonce that a node knows: a nonce that a node is ahead by would leave a gap. */
async function readLowestNonce(nodes: ChainNodes, account: string): Promise<number> {
  const address = account as `0x${string}`
  const read = (node: ChainClient) => node.read((client) => client.getTransactionCount({ address }))
  const answers = await readAtEachNode(nodes, read)
  return Math.min(...answers.map(({ value }) => value))
}
