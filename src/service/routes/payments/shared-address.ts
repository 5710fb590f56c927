import { PayError } from '../../../errors.ts'

/** Creates the error for a merchant's decision where several accounts are paid at the address. */
export function createSharedAddressError(): PayError {
  return new PayError(
    'conflict',
    'Charges of another account are paid at this address too. Ask the operator to decide, with `pay-charge unmatched`.',
  )
}
