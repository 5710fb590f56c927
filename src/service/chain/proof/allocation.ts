import { toWord } from './abi.ts'
import { findSuffixes, type Suffix } from './suffix.ts'

// Decides which of the transfers that an account authorized a reference names. A suffix after one plain transfer in a
// batch names that transfer; a suffix at the end of the calldata names every transfer that no inner suffix names.

/** Calldata that an account authorized, and between which logs of the transaction it was executed. */
export interface AuthorizedCall {
  /** Lower case. */
  account: string
  /** Hex digits in lower case, without 0x. */
  data: string
  /** Positions in the receipt's list of logs; neither is included. */
  after: number
  before: number
}

/** A transfer to which references are allocated. Addresses are in lower case. */
export interface Movement {
  isNative: boolean
  sender: string
  recipient: string
  amount: bigint
  /** Position among the logs, with halves for native currency between two logs; undefined when it is not known. */
  logOrder: number | undefined
}

/** `transfer(address,uint256)` and its two words, directly before a suffix. */
const transferCall = /a9059cbb0{24}([\da-f]{40})([\da-f]{64})$/
/** Number of hex digits of such a call. */
const transferLength = 8 + 2 * 64
/** A call in an array of calls: its target and value as words, the offset of its data (0x60) and the data's length. */
const callTuple = /0{24}([\da-f]{40})([\da-f]{64})0{62}60([\da-f]{64})$/
/** The same in the packed form of Safe's multiSend: operation 0, target, value, length. */
const packedCall = /00([\da-f]{40})([\da-f]{64})([\da-f]{64})$/
const callTupleLength = 4 * 64

/** The movements of one account, in an order in which those of an operation are next to each other. */
export interface AccountMovements<T extends Movement> {
  /** In their order among the logs. */
  ordered: readonly T[]
  /** Those of which it is not known when they happened. */
  unordered: readonly T[]
  nativeCount: number
}

/** Sorts all transfers from an account in a transaction, once for all its authorized calls. */
export function sortMovements<T extends Movement>(movements: readonly T[]): AccountMovements<T> {
  return {
    ordered: movements
      .filter(({ logOrder }) => logOrder !== undefined)
      .toSorted((a, b) => (a.logOrder ?? 0) - (b.logOrder ?? 0)),
    unordered: movements.filter(({ logOrder }) => logOrder === undefined),
    nativeCount: movements.filter(({ isNative }) => isNative).length,
  }
}

/**
 * Limit of distinct references that are kept of one transfer. A payment has one. With a second one the transfer is
 * ambiguous, and further ones are only shown to the merchant.
 */
export const maxReferences = 8

/**
 * Gives each movement the references that one authorized call names it by. The time is proportional to the length of the
 * call plus the number of movements, and movements share their lists: calldata with thousands of references may come
 * with thousands of transfers.
 *
 * @param movements every transfer from the account in this transaction, including those to unwatched recipients:
 *   whether a suffix names one of them depends on the others
 */
export function allocateReferences<T extends Movement>(
  authorization: AuthorizedCall,
  movements: AccountMovements<T>,
  references: Map<T, readonly string[]>,
): void {
  const covered = selectCovered(authorization, movements)
  if (covered.length === 0) return
  const data = unwrapCall(authorization.data)
  const suffixes = findSuffixes(data).filter((suffix) => suffix.references.length > 0)
  if (suffixes.length === 0) return
  const merge = createMerger()
  const add = (movement: T, names: readonly string[]) =>
    references.set(movement, merge(references.get(movement), names))
  const recipients = new Set(covered.map(({ recipient }) => recipient))
  const claims = suffixes.map((suffix) => readClaim(data, suffix, recipients))
  const callClaims = claims.filter((claim) => claim.kind === 'call')
  allocateCalls(callClaims, covered, add)
  const namedRecipients = new Set(callClaims.map(({ to }) => to))
  const unnamed = covered.filter(({ recipient }) => !namedRecipients.has(recipient))
  allocateToAll(claims, unnamed, add)
  allocateLoose(claims, unnamed, add)
}

