import type { Address, TransactionReceipt } from 'viem'
import type { CoinMovement } from '../domain/facts.ts'
import type { ChainClient } from './client.ts'
import { readGain } from './gain.ts'
import { traceCoin } from './trace.ts'

/** Gas of a transfer that runs no code (Yellow Paper, G_transaction): nothing moves inside it. */
const plainGas = 21_000n
/** Recipients whose balances are compared for one transaction, where the node does not trace. */
const recipientLimit = 4

/**
 * Returns what native currency moved inside a transaction; undefined where that cannot be told. A trace tells it exactly,
 * and from whom; else the recipients' balances do where nothing else in the block can have touched them.
 */
export async function readCoin(
  chain: ChainClient,
  transaction: { input: string; value: bigint },
  receipt: TransactionReceipt,
  recipients: readonly string[],
): Promise<CoinMovement[] | undefined> {
  if (recipients.length === 0) return undefined
  if (receipt.gasUsed === plainGas && transaction.input === '0x') return []
  const traced = await traceCoin(chain, receipt.transactionHash)
  if (traced) return traced
  const asked = likely(transaction.input, recipients)
  const found: CoinMovement[] = []
  for (const to of asked) {
    const direct = receipt.to?.toLowerCase() === to.toLowerCase() ? transaction.value : 0n
    const gain = await readGain(chain, receipt, to as Address)
    if (gain === undefined) return undefined
    if (gain - direct > 0n) found.push({ from: '', to, value: gain - direct })
  }
  return found.length > 0 || asked.length === recipients.length ? found : undefined
}

/** All of a few; of many those that the calldata names. */
function likely(input: string, recipients: readonly string[]): readonly string[] {
  if (recipients.length <= recipientLimit) return recipients
  const data = input.toLowerCase()
  const named = recipients.filter((one) => data.includes(one.slice(2).toLowerCase()))
  return named.slice(0, recipientLimit)
}
