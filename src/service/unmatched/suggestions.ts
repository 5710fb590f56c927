import type { SuggestionReason } from '../../api/schemas/unmatched.ts'
import { clockSlackMs } from '../charges/pricing/quotes.ts'
import type { ChargeRecord } from '../charges/records.ts'

// Which charge unmatched money was probably meant for. A suggestion decides nothing: the merchant does, and sees why.

/** How long after its creation a charge is still suggested. */
export const suggestedDays = 14
/** How many charges are suggested. */
const maxSuggestions = 5
/**
 * The most that is missing if an exchange kept its withdrawal fee: a twentieth of the amount that arrived, or 15 dollars, the
 * larger of the two. Exchanges take up to that much on Ethereum, and cents elsewhere. Never more than a third of the amount that
 * arrived, which is a quarter of the price: no payer lets an exchange keep more of a small payment.
 */
const maxFeeShare = 20n
const maxFee = 15n * 10n ** 18n
const maxFeePart = 3n
/** A transfer of less than this part of a price is dust: a report alone then suggests no charge. */
const dustPart = 20n

/** Unmatched money, as suggestions compare it. */
export interface ArrivedMoney {
  /** In 10^-18 of a dollar, or of a token that is not pegged to it; undefined where the chain does not show it. */
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
  /** Its price, and its owed amount, in the unit of the money. */
  price: bigint
  owed: bigint
  /** Whether the transaction names the charge. */
  isNamed: boolean
  /** Whether the transaction was reported for the charge: anyone can do that, for a charge of their own too. */
  isReported: boolean
  /** Whether the money's sender has signed for the charge. */
  isSigned: boolean
  /** Whether the sender's authorization of this very transfer was accepted for the charge before it was mined. */
  isAccepted: boolean
  /** Whether the money's sender, no account that pays for many people, has paid the charge or a part of it before. */
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
  /** Whether the evidence cannot be forged by others, and points to no other charge: then one click may assign it. */
  isStrong: boolean
}

/** Returns the range of prices of charges that money of this value may pay. */
export function getPriceBounds({ value, isUsdPegged }: { value: bigint; isUsdPegged: boolean }): {
  min: bigint
  max: bigint
} {
  const share = value / maxFeeShare
  const fee = maxFee < value / maxFeePart ? maxFee : value / maxFeePart
  return { min: value - share, max: value + (isUsdPegged && share < fee ? fee : share) }
}

/**
 * Returns the charges that money is most probably for, the likeliest first, and how many match it in all: among many orders of one
 * price, an amount alone cannot single one out.
 */
export function suggestCharges(
  money: ArrivedMoney,
  candidates: readonly Candidate[],
): { suggestions: Suggestion[]; fitting: number } {
  const weighed = candidates.flatMap((candidate) => weigh(money, candidate) ?? [])
  // A payer was shown an amount before the money came. A stranger who saw the money come may have ordered for exactly that amount
  // since.
  const isShownBefore = weighed.some(({ isShown }) => isShown)
  const rank = ({ weight, isShown, isRecent }: Weighed) =>
    weight - (isShownBefore && isRecent && !isShown ? recentWeight : 0)
  const sorted = weighed.toSorted((a, b) => rank(b) - rank(a))
  const hasOneStrong = weighed.filter(({ isStrong }) => isStrong).length === 1
  return {
    suggestions: sorted.slice(0, maxSuggestions).map(({ chargeId, reasons, isStrong }) => ({
      chargeId,
      reasons,
      isStrong: isStrong && hasOneStrong,
    })),
    fitting: weighed.filter(({ isClaimOnly }) => !isClaimOnly).length,
  }
}

/**
 * How much weaker an order matches that was made when the money was already on its way, compared with one whose payer was shown an
 * amount.
 */
const recentWeight = 3.2

/** A charge that something speaks for. */
interface Weighed extends Suggestion {
  /** The sum of the evidence for and against it, each as the logarithm of a likelihood ratio. */
  weight: number
  /** Whether its payer was shown an amount to copy before the money came, by the chain's blocks, and the money fits it. */
  isShown: boolean
  /** Whether a report, which anyone can make, is the only evidence for it. */
  isClaimOnly: boolean
  /** Whether it may have been created after the money was seen, given that clocks differ by up to the uncorrected tolerance. */
  isRecent: boolean
}

