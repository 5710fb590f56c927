import { parseAmount } from '../../src/amount.ts'
import {
  chainId,
  destination,
  payer,
  price,
  reference,
  rivalReference,
  stranger,
} from './places.ts'

/** An entry of the journal that no page has written. */
export interface Lie {
  /** Of its intent. */
  id: string
  hash: string
  chargeId: string
  native: boolean
}

/** Writes an entry as the journal would, with a lie in its quote (by `a`) and of some kind (by `b`). */
export function makeEntry({ id, hash, chargeId, native }: Lie, a: number, b: number): string {
  const { tokenAddress: address, tokenDecimals, tokenSymbol, requestLink } = destination(native)
  const amount = parseAmount(price, tokenDecimals)
  const token = { address, decimals: tokenDecimals, symbol: tokenSymbol, native }
  const recipient = requestLink.recipientAddress
  const quote = { chargeId, chainId, token, recipient, amount: String(amount), reference }
  const lies = [
    {},
    { recipient: stranger },
    { amount: '1' },
    { amount: `${amount}0` },
    { token: { ...token, decimals: 2 } },
    { token: { ...token, symbol: 'FREE' } },
    { token: { ...token, address: stranger } },
    { chainId: 1 },
    { reference: rivalReference },
  ]
  const from = b > 31 ? payer : stranger
  const stood = { nonce: b % 9, block: '90', time: 1 }
  const intent = { id, from, quote: { ...quote, ...lies[a % lies.length] }, ...stood }
  const reported = { hash, chainId, token: address, wasSubmitted: true, isRecorded: b > 31 }
  const unreportedHashes = [reported]
  const kinds = [
    { intent },
    { intent, hash },
    { intent, hash, isRecorded: true },
    { intent, hash, isRecorded: true, settledAt: 1 },
    { hash, isRecorded: true, settledAt: 1 },
    { hash: '', settledAt: 1 },
    { unreportedHashes },
    { abandonedHashes: [hash], unreportedHashes },
    // What cannot be read.
    { intent: 'none' },
  ]
  return JSON.stringify({ version: 1, ...kinds[b % kinds.length] })
}
