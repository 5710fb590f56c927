import type { Entry, Intent, Late } from '../../checkout/ports.ts'
import type { Quote } from '../../checkout/quote/payment-option.ts'
import { PayError } from '../../errors.ts'

// The format of a journal entry. Every script of the origin can write to the storage, so each field is validated, and
// none is trusted: an entry only says where to look.

/** The version of the format. A page that finds another version does not touch the entry and reports it. */
export const version = 1

const hashForm = /^0x[\da-f]{64}$/i
const addressForm = /^0x[\da-f]{40}$/i

/**
 * Parses an entry. Optional fields that are not valid are left out.
 *
 * @param chargeId the charge that the entry must belong to; an entry of another charge is refused
 * @throws PayError `storage_unavailable` for a text that cannot be parsed, since it may hold an unresolved payment
 */
export function readEntry(text: string, chargeId?: string): Entry {
  try {
    const { version: found, intent, hash, recorded, done, former, late } = JSON.parse(text)
    if (found !== version) throw new TypeError(`version ${found}`)
    const beside = [done, former, late].some((one) => one !== undefined && one !== null)
    return {
      // An entry with a settled payment or with other hashes needs no intent.
      ...(!(intent === undefined && beside) && { intent: readIntent(intent, chargeId) }),
      ...(hash !== undefined && { hash: readText(hash, hash === '' ? /^$/ : hashForm) }),
      ...(recorded === true && { recorded: true }),
      ...(Number.isFinite(done) && { done: Number(done) }),
      ...(Array.isArray(former) && { former: former.filter((one) => hashForm.test(one)) }),
      ...(Array.isArray(late) && { late: late.flatMap(readLate) }),
    }
  } catch (cause) {
    const message =
      'The note of an earlier payment cannot be read. Ask the store before you pay again.'
    throw new PayError('storage_unavailable', message, { cause })
  }
}

function readLate(given: unknown): Late[] {
  const { hash, chainId, token, named, recorded } = Object(given) as Record<string, unknown>
  const fits = hashForm.test(String(hash)) && isWhole(chainId) && addressForm.test(String(token))
  if (!fits) return []
  return [
    {
      hash: String(hash),
      chainId: Number(chainId),
      token: String(token),
      ...(named === true && { named }),
      ...(recorded === true && { recorded }),
    },
  ]
}

/** Parses an intent and restores the bigint fields, which JSON cannot hold. @throws TypeError for any other format */
function readIntent(given: unknown, chargeId: string | undefined): Intent {
  const { id, from, quote, nonce, used, block, time, known, withoutData, proposal } = Object(given)
  if (!isWhole(nonce) || !Number.isFinite(time)) throw new TypeError('no intent')
  return {
    id: readText(id, /^.{1,64}$/),
    from: readText(from, addressForm),
    quote: readQuote(quote, chargeId),
    nonce,
    ...(isWhole(used) && { used }),
    block: BigInt(readText(block, /^\d{1,20}$/)),
    time,
    ...(Array.isArray(known) && { known: known.filter((one) => hashForm.test(one)) }),
    ...(withoutData === true && { withoutData }),
    ...(isProposal(proposal) && { proposal: { kind: proposal.kind, id: proposal.id } }),
  }
}

function readQuote(given: unknown, chargeId: string | undefined): Quote {
  const { chargeId: id, chainId, token, recipient, amount, reference, expiresAt } = Object(given)
  const { address, decimals, symbol, native } = Object(token)
  const isToken = isWhole(decimals) && typeof native === 'boolean' && isWhole(chainId)
  if (!isToken || (chargeId !== undefined && id !== chargeId)) throw new TypeError('no quote')
  return {
    chargeId: readText(id, /^.{1,64}$/),
    chainId,
    token: {
      address: readText(address, addressForm),
      decimals,
      symbol: readText(symbol, /^.{1,32}$/),
      native,
    },
    recipient: readText(recipient, addressForm),
    amount: BigInt(readText(amount, /^\d{1,78}$/)),
    ...(/^[\da-f]{32}$/.test(reference) && { reference }),
    ...(Number.isFinite(expiresAt) && { expiresAt }),
  }
}

function isProposal(given: unknown): given is NonNullable<Intent['proposal']> {
  const { kind, id } = Object(given) as Record<string, unknown>
  return (kind === 'signatures' || kind === 'batch') && typeof id === 'string' && id.length < 9000
}

function isWhole(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function readText(value: unknown, form: RegExp): string {
  if (typeof value === 'string' && form.test(value)) return value
  throw new TypeError('another form')
}
