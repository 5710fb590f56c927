import { PayError } from '../../../errors.ts'

/** Creates the error for a merchant's decision about money at an address that another account holds. */
export function createForeignAddressError(): PayError {
  return new PayError(
    'conflict',
    'Another account holds this address, so money that arrives there without proof is its own. Set the address as your receiving ' +
      'wallet, or ask the operator, who can assign money with `pay-charge call assignUnmatched`.',
  )
}
