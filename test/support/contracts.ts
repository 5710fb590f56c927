import { fileURLToPath } from 'node:url'
import { type Address, checksumAddress, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { compileContracts } from '../../demo/contracts/compile.ts'
import type { LocalChain } from './local-chain.ts'

type Name =
  | 'SmartWallet'
  | 'EntryPoint'
  | 'FeeDollar'
  | 'PausableToken'
  | 'OpOracle'
  | 'OldOpOracle'
  | 'ScrollOracle'
  | 'Escrow'
  | 'Forger'
  | 'SigningAccount'
  | 'Hider'
  | 'Burner'
  | 'BurningAccount'
  | 'OpenAccount'
  | 'Flood'
  | 'PriceFeed'
  | 'PlainDelegate'
  | 'AccountDelegate'
  | 'NestingDelegate'
  | 'RehashingDelegate'

const calls = parseAbi([
  'struct UserOperation { address sender; bytes callData; }',
  'function execTransaction(address to, uint256 value, bytes data)',
  'function handleOps(UserOperation[] ops)',
  'function mint(address to, uint256 amount)',
])

/** One operation of a bundle: what a wallet is told to do. */
export interface Operation {
  sender: Address
  callData: Hex
}

/** What one of the contracts in test/contracts is compiled to. */
export async function compiled(name: Name) {
  const sourceFolder = fileURLToPath(new URL('../contracts/', import.meta.url))
  return (await compileContracts<Name>({ sourceFolder }))[name]
}

/** Puts one of the contracts in test/contracts on a chain, and gives its address. */
export async function deploy(
  { client }: LocalChain,
  name: Name,
  args: readonly unknown[] = [],
): Promise<Address> {
  const { abi, bytecode } = await compiled(name)
  const hash = await client.deployContract({ abi, bytecode, args })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error(`${name} was not deployed.`)
  return checksumAddress(contractAddress)
}

/** Calldata that has a wallet call something. */
export function execute(to: Address, value: bigint, data: Hex): Hex {
  return encodeFunctionData({
    abi: calls,
    functionName: 'execTransaction',
    args: [to, value, data],
  })
}

/** Calldata of an entry point that has many wallets act. */
export function bundle(...operations: Operation[]): Hex {
  return encodeFunctionData({ abi: calls, functionName: 'handleOps', args: [operations] })
}

/** Calldata that mints a token of these tests. */
export function mintCall(to: Address, amount: bigint): Hex {
  return encodeFunctionData({ abi: calls, functionName: 'mint', args: [to, amount] })
}
