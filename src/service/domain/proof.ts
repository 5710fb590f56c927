import { nativeAddress } from '../../api/schemas/fields.ts'
import type { CoinMovement, Facts, Log, ReceiptFacts, TransactionFacts } from './facts.ts'
import { type Authorization, allocate, type Movement } from './proof-allocation.ts'
import { isBundle, readOperations } from './proof-operations.ts'
import { readSafeExecutions, type SafeExecution } from './proof-safe.ts'
import { digitsOf, mentionedReferences } from './proof-suffix.ts'
import type { Address } from './records.ts'

// A payment belongs to the charge that the paying account named in something that only this account could have
// authorized. The sender of the transaction proves nothing: anybody may call a contract that pays the merchant.

/** A transfer of a token or of native currency to a watched recipient. Addresses are in lower case. */
export interface Transfer {
  /**
   * Identifies the transfer in its transaction: the index of its log in the block; -1 for the value of the transaction
   * itself; -2 - n for the n-th internal transfer of native currency, counting those to other recipients too.
   */
  position: number
  /** The zero address for native currency. */
  token: Address
  recipient: Address
  /** The account that the money left; '' when the chain does not show it. */
  sender: Address
  /** Base units, never 0. */
  amount: bigint
}

/** A transfer with the references that its sender authorized for it. */
export interface ProvenTransfer extends Transfer {
  /** Exactly one reference is proof; without one the transfer names no charge; several are ambiguous. */
  references: readonly string[]
}

/** The transfers of a transaction to watched recipients, and the references in its calldata. */
export interface ProvenTransaction {
  /** Every transfer of a watched token to a watched recipient, in order of position. */
  transfers: readonly ProvenTransfer[]
  /** Every reference in the calldata. It shows which charges to load, and proves nothing. */
  mentioned: readonly string[]
  /** Whether native currency may have arrived and the node does not show how much. */
  undecided: boolean
}

/** The tokens and recipients of which transfers are read. */
export interface Watched {
  /** The zero address: native currency. */
  tokens: readonly Address[]
  recipients: readonly Address[]
}

/** Contracts whose events are trusted. */
export interface Trusted {
  /** ERC-4337 EntryPoints whose events are trusted. */
  entryPoints: readonly Address[]
}

/** keccak256('Transfer(address,address,uint256)'), ERC-20. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

type Moved = Transfer & Movement

/**
 * Reads the transfers of a transaction to watched recipients and the references that name them. Pure, and never throws:
 * its whole input may be hostile.
 */
export function readTransaction(
  { chainId, transaction, receipt }: Facts,
  watched: Watched,
  trusted: Trusted,
): ProvenTransaction {
  if (!transaction) return { transfers: [], mentioned: [], undecided: false }
  const mentioned = mentionedReferences(transaction.input)
  if (!receipt?.succeeded) return { transfers: [], mentioned, undecided: false }
  const input = digitsOf(transaction.input)
  const { logs, safeNonces = new Map() } = receipt
  const executions = readSafeExecutions({ chainId, input, logs, nonces: safeNonces })
  const inside = readCoin(receipt, executions)
  const moved = [
    ...[...(inside ?? [])].reverse(),
    ...readValue(transaction),
    ...logs.flatMap((log, at) => readTransfer(log, at)),
  ]
  const references = new Map<Moved, Set<string>>()
  const authorizations = [
    ...signedBySender(transaction, input, trusted),
    ...readOperations({ chainId, to: transaction.to, input, logs }, trusted.entryPoints),
    ...executions,
  ]
  const bySender = Map.groupBy(moved, ({ sender }) => sender)
  for (const one of authorizations) allocate(one, bySender.get(one.account) ?? [], references)
  const isWatched = watchedFilter(watched)
  const transfers = moved.filter(isWatched).map((one) => toProven(one, references))
  return { transfers, mentioned, undecided: inside === undefined && watchesCoin(watched) }
}

/** Returns the references in the calldata of a transaction. */
export function namedBySigner({ transaction }: Facts): readonly string[] {
  if (!transaction) return []
  return mentionedReferences(transaction.input)
}