/** Weighs one charge. Undefined for one that nothing speaks for. */
function weigh(money: ArrivedMoney, candidate: Candidate): Weighed | undefined {
  const { value, isUsdPegged, minedAt, claims } = money
  const { charge, price, owed, isNamed, isReported, isSigned, isAccepted, isCustomer, reserved } =
    candidate
  if (charge.status === 'CANCELLED') return undefined
  const isPaid = charge.status === 'COMPLETED'
  const ageMs = minedAt.getTime() - charge.createdAt.getTime()
  const isMadeAfter = isAfter(charge.createdAt, minedAt)
  const asked = isPaid ? price : owed
  // A stranger who has seen money arrive can create an order that fits it. A reserved amount is older than the money: see the
  // candidates.
  const amount =
    value === undefined || (isMadeAfter && reserved.length === 0)
      ? undefined
      : compareAmounts({ value, isUsdPegged }, asked, reserved)
  const isDust = value !== undefined && value * dustPart < price
  // A payer who has paid a part pays the rest, or a further part; one who has paid in full may have paid twice.
  const isPart = !isPaid && value !== undefined && value < owed && !isDust
  const isPayer = candidate.isPayer && (value === undefined || amount !== undefined || isPart)
  const isProved = isNamed || isSigned || isAccepted
  if (!amount && !isProved && !isPayer && (!isReported || isDust)) return undefined
  const isLate = charge.expiresAt < minedAt && !isPaid
  const hours = Math.max(ageMs, 0) / 3_600_000
  const parts: [boolean, number, SuggestionReason | undefined][] = [
    [isNamed, 10, 'NAMED'],
    [isSigned, 9, 'SIGNED'],
    // No other charge had this authorization accepted: it outweighs all evidence of amounts and people together.
    [isAccepted, 25, 'ACCEPTED'],
    // Ranks below a charge whose price was paid: a stranger may claim another's money for an order of their own. Of many claims, at
    // most one is right.
    [isReported && !isSigned, Math.max(0, 0.3 - Math.log(Math.max(1, claims))), 'REPORTED'],
    [amount !== undefined, amount?.weight ?? 0, amount?.reason],
    [isPayer && !isPaid, amount || value === undefined ? 5 : 2, 'SAME_PAYER'],
    // Anyone who orders can enter the customer's e-mail address, so it only decides between otherwise equal orders.
    [isCustomer && !isPayer, 0.3, 'SAME_CUSTOMER'],
    // An address is copied where it is shown, and for that an amount was reserved.
    [reserved.length > 0 && !isPaid, 2.5, 'RESERVED'],
    [isPaid, isPayer ? 2 : -4, 'PAID_AGAIN'],
    [isLate, 0, 'LATE'],
    [isMadeAfter, 0, 'MADE_AFTER'],
    [!candidate.takesToken, -0.5, 'OTHER_TOKEN'],
    // Most pay within minutes.
    [true, -Math.log1p(hours * 4), undefined],
  ]
  const holding = parts.filter(([holds]) => holds)
  return {
    chargeId: charge.id,
    weight: holding.reduce((sum, [, weight]) => sum + weight, 0),
    reasons: holding.flatMap(([, , reason]) => (reason ? [reason] : [])),
    isShown: reserved.length > 0 && amount !== undefined && !isPaid,
    isClaimOnly: !amount && !isProved && !isPayer,
    isRecent: ageMs < clockSlackMs,
    isStrong:
      !isPaid &&
      candidate.takesToken &&
      (isSigned ||
        isAccepted ||
        (!isMadeAfter && isNamed) ||
        amount?.isCopied === true ||
        (isPayer && amount?.reason === 'EXACT')),
  }
}

/** Whether a charge was made after a block: the times of blocks are whole seconds. */
function isAfter(createdAt: Date, minedAt: Date): boolean {
  return Math.floor(createdAt.getTime() / 1000) * 1000 > minedAt.getTime()
}

/** How well an amount fits. */
interface Fit {
  weight: number
  reason: SuggestionReason
  /** Whether it is an amount that was reserved for the charge, or one without a fee in whole cents. */
  isCopied?: boolean
}

/** Compares the amount that arrived with the price, and with the amounts that a payer was shown to copy. */
function compareAmounts(
  money: { value: bigint; isUsdPegged: boolean },
  asked: bigint,
  reserved: readonly bigint[],
): Fit | undefined {
  const amount = compareAmount(money, asked)
  if (asked <= 0n || !amount) return amount
  // No other charge has had this amount.
  if (reserved.includes(money.value)) return { weight: 10, reason: 'EXACT', isCopied: true }
  // A fee in whole cents leaves the last digits of a reserved amount as they were.
  const isCopied =
    money.isUsdPegged &&
    money.value % cent !== 0n &&
    reserved.some((copied) => copied > money.value && (copied - money.value) % cent === 0n)
  return isCopied ? { ...amount, weight: amount.weight + 2.5, isCopied } : amount
}

/** Compares the amount that arrived with a price; undefined where they are unrelated. */
function compareAmount(
  money: { value: bigint; isUsdPegged: boolean },
  asked: bigint,
): Fit | undefined {
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