/** Creates a function that merges two lists of references, and returns the same result for the same two lists. */
function createMerger() {
  let last: { previous: readonly string[]; added: readonly string[]; merged: readonly string[] }
  return (previous: readonly string[] = [], added: readonly string[]): readonly string[] => {
    if (previous.length === 0 || previous === added) return added
    if (last?.previous !== previous || last.added !== added)
      last = {
        previous,
        added,
        merged: [...new Set([...previous, ...added])].slice(0, maxReferences),
      }
    return last.merged
  }
}

/** Returns the first references of claims, each once, up to the limit of one transfer. */
function listReferences(claims: readonly Claim[]): readonly string[] {
  const distinct = new Set<string>()
  for (const { references } of claims)
    for (const reference of references) if (distinct.size < maxReferences) distinct.add(reference)
  return [...distinct]
}

type Claim =
  /** Names one transfer. */
  | { kind: 'call'; to: string; amount: bigint; isNative: boolean; references: readonly string[] }
  /** Names everything that the account sent, or everything that it sent to one recipient. */
  | { kind: 'all'; to?: string | undefined; references: readonly string[] }
  /** Follows a call that we cannot decode. */
  | { kind: 'loose'; isNative: boolean; references: readonly string[] }

function readClaim(data: string, suffix: Suffix, recipients: ReadonlySet<string>): Claim {
  const { references, callEnd, isLast } = suffix
  const [, to = '', amount = ''] =
    transferCall.exec(data.slice(Math.max(0, callEnd - transferLength), callEnd)) ?? []
  if (to !== '') {
    // The call is the only authorized one, so the amount may differ: a token that takes a fee logs another amount.
    if (callEnd === transferLength && isLast) return { kind: 'all', to: `0x${to}`, references }
    return { kind: 'call', to: `0x${to}`, amount: toBigInt(amount), isNative: false, references }
  }
  const call = readPlainSend(data, suffix)
  // Other data can look like the packed form, so it counts only when the account sent something to this recipient.
  if (call && recipients.has(call.to)) return { kind: 'call', ...call, isNative: true, references }
  if (isLast) return { kind: 'all', references }
  return { kind: 'loose', isNative: isWholeData(data, suffix), references }
}

/** Reads a send of native currency whose data begins with the suffix, in an array of calls. */
function readPlainSend(
  data: string,
  { callEnd, end }: Suffix,
): { to: string; amount: bigint } | undefined {
  const before = data.slice(Math.max(0, callEnd - callTupleLength), callEnd)
  const [, to, amount, length] = callTuple.exec(before) ?? packedCall.exec(before) ?? []
  if (to === undefined || amount === undefined || length === undefined) return undefined
  const size = toBigInt(length)
  // The call's data is at least as long as the suffix.
  if (size * 2n < BigInt(end - callEnd) || size * 2n > BigInt(data.length - callEnd))
    return undefined
  return { to: `0x${to}`, amount: toBigInt(amount) }
}

/** Returns whether the suffix is all the data of its call, as in a send of native currency. */
function isWholeData(data: string, { callEnd }: Suffix): boolean {
  const length = data.slice(Math.max(0, callEnd - 64), callEnd)
  return length.length === 64 && length.startsWith('0'.repeat(60)) && toBigInt(length) >= 50n
}

/**
 * Gives the references of calls to the transfers of the same amount. When there are not as many transfers as calls, a
 * call failed, and it cannot be known which one: then none is named.
 */
function allocateCalls<T extends Movement>(
  calls: readonly Extract<Claim, { kind: 'call' }>[],
  covered: readonly T[],
  add: (movement: T, names: readonly string[]) => void,
): void {
  const keyOf = (native: boolean, to: string, amount: bigint) => `${native} ${to} ${amount}`
  const movementsByKey = Map.groupBy(covered, (movement) =>
    keyOf(movement.isNative, movement.recipient, movement.amount),
  )
  const callsByKey = Map.groupBy(calls, (call) => keyOf(call.isNative, call.to, call.amount))
  for (const [key, sameCalls] of callsByKey) {
    const sameMovements = movementsByKey.get(key) ?? []
    if (sameMovements.length !== sameCalls.length) continue
    for (const [index, movement] of sameMovements.entries())
      add(movement, sameCalls[index]?.references ?? [])
  }
}

