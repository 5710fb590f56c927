import { hashPattern, nativeAddress } from '../../../api/formats.ts'
import {
  type AuthorizedCall,
  allocateReferences,
  type Movement,
  maxReferences,
  sortMovements,
} from '../../chain/proof/allocation.ts'
import { readSafeExecutions, type SafeExecution } from '../../chain/proof/safe.ts'
import { findMentionedReferences, toHexDigits } from '../../chain/proof/suffix.ts'
import type { Address } from '../../chain/types/address.ts'
import type {
  InternalTransfer,
  Log,
  Receipt,
  Transaction,
  TransactionLookup,
} from '../../chain/types/transactions.ts'
import type { Transfer } from '../transfers.ts'
import { readAuthorization } from './authorizations.ts'
import { isBundle, readUserOperations } from './operations.ts'

// A payment belongs to the charge that the paying account named in something that only this account could have authorized. The
// sender of the transaction proves nothing: anyone may call a contract that pays the merchant.

/**
 * The transfers of a transaction and the references in its calldata. Addresses are in lower case, and no amount is
 * undefined.
 */
export interface Attribution {
  /** Every transfer of a watched token to a watched recipient, in order of position. */
  transfers: readonly Transfer<bigint>[]
  /** Every transfer of the transaction, to any address. */
  movements: readonly Transfer<bigint>[]
  /**
   * The first references that each author of the calldata has written. They show which charges to load, and prove
   * nothing.
   */
  mentionedReferences: readonly string[]
  /** Whether native currency may have arrived and the node does not show how much. */
  hasUnknownNativeAmount: boolean
}

/** The tokens and recipients of which transfers are read. */
export interface WatchedAddresses {
  /** The zero address: native currency. */
  tokens: readonly Address[]
  recipients: readonly Address[]
  /** Whether native currency that contracts send is expected. @default where it is one of the tokens */
  expectsNative?: boolean | undefined
}

/** Contracts whose events are trusted. */
export interface TrustedContracts {
  /** ERC-4337 EntryPoints whose events are trusted. */
  entryPoints: readonly Address[]
}

/** keccak256('Transfer(address,address,uint256)'), ERC-20. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/**
 * The position of the first internal transfer of native currency, by how it is known; that of the n-th one is lower by n.
 * A trace shows each of them, also those to other recipients; a Safe's event shows its own; a balance shows their sum;
 * and of some it is only known that there may be one. So the same number never means two descriptions.
 */
export const coinPositions = {
  trace: -2,
  safe: -1_000_002,
  balance: -2_000_002,
  unknown: -3_000_002,
  /** Money beyond the transfers that were recorded by another description; see payments/arrivals.ts. */
  remainder: -4_000_002,
} as const

type TransferMovement = Omit<Transfer<bigint>, 'references'> & Movement

const noReferences: readonly string[] = []

/**
 * Reads the transfers of a transaction to watched recipients and the references that name them. Pure, and never throws:
 * its whole input may be hostile.
 */
export function attributeTransfers(
  { chainId, transaction, receipt }: TransactionLookup,
  watched: WatchedAddresses,
  trusted: TrustedContracts,
): Attribution {
  const nothing = { transfers: [], movements: [], hasUnknownNativeAmount: false }
  if (!transaction) return { ...nothing, mentionedReferences: [] }
  const input = toHexDigits(transaction.input)
  if (!receipt?.hasSucceeded)
    return { ...nothing, mentionedReferences: listMentionedReferences([input]) }
  const { logs, safeNonces = new Map() } = receipt
  const executions = readSafeExecutions({ chainId, input, logs, nonces: safeNonces })
  const internalTransfers = readInternalTransfers(receipt, executions)
  const movements = [
    ...[...(internalTransfers ?? [])].reverse(),
    ...readTransactionValue(transaction),
    ...logs.flatMap((_, at) => readTransfer(logs, at)),
  ]
  const references = new Map<TransferMovement, readonly string[]>()
  const authorizations = [
    ...readSenderCall(transaction, input, trusted),
    ...readUserOperations({ chainId, to: transaction.to, input, logs }, trusted.entryPoints),
    ...executions,
  ]
  const bySender = new Map(
    [...Map.groupBy(movements, ({ sender }) => sender)].map(
      ([sender, group]) => [sender, sortMovements(group)] as const,
    ),
  )
  for (const authorization of authorizations) {
    const ownMovements = bySender.get(authorization.account)
    if (ownMovements) allocateReferences(authorization, ownMovements, references)
  }
  const isWatched = createWatchedFilter(watched)
  const transfers = movements.filter(isWatched).map((movement) => toTransfer(movement, references))
  return {
    transfers,
    movements: movements.map((movement) => toTransfer(movement, references)),
    mentionedReferences: listMentionedReferences([
      input,
      ...authorizations.map(({ data }) => data),
    ]),
    hasUnknownNativeAmount: internalTransfers === undefined && watchesNativeCurrency(watched),
  }
}

/**
 * Returns the first references in each of these calldata. A limit counts for each: an operation in a bundle must not
 * push out those of its neighbors.
 */
