import type { Log } from './facts.ts'
import {
  hashOf,
  hashText,
  readAddress,
  readBytes,
  readSize,
  readWord,
  toWord,
} from './proof-abi.ts'
import type { Authorization } from './proof-allocation.ts'

// ERC-4337: a bundler's transaction carries operations of many accounts. What an account authorised is the callData of its
// own operation, and what the operation moved stands between the logs that the EntryPoint wrote before and behind it.

/**
 * The EntryPoints that are the same on every chain: 0.6, 0.7 and 0.8.
 *
 * @see https://github.com/eth-infinitism/account-abstraction/releases
 */
export const canonicalEntryPoints = [
  '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789',
  '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
] as const

const beforeExecution = `0x${hashText('BeforeExecution()')}`
const operationEvent = `0x${hashText('UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)')}`
/** A word that is true. */
const yes = toWord(1n)

/** `handleOps` of EntryPoint 0.6, and of 0.7 and later. */
const calls = [
  { selector: '1fad948c', fields: 11, paymaster: 9 },
  { selector: '765e827f', fields: 9, paymaster: 7 },
] as const

/** Calls of handleOps that are looked into, where the transaction goes to a bundler's own contract. */
const callLimit = 8

/** An operation that an EntryPoint says it executed. */
interface Executed {
  entryPoint: string
  hash: string
  sender: string
  succeeded: boolean
  after: number
  before: number
}

interface Operation {
  sender: string
  callData: string
  /** The words of the operation that its hash is over. */
  packed: () => string
}

export interface BundleFacts {
  chainId: number
  to: string | undefined
  /** Hex digits in lower case, without 0x. */
  input: string
  logs: readonly Log[]
}

/** True for a call to a trusted EntryPoint: what it carries was written by others than its signer. */
export function isBundle(to: string | undefined, entryPoints: readonly string[]): boolean {
  return to !== undefined && entryPoints.some((one) => one.toLowerCase() === to.toLowerCase())
}

/**
 * Returns what the senders of user operations authorised: of operations that succeeded in a trusted EntryPoint. Which
 * operation an event speaks of is told by the operation's hash, which is over all of it but the signature; in a call straight
 * to the EntryPoint by the order too, as the hash of an EIP-7702 account's first operation is over more than the call holds.
 */
export function readOperations(
  { chainId, to, input, logs }: BundleFacts,
  entryPoints: readonly string[],
): Authorization[] {
  const trusted = new Set(entryPoints.map((one) => one.toLowerCase()))
  const executed = readExecuted(logs, trusted)
  if (executed.length === 0) return []
  const found = new Map<Executed, Operation>()
  if (isBundle(to, entryPoints)) matchInOrder(to ?? '', input, executed, found)
  matchByHash(chainId, input, executed, found)
  return [...found].flatMap(([{ sender, succeeded, after, before }, { callData }]) =>
    succeeded ? [{ account: sender, data: callData, after, before }] : [],
  )
}

function readExecuted(logs: readonly Log[], trusted: ReadonlySet<string>): Executed[] {
  const started = new Map<string, number>()
  return logs.flatMap(({ address, topics, data }, before) => {
    const entryPoint = address.toLowerCase()
    const [kind, hash = '', sender = ''] = topics.map((topic) => topic.toLowerCase())
    if (!trusted.has(entryPoint)) return []
    if (kind !== beforeExecution && kind !== operationEvent) return []
    const after = started.get(entryPoint)
    started.set(entryPoint, before)
    // Logs before the first mark may be anybody's.
    if (kind === beforeExecution || after === undefined) return []
    const succeeded = readWord(data.slice(2), 32) === yes
    const account = `0x${sender.slice(-40)}`
    return [{ entryPoint, hash: hash.slice(2), sender: account, succeeded, after, before }]
  })
}

