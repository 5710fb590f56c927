import { nativeAddress } from '../../api/fields.ts'
import type { CoinMovement, Facts, Log, ReceiptFacts, TransactionFacts } from './facts.ts'
import { type Authorization, allocate, type Movement } from './proof-allocation.ts'
import { isBundle, readOperations } from './proof-operations.ts'
import { readSafeExecutions, type SafeExecution } from './proof-safe.ts'
import { digitsOf, mentionedReferences } from './proof-suffix.ts'
import type { Address } from './records.ts'

// To whom does a payment belong? To the charge that the account which the money left has named, in something that only this
// account could have authorised. Who sent the transaction proves nothing: anybody may call a contract that pays the merchant.

/** One movement of a token or of native currency to a watched recipient. Addresses are in lower case. */
export interface Transfer {
  /**
   * Names it within its transaction: the log's index in the block; -1 for the value of the transaction itself; -2 - n for
   * the n-th movement of native currency by calls inside it, those to others counted too.
   */
  position: number
  /** The zero address for native currency. */
  token: Address
  recipient: Address
  /** The account that the money left; '' where the chain does not tell. */
  sender: Address
  /** Base units, never 0. */
  amount: bigint
}

export interface ProvenTransfer extends Transfer {
  /** What `sender` authorised names these for this very transfer: exactly one is proof; none: unnamed; several: ambiguous. */
  references: readonly string[]
}

export interface ProvenTransaction {
  /** Every transfer to one of the watched recipients in one of the watched tokens, in order of position. */
  transfers: readonly ProvenTransfer[]
  /** Every reference anywhere in the calldata: where to look, never proof. */
  mentioned: readonly string[]
  /** True where native currency may have come and the chain does not tell how much. */
  undecided: boolean
}

export interface Watched {
  /** The zero address: native currency. */
  tokens: readonly Address[]
  recipients: readonly Address[]
}

export interface Trusted {
  /** ERC-4337 contracts whose events are believed. */
  entryPoints: readonly Address[]
}

/** keccak256('Transfer(address,address,uint256)'), ERC-20. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

type Moved = Transfer & Movement

/** Reads what a transaction moved to these places and whom it names. Pure, and never throws: all it reads may be hostile. */
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

/** Returns the references that a transaction's signer names, so that a charge can show it while it is not mined. */
export function namedBySigner({ transaction }: Facts): readonly string[] {
  if (!transaction) return []
  return mentionedReferences(transaction.input)
}

/** A bundle is written by those whose operations it carries: whoever sends it authorised none of the names in it. */
function signedBySender(
  { from, to }: TransactionFacts,
  input: string,
  { entryPoints }: Trusted,
): Authorization[] {
  if (isBundle(to, entryPoints)) return []
  const [after, before] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  return [{ account: from.toLowerCase(), data: input, after, before }]
}

/** The value that the transaction itself carries. */
function readValue({ from, to, value }: TransactionFacts): Moved[] {
  if (to === undefined || value <= 0n) return []
  return [nativeMovement({ from, to, value }, -1, -0.5)]
}

/**
 * Native currency that moved inside, in its order; undefined where nobody tells. A Safe that says that it executed a plain
 * call has moved the call's value.
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

/** A balance tells how much came, and not from whom; a Safe that sent just so much there tells it. */
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
 * An ERC-20 Transfer: its value is what arrived, also where a token takes a fee on the way. A token whose logs tell
 * more than its balances do is out of reach: an operator should not take it. [] for other logs, such as ERC-721's, which
 * has a fourth topic.
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

/** A topic is a word of 32 bytes; an address is its last 20. */
function lastAddress(topic: string): string {
  return `0x${topic.slice(-40).toLowerCase()}`
}

function watchedFilter({ tokens, recipients }: Watched): (one: Moved) => boolean {
  const [ofToken, ofRecipient] = [tokens, recipients].map(
    (list) => new Set(list.map((one) => one.toLowerCase())),
  )
  return ({ token, recipient, sender, amount }) =>
    // To itself nothing arrives.
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
