import { type ChainAccount, parseAccount } from '../../api/accounts.ts'
import { isNative } from '../../api/formats.ts'
import { PayError } from '../../errors.ts'

/** The texts of the attributes that pin where money may go, by property name. Undefined where one is not given. */
export interface PinTexts {
  recipients?: string | undefined
  maxRate?: string | undefined
  recipient?: string | undefined
  chainId?: string | undefined
  tokenAddress?: string | undefined
  tokenDecimals?: string | undefined
  tokenSymbol?: string | undefined
}

/** The most that may be paid in one token. */
export interface MaxRate {
  /** The EIP-155 chain id. */
  chainId: number
  /** The token's address in lower case, or `native`. */
  token: string
  /** The most tokens for one unit of the currency: decimal text in whole tokens. */
  rate: string
  decimals: number
  /** ISO 4217, of the prices that the rate is for: else a reply could name a currency of less value. */
  currency: string
}

/** The pins of the merchant's page. The answers of proxy and service must agree with them. */
export interface Pins extends Omit<PinTexts, 'recipients' | 'maxRate'> {
  recipients?: readonly ChainAccount[] | undefined
  maxRates?: readonly MaxRate[] | undefined
}

/**
 * Parses the attributes that pin where money may go.
 *
 * The checksum of a mixed-case address (EIP-55) is not checked here, because that needs a hash function.
 *
 * @throws PayError `invalid_attribute` with the attribute's name in `field`
 */
export function parsePins({ recipients, maxRate, ...destination }: PinTexts): Pins {
  return {
    ...destination,
    recipients: recipients === undefined ? undefined : parseRecipients(recipients),
    maxRates: maxRate === undefined ? undefined : parseMaxRates(maxRate),
  }
}

function parseRecipients(text: string): ChainAccount[] {
  const accounts = text.split(/[\s,]+/).filter(Boolean)
  // An empty list would pin no account: more likely a template whose variable is missing.
  if (accounts.length === 0) throw createPinError('recipients')
  return accounts.map((text) => {
    const account = parseAccount(text)
    if (!account) throw createPinError('recipients')
    return account
  })
}

/** CAIP-19, with the two asset namespaces of payments: `erc20`, and `slip44` for the chain's native currency. */
const assetPattern = /^eip155:([1-9]\d{0,14})\/(?:erc20:(0x[\da-fA-F]{40})|slip44:\d{1,9})$/
const ratePattern = /^\d{1,30}(\.\d{1,30})?$/
const decimalsPattern = /^[1-7]?\d$/
const currencyPattern = /^[A-Z]{3}$/

function parseMaxRates(text: string): MaxRate[] {
  return text.split(',').map((entry) => {
    const [asset = '', rate = '', ...options] = entry.trim().split(/\s+/)
    const currency = currencyPattern.test(options.at(-1) ?? '') ? options.pop() : 'USD'
    const [decimals, ...otherOptions] = options
    const [, chainId, address] = assetPattern.exec(asset) ?? []
    const isNativeCurrency = address === undefined || isNative(address)
    // EVM chains count their currency in wei. For a token the page must state them: the proxy's answer is under test.
    const places = decimals ?? (isNativeCurrency ? '18' : '')
    const isValid =
      chainId !== undefined &&
      currency !== undefined &&
      ratePattern.test(rate) &&
      decimalsPattern.test(places) &&
      otherOptions.length === 0
    if (!isValid) throw createPinError('max-rate')
    const token = isNativeCurrency ? 'native' : address.toLowerCase()
    return { chainId: Number(chainId), token, rate, decimals: Number(places), currency }
  })
}

function createPinError(field: string): PayError {
  return new PayError('invalid_attribute', `${field} cannot be used.`, { field })
}
