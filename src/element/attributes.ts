import type { Destination } from '../checkout/deal.ts'
import { PayError } from '../errors.ts'

const address = /^0x[\da-f]{40}$/i
const webUrl = (text: string) => /^https?:$/.test(URL.parse(text, document.baseURI)?.protocol ?? '')

/** Every attribute, by its property: what its text must pass, and how to say so. */
const rules = {
  proxy: [webUrl, 'an http or https URL or a path'],
  chargeId: [/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, 'a UUID'],
  order: [JSON.parse, 'JSON, such as {"sku":"mug"}'],
  successUrl: [webUrl, 'an http or https URL or a path'],
  cancelUrl: [webUrl, 'an http or https URL or a path'],
  redirect: [/^(auto|button|none)$/, 'auto, button or none'],
  brandColor: [(text: string) => CSS.supports('color', text), 'a CSS colour, such as #7c3aed'],
  brandLogo: [
    (text: string) => webUrl(text) || text.startsWith('data:image/'),
    'the URL of an image',
  ],
  brandName: [/./, 'a name'],
  colorScheme: [/^(auto|light|dark)$/, 'auto, light or dark'],
  locale: [Intl.getCanonicalLocales, 'a language tag, such as pt-BR'],
  walletconnectProjectId: [/^\w+$/, 'a project id'],
  confirmations: [/^[1-9]\d{0,4}$/, 'a whole number from 1'],
  attribution: [/^(on|off)$/, 'on or off'],
  recipient: [address, 'an address: 0x and 40 hex digits'],
  chainId: [/^[1-9]\d{0,14}$/, 'a whole number from 1'],
  tokenAddress: [address, 'an address: 0x and 40 hex digits'],
  tokenDecimals: [/^[1-6]?\d$/, 'a whole number from 0 to 69'],
  tokenSymbol: [/./, 'a symbol, such as USDC'],
} satisfies Record<string, [RegExp | ((text: string) => unknown), string]>

/** A property that is an attribute too. */
export type Name = keyof typeof rules

/** The properties that are attributes too. */
export const names = Object.keys(rules) as Name[]

/** What a page may set: texts of attributes, or values of properties. */
export type Given = Partial<Record<Name, unknown>>

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
 * @throws PayError `invalid_attribute`, its `field` naming the attribute and its message what would be right
 */
export function readSettings(given: Given): Settings {
  const texts: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const value = given[name]
    // An attribute that is there without a text counts as absent.
    if (value === undefined || value === null || value === '') continue
    const [test, form] = rules[name]
    const text = read(test, value)
    if (text === undefined) throw invalid(name, `must be ${form}`)
    texts[name] = text
  }
  if (!texts.chargeId === !texts.order)
    throw invalid('chargeId', 'or order is needed, and not both')
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

function invalid(name: Name, text: string): PayError {
  const field = kebab(name)
  return new PayError('invalid_attribute', `${field} ${text}.`, { field })
}

function destination(texts: Partial<Record<Name, string>>): Destination | undefined {
  const { recipient, chainId, tokenAddress, tokenDecimals, tokenSymbol } = texts
  if (!recipient) return undefined
  if (!chainId || !tokenAddress || !tokenDecimals || !tokenSymbol) {
    const text = 'needs chain-id, token-address, token-decimals and token-symbol beside it'
    throw invalid('recipient', text)
  }
  const token = { address: tokenAddress, decimals: Number(tokenDecimals), symbol: tokenSymbol }
  return { recipient, chainId: Number(chainId), token }
}
