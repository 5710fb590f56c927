import { type Address, getContractAddress } from 'viem'
import { sendTransaction } from 'viem/actions'
import { compileContracts } from '../contracts/compile.ts'
import { demoAccount, roles } from './accounts.ts'
import { type ChainClient, chainClient } from './client.ts'

export interface DemoToken {
  symbol: string
  address: Address
  decimals: number
}

/** The order gives each token the deployer's nonce it is created with, and so its address. */
const plan = [
  { contract: 'DemoDollar', symbol: 'DUSD', decimals: 6 },
  { contract: 'OldDollar', symbol: 'OUSD', decimals: 6 },
] as const

/**
 * Puts the demo's two tokens on the chain, always at the same addresses; one that is there already
 * is kept, with its balances. Throws an Error when the addresses can no longer be had.
 */
export async function deployTokens(rpcUrl: string): Promise<{ tokens: DemoToken[] }> {
  const client = chainClient(rpcUrl)
  const from = demoAccount(roles.deployer).address
  const tokens = plan.map((entry, nonce) => ({
    ...entry,
    nonce,
    address: getContractAddress({ from, nonce: BigInt(nonce) }),
  }))
  const codes = await Promise.all(tokens.map(({ address }) => client.getCode({ address })))
  const missing = tokens.filter((_, index) => !codes[index])
  if (missing.length > 0) await deploy(client, missing)
  return { tokens: tokens.map(({ symbol, address, decimals }) => ({ symbol, address, decimals })) }
}

type PlannedToken = (typeof plan)[number] & { nonce: number; address: Address }

async function deploy(client: ChainClient, missing: PlannedToken[]): Promise<void> {
  const account = demoAccount(roles.deployer)
  const contracts = await compileContracts()
  const next = await client.getTransactionCount({ address: account.address, blockTag: 'pending' })
  if (next !== missing[0]!.nonce) {
    throw new Error(
      `The demo's tokens cannot be deployed: account ${account.address} has sent ${next} ` +
        'transactions on this chain, and none of them put them there. Start a fresh chain: ' +
        '`npm start -- --fresh`.',
    )
  }
  const hashes: `0x${string}`[] = []
  // One after the other, or a node could see the second nonce before the first.
  for (const { contract, nonce } of missing) {
    const data = contracts[contract].bytecode
    hashes.push(await sendTransaction(client, { account, data, nonce, chain: null }))
  }
  // Together: on a chain with a block a second they share one.
  await Promise.all(hashes.map((hash) => created(client, hash)))
}

async function created(client: ChainClient, hash: `0x${string}`): Promise<void> {
  const { status } = await client.waitForTransactionReceipt({ hash })
  if (status !== 'success') throw new Error(`The deployment ${hash} was reverted.`)
}
