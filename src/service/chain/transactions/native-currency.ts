import type { Address, TransactionReceipt } from 'viem'
import type { ChainClient } from '../nodes/client.ts'
import type { InternalTransfer } from '../types/transactions.ts'
import { readReceivedValue } from './internal-transfers.ts'
import { traceInternalTransfers } from './trace.ts'

/** Gas of a transfer that runs no code (Yellow Paper, G_transaction): it has no internal transfers. */
const transferGas = 21_000n
/** Limit of recipients whose balances are compared for one transaction, where the node does not trace. */
const maxRecipients = 4

/**
 * Returns the internal transfers of native currency in a transaction; undefined where they cannot be known.
 *
 * A trace shows them exactly, with their senders. Without one, the recipients' balances show them where nothing else in
 * the block can have changed these.
 */
export async function readInternalTransfers(
  chain: ChainClient,
  transaction: { input: string; value: bigint },
  receipt: TransactionReceipt,
  recipients: readonly string[],
): Promise<InternalTransfer[] | undefined> {
  if (recipients.length === 0) return undefined
  if (receipt.gasUsed === transferGas && transaction.input === '0x') return []
  const traced = await traceInternalTransfers(chain, receipt.transactionHash)
  if (traced) return traced
  const checkedRecipients = selectLikelyRecipients(transaction.input, recipients)
  const found: InternalTransfer[] = []
  for (const to of checkedRecipients) {
    const directValue = receipt.to?.toLowerCase() === to.toLowerCase() ? transaction.value : 0n
    const receivedValue = await readReceivedValue(chain, receipt, to as Address)
    if (receivedValue === undefined) return undefined
    if (receivedValue - directValue > 0n)
      found.push({ from: '', to, value: receivedValue - directValue })
  }
  return found.length > 0 || checkedRecipients.length === recipients.length ? found : undefined
}

/** Returns all recipients if they are few, else only those whose address is in the calldata. */
function selectLikelyRecipients(input: string, recipients: readonly string[]): readonly string[] {
  if (recipients.length <= maxRecipients) return recipients
  const data = input.toLowerCase()
  const mentioned = recipients.filter((address) => data.includes(address.slice(2).toLowerCase()))
  return mentioned.slice(0, maxRecipients)
}
