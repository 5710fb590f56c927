import { createPaymentMessage } from '../../api/signed-messages.ts'
import { type FailureDetails, PayError } from '../../errors.ts'
import type { Ports } from '../ports/ports.ts'
import type { PaymentOption } from '../quote/payment-option.ts'
import type { Effect } from '../state.ts'
import { isSigner } from '../transitions/pay/sign-payment.ts'
import { watchAccount } from './connect-wallet.ts'
import type { Run } from './run.ts'
import type { Dispatch } from './wait.ts'

/** Asks the connected account to sign. If there is none, or it cannot sign, the screen shows that first. */
export async function signMessage(
  ports: Ports,
  dispatch: Dispatch,
  run: Run,
  { option, hash, signers, attempt }: Extract<Effect, { do: 'signMessage' }>,
) {
  requireSignedReference(ports, option)
  const { chainId, recipient, reference = '' } = option.quote
  const wallets = await ports.loadWallets()
  watchAccount(dispatch, run, wallets)
  const { account } = run
  if (!account || !isSigner(signers, account))
    return dispatch({ type: 'otherSignerNeeded', attempt, account })
  const message = createPaymentMessage({ reference, recipient, chainId, hash })
  const signature = await wallets.signMessage(account.address, message)
  dispatch({ type: 'signed', attempt, signature })
}

/**
 * A message with another charge's reference would sign the payer's transfer away. The money has been sent, so its
 * amount no longer matters, nor whether the quote has expired meanwhile.
 */
function requireSignedReference(ports: Ports, option: PaymentOption) {
  const error = ports.checkQuote({ ...option, quote: { ...option.quote, amount: 0n } })
  const { reason } = Object(error?.details) as { reason?: unknown }
  if (error?.code !== 'quote_not_signed' || reason === 'expired') return
  const text =
    'We couldn’t check the store’s signature, so you can’t confirm your payment here. Contact the store and keep the receipt.'
  const details = { kind: 'reference_unsigned', reason } satisfies FailureDetails & {
    reason: unknown
  }
  throw new PayError('quote_not_signed', text, { field: error.field, cause: error, details })
}
