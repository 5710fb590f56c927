import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { type Address, encodeDeployData, encodeFunctionData, getContractAddress } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { compileContracts } from '../../demo/contracts/compile.ts'
import type { LocalChain } from './local-chain.ts'

const sourceFolder = fileURLToPath(new URL('../contracts/', import.meta.url))
/** Sends nothing else, so its contracts' addresses are known before they are there. */
const feeder = demoAccount(7)

/** Where the feeder's contract of this nonce is, or will be: PRICE_FEEDS is said before the chain has it. */
export const feedAddress = (nonce: number): Address =>
  getContractAddress({ from: feeder.address, nonce: BigInt(nonce) })

/** Says a feed's answer, `ageSeconds` old, and waits until it is mined. */
export type SayPrice = (answer: bigint, ageSeconds?: number) => Promise<void>

async function send({ client }: LocalChain, call: { to?: Address; data: `0x${string}` }) {
  const hash = await client.sendTransaction({ account: feeder, ...call })
  const { status, contractAddress } = await client.waitForTransactionReceipt({ hash })
  assert.equal(status, 'success')
  return contractAddress ?? undefined
}

/** Puts the feeder's next contract on the chain: an aggregator, by default of eight places. */
export async function deployFeed(
  chain: LocalChain,
  { places = 8, name = 'TOKEN / USD' }: { places?: number; name?: string } = {},
): Promise<SayPrice> {
  const { PriceFeed } = await compileContracts<'PriceFeed'>({ sourceFolder })
  const { abi, bytecode } = PriceFeed
  const to = await send(chain, { data: encodeDeployData({ abi, bytecode, args: [places, name] }) })
  assert.ok(to)
  return async (answer, ageSeconds = 0) => {
    const args = [answer, BigInt(Math.floor(Date.now() / 1000) - ageSeconds)]
    await send(chain, { to, data: encodeFunctionData({ abi, functionName: 'set', args }) })
  }
}
