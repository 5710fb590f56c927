import { addressPattern, uuidPattern } from '../api/formats.ts'
import type { AttributeDestination } from '../checkout/quote/payment-option.ts'
import { PayError } from '../errors.ts'

/** Throws for a text that is not a URL. (Not URL.parse: Chrome has it from 126 on, and Safari from 18.) */
const isHttpUrl = (text: string) => /^https?:$/.test(new URL(text, document.baseURI).protocol)

/**
 * The rule that each attribute's text must pass, by property name. The texts that explain them are in
 * attribute-texts.ts.
 */
const attributeRules = {
  proxy: isHttpUrl,
  chargeId: uuidPattern,
  order: JSON.parse,
  successUrl: isHttpUrl,
  cancelUrl: isHttpUrl,
  redirect: /^(auto|button|none)$/,
  mode: /^(inline|dialog)$/,
  brandColor: (text: string) => CSS.supports('color', text),
  brandLogo: (text: string) => isHttpUrl(text) || text.startsWith('data:image/'),
  brandName: /./,
  colorScheme: /^(auto|light|dark)$/,
  locale: Intl.getCanonicalLocales,
  walletconnectProjectId: /^\w+$/,
  confirmations: /^[1-9]\d{0,4}$/,
  attribution: /^(on|off)$/,
  // Boolean: its presence counts, or a property that is not false.
  disabled: /^/,
  hide: /^\s*((cancel|pay-again|recipient)\s*)+$/,
  // Parsed where they are used (pin-check.ts), before anything is offered. An empty text would pin nothing.
  recipients: /^\s*eip155:/,
  maxRate: /^\s*eip155:/,
  quoteKey: /:/,
  recipient: addressPattern,
  chainId: /^[1-9]\d{0,14}$/,
  tokenAddress: addressPattern,
  tokenDecimals: /^[1-6]?\d$/,
  tokenSymbol: /./,
} satisfies Record<string, RegExp | ((text: string) => unknown)>

/** The properties by which a page pins where money may go. */
const pinProperties = [
  'recipients',
  'maxRate',
  'quoteKey',
  'recipient',
  'chainId',
  'tokenAddress',
  'tokenDecimals',
  'tokenSymbol',
] as const

/** The name of a property that is also an attribute. */
export type AttributeProperty = keyof typeof attributeRules

/** The names of all properties that are also attributes. */
export const attributeProperties = Object.keys(attributeRules) as AttributeProperty[]

/** The attributes, and the other properties that appear on the screen: the element renders again when one is set. */
export const renderedProperties = [...attributeProperties, 'amounts', 'texts'] as const

/** The other properties. They are read where they are needed, so a change of one draws nothing. */
export const otherProperties = [
  'chains',
  'rpcUrls',
  'wallets',
  'accepts',
  'paymasterUrl',
  'relayUrl',
  'fetch',
] as const

/** The name of any property that a page can set. */
export type PageProperty = (typeof renderedProperties)[number] | (typeof otherProperties)[number]

/** The values that a page has set, not validated yet: texts of attributes, or values of properties. */
export type RawProperties = Partial<Record<PageProperty, unknown>>

/** The validated attributes. All except the destination stay texts. An attribute that is not set is undefined. */
export type ElementSettings = Partial<Record<AttributeProperty, string>> & {
  proxy: string
  destination: AttributeDestination | undefined
}

/** Converts a property name to its attribute name: `chargeId` to `charge-id`. */
export function toKebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/**
 * Validates the attributes and returns them as settings.
 *
 * @throws PayError `invalid_attribute` with the attribute's name in `field`; `explainError` adds the valid values
 */
export function parseElementSettings(rawProperties: RawProperties): ElementSettings {
  const texts: Partial<Record<AttributeProperty, string>> = {}
  for (const name of attributeProperties) {
    const value = rawProperties[name]
    // An attribute with an empty text is treated as absent, but not a pin whose text is missing by mistake.
    if (value == null || value === false) continue
    if (value === '' && !/^(recipients|maxRate|quoteKey|disabled)$/.test(name)) continue
    const text = readValidText(attributeRules[name], value)
    if (text === undefined) throw createAttributeError(name)
    texts[name] = text
  }
  if (!texts.chargeId === !texts.order) throw createAttributeError('chargeId', 'one')
  return { ...texts, proxy: texts.proxy ?? '/pay', destination: parseDestination(texts) }
}

/** Returns whether the page pins where money may go. */
export function hasPins(settings: ElementSettings): boolean {
  return pinProperties.some((name) => settings[name])
}

/** Returns a text that is the same for the same charge, paid under the same pins. */
export function identifyCharge(settings: ElementSettings): string {
  const { proxy, chargeId, order } = settings
  return JSON.stringify([proxy, chargeId, order, ...pinProperties.map((name) => settings[name])])
}

/** Returns the text of a value that passes the rule, and undefined for one that does not. */
function readValidText(
  rule: RegExp | ((text: string) => unknown),
  value: unknown,
): string | undefined {
  try {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    const isValid = rule instanceof RegExp ? rule.test(text) : rule(text) !== false
    return isValid ? text : undefined
  } catch {
    // JSON and Intl throw for a bad value. The caller reports it with the attribute's name.
    return undefined
  }
}

/**
 * The reason why an attribute cannot be used, although its format is right. `one`: exactly one of charge-id and order is needed.
 * `beside`: the attribute needs others with it. `checksum`: the checksum of an address is wrong.
 */
export type AttributeConflict = 'one' | 'beside' | 'checksum'

function createAttributeError(name: AttributeProperty, details?: AttributeConflict): PayError {
  const field = toKebabCase(name)
  return new PayError('invalid_attribute', `${field} cannot be used.`, { field, details })
}

function parseDestination(
  texts: Partial<Record<AttributeProperty, string>>,
): AttributeDestination | undefined {
  const { recipient, chainId, tokenAddress, tokenDecimals, tokenSymbol } = texts
  if (!recipient) return undefined
  if (!chainId || !tokenAddress || !tokenDecimals || !tokenSymbol)
    throw createAttributeError('recipient', 'beside')
  const token = { address: tokenAddress, decimals: Number(tokenDecimals), symbol: tokenSymbol }
  return { recipient, chainId: Number(chainId), token }
}
