import type { Client } from 'viem'
import type { Deal } from '../checkout/deal.ts'
import type { Inspected } from '../checkout/ports.ts'
import { PayError } from '../errors.ts'
import { type Inspection, inspectHash, readHash } from './inspect.ts'

/**
 * The transaction that a payer names, and the deal that it pays. Chains that cannot be read are passed over; where none
 * can be, the first deal is taken, and the service judges alone.
 *
 * @throws PayError `payment_failed` with the reason, for the payer; its `details.misfit` names it (Misfit, or `no_hash`)
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
  // Of several chains, the one that knows it says most; and it may be on the one that cannot be read.
  const misfit = misfits.find(({ why }) => why !== 'unknown') ?? (unread ? undefined : misfits[0])
  // Who may sign for it only the service can read now.
  if (!misfit) return { hash, deal: unread ?? first, proof: 'signature', signers: [] }
  const details = { misfit: misfit.why }
  throw new PayError('payment_failed', misfit.message, { retryable: true, details })
}

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
