import {
  type Address,
  type Client,
  decodeFunctionResult,
  encodeFunctionData,
  getAbiItem,
  type Hex,
  numberToHex,
} from 'viem'
import { getBlock, getLogs } from 'viem/actions'
import type { Intent } from '../../checkout/ports/intent.ts'
import type { SearchResult } from '../../checkout/ports/wallets.ts'
import { readBlockNumber } from '../read.ts'
import { maxLogBlocks, type SearchRange } from '../track/search-transfer.ts'
import { authorizationAbi as abi } from './abi.ts'

/** The most blocks that a chain is reorganized. */
const overlapBlocks = 16n

/**
 * Searches for the transaction that has sent an intent's authorization, from any sender: by the token's own state, and by its log.
 * `lapsed` only from a final block, where nothing can change it any more.
 */
export async function searchAuthorization(
  client: Client,
  intent: Intent,
  { fromBlock = getStartBlock(intent), depth }: Omit<SearchRange, 'isUnanswered'>,
): Promise<SearchResult> {
  const head = await readBlockNumber(client)
  if (!(await isUsed(client, intent, head))) {
    // The log of a use, if one comes, is in a later block.
    const toBlock = fromBlock > head ? fromBlock : head
    return { found: (await hasLapsed(client, intent, head, depth)) ? 'lapsed' : 'nothing', toBlock }
  }
  const reachesHead = fromBlock + maxLogBlocks >= head
  const toBlock = reachesHead ? head : fromBlock + maxLogBlocks
  const range = { fromBlock: fromBlock + 1n, toBlock }
  if (range.fromBlock > toBlock) return { found: 'nothing', toBlock }
  const [used] = await getAuthorizationLogs(client, intent, 'AuthorizationUsed', range)
  if (used) return { found: 'transfer', hash: used.transactionHash, hasReference: true }
  const [canceled] = await getAuthorizationLogs(client, intent, 'AuthorizationCanceled', range)
  const isFinal = canceled && canceled.blockNumber <= head - BigInt(depth - 1)
  if (isFinal) return { found: 'lapsed', toBlock }
  // A node may show its logs minutes after the state, so the newest blocks are searched again.
  return { found: 'nothing', toBlock: reachesHead ? fromBlock : toBlock }
}

/** Returns the block before the first in which the authorization can have been sent. */
function getStartBlock({ block }: Intent): bigint {
  return block > overlapBlocks ? block - overlapBlocks : 0n
}

/** Returns whether the authorization is unused in a final block that is past its end. */
async function hasLapsed(
  client: Client,
  intent: Intent,
  head: bigint,
  depth: number,
): Promise<boolean> {
  const { validBefore = 0n } = intent.authorization ?? {}
  const blockNumber = head - BigInt(depth - 1)
  if (blockNumber < 0n) return false
  const { timestamp } = await getBlock(client, { blockNumber })
  return timestamp >= validBefore && !(await isUsed(client, intent, blockNumber))
}

/** Reads whether the account has used or canceled the nonce, as of a block. */
async function isUsed(
  client: Client,
  { from, quote, authorization }: Intent,
  block: bigint,
): Promise<boolean> {
  const functionName = 'authorizationState'
  const args = [from as Address, authorization?.nonce as Hex] as const
  const call = {
    to: quote.token.address as Address,
    data: encodeFunctionData({ abi, functionName, args }),
  }
  const data = await client.request({ method: 'eth_call', params: [call, numberToHex(block)] })
  return decodeFunctionResult({ abi, functionName, data })
}

async function getAuthorizationLogs(
  client: Client,
  { from, quote, authorization }: Intent,
  name: 'AuthorizationUsed' | 'AuthorizationCanceled',
  range: { fromBlock: bigint; toBlock: bigint },
) {
  return await getLogs(client, {
    address: quote.token.address as Address,
    event: getAbiItem({ abi, name }),
    args: { authorizer: from as Address, nonce: authorization?.nonce as Hex },
    ...range,
  })
}
