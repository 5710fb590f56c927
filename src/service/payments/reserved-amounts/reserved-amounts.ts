import { trimEnd } from '../../../api/formats.ts'
import type { AmountShare } from './reservations.ts'

// Amounts that are reserved for one charge alone. People type them into an exchange, so they have a check digit: no
// likely typing error turns one reserved amount into another.

/**
 * Damm's quasigroup of order 10 (H. M. Damm, 2004): its check digit detects every single wrong digit and every swap of
 * two neighboring digits. Leading zeros change nothing.
 */
const dammTable = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
] as const

/** Minimum number of decimal places of a reserved amount: others pay whole cents and round prices. */
const minDecimalPlaces = 3
/** How many steps between the price and the maximum are enough: about a tenth of them have a valid check digit. */
const minSteps = 10_000n
/** How many more decimal places are tried when no shorter amount is free. */
const maxExtraPlaces = 2

/** Of the amounts near a price, an account that does not hold the address gets one in so many. */
const accountShare = 8n
/** All accounts together that do not hold it get one in so many. */
const othersShare = 2n

/** Returns the share of the amounts near a price for an account that does not hold the address. */
export function computeAmountShare(owed: bigint, token: ReservableToken): AmountShare {
  const maxExcess = computeMaxExcess(owed, token)
  const step = 10n ** BigInt(token.decimals - chooseLastPlaces(maxExcess, token.decimals))
  // About a tenth of the steps have a valid check digit.
  const count = maxExcess / step / 10n
  const atLeastOne = (share: bigint) => Math.max(1, Number(count / share))
  return {
    from: owed - maxExcess,
    to: owed + 2n * maxExcess,
    maxPerAccount: atLeastOne(accountShare),
    maxOfOthers: atLeastOne(othersShare),
  }
}

/** The properties of a token on which its reserved amounts depend. */
export interface ReservableToken {
  decimals: number
  /** Whether the token is pegged to the US dollar. */
  isUsdPegged: boolean
}

/**
 * Yields amounts that may be reserved for a charge that owes `owed`, in base units and in random order, with fewer
 * decimal places first. Each exceeds `owed` by at most one cent for a token pegged to the dollar, else by at most a
 * ten-thousandth. Yields nothing when the token has too few decimals or the price is too small, and at most some ten
 * thousand amounts.
 *
 * @param random like Math.random, but from a secure source, so that the amount of another charge cannot be predicted
 */
export function* generateCandidateAmounts(
  owed: bigint,
  token: ReservableToken,
  random: () => number,
): Generator<bigint> {
  const maxExcess = computeMaxExcess(owed, token)
  if (owed <= 0n || maxExcess < 1n) return
  const yielded = new Set<bigint>()
  const first = choosePlaces(maxExcess, token.decimals)
  const last = chooseLastPlaces(maxExcess, token.decimals)
  for (let places = first; places <= last; places += 1) {
    const step = 10n ** BigInt(token.decimals - places)
    for (const prefix of shuffleRange(
      (owed + 1n) / step / 10n,
      (owed + maxExcess) / step / 10n,
      random,
    )) {
      const amount = (prefix * 10n + computeCheckDigit(prefix, places)) * step
      const fits = amount > owed && amount <= owed + maxExcess && !yielded.has(amount)
      if (!fits || !isReservable(amount, token.decimals)) continue
      yielded.add(amount)
      yield amount
    }
  }
}

/**
 * Returns whether an amount may be reserved: its digits, without trailing zeros, end with a check digit over the digits
 * and the position of the decimal point, and it has more decimal places than usual prices. A mistyped digit, two
 * swapped neighboring digits, a missing or added last digit, or a shifted decimal point never turns one such amount
 * into another.
 */
export function isReservable(amount: bigint, decimals: number): boolean {
  if (amount <= 0n || decimals < minDecimalPlaces) return false
  if (amount % 10n ** BigInt(decimals - minDecimalPlaces + 1) === 0n) return false
  if (!isCodeWord(amount, decimals)) return false
  // The check digit alone does not detect errors that make the amount shorter.
  const step = getUnit(amount)
  const [last, before] = [(amount / step) % 10n, (amount / step / 10n) % 10n]
  const dropped = amount - last * step
  const swapped = before === 0n ? dropped + last * step * 10n : dropped
  return !isCodeWord(dropped, decimals) && !isCodeWord(swapped, decimals)
}

function isCodeWord(amount: bigint, decimals: number): boolean {
  if (amount === 0n) return false
  const digits = trimEnd(`${amount}`, '0')
  const places = decimals - `${amount}`.length + digits.length
  return computeState(digits) === getFinalState(places)
}

/** Returns the last digit of an amount with this number of decimal places; 0 when no such amount exists. */
function computeCheckDigit(prefix: bigint, places: number): bigint {
  return BigInt(dammTable[computeState(`${prefix}`)]?.indexOf(`${getFinalState(places)}`) ?? 0)
}

/**
 * Returns the state in which the check must end. It depends on the decimal places, to detect a shifted decimal point.
 */
function getFinalState(places: number): number {
  return ((places % 10) + 10) % 10
}

/** Returns the power of ten of an amount's last nonzero digit. */
function getUnit(amount: bigint): bigint {
  const digits = `${amount}`
  return 10n ** BigInt(digits.length - trimEnd(digits, '0').length)
}

function computeMaxExcess(owed: bigint, { decimals, isUsdPegged }: ReservableToken): bigint {
  if (decimals < minDecimalPlaces) return 0n
  return isUsdPegged ? 10n ** BigInt(decimals - 2) : owed / 10_000n
}

/** Returns the fewest decimal places that leave enough amounts: fewer digits are easier to type. */
function choosePlaces(maxExcess: bigint, decimals: number): number {
  for (let places = minDecimalPlaces; places < decimals; places += 1) {
    if (maxExcess / 10n ** BigInt(decimals - places) >= minSteps) return places
  }
  return decimals
}

/** Returns the most decimal places that an amount gets. */
function chooseLastPlaces(maxExcess: bigint, decimals: number): number {
  return Math.min(decimals, choosePlaces(maxExcess, decimals) + maxExtraPlaces)
}

/** Yields every number from `from` to `to` once in random order, without building a list. */
function* shuffleRange(from: bigint, to: bigint, random: () => number): Generator<bigint> {
  const count = to - from + 1n
  const choose = () => BigInt(Math.floor(random() * Number(count))) % count
  const start = choose()
  let stride = choose() + 1n
  while (computeGcd(stride, count) !== 1n) stride += 1n
  for (let index = 0n; index < count; index += 1n) yield from + ((start + index * stride) % count)
}

function computeGcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : computeGcd(b, a % b)
}

function computeState(digits: string): number {
  let state = 0
  for (const digit of digits) state = Number(dammTable[state]?.[Number(digit)])
  return state
}
