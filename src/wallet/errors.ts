import { PayError, type PayErrorCode } from '../errors.ts'

/**
 * Codes by which wallets report that the user rejected a request: 4001 (EIP-1193); 5000 (CAIP-25), which WalletConnect
 * wallets use; and ethers' name for it, which some wallets pass on.
 */
const userRejectionCodes: unknown[] = [4001, 5000, 'ACTION_REJECTED']

/** Yields the thrown error and every error that it wraps: libraries put the wallet's own error at the bottom. */
export function* walkCauses(error: unknown): Generator<{ code?: unknown; message?: unknown }> {
  const seen = new Set<unknown>()
  for (
    let current = error;
    typeof current === 'object' && current !== null && !seen.has(current);
  ) {
    seen.add(current)
    yield current as { code?: unknown }
    // MetaMask Mobile wraps in data.originalError: https://github.com/MetaMask/metamask-mobile/issues/2944
    const { cause, data } = current as { cause?: unknown; data?: { originalError?: unknown } }
    current = cause ?? data?.originalError
  }
}

/** Returns whether the payer explicitly rejected the request in their wallet. */
export function isUserRejection(error: unknown): boolean {
  return hasCode(error, userRejectionCodes)
}

/** Returns whether the error, or any error that it wraps, has one of the codes. */
export function hasCode(error: unknown, codes: unknown[]): boolean {
  for (const { code } of walkCauses(error)) if (codes.includes(code)) return true
  return false
}

/**
 * Converts a wallet's error to a PayError. Only an explicit rejection becomes `wallet_refused`: after any other
 * failure the transfer may still have been sent.
 *
 * @param fallbackCode the code for a failure that is neither a rejection nor a busy wallet
 */
export function toWalletError(
  cause: unknown,
  fallbackCode: PayErrorCode = 'wallet_failed',
): PayError {
  if (cause instanceof PayError) return cause
  if (isUserRejection(cause)) {
    return new PayError('wallet_refused', 'You declined the request in your wallet.', {
      cause,
      retryable: true,
    })
  }
  if (hasCode(cause, [-32002])) {
    const text = 'Your wallet already has an open request. Open your wallet to answer it.'
    return new PayError('wallet_busy', text, { cause, retryable: true })
  }
  return new PayError(fallbackCode, getShortMessage(cause), { cause })
}

/** Returns the error's text for people, at most 300 characters. viem and wagmi keep it in `shortMessage`. */
export function getShortMessage(cause: unknown): string {
  const { shortMessage: short, message } = (cause ?? {}) as Record<string, unknown>
  const text = [short, message].find((one) => typeof one === 'string' && one)
  return typeof text === 'string'
    ? text.slice(0, 300)
    : 'Your wallet reported a problem without a reason.'
}

/**
 * Returns a handler for `catch` that turns one class of errors into undefined and throws every other error again.
 *
 * @example
 * const receipt = await getTransactionReceipt(client, { hash }).catch(ignoreError(TransactionReceiptNotFoundError))
 */
export function ignoreError(errorClass: abstract new (...args: never[]) => Error) {
  return (cause: unknown): undefined => {
    if (!(cause instanceof errorClass)) throw cause
  }
}
