import { toWord } from './proof-abi.ts'
import { findSuffixes, type Suffix } from './proof-suffix.ts'

// Which of the transfers that an account authorised does a reference name? A suffix behind one plain transfer in a batch
// names that transfer; a suffix behind everything names everything that nothing inside names.

/** What an account authorised, and between which of the transaction's logs it was carried out. */
export interface Authorization {
  /** Lower case. */
  account: string
  /** Hex digits in lower case, without 0x. */
  data: string
  /** Places in the receipt's list of logs; neither is included. */
  after: number
  before: number
}

/** A transfer as it is allocated. Addresses are in lower case. */
export interface Movement {
  native: boolean
  sender: string
  recipient: string
  amount: bigint
  /** Place among the logs, halves for native currency between two of them; undefined where nobody tells. */
  at: number | undefined
}

/** `transfer(address,uint256)` and its two words, right before a suffix. */
const transferCall = /a9059cbb0{24}([\da-f]{40})([\da-f]{64})$/
/** Hex digits of such a call. */
const transferLength = 8 + 2 * 64
/** A call's target and value as words, the place of its data (0x60) and the data's length: a call in an array of calls. */
const callTuple = /0{24}([\da-f]{40})([\da-f]{64})0{62}60([\da-f]{64})$/
/** The same as Safe's multiSend packs it: operation 0, target, value, length. */
const packedCall = /00([\da-f]{40})([\da-f]{64})([\da-f]{64})$/
const tupleLength = 4 * 64

/**
 * Adds to each movement the references that one authorization gives it. Takes time in proportion to the authorization's
 * length and the number of movements.
 *
 * @param movements all that left the account in this transaction, also to places that nobody watches: whether a suffix
 *   means one of them depends on the others
 */
export function allocate<T extends Movement>(
  authorization: Authorization,
  movements: readonly T[],
  references: Map<T, Set<string>>,
): void {
  const coins = movements.filter(({ native }) => native).length
  const ours = movements.filter((one) => isCovered(authorization, one, coins === 1))
  const data = unwrap(authorization.data)
  const suffixes = findSuffixes(data).filter((one) => one.references.length > 0)
  if (ours.length === 0 || suffixes.length === 0) return
  const add = (one: T, names: readonly string[]) => {
    const known = references.get(one) ?? new Set()
    for (const name of names) known.add(name)
    references.set(one, known)
  }
  const recipients = new Set(ours.map(({ recipient }) => recipient))
  const claims = suffixes.map((suffix) => readClaim(data, suffix, recipients))
  const inner = claims.filter((claim) => claim.kind === 'call')
  allocateCalls(inner, ours, add)
  const named = new Set(inner.map(({ to }) => to))
  const rest = ours.filter(({ recipient }) => !named.has(recipient))
  for (const claim of claims) {
    if (claim.kind !== 'all') continue
    const meant = claim.to === undefined ? rest : rest.filter((one) => one.recipient === claim.to)
    for (const one of meant) add(one, claim.references)
  }
  allocateLoose(claims, rest, add)
}

type Claim =
  /** Names one transfer. */
  | { kind: 'call'; to: string; amount: bigint; native: boolean; references: readonly string[] }
  /** Names all that the account sent, or all that it sent to one recipient. */
  | { kind: 'all'; to?: string | undefined; references: readonly string[] }
  /** Stands behind something that we cannot read. */
  | { kind: 'loose'; native: boolean; references: readonly string[] }

function readClaim(data: string, suffix: Suffix, recipients: ReadonlySet<string>): Claim {
  const { references, head, last } = suffix
  const [, to = '', amount = ''] =
    transferCall.exec(data.slice(Math.max(0, head - transferLength), head)) ?? []
  if (to !== '') {
    // The whole of what was authorised: a token that takes a fee writes another amount into its log.
    if (head === transferLength && last) return { kind: 'all', to: `0x${to}`, references }
    return { kind: 'call', to: `0x${to}`, amount: toNumber(amount), native: false, references }
  }
  const call = readPlainSend(data, suffix)
  // The packed form has few marks of its own: it counts where the account sent something there.
  if (call && recipients.has(call.to)) return { kind: 'call', ...call, native: true, references }
  if (last) return { kind: 'all', references }
  return { kind: 'loose', native: isWholeData(data, suffix), references }
}

