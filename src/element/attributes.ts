import {
  addressPattern,
  chainIdPattern,
  isSupportUrl,
  readLocale,
  uuidPattern,
} from '../api/formats.ts'
import type { AttributeDestination } from '../checkout/quote/payment-option.ts'
import { PayError } from '../errors.ts'

/** A pattern, or a function that throws or returns false for a wrong text. It may return the text to use in its place. */
type Rule = RegExp | ((text: string) => unknown)

// The rules of the attributes, by property name. The texts that explain them are in attribute-texts.ts, which also knows what
// somebody has meant by a wrong one. A pattern that takes any case yields lower case.

/** The attributes that decide what is paid. */
const chargeRules = {
  proxy: isHttpUrl,
  chargeId: uuidPattern,
  order: (text: string) => void JSON.parse(text),
  // Checked in full where its code is loaded (element/link/link-url.ts), before anything is asked of it.
  paymentLink: isHttpUrl,
} satisfies Record<string, Rule>

/** The attributes by which a page pins where money may go. */
const pinRules = {
  // Parsed where they are used (pin-check.ts), before anything is offered. An empty text would pin nothing.
  recipients: /^\s*eip155:/,
  maxRate: /^\s*eip155:/,
  quoteKey: /:/,
  recipient: addressPattern,
  chainId: chainIdPattern,
  tokenAddress: addressPattern,
  tokenDecimals: /^[1-6]?\d$/,
  tokenSymbol: /./,
} satisfies Record<string, Rule>

/** The attributes that decide about no money: where one is wrong, its default stands, and the payment goes on. */
const otherRules = {
  successUrl: isHttpUrl,
  cancelUrl: isHttpUrl,
  onrampUrl: /^https:\/\/[^\s/?#\\@{}]+\/(\{(address|amount|chain|token(_address)?)\}|[^\s{}])*$/,
  redirect: /^(auto|button|none)$/i,
  mode: /^(inline|dialog)$/i,
  brandColor: (text: string) => CSS.supports('color', text),
  brandLogo: (text: string) => isHttpUrl(text) || text.startsWith('data:image/'),
  brandName: /./,
  supportUrl: isSupportUrl,
  colorScheme: /^(auto|light|dark)$/i,
  locale: readLocale,
  walletconnectProjectId: /^(?!YOUR)\w+$/,
  confirmations: /^[1-9]\d{0,4}$/,
  attribution: /^(on|off)$/i,
  // Boolean: its presence counts, or a property that is not false.
  disabled: /^(?!false$)/i,
  hide: /^((cancel|pay-again|recipient)\s*)+$/i,
} satisfies Record<string, Rule>

const attributeRules = { ...chargeRules, ...pinRules, ...otherRules }
const pinProperties = Object.keys(pinRules) as (keyof typeof pinRules)[]

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
export type ElementSettings = { [Name in AttributeProperty]?: string | undefined } & {
  proxy: string
  destination: AttributeDestination | undefined
  /** The error `invalid_attribute` of an attribute that decides about money, which `field` names: nothing may be paid. */
  refusal?: PayError
}

/** Returns whether an attribute decides what is paid, or to whom: where it is wrong, nothing may be paid. */
export function decidesAboutMoney(name: AttributeProperty): boolean {
  return !(name in otherRules)
}

/** Converts a property name to its attribute name: `chargeId` to `charge-id`. */
export function toKebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Validates the attributes and returns them as settings. A wrong one is left out. */
export function parseElementSettings(rawProperties: RawProperties): ElementSettings {
  const texts: { [Name in AttributeProperty]?: string | undefined } = {}
  let refused: AttributeProperty | undefined
  for (const name of attributeProperties) {
    const text = readAttribute(name, rawProperties[name])
    if (text !== false) texts[name] = text
    else if (decidesAboutMoney(name)) refused ??= name
  }
  const {
    chargeId,
    order,
    paymentLink,
    recipient,
    chainId,
    tokenAddress,
    tokenDecimals,
    tokenSymbol,
  } = texts
  let destination: AttributeDestination | undefined
  if (!paymentLink && !chargeId === !order) refused ??= 'chargeId'
  if (recipient)
    if (chainId && tokenAddress && tokenDecimals && tokenSymbol) {
      const token = { address: tokenAddress, decimals: Number(tokenDecimals), symbol: tokenSymbol }
      destination = { recipient, chainId: Number(chainId), token }
    } else refused ??= 'recipient'
  const field = refused && toKebabCase(refused)
  // Its sentences for developers and payers come with the code that shows them.
  const refusal = field && new PayError('invalid_attribute', field, { field })
  return {
    ...texts,
    proxy: paymentLink ?? texts.proxy ?? '/pay',
    destination,
    ...(refusal && { refusal }),
  }
}

/**
 * Reads the value of an attribute: the text to use, undefined for an attribute that is absent or empty, and false for a wrong
 * one.
 */
export function readAttribute(name: AttributeProperty, value: unknown): string | undefined | false {
  if (value == null || value === false) return undefined
  try {
    const text = (typeof value === 'object' ? JSON.stringify(value) : String(value)).trim()
    // An empty text is treated as absent, but not a pin whose text is missing by mistake.
    if (!text && !/^(recipients|maxRate|quoteKey|disabled)$/.test(name)) return undefined
    const rule: Rule = attributeRules[name]
    if (rule instanceof RegExp)
      return rule.test(text) && (rule.ignoreCase ? text.toLowerCase() : text)
    const result = rule(text)
    return typeof result === 'string' || result === false ? result : text
  } catch {
    // JSON, URL and Intl throw for a bad value. The caller reports it with the attribute's name.
    return false
  }
}

/** Returns whether the page pins where money may go. */
export function hasPins(settings: ElementSettings): boolean {
  return pinProperties.some((name) => settings[name])
}

/** Returns a text that is the same for the same charge, paid under the same pins. */
export function identifyCharge(settings: ElementSettings): string {
  const { proxy, chargeId, order, refusal } = settings
  const pins = pinProperties.map((name) => settings[name])
  return JSON.stringify([proxy, chargeId, order, ...pins, refusal?.field])
}

/** Throws for a text that is not a URL. (Not URL.parse: Chrome has it from 126 on, and Safari from 18.) */
function isHttpUrl(text: string): boolean {
  return /^https?:$/.test(new URL(text, document.baseURI).protocol)
}
