import {
  type Address,
  encodeFunctionData,
  formatUnits,
  type Hash,
  parseAbi,
  parseEther,
} from 'viem'
import { sendTransaction } from 'viem/actions'
import { demoAccount, roles } from './accounts.ts'
import { type ChainClient, chainClient } from './client.ts'
import type { DemoToken } from './deploy.ts'

export interface GrantOptions {
  rpcUrl: string
  /** Each with its amount in base units. */
  tokens: readonly (DemoToken & { amount: bigint })[]
  /** In wei. */
  ether: bigint
}

/** One thing given: an amount in whole units, as decimal text, and the transaction that gave it. */
export interface Given {
  symbol: string
  amount: string
  hash: Hash
}

interface Gift {
  symbol: string
  amount: string
  call: { to: Address; data?: `0x${string}`; value?: bigint }
}

const mint = parseAbi(['function mint(address to, uint256 amount)'])
/** Enough for a mint or for ether to a contract; set, because an estimate costs a call each. */
const gas = 150_000n
/** Below this the giver fills its own pocket anew: a demo's faucet never runs dry. */
const reserve = parseEther('100')

/**
 * Gives tokens and ether to an address, and resolves once all of it is in a block. Calls may overlap.
 * The returned function throws when the chain does not take or reverts one of the transactions.
 */
export function createGrant(options: GrantOptions): (to: Address) => Promise<Given[]> {
  const client = chainClient(options.rpcUrl)
  // Nonces are taken by one caller after the other and read from the node each time, so a failure
  // in between leaves no gap that would hold up everybody after it.
  let turn: Promise<unknown> = Promise.resolve()
  return async (to) => {
    const sent = turn.then(() => send(client, gifts(options, to)))
    // The failure is this caller's to hear (below); the next one only waits for the end of it.
    turn = sent.catch(() => {})
    const given = await sent
    await Promise.all(given.map(({ hash }) => mined(client, hash)))
    return given
  }
}

function gifts({ tokens, ether }: GrantOptions, to: Address): Gift[] {
  return [
    ...tokens.map(({ symbol, address, amount, decimals }) => ({
      symbol,
      amount: formatUnits(amount, decimals),
      call: { to: address, data: encodeFunctionData({ abi: mint, args: [to, amount] }) },
    })),
    { symbol: 'ETH', amount: formatUnits(ether, 18), call: { to, value: ether } },
  ]
}

async function send(client: ChainClient, list: Gift[]): Promise<Given[]> {
  const account = demoAccount(roles.faucet)
  const { address } = account
  if ((await client.getBalance({ address })) < reserve) await refill(client, address)
  const first = await client.getTransactionCount({ address, blockTag: 'pending' })
  const given: Given[] = []
  for (const [index, { symbol, amount, call }] of list.entries()) {
    const nonce = first + index
    const hash = await sendTransaction(client, { ...call, account, nonce, gas, chain: null })
    given.push({ symbol, amount, hash })
  }
  return given
}

async function refill(client: ChainClient, address: Address): Promise<void> {
  await client.transport.request({
    method: 'anvil_setBalance',
    params: [address, `0x${parseEther('10000').toString(16)}`],
  })
}

async function mined(client: ChainClient, hash: Hash): Promise<void> {
  const { status } = await client.waitForTransactionReceipt({ hash })
  if (status !== 'success') throw new Error(`The transaction ${hash} was reverted.`)
}
