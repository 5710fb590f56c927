import { transferAuthorizationTypes } from '../../api/authorizations.ts'
import { signaturePattern } from '../../api/formats.ts'
import type { Intent } from '../../checkout/ports/intent.ts'
import { PayError } from '../../errors.ts'
import type { Provider } from '../connect/provider.ts'
import { createLockedError, hasCode, isInability, toWalletError } from '../errors.ts'
import { requireWanted } from '../send/send.ts'

/**
 * Asks a wallet for the signature of an intent's authorization (EIP-712, `eth_signTypedData_v4`). The wallet shows its fields:
 * who pays whom, how much, and until when.
 *
 * @throws PayError `wallet_refused`, `wallet_busy`, `wallet_locked`; `authorization_refused` for a wallet that cannot sign it;
 * `wallet_failed` for one that did not, and may do so when it is asked again
 */
export async function signAuthorization(
  provider: Provider,
  intent: Intent,
  isWanted: () => boolean,
): Promise<string> {
  requireWanted(isWanted)
  try {
    const answer: unknown = await provider.request({
      method: 'eth_signTypedData_v4',
      params: [intent.from, JSON.stringify(createTypedData(intent))],
    } as never)
    if (typeof answer === 'string' && signaturePattern.test(answer)) return answer
  } catch (cause) {
    if (hasCode(cause, [4100])) throw createLockedError(cause)
    const error = toWalletError(cause)
    if (error.code !== 'wallet_failed' || !isInability(cause)) throw error
    throw new PayError('authorization_refused', 'This wallet doesn’t sign transfers.', { cause })
  }
  throw new PayError('wallet_failed', 'Your wallet didn’t return a signature.', {
    retryable: true,
    details: { isWordless: true },
  })
}

/** Creates the typed data of an authorization for the wallet. Every verifier of the signature computes the same. */
function createTypedData({ from, quote, authorization }: Intent) {
  if (!authorization) throw new PayError('wallet_failed', 'There is nothing to sign.')
  const { value, validBefore, nonce, domain } = authorization
  return {
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      ...transferAuthorizationTypes,
    },
    primaryType: 'TransferWithAuthorization',
    domain: { ...domain, chainId: quote.chainId, verifyingContract: quote.token.address },
    message: {
      from,
      to: quote.recipient,
      value: String(value),
      validAfter: '0',
      validBefore: String(validBefore),
      nonce,
    },
  }
}
