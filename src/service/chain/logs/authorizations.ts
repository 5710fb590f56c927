import { type Hex, numberToHex, toEventSelector } from 'viem'
import { splitIntoBatches } from '../../kernel/batches.ts'
import type { ChainClient } from '../nodes/client.ts'
import type { AuthorizationLog, TransferLog } from '../types/transfer-logs.ts'
import { maxFilterAddresses, transferTopic } from './transfers.ts'

const usedTopic = toEventSelector('AuthorizationUsed(address,bytes32)')

/**
 * Reads which authorizations (EIP-3009) the senders of transfers used in their block, from the tokens' own logs. The answer has to
 * contain the transfers themselves: if one is missing, the node has not indexed the block yet, and the answer is ignored.
 *
 * @param transfers of one block
 */
export async function readAuthorizations(
  chain: ChainClient,
  transfers: readonly TransferLog[],
): Promise<readonly AuthorizationLog[] | undefined> {
  const [first] = transfers
  if (!first) return []
  const block = numberToHex(first.blockNumber)
  const address = [...new Set(transfers.map(({ token }) => token.toLowerCase() as Hex))]
  const found: AuthorizationLog[] = []
  const shown = new Set<string>()
  const bySender = [...Map.groupBy(transfers, ({ sender }) => sender.toLowerCase()).keys()]
  for (const senders of splitIntoBatches(bySender, maxFilterAddresses)) {
    const topics = [[transferTopic as Hex, usedTopic], senders.map(toTopic)]
    const logs = await chain.read((client) =>
      client.request({
        method: 'eth_getLogs',
        params: [{ fromBlock: block, toBlock: block, address, topics }],
      }),
    )
    for (const { removed, topics, transactionHash, blockHash, logIndex } of logs) {
      if (removed || !transactionHash) continue
      const [topic, , nonce] = topics
      if (topic === usedTopic && nonce) found.push({ hash: transactionHash, nonce })
      else shown.add(`${blockHash} ${transactionHash} ${Number(logIndex)}`)
    }
  }
  const isShown = ({ blockHash, hash, logIndex }: TransferLog) =>
    shown.has(`${blockHash} ${hash} ${logIndex}`)
  return transfers.every(isShown) ? found : undefined
}

const toTopic = (address: string): Hex => `0x${address.slice(2).padStart(64, '0')}`
