import type { Client, Transaction } from 'viem'
import type { Intent } from '../../checkout/ports/intent.ts'
import { createPlainCall, createTransferCall, type TransferCall } from '../send/transfer-call.ts'
import { readReferences } from './references.ts'
import { isHexEqual } from './transfer-logs.ts'

// Decides which transactions of an account are the transfer that it was asked for.

/** The transfer that is looked for. */
export interface WantedTransfer {
  intent: Intent
  /** The transfer as a wallet sends it that leaves the reference out. */
  call: TransferCall
  /** Whether the wallet was asked for a transfer with the charge's reference. */
  hasReference: boolean
}

/** Describes the transfer of an intent, as its wallet was asked for it. */
export async function describeTransfer(
  client: Client,
  intent: Intent,
  attribution: boolean,
): Promise<WantedTransfer> {
  const call = createPlainCall(intent.quote)
  const requestedCall = await createTransferCall(client, intent.quote, attribution)
  return { intent, call, hasReference: requestedCall.data !== call.data && !intent.withoutData }
}

type Sent = Pick<Transaction, 'from' | 'to' | 'value' | 'input'>

/** Hex digits of 0x, a selector and a recipient: the start that transfers of the same token to the same recipient share. */
const whereEnds = 2 + 8 + 64

/** Returns whether an account's own transaction pays the recipient in the token, however much, and whomever it names. */
export function paysRecipient(
  { intent, call }: WantedTransfer,
  { from, to, value, input }: Sent,
): boolean {
  const isThere = isHexEqual(from, intent.from) && isHexEqual(to, call.to)
  if (intent.quote.token.native) return isThere && value > 0n
  return isThere && input.startsWith(call.data.slice(0, whereEnds))
}

/** Returns whether such a transaction moves just the amount. */
export function movesAmount({ call }: WantedTransfer, { value, input }: Sent): boolean {
  return value === call.value && input.startsWith(call.data)
}

/**
 * How a transaction that moved the money matches an intent. `named`: it carries the charge's reference. `own`: it has
 * the intent's nonce, or the wallet was asked for no reference. `possible`: it may be ours, because a wallet that
 * leaves the reference out may also choose another nonce.
 */
export type TransferMatch = 'referenced' | 'own' | 'possible'

/**
 * Returns how a transaction that moved the money belongs to the intent; undefined for one that is not ours. The same
 * account may have paid as much to the same recipient for something else: a transfer that names another charge is never
 * ours, and one that names none is certain only with the intent's own nonce, or impossible once that nonce was seen.
 *
 * @param isExact it moves exactly the amount. A transfer that carries the charge's reference matches with any amount: a
 *   stored amount may differ from the requested one, and the service decides.
 */
export function matchTransfer(
  { intent, hasReference }: WantedTransfer,
  { from, nonce, input }: Pick<Transaction, 'from' | 'nonce' | 'input'>,
  isExact: boolean,
): TransferMatch | undefined {
  const { quote, usedNonce } = intent
  const references = readReferences(input)
  if (quote.reference && references.has(quote.reference)) return 'referenced'
  if (references.size > 0) return undefined
  if (!isExact) return undefined
  const isSender = isHexEqual(from, intent.from)
  if (!hasReference || (isSender && [intent.nonce, usedNonce].includes(nonce))) return 'own'
  return isSender && usedNonce === undefined ? 'possible' : undefined
}
