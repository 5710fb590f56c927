import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch'
import { evm, Mppx } from 'mppx/client'
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  parseEther,
  parseEventLogs,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { type LocalChain, startLocalChain } from './local-chain.ts'
import { deployUsdc } from './usdc.ts'

// The clients of programs that pay, as the registry has them, and a chain that they take for Base.

export const baseId = 8453
export const baseUsdc = getAddress('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913')

/** Starts a local chain with Base's id, and the real USDC where Base has it. */
export async function startBase(): Promise<LocalChain> {
  const chain = await startLocalChain(baseId)
  await deployUsdc(chain, baseUsdc)
  return chain
}

/** An account with dollars, and without a coin. */
export async function createAgent(chain: LocalChain, dollars = 100): Promise<PrivateKeyAccount> {
  const account = privateKeyToAccount(generatePrivateKey())
  await chain.transfer(baseUsdc, account.address, BigInt(dollars) * 1_000_000n)
  return account
}

/** Creates many of them, whose transfers are not waited for one by one. */
export async function createAgents(
  { client, payer }: LocalChain,
  count: number,
): Promise<PrivateKeyAccount[]> {
  const accounts = Array.from({ length: count }, () => privateKeyToAccount(generatePrivateKey()))
  const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas()
  const nonce = await client.getTransactionCount({ address: payer.address })
  const hashes = await Promise.all(
    accounts.map(async ({ address }, index) => {
      const args = [address, 100_000_000n] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
      const fees = { maxFeePerGas: 2n * maxFeePerGas, maxPriorityFeePerGas, gas: 100_000n }
      return await client.sendTransaction({ to: baseUsdc, data, nonce: nonce + index, ...fees })
    }),
  )
  await Promise.all(hashes.map((hash) => client.waitForTransactionReceipt({ hash })))
  return accounts
}

type Fetch = typeof globalThis.fetch

/** Creates a client of x402. Without a limit it has its own, which is a dollar. */
export function createX402(account: PrivateKeyAccount, fetch: Fetch, maxDollars?: number) {
  return wrapFetchWithPaymentFromConfig(fetch, {
    schemes: [{ network: 'eip155:*', client: new ExactEvmScheme(account) }],
    ...(maxDollars !== undefined && { spendControls: { maxAmountPerPayment: `${maxDollars}` } }),
  })
}

/** Creates a client of the scheme `Payment`. */
export function createMppx(account: PrivateKeyAccount, fetch: Fetch, maxAmount = '1') {
  const methods = [
    evm({ account, currencies: [evm.assets.base.USDC], networks: [baseId], maxAmount }),
  ]
  return Mppx.create({ methods, fetch, polyfill: false }).fetch as Fetch
}

/** Counts the transfers that have left an account. */
export async function countDebits(chain: LocalChain, { address }: { address: Address }) {
  const logs = await chain.client.getLogs({
    address: baseUsdc,
    fromBlock: 0n,
    toBlock: 'latest',
  })
  const transfers = parseEventLogs({ abi: erc20Abi, logs, eventName: 'Transfer' })
  return transfers.filter(({ args }) => args.from === address).length
}

/** Gives relayers coin. */
export async function fundRelayers(
  chain: LocalChain,
  keys: readonly Hex[],
  value = parseEther('1'),
) {
  for (const key of keys)
    await chain.client.setBalance({ address: privateKeyToAccount(key).address, value })
}
