import { nativeAddress } from '../../../api/formats.ts'
import type { NodeLookup } from '../../chain/types/chains.ts'
import { listAuthorizationNonces } from '../../charges/authorization-nonce.ts'
import type { PaymentRecord, TransferRecord } from '../../charges/records.ts'
import { toArrivalKey } from '../../payments/arrivals.ts'
import type { WatchedPayment } from '../../payments/payments.ts'
import { attributeTransfers, coinPositions } from '../../payments/proof/proof.ts'
import type { Transfer } from '../../payments/transfers.ts'
import type { WatcherContext } from '../context.ts'
import { estimatePaymentValue } from './finality.ts'

/** How many nodes must show a large payment. */
const quorum = 2

/** How many nodes of a chain show a payment. */
export interface Agreement {
  /** How many show it in its block with the same transfers, and deep enough by their own newest block. */
  shownBy: number
  /** Whether it may be credited. */
  isReached: boolean
}

/**
 * Returns whether the nodes of its chain agree that a payment may be credited. Where a chain has several nodes, two must show a
 * large payment independently: a node that lies, lags or was forked off cannot credit anything alone. Which of two nodes is wrong
 * cannot be known, so every node that does not show the payment is named.
 */
export async function askNodes(
  context: WatcherContext,
  { payment, transfers }: WatchedPayment,
): Promise<Agreement> {
  const { chains, log, onDisagreement } = context
  const { chainId, hash, block } = payment
  const own = transfers.filter(({ paymentId }) => paymentId === payment.id)
  const recipients = own.flatMap(({ token, recipient }) =>
    token === nativeAddress ? [recipient] : [],
  )
  const answers = await chains.lookUpAtNodes(chainId, hash, recipients)
  const depth = chains.getConfirmations(chainId)
  const names = await readNames(context, payment)
  const shows = (answer: NodeLookup) =>
    !!block && showsTransfers(context, answer, own, names) && getDepth(answer) >= depth
  const others = answers.filter((answer) => !shows(answer))
  const shownBy = answers.length - others.length
  for (const { node, failure } of others) {
    onDisagreement(chainId, node)
    const text = 'A node does not show a payment that another one shows.'
    log[failure === undefined ? 'error' : 'warn']({ chainId, hash, node, failure, shownBy }, text)
  }
  return { shownBy, isReached: shownBy >= Math.min(quorum, answers.length) }
}

/** Returns whether any node shows a credited payment: in its block, or, where its transfers are in several, all of them in one. */
export async function isShown(context: WatcherContext, watched: WatchedPayment): Promise<boolean> {
  const { payment, transfers } = watched
  if (payment.block) return (await askNodes(context, watched)).shownBy > 0
  const { chainId, hash } = payment
  const own = transfers.filter(({ paymentId }) => paymentId === payment.id)
  const recipients = own.filter(({ token }) => token === nativeAddress)
  const answers = await context.chains.lookUpAtNodes(
    chainId,
    hash,
    recipients.map(({ recipient }) => recipient),
  )
  const names = await readNames(context, payment)
  return answers.some((answer) => {
    const { block } = answer.lookup?.receipt ?? {}
    const there = block ? own.map((transfer) => ({ ...transfer, block })) : []
    return showsTransfers(context, answer, there, names)
  })
}

/** Returns whether a payment is so large that two nodes must show it. Without a known price it always is. */
export async function needsQuorum(
  context: WatcherContext,
  watched: WatchedPayment,
): Promise<boolean> {
  if (context.chains.getNodeCount(watched.payment.chainId) < quorum) return false
  const value = await estimatePaymentValue(context, watched)
  return value === undefined || value > context.quorumAboveUsd
}

/** The names of a charge on its chain. */
interface ChargeNames {
  reference: string
  /** Of authorizations that pay it. */
  nonces: ReadonlySet<string>
}

async function readNames(
  { store }: WatcherContext,
  { chargeId, chainId }: PaymentRecord,
): Promise<ChargeNames> {
  const charge = await store.getChargeBase(undefined, chargeId)
  if (!charge) throw new Error(`There is no charge ${chargeId}.`)
  const nonces = listAuthorizationNonces(charge, chainId).map(({ nonce }) => nonce)
  const acceptedNonces = await store.listAcceptedNonces(chargeId, chainId)
  return { reference: charge.reference, nonces: new Set([...nonces, ...acceptedNonces]) }
}

/** Returns whether a transfer, as a node shows it, has the proof by which it was credited, from the same account. */
function hasProof(
  shown: Transfer,
  { proof, sender }: TransferRecord,
  { reference, nonces }: ChargeNames,
): boolean {
  if (sender !== '' && shown.sender.toLowerCase() !== sender.toLowerCase()) return false
  switch (proof) {
    case 'reference':
      return shown.references.includes(reference)
    case 'authorization':
      return nonces.has(shown.authorization ?? '')
    // The transfer itself is all that the chain shows of these.
    case 'amount':
    case 'signature':
    case 'merchant':
    case undefined:
      return true
    default:
      return proof satisfies never
  }
}

function getDepth({ lookup }: NodeLookup): number {
  if (!lookup?.receipt) return 0
  return Number(lookup.head - lookup.receipt.block.number) + 1
}

/** Returns whether a node has all these transfers, with their proofs, in the blocks in which they were recorded. */
function showsTransfers(
  context: WatcherContext,
  { lookup }: NodeLookup,
  expected: readonly TransferRecord[],
  names: ChargeNames,
): boolean {
  const { receipt } = lookup ?? {}
  if (!lookup || !receipt?.hasSucceeded || expected.length === 0) return false
  const { parseAddress } = context.chains
  const tokens = expected.map(({ token }) => token)
  const recipients = expected.map(({ recipient }) => recipient)
  const shown = attributeTransfers(lookup, { tokens, recipients }, context).transfers.map(
    (transfer) => ({
      ...transfer,
      token: parseAddress(transfer.token, 'token'),
      recipient: parseAddress(transfer.recipient, 'recipient'),
    }),
  )
  return expected.every(
    (transfer) =>
      transfer.block.number === receipt.block.number &&
      transfer.block.hash === receipt.block.hash &&
      // The merchant has decided on an amount that no node showed: no node can confirm it.
      (isDecidedAmount(transfer) ||
        // Nodes describe native currency that contracts moved in different ways, but agree on how much arrived.
        (transfer.position > coinPositions.trace
          ? shown.some(
              (other) =>
                other.position === transfer.position &&
                other.amount === transfer.amount &&
                hasProof(other, transfer, names) &&
                toArrivalKey(other) === toArrivalKey(transfer),
            )
          : sumArrived(shown, transfer) >= sumArrived(expected, transfer))),
  )
}

const isDecidedAmount = ({ position }: TransferRecord) =>
  position <= coinPositions.unknown && position > coinPositions.remainder

/** Returns how much arrives by transfers in this token at this recipient. */
function sumArrived(
  transfers: readonly { token: string; recipient: string; amount: bigint | undefined }[],
  destination: { token: string; recipient: string },
): bigint {
  return transfers
    .filter((transfer) => toArrivalKey(transfer) === toArrivalKey(destination))
    .reduce((sum, { amount = 0n }) => sum + amount, 0n)
}
