import type { Destination } from '../checkout/quote/payment-option.ts'
import { PayError } from '../errors.ts'

const address = /^0x[\da-f]{40}$/i
const webUrl = (text: string) => /^https?:$/.test(URL.parse(text, document.baseURI)?.protocol ?? '')

/**
 * The rule that each attribute's text must pass, by property name. The texts that explain them are in
 * attribute-texts.ts.
 */
const rules = {
  proxy: webUrl,
  chargeId: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
  order: JSON.parse,
  successUrl: webUrl,
  cancelUrl: webUrl,
  redirect: /^(auto|button|none)$/,
  mode: /^(inline|dialog)$/,
  brandColor: (text: string) => CSS.supports('color', text),
  brandLogo: (text: string) => webUrl(text) || text.startsWith('data:image/'),
  brandName: /./,
  colorScheme: /^(auto|light|dark)$/,
  locale: Intl.getCanonicalLocales,
  walletconnectProjectId: /^\w+$/,
  confirmations: /^[1-9]\d{0,4}$/,
  attribution: /^(on|off)$/,
  recipient: address,
  chainId: /^[1-9]\d{0,14}$/,
  tokenAddress: address,
  tokenDecimals: /^[1-6]?\d$/,
  tokenSymbol: /./,
} satisfies Record<string, RegExp | ((text: string) => unknown)>

/** The name of a property that is also an attribute. */
export type Name = keyof typeof rules

/** The names of all properties that are also attributes. */
export const names = Object.keys(rules) as Name[]

/** The attributes, and the other properties that appear on the screen: the element renders again when one is set. */
export const properties = [...names, 'amounts', 'texts'] as const

/** The name of a property that the element observes. */
export type Property = (typeof properties)[number]

/** The values that a page has set, not validated yet: texts of attributes, or values of properties. */
export type Given = Partial<Record<Property, unknown>>

/** The validated attributes. All except the destination stay texts. An attribute that is not set is undefined. */
export type Settings = Partial<Record<Name, string>> & {
  proxy: string
  destination: Destination | undefined
}

/** Converts a property name to its attribute name: `chargeId` to `charge-id`. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/**
 * Validates the attributes and returns them as settings.
 *
 * @throws PayError `invalid_attribute` with the attribute's name in `field`; `explainError` adds what would be valid
 */
export function readSettings(given: Given): Settings {
  const texts: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const value = given[name]
    // An attribute with an empty text counts as absent.
    if (value === undefined || value === null || value === '') continue
    const text = read(rules[name], value)
    if (text === undefined) throw invalid(name)
    texts[name] = text
  }
  if (!texts.chargeId === !texts.order) throw invalid('chargeId', 'one')
  return { ...texts, proxy: texts.proxy ?? '/pay', destination: destination(texts) }
}

/** Returns the text of a value that passes the rule, and undefined for one that does not. */
function read(test: RegExp | ((text: string) => unknown), value: unknown): string | undefined {
  try {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    const passed = test instanceof RegExp ? test.test(text) : test(text) !== false
    return passed ? text : undefined
  } catch {
    // JSON and Intl throw for a bad value. The caller reports it with the attribute's name.
    return undefined
  }
}

/**
 * The reason why attributes do not go together. `one`: exactly one of charge-id and order is needed. `beside`: the
 * attribute needs others with it.
 */
export type Misset = 'one' | 'beside'

function invalid(name: Name, details?: Misset): PayError {
  const field = kebab(name)
  return new PayError('invalid_attribute', `${field} cannot be used.`, { field, details })
}

function destination(texts: Partial<Record<Name, string>>): Destination | undefined {
  const { recipient, chainId, tokenAddress, tokenDecimals, tokenSymbol } = texts
  if (!recipient) return undefined
  if (!chainId || !tokenAddress || !tokenDecimals || !tokenSymbol)
    throw invalid('recipient', 'beside')
  const token = { address: tokenAddress, decimals: Number(tokenDecimals), symbol: tokenSymbol }
  return { recipient, chainId: Number(chainId), token }
}
