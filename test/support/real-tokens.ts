import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  type Abi,
  type Address,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  toHex,
  zeroAddress,
} from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import type { LocalChain } from './local-chain.ts'

// Tokens as they are on the main networks, compiled from their published sources. They are other people's code and lie beside the
// project, not in it: where they are not there, the tests that need them say that they did not run.

const file = fileURLToPath(new URL('../../../shared/contracts/real-tokens.json', import.meta.url))
/** The file of the compiled contracts. */
export const realTokensPath = process.env.REAL_TOKENS ?? file

interface Artifact {
  abi: Abi
  bytecode: Hex
  runtime?: Hex
  /** By source and library: where its address goes, in bytes. */
  links?: Record<string, Record<string, { start: number; length: number }[]>>
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

/**
 * USDT with its fee on, USDC behind its proxy, Permit2, Disperse and Multicall3. The chain's payer has a million of both.
 *
 * @param usdcAddress where USDC is. @default where its deployment puts it
 */
export async function deployRealTokens(chain: LocalChain, usdcAddress?: Address) {
  const artifacts = JSON.parse(readFileSync(realTokensPath, 'utf8')) as Record<string, Artifact>
  const artifact = (name: string) => {
    const found = artifacts[name]
    if (!found) throw new Error(`${realTokensPath} has no ${name}.`)
    return found
  }
  const deploy = (name: string, args: unknown[] = [], bytecode = artifact(name).bytecode) =>
    deployCode(chain, name, { abi: artifact(name).abi, bytecode, args })
  const million = 1_000_000_000_000n
  const usdt = await deploy('TetherToken', [million, 'Tether USD', 'USDT', 6n])
  // A thousandth of a transfer, at most 5: the contract's own bounds are 20 points and 50.
  const fee = { abi: artifact('TetherToken').abi, functionName: 'setParams', args: [10n, 5n] }
  await chain.send(usdt, encodeFunctionData(fee))
  const usdc = await deployUsdc(chain, artifact, deploy, million, usdcAddress)
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

const usdcAbi = parseAbi([
  'function initialize(string tokenName, string tokenSymbol, string tokenCurrency, uint8 tokenDecimals, address newMasterMinter, address newPauser, address newBlacklister, address newOwner)',
  'function initializeV2(string newName)',
  'function initializeV2_1(address lostAndFound)',
  'function initializeV2_2(address[] accountsToBlacklist, string newSymbol)',
  'function configureMinter(address minter, uint256 minterAllowedAmount) returns (bool)',
  'function mint(address to, uint256 amount) returns (bool)',
  'function changeAdmin(address newAdmin)',
])

type Deploy = (name: string, args?: unknown[], bytecode?: Hex) => Promise<Address>

async function deployUsdc(
  chain: LocalChain,
  artifact: (name: string) => Artifact,
  deploy: Deploy,
  amount: bigint,
  address?: Address,
): Promise<Address> {
  const library = await deploy('SignatureChecker')
  const logic = await deploy('FiatTokenV2_2', [], link(artifact('FiatTokenV2_2'), library))
  const deployed = await deploy('FiatTokenProxy', [logic])
  const usdc = address ?? deployed
  if (address) await copyProxy(chain, deployed, address)
  // The proxy's admin is never let through to the token: somebody else has to be it.
  const admin = encodeFunctionData({
    abi: usdcAbi,
    functionName: 'changeAdmin',
    args: [demoAccount(9).address],
  })
  await chain.send(usdc, admin)
  const { address: owner } = chain.payer
  const lost = demoAccount(8).address
  const call = (data: Hex) => chain.send(usdc, data)
  const roles = [owner, owner, owner, owner] as const
  await call(
    encodeFunctionData({
      abi: usdcAbi,
      functionName: 'initialize',
      args: ['USD Coin', 'USDC', 'USD', 6, ...roles],
    }),
  )
  await call(encodeFunctionData({ abi: usdcAbi, functionName: 'initializeV2', args: ['USD Coin'] }))
  await call(encodeFunctionData({ abi: usdcAbi, functionName: 'initializeV2_1', args: [lost] }))
  await call(
    encodeFunctionData({ abi: usdcAbi, functionName: 'initializeV2_2', args: [[], 'USDC'] }),
  )
  await call(
    encodeFunctionData({ abi: usdcAbi, functionName: 'configureMinter', args: [owner, amount] }),
  )
  await call(encodeFunctionData({ abi: usdcAbi, functionName: 'mint', args: [owner, amount] }))
  return usdc
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

function link({ bytecode, links = {} }: Artifact, library: Address): Hex {
  let linked = bytecode.slice(2)
  for (const { start, length } of Object.values(links)
    .flatMap((one) => Object.values(one))
    .flat()) {
    const address = library.slice(2).toLowerCase()
    linked = linked.slice(0, 2 * start) + address + linked.slice(2 * (start + length))
  }
  return `0x${linked}`
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
