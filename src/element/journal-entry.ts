import type { Quote } from '../checkout/deal.ts'
import type { Entry, Intent, Late } from '../checkout/ports.ts'
import { PayError } from '../errors.ts'

// The form of what is kept of a charge. Every script of the origin may write there, so each field is read by its form, and
// none is believed: an entry says where to look.

/** A page that finds another number leaves the entry alone and says so. */
export const version = 1

const hashForm = /^0x[\da-f]{64}$/i
const addressForm = /^0x[\da-f]{40}$/i

/**
 * Reads an entry. What stands beside a payment, and has not its form, is left out.
 *
 * @param chargeId whose entry it is: one that was written for another charge is none
 * @throws PayError `storage_unavailable` for a text that may hold an unresolved payment, and cannot be read
 */
export function readEntry(text: string, chargeId?: string): Entry {
  try {
    const { version: found, intent, hash, recorded, done, former, late } = JSON.parse(text)
    if (found !== version) throw new TypeError(`version ${found}`)
    const beside = [done, former, late].some((one) => one !== undefined && one !== null)
    return {
      // What is settled can do without.
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

/** What JSON cannot carry, given back. A form that is not ours throws. */
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
