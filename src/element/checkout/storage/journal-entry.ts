import {
  addressPattern,
  hashPattern,
  referencePattern,
  signaturePattern,
} from '../../../api/formats.ts'
import type { Authorization, Intent, Misdirection } from '../../../checkout/ports/intent.ts'
import type { JournalEntry, UnreportedHash } from '../../../checkout/ports/journal.ts'
import type { Quote } from '../../../checkout/quote/payment-option.ts'
import { PayError } from '../../../errors.ts'

// The format of a journal entry. Every script of the origin can write to the storage, so each field is validated, and
// none is trusted: an entry only decides where to look.

/** The version of the format. A page that finds another version does not touch the entry and reports it. */
export const entryVersion = 1

/**
 * Parses an entry. Optional fields that are not valid are left out.
 *
 * @param chargeId the charge that the entry must belong to; an entry of another charge is refused
 * @throws PayError `storage_unavailable` for a text that cannot be parsed, since it may hold an unresolved payment
 */
export function parseEntry(text: string, chargeId?: string): JournalEntry {
  try {
    const { version, intent, hash, isRecorded, misdirection, settledAt, ...hashes } =
      JSON.parse(text)
    const { abandonedHashes, unreportedHashes, isAwaited, refused } = hashes
    if (version !== entryVersion) throw new TypeError(`version ${version}`)
    const otherFields = [settledAt, abandonedHashes, unreportedHashes, isAwaited, refused]
    const hasOtherFields = otherFields.some((field) => field !== undefined && field !== null)
    return {
      // An entry with a settled payment or with other hashes needs no intent.
      ...(!(intent === undefined && hasOtherFields) && { intent: parseIntent(intent, chargeId) }),
      ...(hash !== undefined && { hash: parseText(hash, hash === '' ? /^$/ : hashPattern) }),
      ...(isRecorded === true && { isRecorded }),
      ...(misdirection && { misdirection: parseMisdirection(misdirection) }),
      ...(Number.isFinite(settledAt) && { settledAt: Number(settledAt) }),
      ...(Array.isArray(abandonedHashes) && {
        abandonedHashes: abandonedHashes.filter((item) => hashPattern.test(item)),
      }),
      ...(Array.isArray(unreportedHashes) && {
        unreportedHashes: unreportedHashes.flatMap(parseUnreportedHash),
      }),
      ...(isAwaited === true && { isAwaited }),
      // Not left out where it cannot be read: it may still pay.
      ...(refused && { refused: parseIntent(refused, chargeId) }),
    }
  } catch (cause) {
    const message =
      'We can’t read the record of an earlier payment. Ask the store before you pay again.'
    throw new PayError('storage_unavailable', message, { cause })
  }
}

function parseUnreportedHash(value: unknown): UnreportedHash[] {
  const { hash, chainId, token, wasSubmitted, isRecorded } = Object(value) as Record<
    string,
    unknown
  >
  const isValid =
    hashPattern.test(String(hash)) && isWholeNumber(chainId) && addressPattern.test(String(token))
  if (!isValid) return []
  return [
    {
      hash: String(hash),
      chainId: Number(chainId),
      token: String(token),
      ...(wasSubmitted === true && { wasSubmitted }),
      ...(isRecorded === true && { isRecorded }),
    },
  ]
}

/** Parses an intent and restores the bigint fields, which JSON cannot hold. @throws TypeError for any other format */
function parseIntent(value: unknown, chargeId: string | undefined): Intent {
  const { id, from, quote, nonce, usedNonce, block, time, ...fields } = Object(value)
  const { earlierHashes, withoutData, isNonceUnknown, proposal, authorization } = fields
  if (!isWholeNumber(nonce) || !Number.isFinite(time)) throw new TypeError('no intent')
  return {
    id: parseText(id, /^.{1,64}$/),
    from: parseText(from, addressPattern),
    quote: parseQuote(quote, chargeId),
    nonce,
    ...(isWholeNumber(usedNonce) && { usedNonce }),
    block: BigInt(parseText(block, /^\d{1,20}$/)),
    time,
    ...(Array.isArray(earlierHashes) && {
      earlierHashes: earlierHashes.filter((hash) => hashPattern.test(hash)),
    }),
    ...(withoutData === true && { withoutData }),
    ...(isNonceUnknown === true && { isNonceUnknown }),
    ...(isProposal(proposal) && { proposal: { kind: proposal.kind, id: proposal.id } }),
    ...(authorization && { authorization: parseAuthorization(authorization) }),
  }
}

/** @throws TypeError for any other format: a signature may still pay, so its entry is not dropped */
function parseAuthorization(value: unknown): Authorization {
  const { nonce, domain, signature, ...numbers } = Object(value)
  const { name, version } = Object(domain)
  const parseNumber = (number: unknown) => BigInt(parseText(number, /^\d{1,78}$/))
  return {
    value: parseNumber(numbers.value),
    fee: parseNumber(numbers.fee),
    nonce: parseText(nonce, hashPattern),
    validBefore: parseNumber(numbers.validBefore),
    domain: { name: parseText(name, /^.{0,256}$/), version: parseText(version, /^.{0,256}$/) },
    ...(signature !== undefined && { signature: parseText(signature, signaturePattern) }),
  }
}

/** @throws TypeError for any other format: it keeps the payer from paying, so it is not left out */
function parseMisdirection(value: unknown): Misdirection {
  const { recipient, token, amount } = Object(value)
  return {
    recipient: parseText(recipient, addressPattern),
    token: parseText(token, addressPattern),
    amount: BigInt(parseText(amount, /^\d{1,78}$/)),
  }
}

function parseQuote(value: unknown, chargeId: string | undefined): Quote {
  const { chargeId: id, chainId, token, recipient, amount, reference, expiresAt } = Object(value)
  const { address, decimals, symbol, native } = Object(token)
  const isToken = isWholeNumber(decimals) && typeof native === 'boolean' && isWholeNumber(chainId)
  if (!isToken || (chargeId !== undefined && id !== chargeId)) throw new TypeError('no quote')
  return {
    chargeId: parseText(id, /^.{1,64}$/),
    chainId,
    token: {
      address: parseText(address, addressPattern),
      decimals,
      symbol: parseText(symbol, /^.{1,32}$/),
      native,
    },
    recipient: parseText(recipient, addressPattern),
    amount: BigInt(parseText(amount, /^\d{1,78}$/)),
    ...(referencePattern.test(reference) && { reference }),
    ...(Number.isFinite(expiresAt) && { expiresAt }),
  }
}

function isProposal(value: unknown): value is NonNullable<Intent['proposal']> {
  const { kind, id } = Object(value) as Record<string, unknown>
  return (kind === 'signatures' || kind === 'batch') && typeof id === 'string' && id.length < 9000
}

function isWholeNumber(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function parseText(value: unknown, pattern: RegExp): string {
  if (typeof value === 'string' && pattern.test(value)) return value
  throw new TypeError('another form')
}
