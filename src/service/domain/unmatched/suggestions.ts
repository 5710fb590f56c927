import type { SuggestionReason } from '../../../api/schemas/unmatched.ts'
import { clockSlackMs } from '../charges/pricing/quotes.ts'
import type { ChargeRecord } from '../charges/records.ts'

// Which charge unmatched money was probably meant for. A suggestion decides nothing: the merchant does, and sees why.

/** How long after its creation a charge is still suggested. */
export const suggestedDays = 14
/** How many charges are suggested. */
const maxSuggestions = 5
/**
 * The most that is missing where an exchange kept its fee for a withdrawal: a twentieth of the price, or 15 dollars, whichever
 * is more. Exchanges take up to that much on Ethereum, and cents elsewhere.
 */
const maxFeeShare = 20n
const maxFee = 15n * 10n ** 18n

/** Unmatched money, as suggestions compare it. */
export interface ArrivedMoney {
  /** In 10^-18 of a dollar, or of a token that is none; undefined where the chain does not tell. */
  value: bigint | undefined
  /** Whether its token is a dollar. */
  isUsdPegged: boolean
  minedAt: Date
  /** For how many charges it is claimed. */
  claims: number
}

/** A charge that the money may be for. */
export interface Candidate {
  charge: Pick<ChargeRecord, 'id' | 'status' | 'createdAt' | 'expiresAt'>
  /** Its price, and what of it is still owed, in the unit of the money. */
  price: bigint
  owed: bigint
  /** Whether the transaction names the charge. */
  isNamed: boolean
  /** Whether somebody has reported the transaction for the charge: anybody can, for a charge of their own too. */
  isReported: boolean
  /** Whether the money's sender has signed for the charge. */
  isSigned: boolean
  /** Whether the sender's authorization of this very transfer was accepted for the charge before it was mined. */
  isAccepted: boolean
  /** Whether the money's sender has paid the charge or a part of it before. */
  isPayer: boolean
  /** Whether the money's sender has paid another charge of the same customer. */
  isCustomer: boolean
  /** The amounts that were reserved for the charge before the money came, in the unit of the money. */
  reserved: readonly bigint[]
  /** Whether the charge takes this token at this address. */
  takesToken: boolean
}

/** A charge that unmatched money may be for, and why. */
export interface Suggestion {
  chargeId: string
  reasons: SuggestionReason[]
}

/** Returns the bounds of what charges may cost that money of this value is for. */
export function getPriceBounds({ value, isUsdPegged }: { value: bigint; isUsdPegged: boolean }): {
  min: bigint
  max: bigint
} {
  const share = value / maxFeeShare
  return { min: value - share, max: value + (isUsdPegged && share < maxFee ? maxFee : share) }
}

/** Returns the charges that money is most probably for, the likeliest first. */
export function suggestCharges(
  money: ArrivedMoney,
  candidates: readonly Candidate[],
): Suggestion[] {
  return candidates
    .flatMap((candidate) => {
      const weighed = weigh(money, candidate)
      return weighed ? [{ ...weighed, chargeId: candidate.charge.id }] : []
    })
    .sort((a, b) => b.weight - a.weight)
    .slice(0, maxSuggestions)
    .map(({ chargeId, reasons }) => ({ chargeId, reasons }))
}

/**
 * Weighs one charge: the sum of what speaks for it and against it, each the logarithm of how much likelier that makes it.
 * Undefined for a charge that nothing speaks for.
 */
