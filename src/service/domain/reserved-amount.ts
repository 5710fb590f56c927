// An amount that belongs to one charge alone. People type it into an exchange, so it is made like a serial number: no likely
// slip of the fingers turns it into another's.

/**
 * Damm's quasigroup of order 10 (H. M. Damm, 2004): a check digit over it finds every single wrong digit and every swap of
 * two neighbors. Zeros before a number change nothing.
 */
const damm = [
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

/** Places that no reserved amount may do without: whole cents and round prices are what others pay. */
const leastPlaces = 3
/** Steps between price and bound that are enough: about a tenth of them are code words. */
const enoughSteps = 10_000n
/** Further places that are tried when an earlier one has no free word left. */
const morePlaces = 2

/** What a token has to say for an amount of it to be reserved. */
export interface ReservableToken {
  decimals: number
  /** Worth one US dollar. */
  dollar: boolean
}

/**
 * Yields amounts that may be reserved for a charge that owes so much, in base units and in a random order, short ones first:
 * each is more than `owed` by at most one cent of a dollar token, and by at most a ten-thousandth of any other. Yields nothing
 * where the token has too few decimals or the price leaves no room. At most some ten thousand come.
 *
 * @param random as Math.random; of a secure source, so that nobody can foresee another's amount
 */
export function* candidateAmounts(
  owed: bigint,
  token: ReservableToken,
  random: () => number,
): Generator<bigint> {
  const most = largestExcess(owed, token)
  if (owed <= 0n || most < 1n) return
  const given = new Set<bigint>()
  const first = usualPlaces(most, token.decimals)
  const last = Math.min(token.decimals, first + morePlaces)
  for (let places = first; places <= last; places += 1) {
    const step = 10n ** BigInt(token.decimals - places)
    for (const prefix of shuffled((owed + 1n) / step / 10n, (owed + most) / step / 10n, random)) {
      const amount = (prefix * 10n + checkDigit(prefix, places)) * step
      const fits = amount > owed && amount <= owed + most && !given.has(amount)
      if (!fits || !isReservable(amount, token.decimals)) continue
      given.add(amount)
      yield amount
    }
  }
}

/**
 * Returns whether an amount is one of those that may be reserved: its digits, as they are written without surplus zeros,
 * carry a check digit over themselves and the point's place, and it has more places than a price. A mistyped digit, two
 * swapped neighbors, a forgotten or an added last digit and a shifted point never lead from one to another.
 */
export function isReservable(amount: bigint, decimals: number): boolean {
  if (amount <= 0n || decimals < leastPlaces) return false
  if (amount % 10n ** BigInt(decimals - leastPlaces + 1) === 0n) return false
  if (!isCodeWord(amount, decimals)) return false
  // Slips that make it shorter: the check digit alone does not tell of those.
  const step = unitOf(amount)
  const [last, before] = [(amount / step) % 10n, (amount / step / 10n) % 10n]
  const dropped = amount - last * step
  const swapped = before === 0n ? dropped + last * step * 10n : dropped
  return !isCodeWord(dropped, decimals) && !isCodeWord(swapped, decimals)
}

function isCodeWord(amount: bigint, decimals: number): boolean {
  if (amount === 0n) return false
  const digits = `${amount}`.replace(/0+$/, '')
  const places = decimals - `${amount}`.length + digits.length
  return stateAfter(digits) === stateOf(places)
}

/** The last digit of a word with this number of places; 0 where there is no such word. */
function checkDigit(prefix: bigint, places: number): bigint {
  return BigInt(damm[stateAfter(`${prefix}`)]?.indexOf(`${stateOf(places)}`) ?? 0)
}

/** The state in which a word of so many places has to end: another for each, so that a shifted point shows. */
function stateOf(places: number): number {
  return ((places % 10) + 10) % 10
}

/** The power of ten that an amount's last digit but zeros counts. */
function unitOf(amount: bigint): bigint {
  return 10n ** BigInt(/0*$/.exec(`${amount}`)?.[0].length ?? 0)
}

function largestExcess(owed: bigint, { decimals, dollar }: ReservableToken): bigint {
  if (decimals < leastPlaces) return 0n
  return dollar ? 10n ** BigInt(decimals - 2) : owed / 10_000n
}

/** The fewest places that leave room enough: fewer digits are easier to type. */
function usualPlaces(most: bigint, decimals: number): number {
  for (let places = leastPlaces; places < decimals; places += 1) {
    if (most / 10n ** BigInt(decimals - places) >= enoughSteps) return places
  }
  return decimals
}

/** Every number from `from` to `to` once, in an order that chance decides, without a list of them. */
function* shuffled(from: bigint, to: bigint, random: () => number): Generator<bigint> {
  const count = to - from + 1n
  const choose = () => BigInt(Math.floor(random() * Number(count))) % count
  const start = choose()
  let stride = choose() + 1n
  while (greatestDivisor(stride, count) !== 1n) stride += 1n
  for (let index = 0n; index < count; index += 1n) yield from + ((start + index * stride) % count)
}

function greatestDivisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : greatestDivisor(other, one % other)
}

function stateAfter(digits: string): number {
  let state = 0
  for (const digit of digits) state = Number(damm[state]?.[Number(digit)])
  return state
}
