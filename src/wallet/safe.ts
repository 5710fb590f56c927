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
import type { Proposal } from '../checkout/ports.ts'
import { unless } from './errors.ts'
import { readView } from './read.ts'
import { same } from './transfers.ts'

// Accounts that are contracts: what they are asked for is sent by somebody else, later, in a transaction of another's.
// Safe's contracts: https://github.com/safe-global/safe-smart-account

const bytes32 = { type: 'bytes32' } as const
const address = { type: 'address' } as const
const uint256 = { type: 'uint256' } as const
const view = { type: 'function', stateMutability: 'view' } as const

/** What is read of a Safe. */
const safeAbi = [
  { ...view, name: 'getThreshold', inputs: [], outputs: [uint256] },
  { ...view, name: 'getOwners', inputs: [], outputs: [{ type: 'address[]' }] },
  { ...view, name: 'approvedHashes', inputs: [address, bytes32], outputs: [uint256] },
] as const

/** `ExecutionSuccess(bytes32,uint256)` and `ExecutionFailure(bytes32,uint256)`. */
export const executionTopics = {
  success: '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e',
  failure: '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23',
} as const

/** Owners whose approval is read: each is a call. */
const readable = 20

/** True for a contract. An account that only delegates to code (EIP-7702) sends its transactions itself. */
export async function isContract(client: Client, account: string): Promise<boolean> {
  const code = await getCode(client, { address: account as Address })
  return code !== undefined && !code.startsWith('0xef0100')
}

/** The signatures that a Safe needs; undefined for an account that is none, or that cannot be read now. */
export async function readThreshold(client: Client, account: string): Promise<number | undefined> {
  const asked = { address: account as Address, abi: safeAbi, functionName: 'getThreshold' } as const
  const threshold = await readView(client, asked).catch(() => 0n)
  return threshold > 0n ? Number(threshold) : undefined
}

/**
 * Who must sign a Safe's transaction, and who has approved it on the chain. Signatures that owners gave in Safe's own app
 * are known to its service alone, and are not counted here. Undefined as in {@link readThreshold}.
 */
export async function readSigners(
  client: Client,
  account: string,
  safeTxHash: string,
): Promise<Pick<Proposal, 'threshold' | 'owners'> | undefined> {
  const safe = { address: account as Address, abi: safeAbi } as const
  const approves = async (owner: Address) => {
    const args = [owner, safeTxHash as Hex] as const
    const given = await readView(client, { ...safe, functionName: 'approvedHashes', args })
    return { address: owner, approved: given > 0n }
  }
  const threshold = await readThreshold(client, account)
  if (threshold === undefined) return undefined
  try {
    const owners = await readView(client, { ...safe, functionName: 'getOwners' })
    return { threshold, owners: await Promise.all(owners.slice(0, readable).map(approves)) }
  } catch {
    // Only shown: the next look reads it again.
    return { threshold }
  }
}

/**
 * The transaction in which a Safe executed a proposal, by its log: the inner call may have failed there. Rejects as the
 * node does.
 */
export async function readExecution(
  client: Client,
  account: string,
  safeTxHash: string,
  { from, to }: { from: bigint; to: bigint },
): Promise<Hash | undefined> {
  // A node refuses a range that begins after its newest block.
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
  return (logs as RpcLog[]).find((log) => isOf(log, safeTxHash))?.transactionHash ?? undefined
}

/** True when a Safe's log says that it executed a proposal whose call failed. It can not be executed again. */
export function hasFailed(
  logs: readonly Pick<Log, 'address' | 'topics' | 'data'>[],
  account: string,
  safeTxHash: string,
): boolean {
  return logs.some(
    (log) =>
      same(log.address, account) &&
      log.topics[0] === executionTopics.failure &&
      isOf(log, safeTxHash),
  )
}

/** Up to version 1.3.0 the event's hash is in its data, since then in a topic. */
function isOf({ topics, data }: Pick<Log, 'topics' | 'data'>, safeTxHash: string) {
  return same(topics[1] ?? data.slice(0, 66), safeTxHash)
}

/**
 * The mined transaction that a hash stands for, when it came from the wallet of a contract account. Such wallets answer
 * for a proposal's hash as if it were a transaction's: with an invented one that waits, later with the real one under the
 * proposal's hash (safe-apps-provider). So only a block's own word counts. Undefined while there is none.
 */
export async function minedAs(client: Client, hash: string): Promise<Hash | undefined> {
  const found = await getTransaction(client, { hash: hash as Hash }).catch(
    unless(TransactionNotFoundError),
  )
  if (!found?.blockHash) return undefined
  const block = await getBlock(client, { blockHash: found.blockHash }).catch(
    unless(BlockNotFoundError),
  )
  return block?.transactions[found.transactionIndex]
}
