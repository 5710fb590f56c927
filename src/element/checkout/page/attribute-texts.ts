import { docsUrl, logFault, PayError } from '../../../errors.ts'
import {
  type AttributeProperty,
  attributeProperties,
  decidesAboutMoney,
  readAttribute,
  toKebabCase,
} from '../../attributes.ts'
import { PayChargeErrorEvent } from '../../events.ts'
import { findMeaning } from './attribute-meanings.ts'

// A separate module, so that a page with valid attributes does not load these texts.

export { warnOfForeignBase } from './foreign-base.ts'
export { logLostProperties } from './lost-property-texts.ts'

const urlText = 'an http or https URL or a path'
const addressText = 'an address: 0x and 40 hex digits'

/** The valid values of each attribute, in words. */
const validValues: Record<AttributeProperty, string> = {
  proxy: urlText,
  chargeId: 'a UUID',
  order: 'JSON, such as {"sku":"mug"}',
  paymentLink:
    'the address of a payment link as the desk shows it, such as https://pay.example/l/k7m2p9q4xd; http is for localhost alone',
  successUrl: urlText,
  cancelUrl: urlText,
  onrampUrl:
    'an https URL, in which {address}, {amount}, {chain}, {token} and {token_address} may stand after the host',
  redirect: 'auto, button or none',
  mode: 'inline or dialog',
  brandColor: 'a CSS color, such as #7c3aed',
  brandLogo: 'the URL of an image: http, https or data:image/…',
  brandName: 'a name',
  supportUrl: 'an https URL, or mailto: with an e-mail address',
  colorScheme: 'auto, light or dark',
  locale: 'a language tag, such as pt-BR',
  walletconnectProjectId: 'a project id',
  confirmations: 'a whole number from 1',
  attribution: 'on or off',
  disabled: 'present or absent',
  hide: 'cancel, pay-again, recipient, or several with a space between them',
  recipients: 'accounts such as eip155:8453:0x…, separated by spaces or commas',
  maxRate: 'rates such as eip155:8453/erc20:0x… 0.0006 18, separated by commas',
  quoteKey:
    'keys such as ES256:B…, separated by spaces, as pay-charge quote-key create prints them',
  recipient: addressText,
  chainId: 'a whole number from 1',
  tokenAddress: addressText,
  tokenDecimals: 'a whole number from 0 to 69',
  tokenSymbol: 'a symbol, such as USDC',
}

/** Why an attribute of the right form cannot be used. */
const conflictTexts: { readonly [Name in AttributeProperty]?: string } = {
  chargeId: 'or order is needed, and not both; or payment-link in their place',
  paymentLink:
    'needs no charge-id, order or proxy: the link says what is paid, and its service answers. Leave them out',
  recipient: 'needs chain-id, token-address, token-decimals and token-symbol beside it',
}

/** The wrong values that were reported, by element and attribute: an element renders many times. */
const reported = new WeakMap<Element, Map<AttributeProperty, unknown>>()

/**
 * Reports each wrong attribute of an element once, in the console and with an event. A value that plainly means a valid one, such
 * as `redirect="false"`, is replaced by that and not reported. The first one that decides about money is not either: it is the
 * element's state.
 *
 * @param names the wrong attributes, in the order in which they are read
 */
export function reportWrongAttributes(element: Element, names: readonly AttributeProperty[]): void {
  const values = reported.get(element) ?? new Map<AttributeProperty, unknown>()
  reported.set(element, values)
  const shown = names.find(decidesAboutMoney)
  for (const name of names) {
    const value: unknown = Reflect.get(element, name)
    const meaning = decidesAboutMoney(name) ? undefined : findMeaning(name, String(value))
    if (meaning) Reflect.set(element, name, meaning.value)
    if (name === shown || meaning?.isPlain || values.get(name) === value) continue
    values.set(name, value)
    const error = new PayError('invalid_attribute', name, { field: toKebabCase(name) })
    element.dispatchEvent(new PayChargeErrorEvent(explainError(error, element, value)))
  }
}

/**
 * Returns an attribute's error with a message for developers that names the valid values, and logs it. The error of a property
 * has its message already, and any other error is returned as it is.
 *
 * @param element the element that the console shows
 * @param value the attribute's value
 */
export function explainError(
  error: PayError,
  element?: Element,
  value: unknown = element && Reflect.get(element, findProperty(error) ?? ''),
): PayError {
  const { code, field, details } = error
  const name = findProperty(error)
  if (code !== 'invalid_attribute') return error
  if (!name) {
    logFault(error.message, 'attributes.md#properties')
    return error
  }
  const hasForm = readAttribute(name, value) !== false && details !== 'form'
  const conflict = hasForm ? conflictTexts[name] : undefined
  const text =
    details === 'checksum'
      ? 'has an address with a wrong checksum (EIP-55): a digit of it may be wrong'
      : (conflict ?? `must be ${validValues[name]}`)
  const explanation = new PayError(code, `${field} ${text}.`, { field })
  if (element) logAttributeError(explanation, value, element, !decidesAboutMoney(name))
  return explanation
}

const findProperty = ({ field }: PayError) =>
  attributeProperties.find((property) => toKebabCase(property) === field)

function logAttributeError(
  { message, field }: PayError,
  value: unknown,
  element: object,
  hasDefault: boolean,
): void {
  const valueText = value == null ? '' : ` It is ${JSON.stringify(String(value).slice(0, 100))}.`
  const outcome = hasDefault ? ' It is ignored.' : ''
  // Frameworks that render on a server write objects as this text, or leave them out.
  const isFromServer = /^\[object /.test(String(value)) || (field === 'charge-id' && value == null)
  const page = isFromServer ? 'types.md#pages-that-a-server-renders' : 'attributes.md'
  const cure = isFromServer ? ' A framework that renders on a server loses objects:' : ''
  console.error(`pay-charge: ${message}${valueText}${outcome}${cure} ${docsUrl}${page}`, element)
}
