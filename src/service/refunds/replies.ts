import { formatAmount } from '../../amount.ts'
import { trimEnd } from '../../api/formats.ts'
import type { ListedRefund, Refund } from '../../api/schemas/payments/refund.ts'
import type { RefundEvent, RefundEventType } from '../../api/schemas/webhook.ts'
import { createId } from '../kernel/id.ts'
import type { RefundRecord, RefundStep } from './records.ts'

/** Returns the page on which the payer names the address of a refund. `publicUrl` is the service's own URL. */
export function getClaimUrl({ chargeId, id }: RefundRecord, publicUrl: string): string {
  return `${trimEnd(publicUrl, '/')}/pay/${chargeId}/refunds/${id}`
}

/** Returns a refund with the field names of the HTTP interface. */
export function toRefundReply(refund: RefundRecord, publicUrl: string): Refund {
  const { recipientProof: proof, transfer, decimals } = refund
  return {
    uuid: refund.id,
    chargeUuid: refund.chargeId,
    livemode: refund.livemode,
    reference: refund.reference,
    status: refund.status,
    chainId: String(refund.chainId),
    tokenAddress: refund.token,
    tokenSymbol: refund.symbol,
    tokenDecimals: decimals,
    amount: formatAmount(refund.amount, decimals),
    reason: refund.reason,
    recipientAddress: refund.recipient ?? '',
    recipientProof: proof ? (proof.kind === 'signature' ? 'SIGNATURE' : 'MERCHANT') : '',
    signerAddress: proof?.kind === 'signature' ? proof.signer : '',
    senderAddress: refund.attempt?.account ?? '',
    senderNonce: String(refund.attempt?.askedNonce ?? ''),
    hash: refund.hash ?? '',
    sentAmount: transfer ? formatAmount(transfer.amount, decimals) : '',
    failure: refund.failure,
    waitsFor: refund.attempt?.release
      ? refund.attempt.release.waitsFor || 'The chain is being searched.'
      : '',
    unclearTransfers: refund.unclear
      .filter(({ hash }) => !refund.dismissed.includes(hash))
      .map(({ hash, amount, sender, recipient }) => ({
        hash,
        amount: formatAmount(amount, decimals),
        senderAddress: sender,
        recipientAddress: recipient,
      })),
    claimUrl: getClaimUrl(refund, publicUrl),
    createdAt: refund.createdAt.toISOString(),
    minedAt: transfer?.minedAt.toISOString() ?? '',
  }
}

/** Returns a refund as the merchant lists it: with its shop, which is no matter of the payer's. */
export function toListedRefund(refund: RefundRecord, publicUrl: string): ListedRefund {
  return { ...toRefundReply(refund, publicUrl), shop: refund.shop }
}

/** The webhook event of each step; a step that is missing here sends none. */
const eventTypes: Partial<Record<RefundStep, RefundEventType>> = {
  named: 'refund:named',
  pending: 'refund:pending',
  reopened: 'refund:pending',
  confirmed: 'refund:confirmed',
  failed: 'refund:failed',
  canceled: 'refund:canceled',
}

/** Creates the webhook event of a step; undefined for one that sends none. `refund` is the refund after it. */
export function createRefundEvent(
  step: RefundStep,
  refund: RefundRecord,
  now: Date,
): Omit<RefundEvent, 'sequence'> | undefined {
  const type = eventTypes[step]
  // Without our own URL, as in the events of charges.
  return (
    type && {
      id: createId(),
      type,
      created_at: now.toISOString(),
      livemode: refund.livemode,
      data: toRefundReply(refund, ''),
    }
  )
}
