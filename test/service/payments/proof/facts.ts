import { Attribution } from 'ox/erc8021'
import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  pad,
  parseAbi,
  toHex,
} from 'viem'
import {
  entryPoint06Address,
  entryPoint07Address,
  entryPoint08Address,
  getUserOperationHash,
} from 'viem/account-abstraction'
import type {
  InternalTransfer,
  Log,
  TransactionLookup,
} from '../../../../src/service/chain/types/transactions.ts'
import { computeReference } from '../../../../src/service/kernel/reference.ts'
import { canonicalEntryPoints } from '../../../../src/service/payments/proof/operations.ts'
import { attributeTransfers } from '../../../../src/service/payments/proof/proof.ts'

// Facts as a chain tells them, for the tests of what is proved by them.

export const address = (digit: string): Hex => `0x${digit.repeat(40)}`
export const [token, otherToken, shop, payer, other, stranger] = [...'abcdef'].map((one) =>
  address(one),
) as [Hex, Hex, Hex, Hex, Hex, Hex]
export const native: Hex = address('0')
export const [refA, refB] = [computeReference('a'), computeReference('b')]
export const chainId = 31_337
export const entryPoint7: Hex = entryPoint07Address
export const entryPoint6: Hex = entryPoint06Address
export const entryPoint8: Hex = entryPoint08Address

export const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function release()',
  'function execute(address to, uint256 value, bytes data)',
  'function executeBatch((address to, uint256 value, bytes data)[] calls)',
  'function multiSend(bytes transactions)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
])
const handle7 = parseAbi([
  'function handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)[] ops, address beneficiary)',
])
const handle6 = parseAbi([
  'function handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, uint256 callGasLimit, uint256 verificationGasLimit, uint256 preVerificationGas, uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, bytes paymasterAndData, bytes signature)[] ops, address beneficiary)',
])

/** A suffix with these codes. */
export const suffix = (...codes: string[]): Hex => Attribution.toDataSuffix({ codes })
/** A transfer's call, and what stands behind it. */
export const transfer = (to: Hex, amount: bigint, ...codes: string[]): Hex =>
  concatHex([
    encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] }),
    ...(codes.length > 0 ? [suffix(...codes)] : []),
  ])
export const batch = (...calls: { to: Hex; value: bigint; data: Hex }[]): Hex =>
  encodeFunctionData({ abi, functionName: 'executeBatch', args: [calls] })
export const single = (to: Hex, value: bigint, data: Hex): Hex =>
  encodeFunctionData({ abi, functionName: 'execute', args: [to, value, data] })

const word = (value: Hex) => pad(value)
const transferTopic: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
export type Unplaced = Omit<Log, 'index'>

export const moved = (from: Hex, amount: bigint, of: Hex = token, to: Hex = shop): Unplaced => ({
  address: of,
  topics: [transferTopic, word(from), word(to)],
  data: toHex(amount, { size: 32 }),
})
export const begun = (at: Hex = entryPoint7): Unplaced => ({
  address: at.toLowerCase(),
  topics: ['0xbb47ee3e183a558b1a2ff0874b079f3fc5478b7454eacf2bfc5af2ff5878f972'],
  data: '0x',
})
export const executed = (
  hash: Hex,
  sender: Hex,
  succeeded = true,
  at: Hex = entryPoint7,
): Unplaced => ({
  address: at.toLowerCase(),
  topics: [
    '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f',
    hash,
    word(sender),
    word(native),
  ],
  data: encodeAbiParameters(
    [{ type: 'uint256' }, { type: 'bool' }, { type: 'uint256' }, { type: 'uint256' }],
    [0n, succeeded, 1n, 1n],
  ),
})

export interface Told {
  from?: Hex
  to?: Hex
  value?: bigint
  input?: Hex
  logs?: Unplaced[]
  coin?: InternalTransfer[] | undefined
  nonces?: Record<string, bigint>
  succeeded?: boolean
}

export function factsOf({
  from = payer,
  to = token,
  value = 0n,
  input = '0x',
  logs = [],
  coin: internalTransfers,
  nonces = {},
  succeeded: hasSucceeded = true,
}: Told): TransactionLookup {
  return {
    chainId,
    transaction: { hash: `0x${'77'.repeat(32)}`, from, to, nonce: 1, value, input },
    receipt: {
      hasSucceeded,
      block: { number: 100n, hash: `0x${'dd'.repeat(32)}` },
      minedAt: new Date('2026-01-01T00:00:00Z'),
      // A block's earlier transactions have logs too.
      logs: logs.map((log, at) => ({ ...log, index: at + 40 })),
      internalTransfers,
      safeNonces: new Map(Object.entries(nonces)),
    },
    head: 110n,
  }
}

export const watched = { tokens: [token, otherToken, native], recipients: [shop] }
export const trusted = { entryPoints: canonicalEntryPoints }

export const prove = (told: Told) => attributeTransfers(factsOf(told), watched, trusted)
/** Who was named for each transfer, as amount and references. */
export const named = (told: Told) =>
  prove(told).transfers.map(({ amount, references }) => [amount, ...references])

export interface Operation {
  sender: Hex
  callData: Hex
  signature?: Hex
}

/** A bundle's calldata, and the hash of each operation. */
export function bundle(
  operations: Operation[],
  at: Hex = entryPoint7,
): { input: Hex; hashes: Hex[] } {
  const old = at === entryPoint6
  const gas = {
    callGasLimit: 7n,
    verificationGasLimit: 8n,
    preVerificationGas: 9n,
    maxFeePerGas: 10n,
    maxPriorityFeePerGas: 11n,
  }
  const pair = (one: bigint, two: bigint) =>
    concatHex([toHex(one, { size: 16 }), toHex(two, { size: 16 })])
  const all = operations.map(({ sender, callData, signature = '0x1234' }, index) => ({
    sender,
    callData,
    signature,
    nonce: BigInt(index),
  }))
  const hashes = all.map((one) =>
    getUserOperationHash({
      chainId,
      entryPointAddress: at,
      entryPointVersion: old ? '0.6' : at === entryPoint8 ? '0.8' : '0.7',
      userOperation: { ...one, ...gas } as never,
    }),
  )
  const rest = { initCode: '0x', paymasterAndData: '0x' } as const
  const input = old
    ? encodeFunctionData({
        abi: handle6,
        args: [all.map((one) => ({ ...one, ...gas, ...rest })), stranger],
      })
    : encodeFunctionData({
        abi: handle7,
        args: [
          all.map((one) => ({
            ...one,
            ...rest,
            accountGasLimits: pair(gas.verificationGasLimit, gas.callGasLimit),
            preVerificationGas: gas.preVerificationGas,
            gasFees: pair(gas.maxPriorityFeePerGas, gas.maxFeePerGas),
          })),
          stranger,
        ],
      })
  return { input, hashes }
}
