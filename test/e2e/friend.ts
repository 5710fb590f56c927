import { type Address, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import type { Stage } from '../support/stage.ts'
import { expect } from './fixtures.ts'

/** Somebody with a wallet elsewhere. */
export const friend = demoAccount(2)

/** Sends from elsewhere what a code or a payer's hand says, and mines it unless blocks are mined by hand. */
export async function send(
  stage: Stage,
  to: Address,
  data: Hex,
  value = 0n,
  gas?: bigint,
): Promise<Hex> {
  const { client } = stage.chain
  const base = { account: friend, to, data, value }
  const hash = await client.sendTransaction({ ...base, ...(gas && { gas }) })
  if (await client.getAutomine()) await client.waitForTransactionReceipt({ hash })
  return hash
}

export const transferData = (to: string, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to as Address, amount] })

/** Does what a wallet does with a payment's code. */
export async function scan(stage: Stage, uri: string): Promise<Hex> {
  const [, target = '', chain, name, query] =
    /^ethereum:(0x[\da-fA-F]{40})@(\d+)(?:\/(\w+))?\?(.+)$/.exec(uri) ?? []
  expect(chain).toBe('31337')
  const given = Object.fromEntries(new URLSearchParams(query))
  if (!name) {
    expect(Object.keys(given)).toEqual(['value'])
    return await send(stage, target as Address, '0x', BigInt(given.value ?? ''))
  }
  expect([name, ...Object.keys(given)]).toEqual(['transfer', 'address', 'uint256'])
  const amount = BigInt(given.uint256 ?? '')
  await stage.chain.transfer(target as Address, friend.address, amount)
  return await send(stage, target as Address, transferData(given.address ?? '', amount))
}
