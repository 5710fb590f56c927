import { formatAmount, parseAmount } from '../../amount.ts'
import { computeOwedAmount } from '../charges/pricing/credited-amount.ts'
import { findQuote } from '../charges/pricing/payment-assets.ts'
import { clockSlackMs, isAtPar } from '../charges/pricing/quotes.ts'
import type { ChargeRecord } from '../charges/records.ts'
import type { ReservationRecord } from '../payments/reserved-amounts/reservations.ts'
import { type Candidate, getPriceBounds, suggestedDays } from './suggestions.ts'
import type { UnmatchedRecord } from './unmatched.ts'

/** Which charges are compared with unmatched money. */
export interface CandidateQuery {
  transfer: UnmatchedRecord
  /**
   * Prices of the charges to look for: in the currency that the token is pegged to, and in base units of the token. Undefined for an
   * unknown amount.
   */
  prices: { local: LocalPriceRange | undefined; tokens: PriceRange } | undefined
  /** When they were created. */
  since: Date
  until: Date
}

/** Decimal texts. An `exact` match ranks above a near one. */
interface PriceRange {
  min: string
  max: string
  exact: string
}

interface LocalPriceRange extends PriceRange {
  currency: string
}

/** A report of a transaction for a charge, as a claim on its money. */
export interface Claim {
  chargeId: string
  signature: string | undefined
}

/** How many claims of one transaction are counted. */
export const maxCountedClaims = 1_000

/** A charge, the amounts that were reserved for it, and whether the transfer's authorization was accepted for it. */
export interface CandidateCharge {
  charge: ChargeRecord
  isAccepted: boolean
  reservations: readonly ReservationRecord[]
}

/** Claims to a transaction's money. */
export interface ClaimedMoney {
  /** Ids of the charges that it is claimed for. */
  reported: ReadonlySet<string>
  /** Ids of those for which its sender's key has signed. */
  signed: ReadonlySet<string>
}

/** An account that has paid for more people than this is not one person's. */
const maxCustomers = 3

/** Amounts are compared with this many decimals, regardless of the token's. */
const comparedDecimals = 18

/** Returns the criteria for charges to compare a transfer with. `peg`: the currency that its token is pegged to. */
export function createCandidateQuery(
  transfer: UnmatchedRecord,
  peg: string | undefined,
): CandidateQuery {
  const { minedAt, decimals } = transfer
  const value = getValue(transfer)
  const bounds =
    value === undefined
      ? undefined
      : { ...getPriceBounds({ value, isUsdPegged: peg === 'USD' }), exact: value }
  return {
    transfer,
    prices: bounds && {
      local:
        peg === undefined
          ? undefined
          : {
              ...mapRange(bounds, (amount) => formatAmount(amount, comparedDecimals)),
              currency: peg,
            },
      tokens: mapRange(bounds, (amount) => String(rescale(amount, comparedDecimals, decimals))),
    },
    since: new Date(minedAt.getTime() - suggestedDays * 86_400_000),
    until: new Date(minedAt.getTime() + clockSlackMs),
  }
}

/** Returns the value of a transfer, in the unit in which it is compared with charges. */
export function getValue({ amount, decimals }: UnmatchedRecord): bigint | undefined {
  return amount === undefined ? undefined : rescale(amount, decimals, comparedDecimals)
}

/** Compares charges with a transfer: in its token where they take it, otherwise in the currency that it is pegged to. */
export function toCandidates(
  charges: readonly CandidateCharge[],
  transfer: UnmatchedRecord,
  peg: string | undefined,
  claimed: ClaimedMoney,
): Candidate[] {
  const paidBySender = charges.filter(({ charge }) => isPaidBy(charge, transfer.sender))
  // Orders without an e-mail address may belong to different customers, so each counts as one.
  const payers = new Set(paidBySender.map(({ charge }) => charge.order.payerEmail || charge.id))
  // An account that pays for many people belongs to an exchange, and identifies no payer.
  const isExchange = payers.size > maxCustomers
  const emails = isExchange ? [] : paidBySender.map(({ charge }) => charge.order.payerEmail)
  const customers = new Set(emails.filter((email) => email !== ''))
  return charges.map((candidate) => ({
    ...toCandidate(candidate, transfer, peg, customers),
    isPayer: !isExchange && isPaidBy(candidate.charge, transfer.sender),
    isReported:
      transfer.chargeId === candidate.charge.id || claimed.reported.has(candidate.charge.id),
    isSigned: claimed.signed.has(candidate.charge.id),
  }))
}

function toCandidate(
  { charge, isAccepted, reservations }: CandidateCharge,
  transfer: UnmatchedRecord,
  peg: string | undefined,
  customers: ReadonlySet<string>,
): Omit<Candidate, 'isReported' | 'isSigned' | 'isPayer'> {
  const quote = findQuote(charge, transfer)
  const takesToken = quote?.recipient === transfer.recipient
  const own = charge.quote
  const hasSameCurrency = charge.localCurrency === peg
  // A price in another currency says nothing about the money.
  const localPrice = hasSameCurrency
    ? parseAmount(charge.localAmount, 78) / 10n ** BigInt(78 - comparedDecimals)
    : 0n
  const owedOfOwn = computeOwedAmount(charge, own)
  const { price, owed } = quote
    ? {
        price: rescale(quote.amount, quote.decimals, comparedDecimals),
        owed: rescale(computeOwedAmount(charge, quote), quote.decimals, comparedDecimals),
      }
    : {
        price: localPrice,
        owed: own.amount > 0n ? (localPrice * owedOfOwn) / own.amount : 0n,
      }
  return {
    charge,
    price,
    owed,
    isAccepted,
    isNamed: transfer.ownReferences.includes(charge.reference),
    isCustomer: customers.has(charge.order.payerEmail),
    reserved: reservations
      // A stranger who sees money arrive can still reserve a similar amount for an order of their own.
      .filter(({ chainId, sinceBlock, createdAt }) =>
        chainId === transfer.chainId
          ? transfer.block.number > sinceBlock
          : createdAt <= transfer.minedAt,
      )
      .flatMap((reservation) => {
        const of = findQuote(charge, reservation)
        const isComparable = of === quote || (!quote && hasSameCurrency && of && isAtPar(of))
        return of && isComparable
          ? [rescale(reservation.amount, of.decimals, comparedDecimals)]
          : []
      }),
    takesToken,
  }
}

function isPaidBy({ payments }: ChargeRecord, sender: string): boolean {
  return (
    sender !== '' &&
    payments.some(({ payerAddress, status }) => payerAddress === sender && status !== 'FAILED')
  )
}

function rescale(amount: bigint, from: number, to: number): bigint {
  return from > to ? amount / 10n ** BigInt(from - to) : amount * 10n ** BigInt(to - from)
}

function mapRange(
  { min, max, exact }: { min: bigint; max: bigint; exact: bigint },
  toText: (amount: bigint) => string,
): PriceRange {
  return { min: toText(min), max: toText(max), exact: toText(exact) }
}