/** Returns the calldata as authorized by the transaction's sender; none for a bundle, which others have written. */
function signedBySender(
  { from, to }: TransactionFacts,
  input: string,
  { entryPoints }: Trusted,
): Authorization[] {
  if (isBundle(to, entryPoints)) return []
  const [after, before] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  return [{ account: from.toLowerCase(), data: input, after, before }]
}

/** Returns the transfer of the transaction's own value, if any. */
function readValue({ from, to, value }: TransactionFacts): Moved[] {
  if (to === undefined || value <= 0n) return []
  return [nativeMovement({ from, to, value }, -1, -0.5)]
}

/**
 * Returns the internal transfers of native currency in their order; undefined when they are not known. A Safe that
 * executed a plain call has moved the value of that call.
 */
function readCoin(
  { coin }: ReceiptFacts,
  executions: readonly SafeExecution[],
): Moved[] | undefined {
  const sends = executions
    .filter(({ called, value }) => called && value > 0n)
    .toSorted((one, other) => one.before - other.before)
    .map(({ account, to, value, before }) => ({ from: account, to, value, logsBefore: before }))
  const known = coin ?? (sends.length > 0 ? sends : undefined)
  return known?.map((one, index) => {
    const { logsBefore } = one
    const at = logsBefore === undefined ? undefined : logsBefore - 0.5
    return nativeMovement(withSender(one, known, sends), -2 - index, at)
  })
}

/** Adds the sender to a transfer that is known only from a balance, when exactly one Safe sent this amount there. */
function withSender(
  one: CoinMovement,
  all: readonly CoinMovement[],
  sends: readonly CoinMovement[],
): CoinMovement {
  if (one.from !== '') return one
  const same = sends.filter(({ to }) => to.toLowerCase() === one.to.toLowerCase())
  const [send] = same
  const alone = all.filter(({ to }) => to === one.to).length === 1
  return alone && same.length === 1 && send?.value === one.value ? send : one
}

function nativeMovement(
  { from, to, value }: CoinMovement,
  position: number,
  at: number | undefined,
): Moved {
  const [sender, recipient] = [from.toLowerCase(), to.toLowerCase()]
  return { position, token: nativeAddress, recipient, sender, amount: value, native: true, at }
}

/**
 * Reads an ERC-20 Transfer log. Its value is what arrived, also for a token that takes a fee. A token whose logs show
 * more than its balances is not supported: operators should not accept it. Returns [] for other logs, such as the
 * Transfer of ERC-721, which has a fourth topic.
 */
function readTransfer({ index, address, topics, data }: Log, at: number): Moved[] {
  const [topic, from, to] = topics
  if (topics.length !== 3 || topic?.toLowerCase() !== transferTopic) return []
  if (!from || !to || !/^0x[\da-f]{64}$/i.test(data)) return []
  const [sender, recipient] = [lastAddress(from), lastAddress(to)]
  const token = address.toLowerCase()
  const amount = BigInt(data)
  return [{ position: index, token, recipient, sender, amount, native: false, at }]
}

/** Returns the address in a topic: the last 20 of its 32 bytes. */
function lastAddress(topic: string): string {
  return `0x${topic.slice(-40).toLowerCase()}`
}

function watchedFilter({ tokens, recipients }: Watched): (one: Moved) => boolean {
  const [ofToken, ofRecipient] = [tokens, recipients].map(
    (list) => new Set(list.map((one) => one.toLowerCase())),
  )
  return ({ token, recipient, sender, amount }) =>
    // A transfer from an account to itself brings nothing.
    amount > 0n &&
    sender !== recipient &&
    ofToken?.has(token) === true &&
    ofRecipient?.has(recipient) === true
}

function watchesCoin({ tokens }: Watched): boolean {
  return tokens.some((one) => one === nativeAddress)
}

function toProven(one: Moved, references: ReadonlyMap<Moved, ReadonlySet<string>>): ProvenTransfer {
  const { position, token, recipient, sender, amount } = one
  const names = [...(references.get(one) ?? [])]
  return { position, token, recipient, sender, amount, references: names }
}
