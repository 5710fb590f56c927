import { nativeAddress } from '../../src/api/formats.ts'
import type { Intent } from '../../src/checkout/ports/intent.ts'
import type { Quote } from '../../src/checkout/quote/payment-option.ts'

export const chargeId = '3c90c3cc-0d44-4b50-8888-8dd25736052a'
/** An address that nobody has. */
export const recipient = '0x00000000000000000000000000000000000abcde'

/** The charge's public name, as the service makes it of the uuid. */
export const reference = '7268012abbb252704d08b0027f54ac42'
/** The name of another charge. */
export const otherReference = reference.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))

/** Returns the hex of a text in ASCII. */
export function hexOf(text: string): string {
  return [...text].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('')
}

/** Returns a reference's ERC-8021 suffix of schema 0: its text, its length, the schema, the marker. */
export function suffixOf(name: string): string {
  return `${hexOf(name)}200080218021802180218021802180218021`
}
export const suffix = suffixOf(reference)
/** The suffix of another charge. */
export const otherSuffix = suffixOf(otherReference)

/** A transfer of a token; of the chain's own coin without one. */
export function quote(amount: bigint, token?: string, to: string = recipient): Quote {
  const coin = { address: nativeAddress, decimals: 18, symbol: 'ETH', native: true }
  return {
    chargeId,
    reference,
    chainId: 31_337,
    recipient: to,
    amount,
    token: token ? { address: token, decimals: 6, symbol: 'DUSD', native: false } : coin,
  }
}

export function intent(of: Quote, from: string, nonce: number, block: bigint): Intent {
  return { id: 'one', from, quote: of, nonce, block, time: 1_790_000_000_000 }
}
