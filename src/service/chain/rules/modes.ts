import { PayError } from '../../../errors.ts'
import { createInputError } from '../../kernel/input-error.ts'

// A merchant has a live account and a test account, each with its own keys, wallets, endpoints, lists and books, like two
// merchants. Only the chain decides to which of the two a payment belongs.

/** Whether a chain's money has value. */
export type ChainMode = 'live' | 'test'

/** Returns whether a chain's money is worthless, so that only test accounts are paid on it. */
export type IsTestChain = (chainId: number) => boolean

/**
 * Checks that an account can be paid on a chain: a live account on chains whose money has value, a test account on test chains.
 *
 * @throws PayError `invalid_request` naming the field
 */
export function checkChainMode(
  { livemode }: { livemode: boolean },
  chainId: number,
  isTestChain: IsTestChain,
  field: string,
): void {
  if (livemode !== isTestChain(chainId)) return
  throw createInputError(
    field,
    livemode
      ? `Chain ${chainId} is a test chain, and this api-key is live: use a test key, or a chain whose money has value.`
      : `Chain ${chainId} is not a test chain, and this api-key is for tests: use a live key, or a test chain.`,
  )
}

/** Creates the error for an id that names an object in the other mode than the caller's. */
export function createOtherModeError(kind: string, caller: { livemode: boolean }): PayError {
  const mode = caller.livemode ? 'test' : 'live'
  return new PayError('not_found', `This ${kind} belongs to ${mode} mode: use a ${mode} key.`)
}
