import type { Relayer } from '../relayer.ts'
import { createRelayerAccounts } from './accounts.ts'
import { isRelayed, type RelayerContext } from './context.ts'
import { createFeeOffers } from './fees.ts'
import { createFollowRelays, type FollowRelays } from './follow.ts'
import type { RelayerOptions } from './options.ts'
import { submitAuthorization } from './submit.ts'

// The relayer sends transfers that payers have signed (EIP-3009), and pays the network's fee for them.
//
// A slot is one nonce of one of the relayer's accounts. An authorization that is accepted takes a slot, and the slot stays
// open until a final block has used up its nonce:
//
// - `submit.ts` answers the API call. It checks the authorization, simulates its transaction, takes a slot under the locks
//   of the charge and the payer, and signs and sends the first transaction.
// - `follow.ts` runs in each poll of the chain, and goes through the open slots.
// - `advance.ts` handles a slot whose nonce the chain has not used up. It sends the transaction again, replaces it by one
//   with a higher fee when it has waited too long, or replaces it by a cancellation when the charge no longer needs it or
//   the token no longer accepts it. A cancellation moves nothing; it only uses up the nonce.
// - `settle.ts` handles a slot whose nonce the chain has used up. Once that is final, the authorization ends as USED or
//   FAILED, or takes another slot where a transaction of somebody else has used up the nonce.
// - `accounts.ts` chooses the account for an authorization, and `gaps.ts` compares the accounts with the chain: after a
//   reorganization, slots are opened again, and nonces that were skipped get a cancellation.
//
// What always holds:
//
// - All state is in the database: each accepted authorization, each taken nonce, and each signed transaction before it is
//   sent. So any process continues the work of another one.
// - Every nonce that was taken is used up, since all later ones of its account wait for it.
// - No transaction is sent twice with a different effect: all transactions of a slot have the same nonce, and the token
//   accepts each authorization once.
// - A failed read decides nothing. The slot stays as it is until the next poll.

/** A relayer, with the work that its transactions need until they are final. */
export interface RunningRelayer extends Relayer {
  /** Works on the open slots of a chain. One process at a time is enough, and several do no harm. */
  follow: FollowRelays
}

/** Creates the relayer. */
export function createRelayer(options: RelayerOptions): RunningRelayer {
  const accounts = createRelayerAccounts(options)
  const feeOffers = createFeeOffers(options)
  const context: RelayerContext = { ...options, accounts, feeOffers }
  const { signer, log, onSubmit } = options
  return {
    accounts: signer.accounts,
    isRelayed: (chainId) => isRelayed(options, chainId),
    readState: accounts.readState,
    async offer(charge, quote) {
      const { chainId } = quote
      if (await accounts.canServe(chainId)) return await feeOffers.offer(charge, quote)
      log.warn(
        { chainId },
        'No signed transfer is offered: the relayer’s accounts wait for their nonces.',
      )
      return undefined
    },
    async submit(charge, quote, authorization, terms = {}) {
      const submission = { charge, quote, authorization, terms }
      const result = await submitAuthorization(context, submission)
      onSubmit(authorization.chainId, result.outcome)
      return result
    },
    follow: createFollowRelays(context),
  }
}
