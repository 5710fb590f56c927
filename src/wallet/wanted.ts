import type { Client, Transaction } from 'viem'
import type { Intent } from '../checkout/ports.ts'
import { plainCall, type TransferCall, transferCall } from './call.ts'
import { readReferences } from './naming.ts'
import { same } from './transfers.ts'

// Which transactions of an account are the transfer that it was asked for.

/** What is looked for. */
export interface WantedTransfer {
  intent: Intent
  /** The transfer that names nobody: what a wallet that leaves the name out sends. */
  call: TransferCall
  /** The wallet was asked for a transfer that names the charge. */
  isNamed: boolean
}

/** Describes the transfer of an intent, as its wallet was asked for it. */
export async function describeTransfer(
  client: Client,
  intent: Intent,
  attribution: boolean,
): Promise<WantedTransfer> {
  const call = plainCall(intent.quote)
  const asked = await transferCall(client, intent.quote, attribution)
  return { intent, call, isNamed: asked.data !== call.data && !intent.withoutData }
}

type Sent = Pick<Transaction, 'from' | 'to' | 'value' | 'input'>

/** Hex digits of 0x, a selector and a recipient: what a transfer of the same token to the same recipient begins with. */
const whereEnds = 2 + 8 + 64

/** Returns whether an account's own transaction pays the recipient in the token, however much, and whomever it names. */
export function paysRecipient(
  { intent, call }: WantedTransfer,
  { from, to, value, input }: Sent,
): boolean {
  const isThere = same(from, intent.from) && same(to, call.to)
  if (intent.quote.token.native) return isThere && value > 0n
  return isThere && input.startsWith(call.data.slice(0, whereEnds))
}

/** Returns whether such a transaction moves just the amount. */
export function movesAmount({ call }: WantedTransfer, { value, input }: Sent): boolean {
  return value === call.value && input.startsWith(call.data)
}

/**
 * How a transaction that moved the money belongs to an intent: it carries the charge's name; it has the intent's own nonce,
 * or no name was asked for; or it may be ours, as a wallet that leaves the name out may choose another nonce, too.
 */
export type Belonging = 'named' | 'own' | 'possible'

/**
 * Returns how a transaction that moved the money belongs to the intent; undefined for one that is not ours. The same
 * account may have paid as much to the same recipient for something else: what names another charge never is ours, and
 * of what names none only the intent's own nonce is certain. Once the chain has shown the nonce, no other is possible.
 *
 * @param isExact it moves just the amount. What names the charge is the payer's money for it however much it moves: the
 *   amount in a storage may not be what the wallet was asked for, and the service judges.
 */
export function matchTransfer(
  { intent, isNamed }: WantedTransfer,
  { from, nonce, input }: Pick<Transaction, 'from' | 'nonce' | 'input'>,
  isExact: boolean,
): Belonging | undefined {
  const { quote, used } = intent
  const found = readReferences(input)
  if (quote.reference && found.has(quote.reference)) return 'named'
  if (found.size > 0) return undefined
  if (!isExact) return undefined
  const isSender = same(from, intent.from)
  if (!isNamed || (isSender && [intent.nonce, used].includes(nonce))) return 'own'
  return isSender && used === undefined ? 'possible' : undefined
}