/** Gives references of everything that the account sent, or sent to one recipient, to transfers that no call names. */
function allocateToAll<T extends Movement>(
  claims: readonly Claim[],
  unnamed: readonly T[],
  add: (movement: T, names: readonly string[]) => void,
): void {
  const allClaims = claims.filter((claim) => claim.kind === 'all')
  const namesByRecipient = new Map(
    [...Map.groupBy(allClaims, ({ to }) => to)].map(([to, group]) => [to, listReferences(group)]),
  )
  for (const movement of unnamed)
    for (const to of [undefined, movement.recipient]) {
      const names = namesByRecipient.get(to)
      if (names) add(movement, names)
    }
}

/** Gives the references after calls that we cannot decode to the remaining transfer, if there is only one. */
function allocateLoose<T extends Movement>(
  claims: readonly Claim[],
  unnamed: readonly T[],
  add: (movement: T, names: readonly string[]) => void,
): void {
  for (const native of [true, false]) {
    const loose = claims.filter((claim) => claim.kind === 'loose' && claim.isNative === native)
    const names = listReferences(loose)
    if (names.length === 0) continue
    const candidates = native ? unnamed.filter((movement) => movement.isNative) : unnamed
    // Several references for several transfers: each transfer gets all of them, so that the merchant can decide.
    if (candidates.length === 1 || names.length > 1)
      for (const movement of candidates) add(movement, names)
  }
}

/** Returns the movements between the logs of an authorized call. */
function selectCovered<T extends Movement>(
  { after, before }: AuthorizedCall,
  { ordered, unordered, nativeCount }: AccountMovements<T>,
): readonly T[] {
  const begin = countWhile(ordered, ({ logOrder = 0 }) => logOrder <= after)
  const end = countWhile(ordered, ({ logOrder = 0 }) => logOrder < before)
  const timed = ordered.slice(begin, end)
  // It is not known when native currency moved, so one operation among others needs it to be the only such transfer.
  const isCertain = nativeCount === 1 || after === Number.NEGATIVE_INFINITY
  return isCertain ? [...unordered, ...timed] : timed
}

/** Returns how many items at the beginning of a list meet a condition that no later one meets, by binary search. */
function countWhile<T>(list: readonly T[], holds: (item: T) => boolean): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(list[middle] as T)) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Selectors of `execute(address,uint256,bytes)` and similar functions of known accounts, with their number of words.
 */
const wrappers = new Map([
  ['b61d27f6', 3],
  // Safe's ERC-4337 module, `executeUserOp` and `executeUserOpWithErrorString`: with an operation, which must be a
  // call.
  ['7bb37428', 4],
  ['541d63c8', 4],
  // Kernel 2.
  ['51945447', 4],
])

/** Returns the data of the single call that an account was instructed to make; any other data unchanged. */
function unwrapCall(data: string): string {
  const words = wrappers.get(data.slice(0, 8))
  if (words === undefined) return data
  const place = data.slice(8 + 2 * 64, 8 + 3 * 64)
  const operation = words === 4 ? data.slice(8 + 3 * 64, 8 + 4 * 64) : toWord(0n)
  const head = 8 + words * 64
  const length = data.slice(head, head + 64)
  if (place !== toWord(BigInt(words * 32)) || operation !== toWord(0n)) return data
  if (!/^0{56}[\da-f]{8}$/.test(length)) return data
  const end = head + 64 + 2 * Number.parseInt(length, 16)
  // Only padding may follow: anything else would be authorized as well.
  if (end > data.length || data.length - end >= 64 || /[^0]/.test(data.slice(end))) return data
  return data.slice(head + 64, end)
}

function toBigInt(digits: string): bigint {
  return BigInt(`0x${digits}`)
}
