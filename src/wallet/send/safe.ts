import {
  type Address,
  BlockNotFoundError,
  type Client,
  type Hash,
  type Hex,
  type Log,
  numberToHex,
  type RpcLog,
  TransactionNotFoundError,
} from 'viem'
import { getBlock, getCode, getTransaction } from 'viem/actions'
import type { Proposal } from '../../checkout/ports/intent.ts'
import { ignoreError } from '../errors.ts'
import { readContract } from '../read.ts'
import { isHexEqual } from '../track/transfer-logs.ts'

// Contract accounts. Another account sends their transfers later, in that account's own transaction. Safe's contracts:
// https://github.com/safe-global/safe-smart-account

const bytes32 = { type: 'bytes32' } as const
const address = { type: 'address' } as const
const uint256 = { type: 'uint256' } as const
const view = { type: 'function', stateMutability: 'view' } as const

/** The functions of a Safe that are read. */
const safeAbi = [
  { ...view, name: 'getThreshold', inputs: [], outputs: [uint256] },
  { ...view, name: 'getOwners', inputs: [], outputs: [{ type: 'address[]' }] },
  { ...view, name: 'approvedHashes', inputs: [address, bytes32], outputs: [uint256] },
] as const

/** The topics of `ExecutionSuccess(bytes32,uint256)` and `ExecutionFailure(bytes32,uint256)`. */
export const executionTopics = {
  success: '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e',
  failure: '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23',
} as const

/** The most owners whose approval is read: each costs one call. */
const maxOwnersRead = 20

/**
 * Returns whether an account is a contract. An account that only delegates to code (EIP-7702) is none: it sends its
 * transactions itself.
 */
export async function isContract(client: Client, account: string): Promise<boolean> {
  const code = await getCode(client, { address: account as Address })
  return code !== undefined && !code.startsWith('0xef0100')
}

/** Reads how many signatures a Safe needs; undefined for an account that is not a Safe or cannot be read now. */
export async function readThreshold(client: Client, account: string): Promise<number | undefined> {
  const call = { address: account as Address, abi: safeAbi, functionName: 'getThreshold' } as const
  const threshold = await readContract(client, call).catch(() => 0n)
  return threshold > 0n ? Number(threshold) : undefined
}

/**
 * Reads who must sign a Safe's transaction, and who has approved it on the chain. Signatures that owners gave in
 * Safe's own app are known only to Safe's service and are not counted here. Undefined as in {@link readThreshold}.
 */
export async function readSigners(
  client: Client,
  account: string,
  safeTxHash: string,
): Promise<Pick<Proposal, 'threshold' | 'owners'> | undefined> {
  const safe = { address: account as Address, abi: safeAbi } as const
  const readApproval = async (owner: Address) => {
    const args = [owner, safeTxHash as Hex] as const
    const approval = await readContract(client, { ...safe, functionName: 'approvedHashes', args })
    return { address: owner, hasApproved: approval > 0n }
  }
  const threshold = await readThreshold(client, account)
  if (threshold === undefined) return undefined
  try {
    const owners = await readContract(client, { ...safe, functionName: 'getOwners' })
    return {
      threshold,
      owners: await Promise.all(owners.slice(0, maxOwnersRead).map(readApproval)),
    }
  } catch {
    // The owners are only for display, and the next search reads them again.
    return { threshold }
  }
}

/**
 * Finds the transaction in which a Safe executed a proposal, by its log. The inner call may have failed there.
 * Rejects with the node's error.
 */
export async function findExecution(
  client: Client,
  account: string,
  safeTxHash: string,
  { from, to }: { from: bigint; to: bigint },
): Promise<Hash | undefined> {
  // Nodes reject a range that begins after their newest block.
  if (to < from) return undefined
  const logs = await client.request({
    method: 'eth_getLogs',
    params: [
      {
        address: account,
        topics: [[executionTopics.success, executionTopics.failure]],
        fromBlock: numberToHex(from),
        toBlock: numberToHex(to),
      },
    ],
  } as never)
  return (
    (logs as RpcLog[]).find((log) => isExecutionOf(log, safeTxHash))?.transactionHash ?? undefined
  )
}

/**
 * Returns whether a Safe logged that a proposal's call failed when executed. Such a proposal cannot be executed
 * again.
 */
export function hasExecutionFailed(
  logs: readonly Pick<Log, 'address' | 'topics' | 'data'>[],
  account: string,
  safeTxHash: string,
): boolean {
  return logs.some(
    (log) =>
      isHexEqual(log.address, account) &&
      log.topics[0] === executionTopics.failure &&
      isExecutionOf(log, safeTxHash),
  )
}

/**
 * Returns whether a log is about a proposal. Up to Safe 1.3.0 the hash is in the event's data, since then in a topic.
 */
function isExecutionOf({ topics, data }: Pick<Log, 'topics' | 'data'>, safeTxHash: string) {
  return isHexEqual(topics[1] ?? data.slice(0, 66), safeTxHash)
}

/**
 * Returns the hash of the mined transaction that a hash from a contract account's wallet stands for; undefined while
 * there is none. Such wallets answer for a proposal's hash as if it were a transaction's: first with an invented
 * pending transaction, later with the real one under the proposal's hash (safe-apps-provider). So only the hash in
 * the block itself counts.
 */
export async function findMinedHash(client: Client, hash: string): Promise<Hash | undefined> {
  const transaction = await getTransaction(client, { hash: hash as Hash }).catch(
    ignoreError(TransactionNotFoundError),
  )
  if (!transaction?.blockHash) return undefined
  const block = await getBlock(client, { blockHash: transaction.blockHash }).catch(
    ignoreError(BlockNotFoundError),
  )
  return block?.transactions[transaction.transactionIndex]
}
