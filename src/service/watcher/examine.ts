import { nativeAddress } from '../../api/fields.ts'
import { paymentMessage } from '../../api/payment-message.ts'
import { judgeTransfer, tooOldReason } from '../domain/credit.ts'
import type { Facts, ReceiptFacts } from '../domain/facts.ts'
import { newPayment } from '../domain/life.ts'
import { pairsOf, quoteIn } from '../domain/pairs.ts'
import type { MinedTransfer, Recorded } from '../domain/ports.ts'
import { namedBySigner, type ProvenTransaction, readTransaction } from '../domain/proof.ts'
import type { Block, ChargeRecord, ReportRecord, Trace } from '../domain/records.ts'
import { undecidedReason } from '../domain/status.ts'
import type { WatcherContext } from './context.ts'
import type { Places } from './places.ts'

/** References of one transaction that are looked up, and accounts asked for a signature: more is no payment. */
const namesLimit = 50
const signersLimit = 5

/** What the chain says of a hash, and what became of it here. */
export type Examined =
  | { kind: 'unseen' }
  | { kind: 'waiting'; trace: Trace }
  /** `isOpen`: what was signed for is to be judged again. */
  | { kind: 'mined'; block: Block; recorded: Recorded; isOpen?: boolean }

/**
 * Reads a transaction and writes down whose money it moved: every transfer to a watched place, for every charge that
 * what its sender authorised names, whoever found or reported it. A transaction is read whole or not at all, so that it
 * makes no difference who comes first.
 *
 * @param due reports of it whose turn it is
 */
export async function examine(
  context: WatcherContext,
  places: Places,
  chainId: number,
  hash: string,
  head: bigint,
  due: readonly ReportRecord[] = [],
): Promise<Examined> {
  const { chains, store } = context
  const facts = await chains.facts(chainId, hash, head, places.nativeRecipients)
  const { transaction, receipt } = facts
  if (!transaction) return { kind: 'unseen' }
  const trace = { sender: transaction.from, nonce: transaction.nonce, head }
  if (!receipt) return { kind: 'waiting', trace }
  const others = await store.reportsOf(chainId, hash)
  // Whoever floods a hash with reports fills the bounded list of the others, and keeps nobody's turn from coming.
  const reports = [...due, ...others.filter(({ id }) => due.every((one) => one.id !== id))]
  const confirmations = Number(head - receipt.block.number) + 1
  const isFinal = confirmations >= chains.confirmations(chainId)
  if (!receipt.succeeded) {
    // A reorganisation can turn a failure around as well.
    if (!isFinal) return { kind: 'waiting', trace }
    await recordFailures(context, facts, reports)
    return { kind: 'mined', block: receipt.block, recorded: { credited: [], unmatched: 0 } }
  }
  const { tokens, recipients } = places
  const proven = readTransaction(facts, { tokens, recipients }, context)
  // That it brings nothing is as little final.
  if (!isFinal && proven.transfers.length === 0 && !proven.undecided)
    return { kind: 'waiting', trace }
  const mined = { chainId, hash, receipt, proven, reports }
  return { kind: 'mined', block: receipt.block, ...(await record(context, places, mined)) }
}

interface Mined {
  chainId: number
  hash: string
  receipt: ReceiptFacts
  proven: ProvenTransaction
  reports: readonly ReportRecord[]
}

async function record(
  context: WatcherContext,
  places: Places,
  mined: Mined,
): Promise<{ recorded: Recorded; isOpen?: boolean }> {
  const { store, clock, firstReport } = context
  const { chainId, hash, receipt, proven, reports } = mined
  const mentioned = proven.mentioned.slice(0, namesLimit)
  const references = [
    ...new Set([...proven.transfers.flatMap((one) => one.references), ...mentioned]),
  ]
  const found = await store.chargesFor({
    references: references.slice(0, 2 * namesLimit),
    ids: reports.map(({ chargeId }) => chargeId),
  })
  const transfers = placed(
    context,
    places,
    proven,
    found.filter((one) => mentioned.includes(one.reference)),
    chainId,
  )
  const waiting = reports.filter(({ status }) => status === 'WAITING')
  if (transfers.length === 0) {
    const reason = proven.undecided ? undecidedReason : nothingReason
    await store.endReports(
      waiting.map(({ id }) => id),
      reason,
    )
    return { recorded: { credited: [], unmatched: 0 } }
  }
  const known = transfers.flatMap(({ amount, ...one }) =>
    amount === undefined ? [] : [{ ...one, amount }],
  )
  const reservations = await store.reservationsFor(chainId, known)
  const signed = await readSignatures(context, mined, found, transfers)
  const chargeIds = [...found.map(({ id }) => id), ...reservations.map(({ chargeId }) => chargeId)]
  const minedAt = clock.correct(chainId, receipt.minedAt)
  const { block } = receipt
  let isOpen = false
  const recorded = await store.recordTransaction(
    { chainId, hash, block, minedAt, transfers, mentioned },
    chargeIds,
    (transfer, charges) => {
      const judged = judgeTransfer(transfer, {
        chainId,
        minedAt,
        blockNumber: block.number,
        charges,
        reservations,
        signedFor: signed.get(transfer.sender) ?? [],
        reportedFor: waiting.find(({ chargeId }) => takes(charges.get(chargeId), chainId, transfer))
          ?.chargeId,
        firstReport,
      })
      // Nothing is too old by a clock that may be wrong: it is judged again when a new block has told.
      isOpen ||= 'reason' in judged && judged.reason === tooOldReason && !clock.isMeasured(chainId)
      return judged
    },
  )
  const ended = isOpen ? waiting.filter(({ signature }) => signature === undefined) : waiting
  await store.endReports(
    ended.map(({ id }) => id),
    '',
  )
  tell(context, mined, found, recorded)
  return { recorded, isOpen }
}

