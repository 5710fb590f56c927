import { formatAmount, parseAmount } from '../../../amount.ts'
import { computeOwedAmount } from '../charges/pricing/credited-amount.ts'
import { findQuote } from '../charges/pricing/payment-assets.ts'
import { clockSlackMs } from '../charges/pricing/quotes.ts'
import type { ChargeRecord } from '../charges/records.ts'
import { type Candidate, getPriceBounds, suggestedDays } from './suggestions.ts'
import type { UnmatchedRecord } from './unmatched.ts'

/** Which charges are compared with unmatched money. */
export interface CandidateQuery {
  transfer: UnmatchedRecord
  /** What charges may cost, in whole dollars, and in base units of the token; undefined where the amount is not known. */
  prices: { dollars: PriceRange | undefined; tokens: PriceRange } | undefined
  /** When they were created. */
  since: Date
  until: Date
}

/** Decimal texts. */
interface PriceRange {
  min: string
  max: string
}

/** The charges that unmatched money may be for. */
export interface CandidateStore {
  /** Returns charges of the account that the transaction names, that its sender has paid, or whose price may fit. */
  listCandidates(accountId: string, query: CandidateQuery): Promise<ChargeRecord[]>
}

/** Amounts are compared with this many decimals, whatever the token has. */
const comparedDecimals = 18

/** Returns what to compare a transfer with. `isUsdPegged`: whether its token is a dollar. */
export function createCandidateQuery(
  transfer: UnmatchedRecord,
  isUsdPegged: boolean,
): CandidateQuery {
  const { minedAt, decimals } = transfer
  const value = getValue(transfer)
  const bounds = value === undefined ? undefined : getPriceBounds({ value, isUsdPegged })
  return {
    transfer,
    prices: bounds && {
      dollars: isUsdPegged
        ? mapRange(bounds, (amount) => formatAmount(amount, comparedDecimals))
        : undefined,
      tokens: mapRange(bounds, (amount) => String(rescale(amount, comparedDecimals, decimals))),
    },
    since: new Date(minedAt.getTime() - suggestedDays * 86_400_000),
    until: new Date(minedAt.getTime() + clockSlackMs),
  }
}

/** Returns what a transfer is worth, in the unit in which charges are compared with it. */
export function getValue({ amount, decimals }: UnmatchedRecord): bigint | undefined {
  return amount === undefined ? undefined : rescale(amount, decimals, comparedDecimals)
}

/** Compares a charge with a transfer: in its token where the charge takes it, otherwise as dollars. */
export function toCandidate(charge: ChargeRecord, transfer: UnmatchedRecord): Candidate {
  const quote = findQuote(charge, transfer)
  const takesToken = quote?.recipient === transfer.recipient
  const own = charge.quote
  const localPrice = parseAmount(charge.localAmount, 78) / 10n ** BigInt(78 - comparedDecimals)
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
    isNamed: transfer.ownReferences.includes(charge.reference),
    isReported: transfer.chargeId === charge.id,
    isPayer:
      transfer.sender !== '' &&
      charge.payments.some(
        ({ payerAddress, status }) => payerAddress === transfer.sender && status !== 'FAILED',
      ),
    takesToken,
  }
}

function rescale(amount: bigint, from: number, to: number): bigint {
  return from > to ? amount / 10n ** BigInt(from - to) : amount * 10n ** BigInt(to - from)
}

function mapRange(
  { min, max }: { min: bigint; max: bigint },
  toText: (amount: bigint) => string,
): PriceRange {
  return { min: toText(min), max: toText(max) }
}
