/** The separators of a language: the decimal one, and those between groups of digits. */
interface Separators {
  decimal: string
  groups: readonly string[]
}

/** Group separators that are the decimal separator of no language: a space, an apostrophe, the Arabic comma. */
const plainGroups = [' ', "'", '\u066c']
/** Decimal separators that are understood in every language, where they can be nothing else. */
const plainDecimals = ['.', '\u066b']

/**
 * Reads a number as a payer types it on their own keyboard: digits of any script, full-width ones too, with the decimal
 * separator of their language or a point, and thousands grouped in the way of their language. Returns decimal text without
 * leading zeros; undefined for a text that is not a number, or that means different numbers in different languages.
 *
 * @param locale BCP 47; undefined for the browser's language
 * @example readTypedNumber('1.234,50', 'de') // '1234.50'
 */
export function readTypedNumber(text: string, locale: string | undefined): string | undefined {
  const normalizedText = normalize(text)
  const { decimal: localeDecimal, groups } = findSeparators(locale)
  for (const decimal of new Set([localeDecimal, ...plainDecimals])) {
    const [typedWhole = '', fraction = '', ...extraParts] = normalizedText.split(decimal)
    const whole = ungroup(typedWhole, groups, locale)
    if (extraParts.length > 0 || whole === undefined || !/^\d*$/.test(fraction)) continue
    if (whole + fraction === '') return undefined
    // In a language with another decimal separator, the point of 1.000 may mean a thousand.
    if (decimal !== localeDecimal && decimal === '.' && fraction.length === 3) return undefined
    return `${whole.replace(/^0+(?=\d)/, '') || '0'}${fraction && `.${fraction}`}`
  }
  return undefined
}

/** Writes all digits as 0 to 9, and each separator in one form. */
function normalize(text: string): string {
  return text
    .trim()
    .replace(/\p{Nd}/gu, toAsciiDigit)
    .replace(/[\uff0e\u3002\uff61]/g, '.')
    .replace(/[\uff0c\u3001\u060c]/g, ',')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[\u2019\u2018\u02bc\uff07]/g, "'")
}

/** Converts a digit of any script to 0 to 9. Each script has its ten digits in a row (Unicode, 4.6). */
function toAsciiDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0
  let offset = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - offset - 1))) offset++
  return String(offset % 10)
}

/** Finds the separators of a language, with those that it has for European digits. */
function findSeparators(locale: string | undefined): Separators {
  const inSystem = (numberingSystem: string | undefined) => {
    const options = { numberingSystem, minimumFractionDigits: 1, useGrouping: true }
    const parts = new Intl.NumberFormat(locale, options).formatToParts(1_234_567.5)
    return (type: string) =>
      normalize(parts.find((part) => part.type === type)?.value || ' ') || ' '
  }
  const [local, european] = [inSystem(undefined), inSystem('latn')]
  return { decimal: local('decimal'), groups: [local('group'), european('group'), ...plainGroups] }
}

/** Takes the groups out of whole digits. Undefined where they are not groups: then the separator means something else. */
function ungroup(
  text: string,
  separators: readonly string[],
  locale: string | undefined,
): string | undefined {
  if (/^\d*$/.test(text)) return text
  for (const separator of separators) {
    const parts = text.split(separator)
    const digits = parts.join('')
    if (!/^[1-9]\d*$/.test(digits)) continue
    const [first = '', ...groups] = parts
    const isInThousands = first.length <= 3 && groups.every(({ length }) => length === 3)
    const isOwnWay = listGroupLengths(digits, locale) === String(parts.map(({ length }) => length))
    if (first && (isInThousands || isOwnWay)) return digits
  }
  return undefined
}

/** Returns the lengths of the groups in which a language writes digits: `1,2,3` for the 1,00,000 of India. */
function listGroupLengths(digits: string, locale: string | undefined): string {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(BigInt(digits))
  return String(parts.filter(({ type }) => type === 'integer').map(({ value }) => value.length))
}
