import { PayError, type PayErrorCode } from '../errors.ts'

/** EIP-1193 4001; CAIP-25 5000, as WalletConnect wallets answer; ethers' name for it, which some wallets pass on. */
const refusals: unknown[] = [4001, 5000, 'ACTION_REJECTED']

/** The thrown thing and all that it wraps: libraries put the wallet's own error at the bottom. */
export function* causes(error: unknown): Generator<{ code?: unknown; message?: unknown }> {
  const seen = new Set<unknown>()
  for (let at = error; typeof at === 'object' && at !== null && !seen.has(at); ) {
    seen.add(at)
    yield at as { code?: unknown }
    // MetaMask Mobile wraps in data.originalError: https://github.com/MetaMask/metamask-mobile/issues/2944
    const { cause, data } = at as { cause?: unknown; data?: { originalError?: unknown } }
    at = cause ?? data?.originalError
  }
}

/** Returns whether the payer said no. */
export function isRefusal(error: unknown): boolean {
  return hasCode(error, refusals)
}

/** True when somewhere in the causes stands one of the codes. */
export function hasCode(error: unknown, codes: unknown[]): boolean {
  for (const { code } of causes(error)) if (codes.includes(code)) return true
  return false
}

/** What a wallet's failure means. Only an explicit refusal is `wallet_refused`; what is unclear stays unclear. */
export function walletError(cause: unknown, otherwise: PayErrorCode = 'wallet_failed'): PayError {
  if (cause instanceof PayError) return cause
  if (isRefusal(cause)) {
    return new PayError('wallet_refused', 'You declined it in your wallet.', {
      cause,
      retryable: true,
    })
  }
  if (hasCode(cause, [-32002])) {
    const text = 'Your wallet already shows a question. Open it and answer there.'
    return new PayError('wallet_busy', text, { cause, retryable: true })
  }
  return new PayError(otherwise, shortMessage(cause), { cause })
}

/** viem and wagmi keep the sentence for people in `shortMessage`. */
export function shortMessage(cause: unknown): string {
  const { shortMessage: short, message } = (cause ?? {}) as Record<string, unknown>
  const text = [short, message].find((one) => typeof one === 'string' && one)
  return typeof text === 'string' ? text.slice(0, 300) : 'The wallet failed and did not say why.'
}

/** Undefined for the error that says no; any other is thrown on. */
export function unless(kind: abstract new (...args: never[]) => Error) {
  return (cause: unknown): undefined => {
    if (!(cause instanceof kind)) throw cause
  }
}
