import { randomInt } from 'node:crypto'
import { type Address, createTestClient, erc20Abi, parseEther, parseUnits } from 'viem'
import { demoAccount, roles } from '../chain/accounts.ts'
import { startAnvil } from '../chain/anvil.ts'
import { chainClient, localTransport } from '../chain/client.ts'
import { type DemoToken, deployTokens } from '../chain/deploy.ts'
import { createGrant } from '../chain/grant.ts'
import { openChainGuard } from '../chain/guard.ts'
import type { Part, Parts } from './parts.ts'

/** Seconds. Slow enough that a payer sees confirmations come. */
export const blockTime = 2
/** Seconds between two writes of the state, which a chain of many days makes long; it is also written at the end. */
const stateInterval = 30

/** Whole units of each token in the demo wallet of a new chain. */
export const purse = 10_000

export interface DemoChain extends Part {
  id: number
  rpcUrl: string
  tokens: readonly DemoToken[]
}

/**
 * Starts the local chain with what the demo needs on it: the tokens, and money in the demo wallet.
 *
 * @param startsAt the time of the first block of a new chain; undefined for now
 * @throws PayError `invalid_setting` when the port is taken or the state cannot be read
 */
export async function startChain(
  port: number,
  statePath: string,
  parts: Parts,
  startsAt?: Date,
): Promise<DemoChain> {
  const guard = await openChainGuard(port)
  const options = { port: 0, host: chooseHost(), statePath, blockTime, stateInterval, startsAt }
  const anvil = await startAnvil(options).catch(async (cause: unknown) => {
    await guard.close()
    throw cause
  })
  guard.open(anvil.rpcUrl)
  let running = true
  const ended = anvil.exited.then(() => {
    running = false
    return ''
  })
  const stop = async () => {
    try {
      // Of transactions that wait for a block the chain keeps nothing.
      if (running) await mineOne(anvil.rpcUrl)
    } finally {
      await Promise.all([anvil.stop(), guard.close()])
    }
  }
  const part = await parts.add({ name: 'The chain', ended, stop })
  // Who waits for a block of a chain that has ended would wait for minutes.
  const gone = anvil.exited.then(() => Promise.reject(new Error('The chain has ended.')))
  const tokens = await Promise.race([furnish(anvil.rpcUrl), gone])
  return { ...part, id: anvil.chainId, rpcUrl: guard.url, tokens }
}

/**
 * Chooses where the chain itself listens, behind its guard: where no web page finds it. All of 127.0.0.0/8 is this machine on
 * Linux; elsewhere the port alone is a free one that nobody knows.
 */
function chooseHost(): string {
  if (process.platform !== 'linux') return '127.0.0.1'
  return ['127', ...Array.from({ length: 3 }, () => randomInt(1, 255))].join('.')
}

function mineOne(rpcUrl: string): Promise<void> {
  return chainLevers(rpcUrl).mine({ blocks: 1 })
}

/** What only the owner of a local chain can do. */
function chainLevers(rpcUrl: string) {
  return createTestClient({ mode: 'anvil', transport: localTransport(rpcUrl) })
}

async function furnish(rpcUrl: string): Promise<readonly DemoToken[]> {
  const { tokens } = await deployTokens(rpcUrl)
  await fillPurses(rpcUrl, tokens)
  return tokens
}

/** Gives the demo wallet's accounts their money, once: one that has paid keeps what it has left. */
async function fillPurses(rpcUrl: string, tokens: readonly DemoToken[]): Promise<void> {
  const client = chainClient(rpcUrl)
  const { address } = demoAccount(roles.wallet)
  if ((await client.getTransactionCount({ address })) === 0)
    await fillPurse(rpcUrl, tokens, address, parseEther('10'))
  const { address: coinless } = demoAccount(roles.coinless)
  const isNew = await fillPurse(rpcUrl, tokens.slice(0, 1), coinless, 0n)
  if (isNew) await chainLevers(rpcUrl).setBalance({ address: coinless, value: 0n })
}

/** Returns whether the account had nothing yet, and has been filled. */
async function fillPurse(
  rpcUrl: string,
  tokens: readonly DemoToken[],
  address: Address,
  ether: bigint,
): Promise<boolean> {
  const client = chainClient(rpcUrl)
  const balances = await Promise.all(
    tokens.map((token) =>
      client.readContract({
        address: token.address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [address],
      }),
    ),
  )
  const missing = tokens.filter((_, index) => balances[index] === 0n)
  if (missing.length === 0) return false
  const gifts = missing.map((token) => ({
    ...token,
    amount: parseUnits(String(purse), token.decimals),
  }))
  await createGrant({ rpcUrl, tokens: gifts, ether })(address)
  return true
}
