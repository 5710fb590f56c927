import type { Client } from 'viem'
import type { Inspected } from '../../checkout/ports.ts'
import type { Deal } from '../../checkout/quote/payment-option.ts'
import { PayError } from '../../errors.ts'
import { type Inspection, inspectHash, readHash } from './inspect-transaction.ts'

/**
 * Inspects the transaction whose hash the payer submitted, and returns it with the payment option that it pays.
 * Chains that cannot be read are skipped. Where the transaction may be on such a chain, that chain's option is
 * returned, and the service alone decides.
 *
 * @throws PayError `payment_failed` with the reason, for the payer; its `details.misfit` is a MismatchReason, or
 * `no_hash`
 */
export async function inspectAmong(
  reader: (chainId: number) => Promise<Client>,
  deals: readonly Deal[],
  text: string,
): Promise<Inspected> {
  const hash = readHash(text)
  const [first] = deals
  if (!hash || !first) {
    const form = 'This is no transaction hash: it is 0x and 64 digits from 0 to 9 and a to f.'
    throw new PayError('payment_failed', form, { retryable: true, details: { misfit: 'no_hash' } })
  }
  const misfits: Extract<Inspection, { fits: false }>[] = []
  let unread: Deal | undefined
  for (const deal of deals) {
    const found = await inspect(reader, deal, hash)
    if (found?.fits) return { hash, deal, proof: found.proof, signers: found.signers }
    if (found) misfits.push(found)
    else unread ??= deal
  }
  // The chain that knows the transaction gives the best reason. A transaction unknown to the others may be on the
  // unread one.
  const misfit = misfits.find(({ why }) => why !== 'unknown') ?? (unread ? undefined : misfits[0])
  // Only the service can now read which accounts may sign for it.
  if (!misfit) return { hash, deal: unread ?? first, proof: 'signature', signers: [] }
  const details = { misfit: misfit.why }
  throw new PayError('payment_failed', misfit.message, { retryable: true, details })
}

/** Inspects a transaction; undefined where the chain cannot be read. */
async function inspect(
  reader: (chainId: number) => Promise<Client>,
  { quote }: Deal,
  hash: string,
): Promise<Inspection | undefined> {
  try {
    return await inspectHash(await reader(quote.chainId), quote, hash)
  } catch (cause) {
    if (cause instanceof PayError && cause.code === 'chain_unreachable') return undefined
    throw cause
  }
}
