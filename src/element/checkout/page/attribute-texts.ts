import { docsUrl, PayError } from '../../../errors.ts'
import { type AttributeConflict, type AttributeProperty, toKebabCase } from '../../attributes.ts'

// A separate module, so that a page with valid attributes does not load these texts.

export { logLostProperties } from './lost-property-texts.ts'

const urlText = 'an http or https URL or a path'
const addressText = 'an address: 0x and 40 hex digits'

/** The valid values of each attribute, in words. */
const validValues: Record<AttributeProperty, string> = {
  proxy: urlText,
  chargeId: 'a UUID',
  order: 'JSON, such as {"sku":"mug"}',
  successUrl: urlText,
  cancelUrl: urlText,
  redirect: 'auto, button or none',
  mode: 'inline or dialog',
  brandColor: 'a CSS color, such as #7c3aed',
  brandLogo: 'the URL of an image',
  brandName: 'a name',
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

const conflictTexts: Record<AttributeConflict, string> = {
  one: 'or order is needed, and not both',
  beside: 'needs chain-id, token-address, token-decimals and token-symbol beside it',
  checksum: 'has an address with a wrong checksum (EIP-55): a digit of it may be wrong',
}

/**
 * Returns an attribute's error with a message that names the valid values, and logs it. Any other error is
 * returned as it is.
 *
 * @param element the element that the console shows
 */
export function explainError(error: PayError, element?: object): PayError {
  const { code, field, details } = error
  const name = (Object.keys(validValues) as AttributeProperty[]).find(
    (property) => toKebabCase(property) === field,
  )
  if (code !== 'invalid_attribute' || !name || !field) return error
  const text = conflictTexts[details as AttributeConflict] ?? `must be ${validValues[name]}`
  const explanation = new PayError(code, `${field} ${text}.`, { field })
  if (element) logAttributeError(explanation, Reflect.get(element, name), element)
  return explanation
}

function logAttributeError({ message, field }: PayError, value: unknown, element: object): void {
  const valueText = value == null ? '' : ` It is ${JSON.stringify(String(value).slice(0, 100))}.`
  // Frameworks that render on a server write objects as this text, or leave them out.
  const isFromServer = /^\[object /.test(String(value)) || (field === 'charge-id' && value == null)
  const page = isFromServer ? 'types.md#pages-that-a-server-renders' : 'attributes.md'
  const cure = isFromServer ? ' A framework that renders on a server loses objects:' : ''
  console.error(`pay-charge: ${message}${valueText}${cure} ${docsUrl}${page}`, element)
}
