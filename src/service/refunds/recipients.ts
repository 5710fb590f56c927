import { PayError } from '../../errors.ts'
import type { Address } from '../chain/types/address.ts'
import { computeCovered, isSameAddress } from './amounts.ts'
import { createEndError, isBeforeSigning } from './lifecycle.ts'
import type { LockedRefund, RefundRecord, RefundUpdate } from './records.ts'

// The ways to set the address of a refund. All are called under the lock of the charge.

/**
 * Returns a refund whose payer has named an address without proof. The last one counts: the merchant decides.
 *
 * @throws PayError `conflict` once it was approved
 */
export function nameRecipient(
  { refund }: LockedRefund,
  recipient: Address,
): RefundUpdate | undefined {
  if (refund.status !== 'NEW' && refund.status !== 'NAMED')
    throw refund.status === 'APPROVED'
      ? new PayError(
          'conflict',
          'An address was approved already. It can be changed by the signature of the account that paid.',
        )
      : createEndError(refund)
  if (refund.status === 'NAMED' && refund.recipient === recipient) return undefined
  const namings = countNaming(refund, 'unsigned')
  return { refund: { ...refund, status: 'NAMED', recipient, namings }, step: 'named' }
}

/** The most addresses that are named for a refund with its link, with signatures and without: each is a call of the receiver. */
export const maxNamings = 20

/**
 * Counts a named address. Names without a signature are counted separately, so that a stranger who has the link cannot keep a payer
 * from signing.
 *
 * @throws PayError `conflict` for too many
 */
function countNaming({ namings }: RefundRecord, kind: keyof RefundRecord['namings']) {
  const count = namings[kind] + 1
  if (count <= maxNamings) return { ...namings, [kind]: count }
  throw new PayError(
    'conflict',
    `An address was named ${maxNamings} times for this refund. Ask the store, which can approve one.`,
  )
}

/**
 * Returns a refund whose address a paying account has signed for. A signature counts up to the sum of the account's own payments:
 * an account that paid one cent of a charge cannot claim the rest.
 *
 * @throws PayError `conflict` where the account did not pay that much, where another one has signed, or a wallet was asked
 */
export function proveRecipient(
  locked: LockedRefund,
  recipient: Address,
  signer: Address,
): RefundUpdate | undefined {
  const { refund } = locked
  const { recipientProof: proof } = refund
  if (!isBeforeSigning(refund)) throw createEndError(refund)
  if (proof?.kind === 'merchant')
    throw new PayError('conflict', 'The store has approved an address for this refund already.')
  if (proof && !isSameAddress(proof.signer, signer))
    throw new PayError('conflict', 'Another account that paid has signed for an address already.')
  if (computeCovered(locked, signer) < refund.amount)
    throw new PayError(
      'conflict',
      'This account has paid less of this order than the refund. Send the address without a signature: the store decides.',
    )
  if (proof && refund.recipient === recipient) return undefined
  const namings = countNaming(refund, 'signed')
  const recipientProof = { kind: 'signature', signer } as const
  // The search for an earlier transfer has looked for one to another address.
  const approved = { status: 'APPROVED', recipient, recipientProof, searched: undefined } as const
  return { refund: { ...refund, ...approved, namings }, step: 'named' }
}

/**
 * Returns a refund whose address the merchant has approved.
 *
 * @throws PayError `conflict` once a wallet was asked
 */
export function approveRecipient(
  { refund }: LockedRefund,
  recipient: Address,
): RefundUpdate | undefined {
  if (!isBeforeSigning(refund)) throw createEndError(refund)
  if (refund.status === 'APPROVED' && refund.recipient === recipient) return undefined
  const recipientProof = { kind: 'merchant' } as const
  const approved = { status: 'APPROVED', recipient, recipientProof, searched: undefined } as const
  return { refund: { ...refund, ...approved }, step: 'approved' }
}