/** A send of native currency whose data begins with the suffix, in an array of calls. */
function readPlainSend(
  data: string,
  { head, end }: Suffix,
): { to: string; amount: bigint } | undefined {
  const before = data.slice(Math.max(0, head - tupleLength), head)
  const [, to, amount, length] = callTuple.exec(before) ?? packedCall.exec(before) ?? []
  if (to === undefined || amount === undefined || length === undefined) return undefined
  const size = toNumber(length)
  // The call's data holds the suffix at least.
  if (size * 2n < BigInt(end - head) || size * 2n > BigInt(data.length - head)) return undefined
  return { to: `0x${to}`, amount: toNumber(amount) }
}

/** True where the suffix is all the data of its call: a send of native currency. */
function isWholeData(data: string, { head }: Suffix): boolean {
  const length = data.slice(Math.max(0, head - 64), head)
  return length.length === 64 && length.startsWith('0'.repeat(60)) && toNumber(length) >= 50n
}

/** A call that names a transfer needs one of its amount; where they are not as many as the calls, a call failed: whose, nobody can tell. */
function allocateCalls<T extends Movement>(
  calls: readonly Extract<Claim, { kind: 'call' }>[],
  ours: readonly T[],
  add: (one: T, names: readonly string[]) => void,
): void {
  const keyOf = (native: boolean, to: string, amount: bigint) => `${native} ${to} ${amount}`
  const arrived = Map.groupBy(ours, (one) => keyOf(one.native, one.recipient, one.amount))
  const asked = Map.groupBy(calls, (one) => keyOf(one.native, one.to, one.amount))
  for (const [key, those] of asked) {
    const found = arrived.get(key) ?? []
    if (found.length !== those.length) continue
    for (const [index, one] of found.entries()) add(one, those[index]?.references ?? [])
  }
}

/** A suffix behind a call that we cannot read names what is left when that is one transfer only. */
function allocateLoose<T extends Movement>(
  claims: readonly Claim[],
  rest: readonly T[],
  add: (one: T, names: readonly string[]) => void,
): void {
  for (const native of [true, false]) {
    const loose = claims.filter((claim) => claim.kind === 'loose' && claim.native === native)
    const names = [...new Set(loose.flatMap(({ references }) => references))]
    const meant = native ? rest.filter((one) => one.native) : rest
    // Several for several: shown as what they are, so that a person can tell them apart.
    if (meant.length === 1 || names.length > 1) for (const one of meant) add(one, names)
  }
}

function isCovered(
  { after, before }: Authorization,
  { at }: Movement,
  isOnlyCoin: boolean,
): boolean {
  if (at !== undefined) return at > after && at < before
  // Nobody tells when native currency moved: in an operation among others it must be the only one.
  return isOnlyCoin || after === Number.NEGATIVE_INFINITY
}

/** `execute(address,uint256,bytes)` and its kin of well-known accounts, with the number of their words. */
const wrappers = new Map([
  ['b61d27f6', 3],
  // Safe's ERC-4337 module, `executeUserOp` and `executeUserOpWithErrorString`: with an operation, which must be a call.
  ['7bb37428', 4],
  ['541d63c8', 4],
  // Kernel 2.
  ['51945447', 4],
])

/** The data of a single call that an account was told to make; anything else as it is. */
function unwrap(data: string): string {
  const words = wrappers.get(data.slice(0, 8))
  if (words === undefined) return data
  const place = data.slice(8 + 2 * 64, 8 + 3 * 64)
  const operation = words === 4 ? data.slice(8 + 3 * 64, 8 + 4 * 64) : toWord(0n)
  const head = 8 + words * 64
  const length = data.slice(head, head + 64)
  if (place !== toWord(BigInt(words * 32)) || operation !== toWord(0n)) return data
  if (!/^0{56}[\da-f]{8}$/.test(length)) return data
  const end = head + 64 + 2 * Number.parseInt(length, 16)
  // Nothing but padding may stand behind: else there is more that was authorised.
  if (end > data.length || data.length - end >= 64 || /[^0]/.test(data.slice(end))) return data
  return data.slice(head + 64, end)
}

function toNumber(digits: string): bigint {
  return BigInt(`0x${digits}`)
}
