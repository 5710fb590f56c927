import { type Client, type Hash, TransactionReceiptNotFoundError } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import type { Intent } from '../../checkout/ports/intent.ts'
import type { SearchResult, TransactionStatus } from '../../checkout/ports/wallets.ts'
import { ignoreError } from '../errors.ts'
import { readBlockNumber } from '../read.ts'
import { isHexEqual } from '../track/transfer-logs.ts'
import { searchAuthorization } from './search-authorization.ts'

/** The most searches of one reading. Each covers a limited number of blocks. */
const maxSearches = 5

/**
 * Reads the status of a transaction that sends an authorization. The relayer may replace it, and anyone may send another one: the
 * token's log shows which one has paid. One that is not mined is pending until its authorization has lapsed, which is `replaced`
 * without a hash.
 */
export async function readAuthorizedStatus(
  client: Client,
  hash: string,
  intent: Intent,
  depth: number,
): Promise<TransactionStatus> {
  const head = await readBlockNumber(client)
  const receipt = await getTransactionReceipt(client, { hash: hash as Hash }).catch(
    ignoreError(TransactionReceiptNotFoundError),
  )
  if (receipt?.status === 'success') {
    const confirmations = Math.max(Number(head - receipt.blockNumber) + 1, 1)
    return { status: 'mined', confirmations, isReverted: false }
  }
  const result = await searchToHead(client, intent, head, depth)
  if (result?.found === 'transfer' && !isHexEqual(result.hash, hash))
    return { status: 'replaced', hash: result.hash }
  return result?.found === 'lapsed' ? { status: 'replaced' } : { status: 'pending' }
}

async function searchToHead(client: Client, intent: Intent, head: bigint, depth: number) {
  let result: SearchResult | undefined
  let fromBlock: bigint | undefined
  for (let search = 0; search < maxSearches; search++) {
    result = await searchAuthorization(client, intent, { fromBlock, depth })
    if (result.found !== 'nothing') return result
    if (fromBlock !== undefined && result.toBlock <= fromBlock) return result
    fromBlock = result.toBlock
    if (fromBlock >= head) return result
  }
  return result
}
