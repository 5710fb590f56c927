import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Abi, type Address, encodeFunctionData, type Hex, zeroAddress } from 'viem'
import type { LocalChain } from './local-chain.ts'
import { deployUsdc } from './usdc.ts'

// Contracts as they are on the main networks, compiled from their published sources. They are other people's code and lie beside the
// project, not in it: where they are not there, the tests that need them say that they did not run.

const file = fileURLToPath(new URL('../../../shared/contracts/real-tokens.json', import.meta.url))
/** The file of the compiled contracts. */
export const realTokensPath = process.env.REAL_TOKENS ?? file

interface Artifact {
  abi: Abi
  bytecode: Hex
  runtime?: Hex
}

/** False, and says so, where this machine has not got the contracts. In a CI that is a failure. */
export function hasRealTokens(): boolean {
  if (existsSync(realTokensPath)) return true
  const text = `The tests of real tokens DID NOT RUN: there is no ${realTokensPath}. Set REAL_TOKENS to it.`
  if (process.env.CI) throw new Error(text)
  console.error(text)
  return false
}

/** Where Permit2 is on every chain. */
export const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/** Deploys USDT with its fee on, USDC, Permit2, Disperse and Multicall3. The chain's payer has a million of both tokens. */
export async function deployRealTokens(chain: LocalChain) {
  const artifacts = JSON.parse(readFileSync(realTokensPath, 'utf8')) as Record<string, Artifact>
  const artifact = (name: string) => {
    const found = artifacts[name]
    if (!found) throw new Error(`${realTokensPath} has no ${name}.`)
    return found
  }
  const deploy = (name: string, args: unknown[] = []) => {
    const { abi, bytecode } = artifact(name)
    return deployCode(chain, name, { abi, bytecode, args })
  }
  const million = 1_000_000_000_000n
  const usdt = await deploy('TetherToken', [million, 'Tether USD', 'USDT', 6n])
  // A thousandth of a transfer, at most 5: the contract's own bounds are 20 points and 50.
  const fee = { abi: artifact('TetherToken').abi, functionName: 'setParams', args: [10n, 5n] }
  await chain.send(usdt, encodeFunctionData(fee))
  const usdc = await deployUsdc(chain)
  const runtime = artifact('Permit2').runtime
  if (!runtime) throw new Error('Permit2 has no code.')
  await chain.client.setCode({ address: permit2, bytecode: runtime })
  return {
    usdt,
    usdc,
    permit2,
    disperse: await deploy('Disperse'),
    multicall: await deploy('Multicall3'),
  }
}

async function deployCode(
  { client }: LocalChain,
  name: string,
  code: { abi: Abi; bytecode: Hex; args: unknown[] },
): Promise<Address> {
  const hash = await client.deployContract(code)
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  if (!contractAddress || contractAddress === zeroAddress)
    throw new Error(`${name} was not deployed.`)
  return contractAddress
}
