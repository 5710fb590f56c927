import type { Client } from 'viem'
import type { InspectedTransaction } from '../../checkout/ports/wallets.ts'
import type { PaymentOption } from '../../checkout/quote/payment-option.ts'
import { PayError } from '../../errors.ts'
import { type HashInspection, inspectHash, parseTransactionHash } from './inspect-transaction.ts'

/**
 * Inspects the transaction whose hash the payer submitted, and returns it with the payment option that it pays.
 * Chains that cannot be read are skipped. A transaction that no other chain shows is unseen: it may be too new, or on
 * such a chain, whose option is returned then.
 *
 * @throws PayError `payment_failed` with the reason, for the payer; its `details.mismatch` is a MismatchReason, or
 * `no_hash`
 */
export async function inspectSubmittedHash(
  getReadClient: (chainId: number) => Promise<Client>,
  options: readonly PaymentOption[],
  text: string,
): Promise<InspectedTransaction> {
  const hash = parseTransactionHash(text)
  const [first] = options
  if (!hash || !first) {
    const message =
      'This isn’t a transaction hash. A hash is 0x followed by 64 characters from 0 to 9 and a to f.'
    throw new PayError('payment_failed', message, {
      retryable: true,
      details: { mismatch: 'no_hash' },
    })
  }
  let mismatch: Extract<HashInspection, { fits: false }> | undefined
  let unreadOption: PaymentOption | undefined
  for (const option of options) {
    const inspection = await inspectOrSkip(getReadClient, option, hash)
    if (inspection?.fits)
      return { hash, option, proof: inspection.proof, signers: inspection.signers }
    if (inspection?.fits === false) mismatch ??= inspection
    if (!inspection) unreadOption ??= option
  }
  if (!mismatch)
    return {
      hash,
      option: unreadOption ?? first,
      proof: 'signature',
      signers: [],
      isUnseen: true,
      isUnread: unreadOption !== undefined,
    }
  const details = { mismatch: mismatch.reason }
  throw new PayError('payment_failed', mismatch.message, { retryable: true, details })
}

/** Inspects a transaction; undefined where the chain cannot be read. */
async function inspectOrSkip(
  getReadClient: (chainId: number) => Promise<Client>,
  { quote }: PaymentOption,
  hash: string,
): Promise<HashInspection | undefined> {
  try {
    return await inspectHash(await getReadClient(quote.chainId), quote, hash)
  } catch (cause) {
    if (cause instanceof PayError && cause.code === 'chain_unreachable') return undefined
    throw cause
  }
}
