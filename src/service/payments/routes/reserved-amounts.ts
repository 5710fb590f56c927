import { randomInt } from 'node:crypto'
import { formatAmount, parseAmount } from '../../../amount.ts'
import type { NewReservedAmount, ReservedAmount } from '../../../api/schemas/payments/payment.ts'
import { createReservationClaims } from '../../../api/signed-quote/create-claims.ts'
import { PayError } from '../../../errors.ts'
import { isPayable } from '../../charges/lifecycle.ts'
import { computeOwedAmount } from '../../charges/pricing/credited-amount.ts'
import { isAtPar, quoteGraceMs } from '../../charges/pricing/quotes.ts'
import type { ChargeRecord, PriceQuote } from '../../charges/records.ts'
import { refreshQuotes } from '../../charges/routes/fresh.ts'
import { readPriceQuote } from '../../charges/routes/payment-asset.ts'
import { areListed } from '../../charges/routes/sign-quotes.ts'
import type { ChargeStore } from '../../charges/store/charges.ts'
import type { ServiceContext } from '../../http/context.ts'
import { createFieldError } from '../../http/field-error.ts'
import type { ReservationRecord } from '../reserved-amounts/reservations.ts'
import {
  computeAmountShare,
  generateCandidateAmounts,
} from '../reserved-amounts/reserved-amounts.ts'
import type { ReservationStore } from '../store/reserved-amounts/reservations.ts'

/** The stores that these routes use. */
type Stores = ChargeStore & ReservationStore

/** Milliseconds for which an amount stays reserved after the charge expired: an exchange may send the money late. */
const lateTransferMs = 24 * 60 * 60_000

/**
 * Creates the handler that reserves an exact amount for a charge. Rejects with PayError `invalid_request`, `conflict`
 * (details.reason: not_payable, no_room), `chain_unreachable`.
 */
export function createReserveAmount(
  context: ServiceContext<Stores>,
): (charge: ChargeRecord, body: NewReservedAmount) => Promise<ReservedAmount> {
  const { store, chains } = context
  return async (storedCharge, body) => {
    const charge = await refreshQuotes(context, storedCharge)
    const chargeId = charge.id
    const quote = readPriceQuote(context, charge, body)
    const now = new Date()
    if (!isPayable(charge, now))
      throw createConflictError('not_payable', 'The charge can no longer be paid.')
    const owed = readOwed(charge, quote, body.amount)
    if (owed <= 0n) throw createConflictError('not_payable', 'Nothing is owed.')
    const { chainId, token, recipient } = quote
    const existing = await store.getReservation({ chargeId, chainId, token, owed }, now)
    if (existing)
      return await signReservedAmount(context, charge, toReservedAmount(existing, quote))
    // A transfer that is mined already cannot be meant for an amount that no payer has seen yet.
    const sinceBlock = await chains.getBlockNumber(chainId)
    const expiresAt = getReservationEnd(charge, quote)
    const reservable = { decimals: quote.decimals, isUsdPegged: quote.priceSource === 'usd_peg' }
    const reservation = await store.reserveAmount(
      { chargeId, chainId, token, recipient, owed, sinceBlock, createdAt: now, expiresAt },
      generateCandidateAmounts(owed, reservable, generateSecureRandom),
      computeAmountShare(owed, reservable),
    )
    if (!reservation) {
      throw createConflictError(
        'no_room',
        `${quote.symbol} has too few decimals for another unique amount.`,
      )
    }
    return await signReservedAmount(context, charge, toReservedAmount(reservation, quote))
  }
}

/**
 * Returns the amount to reserve: the amount still owed, or the choice of a no_price charge's payer.
 *
 * @throws PayError `invalid_request`
 */
function readOwed(charge: ChargeRecord, quote: PriceQuote, amount: string | undefined): bigint {
  if (charge.pricingType === 'fixed_price') {
    if (amount === undefined) return computeOwedAmount(charge, quote)
    throw createFieldError(
      'amount',
      'is only for charges with no_price: this charge has a fixed price',
    )
  }
  if (amount === undefined && quote.amount === 0n) throw createFieldError('amount', 'is required')
  if (amount === undefined) return quote.amount
  try {
    const units = parseAmount(amount, quote.decimals)
    if (units < 1n << 256n) return units
  } catch (cause) {
    throw createFieldError('amount', PayError.from(cause, 'invalid_amount').message)
  }
  throw createFieldError('amount', 'is too large')
}

/** Returns when the reservation ends: never later than a transfer of the amount would be credited. */
function getReservationEnd(charge: ChargeRecord, quote: PriceQuote): Date {
  const late = new Date(charge.expiresAt.getTime() + lateTransferMs)
  if (charge.pricingType === 'no_price' || isAtPar(quote)) return late
  const end = (quote.priceSource === 'feed' && charge.quoteExpiresAt) || charge.expiresAt
  return new Date(end.getTime() + quoteGraceMs)
}

function toReservedAmount(reservation: ReservationRecord, quote: PriceQuote): ReservedAmount {
  return {
    chainId: String(reservation.chainId),
    tokenAddress: reservation.token,
    recipientAddress: reservation.recipient,
    amount: formatAmount(reservation.amount, quote.decimals),
    expiresAt: reservation.expiresAt.toISOString(),
  }
}

/** Returns a reserved amount of a charge, signed where the service has a quote key. */
async function signReservedAmount(
  context: Pick<ServiceContext<Stores>, 'quoteSigning' | 'log'>,
  charge: ChargeRecord,
  reservedAmount: ReservedAmount,
): Promise<ReservedAmount> {
  const { quoteSigning } = context
  const { chainId, recipientAddress } = reservedAmount
  const place = { chainId: Number(chainId), recipient: recipientAddress }
  if (!quoteSigning || !areListed(context, charge, [place])) return reservedAmount
  const account = charge.accountId
  const claims = createReservationClaims(charge.id, reservedAmount, { account }, Date.now())
  return {
    ...reservedAmount,
    signedReservation: await quoteSigning.signer.signReservation(claims),
  }
}

/** Returns a number like Math.random, but unpredictable, so that another payer's amount cannot be guessed. */
function generateSecureRandom(): number {
  return randomInt(0, 2 ** 47) / 2 ** 47
}

function createConflictError(reason: 'not_payable' | 'no_room', message: string): PayError {
  return new PayError('conflict', message, { details: { reason } })
}
