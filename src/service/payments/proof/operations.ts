import {
  keccakHex,
  keccakText,
  readAddressWord,
  readBytes,
  readSize,
  readWord,
  toWord,
} from '../../chain/proof/abi.ts'
import type { AuthorizedCall } from '../../chain/proof/allocation.ts'
import type { Log } from '../../chain/types/transactions.ts'

// ERC-4337: a bundler's transaction carries operations of many accounts. An account authorized only the callData of its
// own operation, and the transfers of an operation are between the logs that the EntryPoint wrote before and after it.

/**
 * The EntryPoints with the same address on every chain: 0.6, 0.7 and 0.8.
 *
 * @see https://github.com/eth-infinitism/account-abstraction/releases
 */
export const canonicalEntryPoints = [
  '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789',
  '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
] as const

const beforeExecutionTopic = `0x${keccakText('BeforeExecution()')}`
const userOperationEventTopic = `0x${keccakText('UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)')}`
/** The word of the boolean `true`. */
const trueWord = toWord(1n)

/** `handleOps` of EntryPoint 0.6, and of 0.7 and later. */
const handleOpsCalls = [
  { selector: '1fad948c', fields: 11, paymaster: 9 },
  { selector: '765e827f', fields: 9, paymaster: 7 },
] as const

/** Maximum number of handleOps calls that are decoded when the transaction goes to a bundler's own contract. */
const maxCalls = 8

/** An operation that an EntryPoint executed, by its own event. */
interface ExecutedOperation {
  entryPoint: string
  hash: string
  sender: string
  hasSucceeded: boolean
  after: number
  before: number
}

/** A user operation decoded from calldata. */
interface UserOperation {
  sender: string
  callData: string
  /** Returns the words of the operation that are hashed. */
  packed: () => string
}

/** A transaction that may execute user operations. */
export interface BundleFacts {
  chainId: number
  to: string | undefined
  /** Hex digits in lower case, without 0x. */
  input: string
  logs: readonly Log[]
}

/** Returns whether a call goes to a trusted EntryPoint: then its calldata was written by others than its signer. */
export function isBundle(to: string | undefined, entryPoints: readonly string[]): boolean {
  return (
    to !== undefined &&
    entryPoints.some((entryPoint) => entryPoint.toLowerCase() === to.toLowerCase())
  )
}

/**
 * Returns the calls that senders of user operations authorized, for operations that succeeded in a trusted EntryPoint. An
 * event is matched to its operation by the operation's hash, which covers everything but the signature. In a direct
 * call to the EntryPoint it is also matched by order, because the hash of an EIP-7702 account's first operation covers
 * more than the call contains.
 */
export function readUserOperations(
  { chainId, to, input, logs }: BundleFacts,
  entryPoints: readonly string[],
): AuthorizedCall[] {
  const trusted = new Set(entryPoints.map((entryPoint) => entryPoint.toLowerCase()))
  const executed = readExecutedOperations(logs, trusted)
  if (executed.length === 0) return []
  const operations = new Map<ExecutedOperation, UserOperation>()
  if (isBundle(to, entryPoints)) matchInOrder(to ?? '', input, executed, operations)
  matchByHash(chainId, input, executed, operations)
  return [...operations].flatMap(([{ sender, hasSucceeded, after, before }, { callData }]) =>
    hasSucceeded ? [{ account: sender, data: callData, after, before }] : [],
  )
}

function readExecutedOperations(
  logs: readonly Log[],
  trusted: ReadonlySet<string>,
): ExecutedOperation[] {
  const started = new Map<string, number>()
  return logs.flatMap(({ address, topics, data }, before) => {
    const entryPoint = address.toLowerCase()
    const [kind, hash = '', sender = ''] = topics.map((topic) => topic.toLowerCase())
    if (!trusted.has(entryPoint)) return []
    if (kind !== beforeExecutionTopic && kind !== userOperationEventTopic) return []
    const after = started.get(entryPoint)
    started.set(entryPoint, before)
    // Logs before the first BeforeExecution event may come from anything.
    if (kind === beforeExecutionTopic || after === undefined) return []
    const hasSucceeded = readWord(data.slice(2), 32) === trueWord
    const account = `0x${sender.slice(-40)}`
    return [{ entryPoint, hash: hash.slice(2), sender: account, hasSucceeded, after, before }]
  })
}

/** Matches by order: a direct call to the EntryPoint executes its operations in order and emits an event for each. */
function matchInOrder(
  to: string,
  input: string,
  executed: readonly ExecutedOperation[],
  matched: Map<ExecutedOperation, UserOperation>,
): void {
  const events = executed.filter(({ entryPoint }) => entryPoint === to.toLowerCase())
  const operations = decodeHandleOps(input, 0, { bytes: input.length }) ?? []
  if (operations.length !== events.length) return
  for (const [index, event] of events.entries()) {
    const operation = operations[index]
    if (operation?.sender === event.sender) matched.set(event, operation)
  }
}

