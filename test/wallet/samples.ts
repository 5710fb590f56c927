import { nativeAddress } from '../../src/api/fields.ts'
import type { Quote } from '../../src/checkout/deal.ts'
import type { Intent } from '../../src/checkout/ports.ts'

export const chargeId = '3c90c3cc-0d44-4b50-8888-8dd25736052a'
/** An address that nobody has. */
export const recipient = '0x00000000000000000000000000000000000abcde'

/** ERC-8021, schema 0: the uuid as text, its length, the schema, the marker. */
export const suffix = `${[...chargeId]
  .map((letter) => letter.charCodeAt(0).toString(16))
  .join('')}240080218021802180218021802180218021`

/** A transfer of a token; of the chain's own coin without one. */
export function quote(amount: bigint, token?: string, to: string = recipient): Quote {
  const coin = { address: nativeAddress, decimals: 18, symbol: 'ETH', native: true }
  return {
    chargeId,
    chainId: 31_337,
    recipient: to,
    amount,
    token: token ? { address: token, decimals: 6, symbol: 'DUSD', native: false } : coin,
  }
}

export function intent(of: Quote, from: string, nonce: number, block: bigint): Intent {
  return { id: 'one', from, quote: of, nonce, block, time: 1_790_000_000_000 }
}
