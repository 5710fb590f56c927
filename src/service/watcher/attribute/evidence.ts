import { listAuthorizationNonces } from '../../charges/authorization-nonce.ts'
import { needsRatesAt } from '../../charges/pricing/late-quotes.ts'
import { isSameToken, listQuotes } from '../../charges/pricing/payment-assets.ts'
import type { ChargeRecord, PriceQuote } from '../../charges/records.ts'
import { decideCredit, tooOldReasons } from '../../payments/credit.ts'
import type { ReportRecord } from '../../payments/reports.ts'
import type { ReservationRecord } from '../../payments/reserved-amounts/reservations.ts'
import type { ArrivedTransaction, Transfer } from '../../payments/transfers.ts'
import type { FxRate } from '../../rates/types.ts'
import type { WatcherContext } from '../context.ts'
import { listAuthorizationNames } from './arrived-transfers.ts'
import { readAssignments } from './assignments.ts'
import type { AttributedTransaction } from './attribute-transaction.ts'
import { readSignatures } from './signatures.ts'

/** A transaction of which something arrived, and the charges that it may pay. */
export interface Arrival {
  transaction: AttributedTransaction
  charges: readonly ChargeRecord[]
  /** To watched destinations. */
  transfers: readonly Transfer[]
  /** Reports that wait for it. */
  waiting: readonly ReportRecord[]
}

/** The evidence that decides which charges an arrival is credited to, and afterwards which reports are read again. */
export interface Evidence {
  arrived: ArrivedTransaction
  /** Whether a signed transfer seems too old by a clock that was not measured yet. */
  isTooEarly: () => boolean
  mustReadAgain: (report: ReportRecord) => boolean
}

/** Returns a text that is the same for equal amounts of one token to one recipient. */
export function toAmountKey({
  token,
  recipient,
  amount,
}: Pick<Transfer, 'token' | 'recipient' | 'amount'>): string {
  return `${token} ${recipient} ${amount}`
}

/** Gathers the evidence about the transfers of a transaction: reserved amounts, signatures and the merchant's decisions. */
export async function gatherEvidence(
  context: WatcherContext,
  { transaction, charges: found, transfers, waiting }: Arrival,
  allReservations: readonly ReservationRecord[],
): Promise<Evidence> {
  const { clock } = context
  const { chainId, hash, receipt, attribution, origin, reports } = transaction
  const { block } = receipt
  const reservedBy = Map.groupBy(allReservations, toAmountKey)
  const listReservations = (transfer: Transfer) => reservedBy.get(toAmountKey(transfer)) ?? []
  const idsByReference = new Map(found.map(({ id, reference }) => [reference, id]))
  const idsByNonce = transfers.some(({ authorization }) => authorization !== undefined)
    ? readNonces(found, chainId)
    : new Map<string, string>()
  const names = listAuthorizationNames(context, chainId, transfers)
  const accepted = await context.store.findAccepted(names)
  const findAccepted = ({ token, sender, authorization }: Transfer) => {
    const found = accepted.find(
      (one) => one.nonce === authorization && one.token === token && one.sender === sender,
    )
    return (
      found && { chargeId: found.chargeId, isProven: found.isNamed || found.hashes.includes(hash) }
    )
  }
  const listAuthorized = (transfer: Transfer) =>
    [idsByNonce.get(transfer.authorization ?? ''), findAccepted(transfer)?.chargeId].filter(
      (id) => id !== undefined,
    )
  const authorizedIds = transfers.flatMap(listAuthorized)
  const offeredFees =
    authorizedIds.length > 0 ? await context.store.listOfferedFees([...new Set(authorizedIds)]) : []
  const signatures = await readSignatures(context, transaction, found, transfers)
  const reportedChargeIds = reports.map(({ chargeId }) => chargeId)
  const minedAt = clock.correctBlockTime(chainId, receipt.minedAt)
  // Of the same moment: a measurement that arrives before the decision has not corrected this time.
  const isClockMeasured = clock.isMeasured(chainId)
  const { mentionedReferences } = attribution
  const assignments = await readAssignments(context, transaction, found)
  let isTooEarly = false
  const arrived: ArrivedTransaction = {
    mined: {
      chainId,
      hash,
      block,
      minedAt,
      transfers,
      mentionedReferences,
      origin,
      blockTime: receipt.minedAt,
      currencyRates: await readCurrencyRates(context, found, chainId, minedAt),
    },
    listChargeIds: (transfer) => [
      ...reportedChargeIds,
      ...transfer.references.flatMap((reference) => idsByReference.get(reference) ?? []),
      ...listAuthorized(transfer),
      ...listReservations(transfer).map(({ chargeId }) => chargeId),
    ],
    decideCredit(transfer, charges) {
      const decision = decideCredit(transfer, {
        chainId,
        minedAt,
        blockNumber: block.number,
        charges,
        reservations: listReservations(transfer),
        accepted: findAccepted(transfer),
        signedChargeIds: signatures.getSignedChargeIds(transfer),
        assignments,
        reportedChargeId: findReportedCharge(waiting, charges, chainId, transfer),
        offeredFees,
      })
      // A clock that was not measured may be wrong, so a transfer that seems too old is read again after a new block.
      const isTooOld = 'reason' in decision && tooOldReasons.has(decision.reason)
      if (isTooOld && !isClockMeasured) isTooEarly = true
      return decision
    },
  }
  return {
    arrived,
    isTooEarly: () => isTooEarly,
    mustReadAgain: ({ id, signature, assignedBy }) =>
      signatures.unreadReportIds.has(id) ||
      (isTooEarly && (signature !== undefined || assignedBy !== undefined)),
  }
}

/** Returns the rates of a moment in the past that charges need, of the currencies that had one. */
async function readCurrencyRates(
  { store }: WatcherContext,
  charges: readonly ChargeRecord[],
  chainId: number,
  minedAt: Date,
): Promise<ReadonlyMap<string, FxRate>> {
  const needed = charges.filter(
    (charge) => charge.localCurrency !== 'USD' && needsRatesAt(charge, chainId, minedAt),
  )
  const rates = new Map<string, FxRate>()
  for (const currency of new Set(needed.map(({ localCurrency }) => localCurrency))) {
    // Not the rate of now, which may have moved since.
    const rate = await store.findFxRateAt(currency, minedAt)
    if (rate) rates.set(currency, rate)
  }
  return rates
}

/** Returns the charges by the nonces of authorizations that pay them. */
function readNonces(
  charges: readonly ChargeRecord[],
  chainId: number,
): ReadonlyMap<string, string> {
  return new Map(
    charges.flatMap((charge) =>
      listAuthorizationNonces(charge, chainId).map(({ nonce }) => [nonce, charge.id] as const),
    ),
  )
}

/** Returns the first charge that reported it: one that is paid in this token there, or else in another one. */
function findReportedCharge(
  waiting: readonly ReportRecord[],
  charges: ReadonlyMap<string, ChargeRecord>,
  chainId: number,
  { token, recipient }: Transfer,
): string | undefined {
  const quotesOf = (chargeId: string) => {
    const charge = charges.get(chargeId)
    return charge ? listQuotes(charge).filter((quote) => quote.recipient === recipient) : []
  }
  const isPaidIn = (quote: PriceQuote) => isSameToken(quote, { chainId, token })
  const found =
    waiting.find(({ chargeId }) => quotesOf(chargeId).some(isPaidIn)) ??
    waiting.find(({ chargeId }) => quotesOf(chargeId).some((quote) => quote.chainId === chainId))
  return found?.chargeId
}