function matchByHash(
  chainId: number,
  input: string,
  executed: readonly ExecutedOperation[],
  matched: Map<ExecutedOperation, UserOperation>,
): void {
  const unmatchedByKey = new Map(
    executed
      .filter((event) => !matched.has(event))
      .map((event) => [event.hash + event.entryPoint, event]),
  )
  const points = new Set([...unmatchedByKey.values()].map(({ entryPoint }) => entryPoint))
  const senders = new Set([...unmatchedByKey.values()].map(({ sender }) => sender))
  // Honest operations do not overlap, so together they are not longer than the calldata.
  const budget = { bytes: input.length }
  for (const at of findHandleOpsCalls(input)) {
    if (unmatchedByKey.size === 0) return
    for (const operation of decodeHandleOps(input, at, budget) ?? []) {
      if (!senders.has(operation.sender)) continue
      const packed = operation.packed()
      for (const entryPoint of points) {
        for (const hash of computeUserOperationHashes(packed, entryPoint, chainId)) {
          const event = unmatchedByKey.get(hash + entryPoint)
          if (event) matched.set(event, operation)
          unmatchedByKey.delete(hash + entryPoint)
        }
      }
    }
  }
}

/** Returns the positions, in bytes, of the first handleOps calls. */
function findHandleOpsCalls(input: string): number[] {
  return handleOpsCalls
    .flatMap(({ selector }) => {
      const places: number[] = []
      for (let at = input.indexOf(selector); at >= 0; at = input.indexOf(selector, at + 1)) {
        if (at % 2 === 0) places.push(at / 2)
        if (places.length === maxCalls) break
      }
      return places
    })
    .toSorted((a, b) => a - b)
}

/** Decodes the operations of a call; undefined for invalid calldata, and for calldata built to take long to decode. */
function decodeHandleOps(
  input: string,
  at: number,
  budget: { bytes: number },
): UserOperation[] | undefined {
  const shape = handleOpsCalls.find(({ selector }) => input.startsWith(selector, 2 * at))
  const base = at + 4
  const offset = readSize(input, base)
  if (!shape || offset === undefined) return undefined
  const list = base + offset
  const count = readSize(input, list)
  // Each operation has at least one word for its offset.
  if (count === undefined || count * 64 > input.length) return undefined
  const operations: UserOperation[] = []
  for (let index = 0; index < count; index += 1) {
    const place = readSize(input, list + 32 + 32 * index)
    const operation =
      place === undefined ? undefined : decodeUserOperation(input, list + 32 + place, shape)
    if (!operation) return undefined
    budget.bytes -= operation.size
    if (budget.bytes < 0) return undefined
    operations.push(operation)
  }
  return operations
}

function decodeUserOperation(
  input: string,
  start: number,
  { fields, paymaster }: (typeof handleOpsCalls)[number],
): (UserOperation & { size: number }) | undefined {
  const sender = readAddressWord(input, start)
  const bytes = (field: number) => readBytes(input, start, start + 32 * field)
  const [initCode, callData, paymasterData] = [bytes(2), bytes(3), bytes(paymaster)]
  const words = input.slice(2 * start, 2 * start + 64 * fields)
  if (words.length !== 64 * fields || sender === undefined) return undefined
  if (initCode === undefined || callData === undefined || paymasterData === undefined) {
    return undefined
  }
  const packed = () =>
    [
      words.slice(0, 2 * 64),
      keccakHex(initCode),
      keccakHex(callData),
      words.slice(4 * 64, paymaster * 64),
      keccakHex(paymasterData),
    ].join('')
  const size = words.length + initCode.length + callData.length + paymasterData.length
  return { sender, callData, packed, size }
}

const domainType = keccakText(
  'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)',
)
const domainNames = keccakText('ERC4337') + keccakText('1')
const operationType = keccakText(
  'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,' +
    'uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)',
)

/** Returns the hashes of an operation in an EntryPoint: up to version 0.7, and from 0.8 on (EIP-712). */
function computeUserOperationHashes(packed: string, entryPoint: string, chainId: number): string[] {
  const place = toWord(BigInt(chainId))
  const domain = keccakHex(domainType + domainNames + place + toWord(entryPoint))
  return [
    keccakHex(keccakHex(packed) + toWord(entryPoint) + place),
    keccakHex(`1901${domain}${keccakHex(operationType + packed)}`),
  ]
}
