import { PayError } from '../../errors.ts'
import { quoteIn } from './pairs.ts'
import type { ChargeRecord, TransferRecord } from './records.ts'

/**
 * Checks that unmatched money may be assigned to a charge: it is paid there, and was not canceled. How late it came is
 * for whoever assigns it to weigh.
 *
 * @throws PayError `conflict`
 */
export function checkAssignment(charge: ChargeRecord, transfer: TransferRecord): void {
  const pair = quoteIn(charge, transfer)
  if (pair?.recipient !== transfer.recipient) {
    throw new PayError('conflict', 'The charge is not paid in this token at this address.')
  }
  if (charge.status === 'CANCELLED') throw new PayError('conflict', 'The charge was canceled.')
}
