import { nativeAddress } from '../../../api/formats.ts'
import { listQuotes } from '../../charges/pricing/payment-assets.ts'
import type { ChargeRecord } from '../../charges/records.ts'
import { createId } from '../../kernel/id.ts'
import {
  findMisdirectedTransfer,
  type MisdirectedRecord,
  maxMisdirected,
} from '../../payments/misdirected.ts'
import type { AttributedTransaction } from '../attribute/attribute-transaction.ts'
import type { WatcherContext } from '../context.ts'

/**
 * Notifies merchants of a transaction that names charges (those it was reported for) but pays another address, and returns the ids
 * of those charges. It does not change them: the payer has lost money to a compromised wallet, and the charge can still be paid.
 */
export async function notifyMisdirected(
  { store, chains, clock, log, onMisdirected }: WatcherContext,
  { chainId, hash, receipt, attribution, reports }: AttributedTransaction,
  charges: readonly ChargeRecord[],
): Promise<ReadonlySet<string>> {
  const misdirected = new Set<string>()
  const { movements, hasUnknownNativeAmount } = attribution
  const parseAddress = (text: string) => chains.parseAddress(text, 'address')
  for (const charge of charges) {
    const isReported = reports.some(({ chargeId }) => chargeId === charge.id)
    const takesNative = listQuotes(charge).some(({ token }) => token === nativeAddress)
    // Native currency that no node shows may have reached the merchant after all.
    if (!isReported || (hasUnknownNativeAmount && takesNative)) continue
    const found = findMisdirectedTransfer(charge, chainId, movements)
    if (!found) continue
    misdirected.add(charge.id)
    const { transfer, expectedRecipient } = found
    const record: MisdirectedRecord = {
      id: createId(),
      chargeId: charge.id,
      chainId,
      hash,
      token: parseAddress(transfer.token),
      recipient: parseAddress(transfer.recipient),
      sender: parseAddress(transfer.sender),
      amount: transfer.amount,
      expectedRecipient,
      block: receipt.block,
      minedAt: clock.correctBlockTime(chainId, receipt.minedAt),
      createdAt: new Date(),
    }
    if (!(await store.recordMisdirected(record, charge, maxMisdirected))) continue
    onMisdirected(chainId)
    const { sender, recipient } = record
    log.error(
      { chainId, hash, charge: charge.reference, sender, recipient, expectedRecipient },
      'A transaction names a charge but pays another address: a wallet may be compromised.',
    )
  }
  return misdirected
}
