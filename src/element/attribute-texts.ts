import { PayError } from '../errors.ts'
import { kebab, type Misset, type Name } from './attributes.ts'

// Apart, so that a page whose attributes are right does not load how to say what is wrong.

const url = 'an http or https URL or a path'
const address = 'an address: 0x and 40 hex digits'

/** What each attribute must be. */
const forms: Record<Name, string> = {
  proxy: url,
  chargeId: 'a UUID',
  order: 'JSON, such as {"sku":"mug"}',
  successUrl: url,
  cancelUrl: url,
  redirect: 'auto, button or none',
  mode: 'inline or dialog',
  brandColor: 'a CSS colour, such as #7c3aed',
  brandLogo: 'the URL of an image',
  brandName: 'a name',
  colorScheme: 'auto, light or dark',
  locale: 'a language tag, such as pt-BR',
  walletconnectProjectId: 'a project id',
  confirmations: 'a whole number from 1',
  attribution: 'on or off',
  recipient: address,
  chainId: 'a whole number from 1',
  tokenAddress: address,
  tokenDecimals: 'a whole number from 0 to 69',
  tokenSymbol: 'a symbol, such as USDC',
}

const besides: Record<Misset, string> = {
  one: 'or order is needed, and not both',
  beside: 'needs chain-id, token-address, token-decimals and token-symbol beside it',
}

/** The error of an attribute with what would be right; any other as it is. */
export function explained(error: PayError): PayError {
  const { code, field, details } = error
  const name = (Object.keys(forms) as Name[]).find((one) => kebab(one) === field)
  if (code !== 'invalid_attribute' || !name || !field) return error
  const text = besides[details as Misset] ?? `must be ${forms[name]}`
  return new PayError(code, `${field} ${text}.`, { field })
}
