import { Attribution } from 'ox/erc8021'
import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hashTypedData,
  keccak256,
  parseAbi,
  toHex,
  zeroAddress,
} from 'viem'
import { getUserOperationHash } from 'viem/account-abstraction'
import { chainId, entryPoint } from './cast.ts'
import { type LogStep, word } from './effects.ts'

// What payers' wallets write: ERC-8021 suffixes in all the places where the service reads them.

export const suffixOf = (references: readonly string[]): Hex =>
  references.length === 0 ? '0x' : Attribution.toDataSuffix({ codes: [...references] })

export interface InnerCall {
  to: Address
  value: bigint
  data: Hex
}

export const transferCall = (to: Address, amount: bigint, references: readonly string[]): Hex =>
  concatHex([
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
    suffixOf(references),
  ])

const accountAbi = parseAbi([
  'function execute(address target, uint256 value, bytes data)',
  'function executeBatch((address target, uint256 value, bytes data)[] calls)',
  'function handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)[] ops, address beneficiary)',
  'function forward(address target, bytes data)',
  'function multiSend(bytes transactions)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
])

/** The calls of a smart account: alone, or as an array of calls. */
export function encodeAccountCalls(calls: readonly InnerCall[]): Hex {
  const [only] = calls
  if (only && calls.length === 1) {
    const args = [only.to, only.value, only.data] as const
    return encodeFunctionData({ abi: accountAbi, functionName: 'execute', args })
  }
  const tuples = calls.map(({ to, value, data }) => ({ target: to, value, data }))
  return encodeFunctionData({ abi: accountAbi, functionName: 'executeBatch', args: [tuples] })
}

export interface Operation {
  sender: Address
  nonce: bigint
  callData: Hex
}

const emptyWord = word(0n)

/** A bundle for the EntryPoint; through the bundler's own contract where one is named. */
export function encodeBundle(operations: readonly Operation[], through: Address | undefined): Hex {
  const packed = operations.map(({ sender, nonce, callData }) => ({
    ...{ sender, nonce, callData, initCode: '0x' as const, accountGasLimits: emptyWord },
    ...{ preVerificationGas: 0n, gasFees: emptyWord, paymasterAndData: '0x' as const },
    signature: '0x5b5b' as const,
  }))
  const data = encodeFunctionData({
    ...{ abi: accountAbi, functionName: 'handleOps', args: [packed, zeroAddress] },
  })
  if (through === undefined) return data
  const args = [entryPoint, data] as const
  return encodeFunctionData({ abi: accountAbi, functionName: 'forward', args })
}

const eventTopic = (text: string) => keccak256(toHex(text))
const beforeExecutionTopic = eventTopic('BeforeExecution()')
const operationTopic = eventTopic(
  'UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)',
)

export function beforeExecution(emitter: Address = entryPoint): LogStep {
  return { kind: 'log', address: emitter, topics: [beforeExecutionTopic], data: '0x' }
}

/** What the EntryPoint writes after an operation. */
export function operationEvent(
  { sender, nonce, callData }: Operation,
  hasSucceeded: boolean,
  emitter: Address = entryPoint,
): LogStep {
  const hash = getUserOperationHash({
    ...{ chainId, entryPointAddress: entryPoint, entryPointVersion: '0.7' },
    userOperation: {
      ...{ sender, nonce, callData, callGasLimit: 0n, verificationGasLimit: 0n },
      ...{ preVerificationGas: 0n, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n, signature: '0x' },
    },
  })
  const types = ['uint256', 'bool', 'uint256', 'uint256'].map((type) => ({ type }))
  return {
    ...{ kind: 'log', address: emitter },
    topics: [operationTopic, hash, word(sender), word(zeroAddress)],
    data: encodeAbiParameters(types, [nonce, hasSucceeded, 0n, 0n]),
  }
}

/** Safe's multiSend: calls in packed form. */
export function encodeMultiSend(calls: readonly InnerCall[]): Hex {
  const packed = calls.map(({ to, value, data }) =>
    concatHex(['0x00', to, word(value), word(BigInt(data.length / 2 - 1)), data]),
  )
  const args = [concatHex(packed)] as const
  return encodeFunctionData({ abi: accountAbi, functionName: 'multiSend', args })
}

const safeTypes = {
  SafeTx: [
    ...[
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
    ...[
      { name: 'data', type: 'bytes' },
      { name: 'operation', type: 'uint8' },
    ],
    ...[
      { name: 'safeTxGas', type: 'uint256' },
      { name: 'baseGas', type: 'uint256' },
    ],
    ...[
      { name: 'gasPrice', type: 'uint256' },
      { name: 'gasToken', type: 'address' },
    ],
    ...[
      { name: 'refundReceiver', type: 'address' },
      { name: 'nonce', type: 'uint256' },
    ],
  ],
}

/** A call that a Safe's owners signed, as a relayer sends it, and the log by which the Safe says that it did it. */
export function encodeSafeCall(safe: Address, call: InnerCall, isDelegated: boolean) {
  const { to, value, data } = call
  const operation = isDelegated ? 1 : 0
  const [gas, none] = [0n, zeroAddress]
  const args = [to, value, data, operation, gas, gas, gas, none, none, '0x5b5b'] as const
  const message = {
    ...{ to, value, data, operation, safeTxGas: gas, baseGas: gas, gasPrice: gas },
    ...{ gasToken: none, refundReceiver: none, nonce: 0n },
  }
  const domain = { chainId, verifyingContract: safe }
  const hash = hashTypedData({ domain, types: safeTypes, primaryType: 'SafeTx', message })
  const success: LogStep = {
    ...{ kind: 'log', address: safe, data: word(0n) },
    topics: [eventTopic('ExecutionSuccess(bytes32,uint256)'), hash],
  }
  const input = encodeFunctionData({ abi: accountAbi, functionName: 'execTransaction', args })
  return { input, success }
}
