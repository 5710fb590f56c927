import { PayError } from '../../errors.ts'
import { type AttributeConflict, type AttributeProperty, toKebabCase } from '../attributes.ts'

// A separate module, so that a page with valid attributes does not load these texts.

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

/** Returns an attribute's error with a message that says what is valid. Any other error is returned as it is. */
export function explainError(error: PayError): PayError {
  const { code, field, details } = error
  const name = (Object.keys(validValues) as AttributeProperty[]).find(
    (one) => toKebabCase(one) === field,
  )
  if (code !== 'invalid_attribute' || !name || !field) return error
  const text = conflictTexts[details as AttributeConflict] ?? `must be ${validValues[name]}`
  return new PayError(code, `${field} ${text}.`, { field })
}
