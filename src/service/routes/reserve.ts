import { randomInt } from 'node:crypto'
import { formatAmount, parseAmount } from '../../amount.ts'
import type { NewReservedAmount, ReservedAmount } from '../../api/payment.ts'
import { PayError } from '../../errors.ts'
import { isPayable } from '../domain/life.ts'
import { graceMs } from '../domain/quotes.ts'
import type { ChargeRecord, Quote, ReservationRecord } from '../domain/records.ts'
import { candidateAmounts } from '../domain/reserved-amount.ts'
import { owedIn } from '../domain/worth.ts'
import type { ServiceContext } from './context.ts'
import { withFreshQuotes } from './fresh.ts'
import { readPair } from './pair.ts'
import { invalid } from './validate.ts'

/** Milliseconds for which an amount stays a charge's own after it expired: an exchange may take its time. */
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
    // What was mined by now cannot be meant by an amount that nobody has seen yet.
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

/** What a payer of no_price chose, or what is missing. */
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

/** No longer than a transfer of it would be credited. */
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

/** As Math.random, but nobody can foresee it: another's amount shall not be guessed. */
function secureRandom(): number {
  return randomInt(0, 2 ** 47) / 2 ** 47
}

function refused(reason: 'not_payable' | 'no_room', message: string): PayError {
  return new PayError('conflict', message, { details: { reason } })
}
