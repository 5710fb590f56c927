import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import {
  type Abi,
  type Address,
  concatHex,
  encodeFunctionData,
  type Hex,
  hashTypedData,
  parseAbi,
  parseEventLogs,
  zeroAddress,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { LocalChain } from './local-chain.ts'

const abi = parseAbi([
  'event ProxyCreation(address indexed proxy, address singleton)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)',
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function nonce() view returns (uint256)',
  'function approveHash(bytes32 hash)',
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
])

/** What a Safe is to call. */
export interface SafeCall {
  to: Address
  data: Hex
  value: bigint
  /** With some, the Safe goes on when the call fails, and says so in a log. @default 0 */
  safeTxGas?: bigint
}

/** A Safe of the real contracts, and what its owners do with it. */
export type TestSafe = Awaited<ReturnType<typeof deploySafe>>

/**
 * Puts Safe 1.4.1 on a chain, as its app does: a proxy of the singleton, by the factory.
 *
 * @param options `signs`: it has the handler by which a Safe says whether it has signed (ERC-1271)
 */
export async function deploySafe(
  chain: LocalChain,
  owners: PrivateKeyAccount[],
  threshold: number,
  { signs = false }: { signs?: boolean } = {},
) {
  const { client } = chain
  const singleton = await deployArtifact(chain, 'Safe.sol/Safe')
  const factory = await deployArtifact(chain, 'proxies/SafeProxyFactory.sol/SafeProxyFactory')
  const addresses = owners.map((owner) => owner.address)
  const handler = signs
    ? await deployArtifact(
        chain,
        'handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler',
      )
    : zeroAddress
  const args = [
    addresses,
    BigInt(threshold),
    zeroAddress,
    '0x',
    handler,
    zeroAddress,
    0n,
    zeroAddress,
  ] as const
  const setup = encodeFunctionData({ abi, functionName: 'setup', args })
  const hash = await client.writeContract({
    address: factory,
    abi,
    functionName: 'createProxyWithNonce',
    args: [singleton, setup, 1n],
  })
  const { logs } = await client.waitForTransactionReceipt({ hash })
  const [created] = parseEventLogs({ abi, eventName: 'ProxyCreation', logs })
  if (!created) throw new Error('The factory made no Safe.')
  const address = created.args.proxy

  const terms = ({ to, value, data, safeTxGas = 0n }: SafeCall) =>
    [to, value, data, 0, safeTxGas, 0n, 0n, zeroAddress, zeroAddress] as const

  return {
    address,
    owners: addresses,
    /** The safeTxHash that a call has if it is the next one. */
    async hashOf(call: SafeCall): Promise<Hex> {
      const nonce = await client.readContract({ address, abi, functionName: 'nonce' })
      const args = [...terms(call), nonce] as const
      return await client.readContract({ address, abi, functionName: 'getTransactionHash', args })
    },
    /** An owner approves a hash on the chain. */
    async approve(owner: PrivateKeyAccount, safeTxHash: Hex) {
      const call = { address, abi, functionName: 'approveHash', args: [safeTxHash] } as const
      await client.setBalance({ address: owner.address, value: 10n ** 18n })
      await client.waitForTransactionReceipt({
        hash: await client.writeContract({ ...call, account: owner }),
      })
    },
    /** Owners sign a hash for the Safe, as a contract asks it by ERC-1271. */
    async sign(hash: Hex, signers: PrivateKeyAccount[]): Promise<Hex> {
      const domain = { chainId: chain.chainId, verifyingContract: address }
      const types = { SafeMessage: [{ name: 'message', type: 'bytes' }] } as const
      const message = { message: hash }
      const own = hashTypedData({ domain, types, primaryType: 'SafeMessage', message })
      return await signatures(own, signers)
    },
    /** The last of the signers sends the transaction, mined whether it succeeds or not. */
    async execute(call: SafeCall, signers: PrivateKeyAccount[], gas = 500_000n): Promise<Hex> {
      const safeTxHash = await this.hashOf(call)
      const account = signers.at(-1)
      const args = [...terms(call), await signatures(safeTxHash, signers)] as const
      const asked = { address, abi, functionName: 'execTransaction', args, gas } as const
      // Other tests leave accounts without coin.
      if (account) await client.setBalance({ address: account.address, value: 10n ** 18n })
      const hash = await client.writeContract({ ...asked, account: account ?? null })
      await client.waitForTransactionReceipt({ hash })
      return hash
    },
  }
}

/** A Safe wants them in the order of the owners' addresses. */
async function signatures(hash: Hex, signers: PrivateKeyAccount[]): Promise<Hex> {
  const ordered = signers.toSorted((one, other) =>
    one.address.toLowerCase() < other.address.toLowerCase() ? -1 : 1,
  )
  return concatHex(await Promise.all(ordered.map((signer) => signer.sign({ hash }))))
}

const require = createRequire(import.meta.url)

async function deployArtifact({ client }: LocalChain, name: string): Promise<Address> {
  const path = `@safe-global/safe-contracts/build/artifacts/contracts/${name}.json`
  const artifact = JSON.parse(await readFile(require.resolve(path), 'utf8'))
  const { abi, bytecode } = artifact as { abi: Abi; bytecode: Hex }
  const hash = await client.deployContract({ abi, bytecode })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error(`${name} was not deployed.`)
  return contractAddress
}