function weigh(
  { value, isUsdPegged, minedAt, claims }: ArrivedMoney,
  candidate: Candidate,
): { weight: number; reasons: SuggestionReason[] } | undefined {
  const {
    charge,
    price,
    owed,
    isNamed,
    isReported,
    isSigned,
    isAccepted,
    isPayer,
    isCustomer,
    reserved,
    takesToken,
  } = candidate
  const isPaid = charge.status === 'COMPLETED'
  const ageMs = minedAt.getTime() - charge.createdAt.getTime()
  if (charge.status === 'CANCELLED' || ageMs < -clockSlackMs) return undefined
  const amount =
    value === undefined
      ? undefined
      : compareAmounts({ value, isUsdPegged }, isPaid ? price : owed, reserved)
  if (!amount && !isNamed && !isSigned && !isAccepted && !isReported && !isPayer) return undefined
  const isLate = charge.expiresAt < minedAt && !isPaid
  const hours = Math.max(ageMs, 0) / 3_600_000
  const parts: [boolean, number, SuggestionReason | undefined][] = [
    [isNamed, 10, 'NAMED'],
    [isSigned, 9, 'SIGNED'],
    // Nobody else has had this authorization accepted: it goes before all that amounts and people can say together.
    [isAccepted, 25, 'ACCEPTED'],
    // Not enough to go before a charge whose price was paid: a stranger may claim another's money for an order of their own.
    // Of many who claim it, at most one is right.
    [isReported && !isSigned, Math.max(0, 1 - Math.log(Math.max(1, claims))), 'REPORTED'],
    [amount !== undefined, amount?.weight ?? 0, amount?.reason],
    // Who has paid a part pays the rest; who has paid all may have paid twice.
    [isPayer && !isPaid, amount || value === undefined ? 5 : 2, 'SAME_PAYER'],
    [isCustomer && !isPayer, 3, 'SAME_CUSTOMER'],
    // An address is copied where it is shown, and an amount was reserved for that.
    [reserved.length > 0 && !isPaid, 2.5, 'RESERVED'],
    [isPaid, isPayer ? 2 : -4, 'PAID_AGAIN'],
    [isLate, 0, 'LATE'],
    [!takesToken, -0.5, 'OTHER_TOKEN'],
    // Most pay within minutes.
    [true, -Math.log1p(hours * 4), undefined],
  ]
  const holding = parts.filter(([holds]) => holds)
  return {
    weight: holding.reduce((sum, [, weight]) => sum + weight, 0),
    reasons: holding.flatMap(([, , reason]) => (reason ? [reason] : [])),
  }
}

/** Compares what arrived with what is asked for, and with the amounts that a payer was shown to copy. */
function compareAmounts(
  money: { value: bigint; isUsdPegged: boolean },
  asked: bigint,
  reserved: readonly bigint[],
): { weight: number; reason: SuggestionReason } | undefined {
  const amount = compareAmount(money, asked)
  if (asked <= 0n || !amount) return amount
  // No other charge has had this amount.
  if (reserved.includes(money.value)) return { weight: 10, reason: 'EXACT' }
  // A fee in whole cents leaves the last digits of a reserved amount as they were.
  const isCopied =
    money.isUsdPegged &&
    money.value % cent !== 0n &&
    reserved.some((copied) => copied > money.value && (copied - money.value) % cent === 0n)
  return isCopied ? { ...amount, weight: amount.weight + 2.5 } : amount
}

/** Compares what arrived with what is asked for; undefined where they have nothing to do with each other. */
function compareAmount(
  money: { value: bigint; isUsdPegged: boolean },
  asked: bigint,
): { weight: number; reason: SuggestionReason } | undefined {
  const { value } = money
  if (asked <= 0n) return undefined
  if (value === asked) return { weight: 7, reason: 'EXACT' }
  const { min, max } = getPriceBounds(money)
  if (asked < min || asked > max) return undefined
  // A fee is a small part of most prices, and a round amount.
  if (asked > value) {
    const share = Number(((asked - value) * 1000n) / (max - value)) / 1000
    return { weight: 2.3 - 3 * share + (isRound(asked - value) ? 0.5 : 0), reason: 'SHORT' }
  }
  return { weight: -1, reason: 'OVER' }
}

const cent = 10n ** 16n

/** Whether an amount is a whole number of ten cents, as the fees of exchanges are. */
function isRound(value: bigint): boolean {
  return value % 10n ** 17n === 0n
}