const nothingReason = 'The transaction transfers nothing to where this charge is paid.'

/** The transfers that are to watched places, with their addresses as records have them. */
function placed(
  { chains }: WatcherContext,
  places: Places,
  proven: ProvenTransaction,
  named: readonly ChargeRecord[],
  chainId: number,
): MinedTransfer[] {
  const address = (text: string) => (text === '' ? '' : chains.address(text, 'address'))
  const transfers = proven.transfers
    .map((one) => ({
      ...one,
      token: address(one.token),
      recipient: address(one.recipient),
      sender: address(one.sender),
    }))
    .filter(({ token, recipient }) => places.has(token, recipient))
  const hasNative = transfers.some(({ token }) => token === nativeAddress)
  if (!proven.undecided || hasNative) return transfers
  // It names a charge that is paid in native currency, and no node tells what came: the merchant can look.
  const [pair] = named
    .flatMap(pairsOf)
    .filter((one) => one.chainId === chainId && one.token === nativeAddress)
  if (!pair) return transfers
  const { token, recipient } = pair
  const unknown = { position: -2, token, recipient, sender: '', amount: undefined, references: [] }
  return [unknown, ...transfers]
}

/** The charges that each sender has signed this transaction for. */
async function readSignatures(
  { chains }: WatcherContext,
  { chainId, hash, reports }: Mined,
  charges: readonly ChargeRecord[],
  transfers: readonly MinedTransfer[],
): Promise<ReadonlyMap<string, string[]>> {
  const signed = new Map<string, string[]>()
  const senders = [...new Set(transfers.map(({ sender }) => sender))].filter(Boolean)
  for (const { chargeId, signature } of reports) {
    const charge = charges.find(({ id }) => id === chargeId)
    if (!charge || signature === undefined) continue
    const message = paymentMessage(charge.reference, chainId, hash)
    for (const sender of senders.slice(0, signersLimit)) {
      if (!(await chains.verifySignature(chainId, sender, message, signature))) continue
      signed.set(sender, [...(signed.get(sender) ?? []), chargeId])
    }
  }
  return signed
}

function takes(
  charge: ChargeRecord | undefined,
  chainId: number,
  { token, recipient }: MinedTransfer,
): boolean {
  return charge !== undefined && quoteIn(charge, { chainId, token })?.recipient === recipient
}

/**
 * A transaction that was reverted is a failed payment of a charge that reported it and that its signer named. One that
 * is only reported changes nothing of the charge: reverted transactions of strangers are there by the thousand.
 */
async function recordFailures(
  { store, clock }: WatcherContext,
  facts: Facts,
  reports: readonly ReportRecord[],
): Promise<void> {
  const { transaction, receipt, chainId } = facts
  if (!transaction || !receipt) return
  const reason = 'The transaction was reverted.'
  const named = namedBySigner(facts)
  const waiting = reports.filter(({ status }) => status === 'WAITING')
  const charges = await store.chargesFor({ ids: waiting.map(({ chargeId }) => chargeId) })
  for (const { id, chargeId, hash, token } of waiting) {
    const charge = charges.find((one) => one.id === chargeId)
    if (!charge || !named.includes(charge.reference)) continue
    const { block } = receipt
    const minedAt = clock.correct(chainId, receipt.minedAt)
    const now = new Date()
    const transfer = { chainId, hash, token, sender: '', block, minedAt }
    const payment = newPayment(charge, transfer, 'reference', now, id)
    await store.recordFailure({ ...payment, status: 'FAILED', reason, verifiedAt: now })
  }
  await store.endReports(
    waiting.map(({ id }) => id),
    reason,
  )
}

function tell(
  { log }: WatcherContext,
  { chainId, hash }: Mined,
  found: readonly ChargeRecord[],
  { credited, unmatched }: Recorded,
): void {
  const name = (id: string) => found.find((one) => one.id === id)?.reference
  if (credited.length > 0)
    log.info({ chainId, hash, charges: credited.map(name) }, 'found a payment')
  if (unmatched > 0)
    log.info({ chainId, hash, transfers: unmatched }, 'found money that is unmatched')
}
