import { type Address, type Hex, keccak256, toHex } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import {
  encodeConfigureMinter,
  fiatTokenCalls,
  readFiatToken,
} from '../../demo/chain/fiat-token.ts'
import { mintCall } from './contracts.ts'
import type { LocalChain } from './local-chain.ts'

/**
 * Deploys USDC: FiatToken v2.2 with the name and symbol that it has on the main networks. The chain's payer owns and mints it, and has
 * a million.
 *
 * @param address where it is. @default where its deployment puts it
 */
export async function deployUsdc(chain: LocalChain, address?: Address): Promise<Address> {
  const code = await readFiatToken()
  const library = await create(chain, code.library)
  const logic = await create(chain, code.logic(library))
  const deployed = await create(chain, code.proxy(logic))
  const usdc = address ?? deployed
  if (address) await copyProxy(chain, deployed, address)
  const { address: owner } = chain.payer
  const admin = demoAccount(9).address
  const calls = [
    ...fiatTokenCalls({ name: 'USD Coin', symbol: 'USDC', admin, owner }),
    encodeConfigureMinter(owner),
    mintCall(owner, 1_000_000_000_000n),
  ]
  for (const data of calls) await chain.send(usdc, data)
  return usdc
}

async function create({ client }: LocalChain, data: Hex): Promise<Address> {
  const hash = await client.sendTransaction({ data })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('A contract of USDC was not deployed.')
  return contractAddress
}

/** Puts a proxy that nobody has used yet to another address. */
async function copyProxy({ client }: LocalChain, from: Address, to: Address): Promise<void> {
  const bytecode = await client.getCode({ address: from })
  if (!bytecode) throw new Error(`There is no code at ${from}.`)
  await client.setCode({ address: to, bytecode })
  for (const name of ['implementation', 'admin']) {
    const slot = keccak256(toHex(`org.zeppelinos.proxy.${name}`))
    const value = await client.getStorageAt({ address: from, slot })
    if (value) await client.setStorageAt({ address: to, index: slot, value })
  }
}
