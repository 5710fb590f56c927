import { hexToNumber } from 'viem'
import * as z from 'zod/mini'
import { invalidParams } from './errors.ts'
import { createRpc, type Rpc } from './rpc.ts'

/** A chain the wallet can be on. */
export const NetworkShape = z.object({ id: z.int(), name: z.string(), rpcUrl: z.url() })
export type Network = z.infer<typeof NetworkShape>

/** Quantities are hexadecimal without leading zeros: https://eips.ethereum.org/EIPS/eip-695 */
export const ChainId = z.pipe(
  z.string().check(z.regex(/^0x[1-9a-f][\da-f]{0,12}$/i, 'must be hexadecimal, as 0x7a69')),
  z.transform((text) => hexToNumber(text as `0x${string}`)),
)

/** As far as the wallet reads it: https://eips.ethereum.org/EIPS/eip-3085 */
export const AddedChain = z.object({
  chainId: ChainId,
  chainName: z.string().check(z.minLength(1), z.maxLength(60)),
  rpcUrls: z.array(z.url()).check(z.minLength(1)),
  nativeCurrency: z.optional(
    z.object({ name: z.string(), symbol: z.string(), decimals: z.literal(18) }),
  ),
})

/** Nodes for development, by what they answer to web3_clientVersion. */
const developmentNode = /^(anvil|hardhat|ganache)/i

/** The network of the page's script tag. Throws a WalletError when its node cannot be reached. */
export async function ownNetwork(rpc: Rpc, rpcUrl: string): Promise<Network> {
  await assertDevelopmentNode(rpc, rpcUrl)
  return { id: await readChainId(rpc), name: 'Localhost', rpcUrl }
}

/**
 * The network a page asks to add, once its node has shown to be what the page says. Throws a
 * WalletError -32602 where it is not.
 */
export async function addedNetwork(chain: z.infer<typeof AddedChain>): Promise<Network> {
  const rpcUrl = chain.rpcUrls[0]!
  const rpc = createRpc(rpcUrl)
  const id = await readChainId(rpc)
  if (id !== chain.chainId) {
    throw invalidParams(`rpcUrls: ${rpcUrl} is chain ${id}, not chain ${chain.chainId}.`)
  }
  await assertDevelopmentNode(rpc, rpcUrl)
  return { id, name: chain.chainName, rpcUrl }
}

async function readChainId(rpc: Rpc): Promise<number> {
  return ChainId.parse(await rpc('eth_chainId'))
}

/** The wallet's key is public: on a chain with real money, whatever came to it would be gone. */
async function assertDevelopmentNode(rpc: Rpc, rpcUrl: string): Promise<void> {
  const version = String(await rpc('web3_clientVersion'))
  if (developmentNode.test(version)) return
  throw invalidParams(`The demo wallet goes to local chains only; ${rpcUrl} is ${version}.`)
}
