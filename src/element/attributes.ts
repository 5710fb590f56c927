import type { Destination } from '../checkout/deal.ts'
import { PayError } from '../errors.ts'

const address = /^0x[\da-f]{40}$/i
const webUrl = (text: string) => /^https?:$/.test(URL.parse(text, document.baseURI)?.protocol ?? '')

/** Every attribute, by its property: what its text must pass. How to say so is in attribute-texts.ts. */
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

/** A property that is an attribute too. */
export type Name = keyof typeof rules

/** The properties that are attributes too. */
export const names = Object.keys(rules) as Name[]

/** With those that are no attributes, and show on the screen: what is set later is drawn. */
export const properties = [...names, 'amounts', 'texts'] as const

export type Property = (typeof properties)[number]

/** What a page may set: texts of attributes, or values of properties. */
export type Given = Partial<Record<Property, unknown>>

/** What the attributes say, checked. All but the destination stay texts; undefined where nothing is given. */
export type Settings = Partial<Record<Name, string>> & {
  proxy: string
  destination: Destination | undefined
}

/** `charge-id` is the attribute of the property `chargeId`. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/**
 * Reads the attributes.
 *
 * @throws PayError `invalid_attribute`, its `field` naming the attribute; what would be right says `explained`
 */
export function readSettings(given: Given): Settings {
  const texts: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const value = given[name]
    // An attribute that is there without a text counts as absent.
    if (value === undefined || value === null || value === '') continue
    const text = read(rules[name], value)
    if (text === undefined) throw invalid(name)
    texts[name] = text
  }
  if (!texts.chargeId === !texts.order) throw invalid('chargeId', 'one')
  return { ...texts, proxy: texts.proxy ?? '/pay', destination: destination(texts) }
}

/** The text of a value that passes; undefined for one that does not. */
function read(test: RegExp | ((text: string) => unknown), value: unknown): string | undefined {
  try {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    const passed = test instanceof RegExp ? test.test(text) : test(text) !== false
    return passed ? text : undefined
  } catch {
    // How JSON and Intl say no; the caller says it with the attribute's name.
    return undefined
  }
}

/** What is wrong beside an attribute's own text: which of two is given, or what must stand beside it. */
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
