import { randomInt } from 'node:crypto'
import { formatAmount, parseAmount } from '../../amount.ts'
import type { NewReservedAmount, ReservedAmount } from '../../api/schemas/payment.ts'
import { PayError } from '../../errors.ts'
import { isPayable } from '../domain/charge-lifecycle.ts'
import { owedIn } from '../domain/credited-amount.ts'
import { graceMs } from '../domain/quotes.ts'
import type { ChargeRecord, Quote, ReservationRecord } from '../domain/records.ts'
import { candidateAmounts } from '../domain/reserved-amount.ts'
import type { ServiceContext } from './context.ts'
import { withFreshQuotes } from './fresh.ts'
import { readPair } from './payment-asset.ts'
import { invalid } from './validate.ts'

/** Milliseconds for which an amount stays reserved after the charge expired: an exchange may send the money late. */
const lateMs = 24 * 60 * 60_000

/**
 * Makes what reserves an exact amount for a charge. Rejects with PayError `invalid_request`, `conflict`
 * (details.reason: not_payable, no_room), `chain_unreachable`.
 */
export function amountReserver(
  context: ServiceContext,
): (charge: ChargeRecord, body: NewReservedAmount) => Promise<ReservedAmount> {
  const { store, chains } = context
  return async (given, body) => {
    const charge = await withFreshQuotes(context, given)
    const chargeId = charge.id
    const pair = readPair(context, charge, body)
    const now = new Date()
    if (!isPayable(charge, now)) throw refused('not_payable', 'The charge cannot be paid any more.')
    const owed = readOwed(charge, pair, body.amount)
    if (owed <= 0n) throw refused('not_payable', 'Nothing is owed.')
    const { chainId, token, recipient } = pair
    const known = await store.reservationOf({ chargeId, chainId, token, owed }, now)
    if (known) return reply(known, pair)
    // A transfer that is mined already cannot be meant for an amount that nobody has seen yet.
    const sinceBlock = await chains.head(chainId)
    const expiresAt = endOf(charge, pair)
    const dollar = pair.basis === 'dollar'
    const made = await store.reserveAmount(
      { chargeId, chainId, token, recipient, owed, sinceBlock, createdAt: now, expiresAt },
      candidateAmounts(owed, { decimals: pair.decimals, dollar }, secureRandom),
    )
    if (!made) {
      throw refused(
        'no_room',
        `${pair.symbol} has no digits left for an amount of this charge alone.`,
      )
    }
    return reply(made, pair)
  }
}

/**
 * Returns the amount to reserve: what is still owed, or what the payer of a no_price charge chose.
 *
 * @throws PayError `invalid_request`
 */
function readOwed(charge: ChargeRecord, pair: Quote, amount: string | undefined): bigint {
  if (charge.pricingType === 'fixed_price') {
    if (amount === undefined) return owedIn(charge, pair)
    throw invalid('amount', 'is for charges of no_price only: this one says what is owed')
  }
  if (amount === undefined && pair.amount === 0n) throw invalid('amount', 'is required')
  if (amount === undefined) return pair.amount
  try {
    const units = parseAmount(amount, pair.decimals)
    if (units < 1n << 256n) return units
  } catch (cause) {
    throw invalid('amount', PayError.from(cause, 'invalid_amount').message)
  }
  throw invalid('amount', 'is too large')
}

/** Returns when the reservation ends: never later than a transfer of the amount would be credited. */
function endOf(charge: ChargeRecord, pair: Quote): Date {
  const late = new Date(charge.expiresAt.getTime() + lateMs)
  if (charge.pricingType === 'no_price' || pair.basis === 'dollar') return late
  const end = (pair.basis === 'feed' && charge.quoteExpiresAt) || charge.expiresAt
  return new Date(end.getTime() + graceMs)
}

function reply(reservation: ReservationRecord, pair: Quote): ReservedAmount {
  return {
    chainId: String(reservation.chainId),
    tokenAddress: reservation.token,
    recipientAddress: reservation.recipient,
    amount: formatAmount(reservation.amount, pair.decimals),
    expiresAt: reservation.expiresAt.toISOString(),
  }
}

/** Returns a number like Math.random, but unpredictable, so that nobody can guess another payer's amount. */
function secureRandom(): number {
  return randomInt(0, 2 ** 47) / 2 ** 47
}

function refused(reason: 'not_payable' | 'no_room', message: string): PayError {
  return new PayError('conflict', message, { details: { reason } })
}