function listMentionedReferences(calldata: readonly string[]): string[] {
  const references = [...new Set(calldata)].flatMap((data) =>
    findMentionedReferences(data, maxReferences),
  )
  return [...new Set(references)]
}

/** Returns the calldata as authorized by the transaction's sender; none for a bundle, which others have written. */
function readSenderCall(
  { from, to }: Transaction,
  input: string,
  { entryPoints }: TrustedContracts,
): AuthorizedCall[] {
  if (isBundle(to, entryPoints)) return []
  const [after, before] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  return [{ account: from.toLowerCase(), data: input, after, before }]
}

/** Returns the transfer of the transaction's own value, if any. */
function readTransactionValue({ from, to, value }: Transaction): TransferMovement[] {
  if (to === undefined || value <= 0n) return []
  return [createNativeMovement({ from, to, value }, -1, -0.5)]
}

/**
 * Returns the internal transfers of native currency in their order; undefined when they are not known. A Safe that
 * executed a plain call has moved the value of that call.
 */
function readInternalTransfers(
  { internalTransfers }: Receipt,
  executions: readonly SafeExecution[],
): TransferMovement[] | undefined {
  const sends = executions
    .filter(({ isCall, value }) => isCall && value > 0n)
    .toSorted((a, b) => a.before - b.before)
    .map(({ account, to, value, before }) => ({ from: account, to, value, logsBefore: before }))
  const transfers = internalTransfers ?? (sends.length > 0 ? sends : undefined)
  const inTrace = internalTransfers ? coinPositions.trace : coinPositions.safe
  return transfers?.map((transfer, index) => {
    const { logsBefore, from } = transfer
    const at = logsBefore === undefined ? undefined : logsBefore - 0.5
    const firstPosition = from === '' ? coinPositions.balance : inTrace
    return createNativeMovement(
      resolveSender(transfer, transfers, sends),
      firstPosition - index,
      at,
    )
  })
}

/** Adds the sender to a transfer that is known only from a balance, when exactly one Safe sent this amount there. */
function resolveSender(
  transfer: InternalTransfer,
  transfers: readonly InternalTransfer[],
  sends: readonly InternalTransfer[],
): InternalTransfer {
  if (transfer.from !== '') return transfer
  const sameSends = sends.filter(({ to }) => to.toLowerCase() === transfer.to.toLowerCase())
  const [send] = sameSends
  const isOnlyTransfer = transfers.filter(({ to }) => to === transfer.to).length === 1
  return isOnlyTransfer && sameSends.length === 1 && send?.value === transfer.value
    ? send
    : transfer
}

function createNativeMovement(
  { from, to, value }: InternalTransfer,
  position: number,
  logOrder: number | undefined,
): TransferMovement {
  const [sender, recipient] = [from.toLowerCase(), to.toLowerCase()]
  return {
    position,
    token: nativeAddress,
    recipient,
    sender,
    amount: value,
    isNative: true,
    logOrder,
  }
}

/**
 * Reads an ERC-20 Transfer log. Its value is the amount that arrived, also for a token that takes a fee. A token whose logs show
 * more than its balances is not supported: operators should not accept it. Returns [] for other logs, such as the Transfer of
 * ERC-721, which has a fourth topic.
 */
function readTransfer(logs: readonly Log[], logOrder: number): TransferMovement[] {
  const { index, address, topics, data } = logs[logOrder] as Log
  const [topic, from, to] = topics
  if (topics.length !== 3 || topic?.toLowerCase() !== transferTopic) return []
  if (!from || !to || !hashPattern.test(data)) return []
  const [sender, recipient] = [readTopicAddress(from), readTopicAddress(to)]
  const token = address.toLowerCase()
  const amount = BigInt(data)
  const authorization = readAuthorization(logs, logOrder)
  return [
    { position: index, token, recipient, sender, amount, authorization, isNative: false, logOrder },
  ]
}

/** Returns the address in a topic: the last 20 of its 32 bytes. */
function readTopicAddress(topic: string): string {
  return `0x${topic.slice(-40).toLowerCase()}`
}

function createWatchedFilter({
  tokens,
  recipients,
}: WatchedAddresses): (movement: TransferMovement) => boolean {
  const [ofToken, ofRecipient] = [tokens, recipients].map(
    (list) => new Set(list.map((address) => address.toLowerCase())),
  )
  return ({ token, recipient, sender, amount }) =>
    // A transfer from an account to itself brings nothing.
    amount > 0n &&
    sender !== recipient &&
    ofToken?.has(token) === true &&
    ofRecipient?.has(recipient) === true
}

function watchesNativeCurrency({ tokens, expectsNative }: WatchedAddresses): boolean {
  return expectsNative ?? tokens.some((token) => token === nativeAddress)
}

function toTransfer(
  movement: TransferMovement,
  references: ReadonlyMap<TransferMovement, readonly string[]>,
): Transfer<bigint> {
  const { position, token, recipient, sender, amount, authorization } = movement
  const names = references.get(movement) ?? noReferences
  return { position, token, recipient, sender, amount, authorization, references: names }
}
