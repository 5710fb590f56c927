import {
  type Address,
  type Client,
  erc20Abi,
  getAbiItem,
  isAddressEqual,
  type Transaction,
} from 'viem'
import {
  getBlock,
  getBlockNumber,
  getLogs,
  getTransaction,
  getTransactionCount,
} from 'viem/actions'
import type { Intent, Sighting } from '../checkout/ports.ts'
import { transferCall } from './call.ts'

/** Providers bound the range of eth_getLogs; 2,000 blocks pass everywhere that we know of. */
const logRange = 2_000n
/** Hex digits of `transfer(address,uint256)`: 0x, selector, two words. What follows is the suffix. */
const plainLength = 2 + 8 + 64 + 64
/** Blocks read whole for a transfer of the chain's own coin, which leaves no log. */
const blockRange = 50n

/**
 * Looks for the transfer of an intent: one with our nonce and our calldata that waits or was mined, or a Transfer log
 * from the account to the recipient over just the amount, in a transaction that names the charge. `used` only when the nonce is spent and no such thing is there.
 */
export async function searchTransfer(
  client: Client,
  intent: Intent,
  attribution: boolean,
): Promise<Sighting> {
  const from = intent.from as Address
  const head = await getBlockNumber(client, { cacheTime: 0 })
  // As of that block, whose logs are read too: a later block could have spent the nonce on the very transfer.
  const spent = await getTransactionCount(client, { address: from, blockNumber: head })
  const hash =
    (await inBlock(client, intent, attribution, 'pending')) ??
    (await mined(client, intent, attribution, head))
  if (hash) return { seen: 'transfer', hash }
  // Spent by something else, as far as the chain goes that we have read.
  const whole = head - intent.block <= (intent.quote.token.native ? blockRange : logRange)
  return { seen: spent > intent.nonce && whole ? 'used' : 'nothing' }
}

async function mined(
  client: Client,
  intent: Intent,
  attribution: boolean,
  head: bigint,
): Promise<string | undefined> {
  const { quote, block } = intent
  if (quote.token.native) {
    const last = head < block + blockRange ? head : block + blockRange
    for (let number = block + 1n; number <= last; number++) {
      const hash = await inBlock(client, intent, attribution, number)
      if (hash) return hash
    }
    return undefined
  }
  // A node refuses a range that begins after its newest block.
  if (head <= block) return undefined
  const logs = await getLogs(client, {
    address: quote.token.address as Address,
    event: getAbiItem({ abi: erc20Abi, name: 'Transfer' }),
    args: { from: intent.from as Address, to: quote.recipient as Address },
    fromBlock: block + 1n,
    toBlock: head < block + logRange ? head : block + logRange,
  })
  const { data } = await transferCall(client, quote, attribution)
  const suffix = data.slice(plainLength)
  for (const { args, transactionHash } of logs) {
    if (args.value !== quote.amount) continue
    // The same account may have paid as much to the same shop for something else: what names our charge is ours, also
    // inside the call of a smart account.
    const { input } = await getTransaction(client, { hash: transactionHash })
    if (input.includes(suffix)) return transactionHash
  }
  return undefined
}

async function inBlock(
  client: Client,
  intent: Intent,
  attribution: boolean,
  at: bigint | 'pending',
): Promise<string | undefined> {
  const block = await getBlock(client, {
    includeTransactions: true,
    ...(at === 'pending' ? { blockTag: at } : { blockNumber: at }),
  })
  const call = await transferCall(client, intent.quote, attribution)
  const ours = (one: Transaction) =>
    isAddressEqual(one.from, intent.from as Address) &&
    one.nonce >= intent.nonce &&
    one.to !== null &&
    isAddressEqual(one.to, call.to) &&
    one.value === call.value &&
    one.input === call.data
  return block.transactions.find(ours)?.hash
}