/** A call straight to the EntryPoint executes what it carries, in its order, and tells of each. */
function matchInOrder(
  to: string,
  input: string,
  executed: readonly Executed[],
  found: Map<Executed, Operation>,
): void {
  const told = executed.filter(({ entryPoint }) => entryPoint === to.toLowerCase())
  const operations = decode(input, 0, { bytes: input.length }) ?? []
  if (operations.length !== told.length) return
  for (const [index, one] of told.entries()) {
    const operation = operations[index]
    if (operation?.sender === one.sender) found.set(one, operation)
  }
}

function matchByHash(
  chainId: number,
  input: string,
  executed: readonly Executed[],
  found: Map<Executed, Operation>,
): void {
  const wanted = new Map(
    executed.filter((one) => !found.has(one)).map((one) => [one.hash + one.entryPoint, one]),
  )
  const points = new Set([...wanted.values()].map(({ entryPoint }) => entryPoint))
  const senders = new Set([...wanted.values()].map(({ sender }) => sender))
  // Honest operations do not overlap, so that all of them together are no longer than what holds them.
  const budget = { bytes: input.length }
  for (const at of findCalls(input)) {
    if (wanted.size === 0) return
    for (const operation of decode(input, at, budget) ?? []) {
      if (!senders.has(operation.sender)) continue
      const packed = operation.packed()
      for (const entryPoint of points) {
        for (const hash of operationHashes(packed, entryPoint, chainId)) {
          const one = wanted.get(hash + entryPoint)
          if (one) found.set(one, operation)
          wanted.delete(hash + entryPoint)
        }
      }
    }
  }
}

/** Bytes before calls of handleOps, the first ones. */
function findCalls(input: string): number[] {
  return calls
    .flatMap(({ selector }) => {
      const places: number[] = []
      for (let at = input.indexOf(selector); at >= 0; at = input.indexOf(selector, at + 1)) {
        if (at % 2 === 0) places.push(at / 2)
        if (places.length === callLimit) break
      }
      return places
    })
    .toSorted((one, other) => one - other)
}

/** The operations of a call; undefined for one that no EntryPoint could read, or that is built to be long to read. */
function decode(input: string, at: number, budget: { bytes: number }): Operation[] | undefined {
  const shape = calls.find(({ selector }) => input.startsWith(selector, 2 * at))
  const base = at + 4
  const offset = readSize(input, base)
  if (!shape || offset === undefined) return undefined
  const list = base + offset
  const count = readSize(input, list)
  // Each has a word for its place at least.
  if (count === undefined || count * 64 > input.length) return undefined
  const operations: Operation[] = []
  for (let index = 0; index < count; index += 1) {
    const place = readSize(input, list + 32 + 32 * index)
    const one = place === undefined ? undefined : decodeOne(input, list + 32 + place, shape)
    if (!one) return undefined
    budget.bytes -= one.size
    if (budget.bytes < 0) return undefined
    operations.push(one)
  }
  return operations
}

function decodeOne(
  input: string,
  start: number,
  { fields, paymaster }: (typeof calls)[number],
): (Operation & { size: number }) | undefined {
  const sender = readAddress(input, start)
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
      hashOf(initCode),
      hashOf(callData),
      words.slice(4 * 64, paymaster * 64),
      hashOf(paymasterData),
    ].join('')
  const size = words.length + initCode.length + callData.length + paymasterData.length
  return { sender, callData, packed, size }
}

const domainType = hashText(
  'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)',
)
const domainNames = hashText('ERC4337') + hashText('1')
const operationType = hashText(
  'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,' +
    'uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)',
)

/** The hashes that an operation has in an EntryPoint: up to 0.7, and from 0.8 on (EIP-712). */
function operationHashes(packed: string, entryPoint: string, chainId: number): string[] {
  const place = toWord(BigInt(chainId))
  const domain = hashOf(domainType + domainNames + place + toWord(entryPoint))
  return [
    hashOf(hashOf(packed) + toWord(entryPoint) + place),
    hashOf(`1901${domain}${hashOf(operationType + packed)}`),
  ]
}
