import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import {
  type Abi,
  type Address,
  concatHex,
  encodeFunctionData,
  type Hex,
  parseAbi,
  toHex,
  zeroAddress,
} from 'viem'
import { entryPoint07Address, getUserOperationHash } from 'viem/account-abstraction'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { LocalChain } from './local-chain.ts'

// The real EntryPoint 0.7 and its SimpleAccount, as eth-infinitism publishes them.

const abi = parseAbi([
  'function createAccount(address owner, uint256 salt) returns (address)',
  'function getAddress(address owner, uint256 salt) view returns (address)',
  'function depositTo(address account) payable',
  'function getNonce(address sender, uint192 key) view returns (uint256)',
  'function execute(address dest, uint256 value, bytes func)',
  'function executeBatch(address[] dest, uint256[] value, bytes[] func)',
  'function handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)[] ops, address beneficiary)',
])

export interface Call {
  to: Address
  data?: Hex
  value?: bigint
}

export interface SignedOperation {
  sender: Address
  nonce: bigint
  initCode: Hex
  callData: Hex
  accountGasLimits: Hex
  preVerificationGas: bigint
  gasFees: Hex
  paymasterAndData: Hex
  signature: Hex
}

/** Puts the EntryPoint where it is on every chain, and gives what makes accounts for it. */
export async function deployEntryPoint(chain: LocalChain) {
  const { client } = chain
  const deployed = await deployArtifact(chain, 'EntryPoint', [])
  // What its constructor made is in the code, so that the code can stand at another address.
  const bytecode = await client.getCode({ address: deployed })
  if (!bytecode) throw new Error('The EntryPoint was not deployed.')
  await client.setCode({ address: entryPoint07Address, bytecode })
  const factory = await deployArtifact(chain, 'SimpleAccountFactory', [entryPoint07Address])

  return {
    address: entryPoint07Address,
    /** The address that an owner's account has once it is made. */
    async predictAccount(owner: PrivateKeyAccount, salt = 0n): Promise<Address> {
      const args = [owner.address, salt] as const
      const call = { address: factory, abi, functionName: 'getAddress', args } as const
      return await client.readContract(call)
    },
    /** Makes an owner's account, with coin for its gas. */
    async createAccount(owner: PrivateKeyAccount, salt = 0n): Promise<Address> {
      const args = [owner.address, salt] as const
      await chain.send(factory, encodeFunctionData({ abi, functionName: 'createAccount', args }))
      const account = await this.predictAccount(owner, salt)
      const deposit = encodeFunctionData({ abi, functionName: 'depositTo', args: [account] })
      await chain.send(entryPoint07Address, deposit, 10n ** 18n)
      return account
    },
    /** Signs an operation that makes these calls: one, or a batch. */
    async sign(
      owner: PrivateKeyAccount,
      sender: Address,
      ...calls: Call[]
    ): Promise<SignedOperation> {
      const nonce = await client.readContract({
        address: entryPoint07Address,
        abi,
        functionName: 'getNonce',
        args: [sender, 0n],
      })
      const operation = { sender, nonce, callData: encodeCalls(calls) }
      const raw = hashOperation(operation, chain.chainId, entryPoint07Address)
      const signature = await owner.signMessage({ message: { raw } })
      return {
        ...operation,
        initCode: '0x',
        accountGasLimits: pair(gas.verificationGasLimit, gas.callGasLimit),
        preVerificationGas: gas.preVerificationGas,
        gasFees: pair(gas.maxPriorityFeePerGas, gas.maxFeePerGas),
        paymasterAndData: '0x',
        signature,
      }
    },
    /** The calldata of a bundle. */
    bundle(...operations: SignedOperation[]): Hex {
      const args = [operations, chain.payer.address] as const
      return encodeFunctionData({ abi, functionName: 'handleOps', args })
    },
  }
}

const gas = {
  callGasLimit: 500_000n,
  verificationGasLimit: 500_000n,
  preVerificationGas: 100_000n,
  maxFeePerGas: 10n ** 10n,
  maxPriorityFeePerGas: 10n ** 9n,
}

/** The hash that an operation signed here has at an EntryPoint 0.7. */
export function hashOperation(
  { sender, nonce, callData }: Pick<SignedOperation, 'sender' | 'nonce' | 'callData'>,
  chainId: number,
  entryPointAddress: Address,
): Hex {
  const userOperation = { sender, nonce, callData, ...gas, signature: '0x' } as const
  return getUserOperationHash({
    chainId,
    entryPointAddress,
    entryPointVersion: '0.7',
    userOperation,
  })
}

function encodeCalls(calls: readonly Call[]): Hex {
  const [only] = calls
  if (calls.length === 1 && only) {
    const { to, value = 0n, data = '0x' } = only
    return encodeFunctionData({ abi, functionName: 'execute', args: [to, value, data] })
  }
  const args = [
    calls.map(({ to }) => to),
    calls.map(({ value = 0n }) => value),
    calls.map(({ data = '0x' }) => data),
  ] as const
  return encodeFunctionData({ abi, functionName: 'executeBatch', args })
}

function pair(one: bigint, other: bigint): Hex {
  return concatHex([toHex(one, { size: 16 }), toHex(other, { size: 16 })])
}

const require = createRequire(import.meta.url)

async function deployArtifact(
  { client }: LocalChain,
  name: string,
  args: unknown[],
): Promise<Address> {
  const path = `@account-abstraction/contracts/artifacts/${name}.json`
  const artifact = JSON.parse(await readFile(require.resolve(path), 'utf8'))
  const { abi, bytecode } = artifact as { abi: Abi; bytecode: Hex }
  const hash = await client.deployContract({ abi, bytecode, args })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  if (!contractAddress || contractAddress === zeroAddress)
    throw new Error(`${name} was not deployed.`)
  return contractAddress
}
