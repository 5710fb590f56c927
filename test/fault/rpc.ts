import { toHex } from 'viem'
import type { Block, Chain, Tx } from './chain.ts'
import { shop, token } from './places.ts'

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (hex: string) => `0x${hex.slice(2).toLowerCase().padStart(64, '0')}`

/** A node of the chain, as JSON-RPC. `pending`: its pending block tells what waits; many nodes give the newest instead. */
export function answerRpc(
  chain: Chain,
  pending: boolean,
  method: string,
  params: readonly unknown[],
): unknown {
  const [first, second] = params
  switch (method) {
    case 'eth_chainId':
      return toHex(31_337)
    case 'eth_blockNumber':
      return toHex(chain.head)
    case 'eth_getCode':
      return '0x'
    case 'eth_getTransactionCount':
      return toHex(
        second === 'pending'
          ? chain.next
          : chain.spent(
              typeof second === 'string' && /^0x/.test(second) ? Number(second) : undefined,
            ),
      )
    case 'eth_getBlockByNumber': {
      const last = chain.blocks.at(-1) as Block
      if (first === 'pending' && pending)
        return block({ number: last.number + 1, hash: '', txs: chain.waiting() }, undefined)
      const found = /^0x/.test(String(first))
        ? chain.blocks.find(({ number }) => number === Number(first))
        : last
      // The story begins in the middle of a chain: what was before holds nothing of the payer's.
      const [begin] = chain.blocks
      if (begin && Number(first) < begin.number)
        return block({ number: Number(first), hash: begin.hash, txs: [] }, begin)
      return found ? block(found, found) : null
    }
    case 'eth_getTransactionByHash': {
      const tx = chain.find(String(first))
      if (!tx || tx.where === 'gone') return null
      return transaction(tx, blockOf(chain, tx))
    }
    case 'eth_getTransactionReceipt': {
      const tx = chain.find(String(first))
      return tx?.where === 'mined' ? receipt(tx, blockOf(chain, tx) as Block) : null
    }
    case 'eth_getLogs':
      return logs(chain, first as Filter)
    default:
      throw new Error(`The simulated node does not know ${method}.`)
  }
}

function blockOf(chain: Chain, tx: Tx): Block | undefined {
  return tx.where === 'mined' ? chain.blocks.find(({ number }) => number === tx.block) : undefined
}

function block({ number, hash, txs }: Block, within: Block | undefined) {
  return {
    number: within ? toHex(number) : null,
    hash: within ? hash : null,
    timestamp: '0x1',
    gasLimit: '0x1',
    gasUsed: '0x1',
    size: '0x1',
    transactions: txs.map((tx) => transaction(tx, within)),
  }
}

function transaction(tx: Tx, within: Block | undefined) {
  return {
    hash: tx.hash,
    from: tx.from,
    to: tx.to,
    nonce: toHex(tx.nonce),
    value: toHex(tx.value),
    input: tx.input,
    gas: '0x1',
    gasPrice: '0x1',
    type: '0x0',
    blockNumber: within ? toHex(within.number) : null,
    blockHash: within?.hash ?? null,
    transactionIndex: within ? toHex(within.txs.indexOf(tx)) : null,
  }
}

function receipt(tx: Tx, within: Block) {
  return {
    transactionHash: tx.hash,
    from: tx.from,
    to: tx.to,
    status: tx.reverts ? '0x0' : '0x1',
    blockNumber: toHex(within.number),
    blockHash: within.hash,
    transactionIndex: toHex(within.txs.indexOf(tx)),
    logs: tx.reverts || !(tx.pays || tx.gift) || tx.value > 0n ? [] : [log(tx, within)],
    gasUsed: '0x1',
    cumulativeGasUsed: '0x1',
    effectiveGasPrice: '0x1',
    type: '0x0',
  }
}

function log(tx: Tx, within: Block) {
  return {
    address: token,
    topics: [transferTopic, word(tx.from), word(shop)],
    data: word(toHex((tx.pays ?? tx.gift)?.amount ?? 0n)),
    blockNumber: toHex(within.number),
    blockHash: within.hash,
    transactionHash: tx.hash,
    transactionIndex: '0x0',
    logIndex: '0x0',
    removed: false,
  }
}

interface Filter {
  fromBlock: string
  toBlock: string
  topics: readonly (string | null)[]
}

/** An account's transfers to the shop: nobody asks for others. */
function logs(chain: Chain, { fromBlock, toBlock, topics }: Filter) {
  const [from, to] = [Number(fromBlock), Number(toBlock)]
  return [...chain.txs, ...chain.others]
    .filter((tx) => word(tx.from) === topics[1]?.toLowerCase())
    .filter((tx) => (tx.pays || tx.gift) && tx.where === 'mined' && !tx.reverts && tx.value === 0n)
    .filter(({ block }) => block >= from && block <= to)
    .map((tx) => log(tx, blockOf(chain, tx) as Block))
}
