import { type FailureDetails, PayError, type PayErrorCode } from '../errors.ts'
import { noAnswerCode } from './connect/provider.ts'

/**
 * Codes by which wallets report that the user rejected a request: 4001 (EIP-1193); 5000 (CAIP-25), which WalletConnect
 * wallets use; and ethers' name for it, which some wallets pass on.
 */
const userRejectionCodes: unknown[] = [4001, 5000, 'ACTION_REJECTED']

/**
 * Codes of wallets that refuse a request without asking a person: 4200 (EIP-1193), and the code for an unknown method (JSON-RPC
 * 2.0).
 */
const methodRefusalCodes: unknown[] = [4200, -32601]

/**
 * Codes of wallets that cannot do a request: those above, the code for an unsupported method (EIP-1474), and methods that a session
 * of WalletConnect lacks. Any other failure does not show that the wallet is unable.
 */
const inabilityCodes: unknown[] = [...methodRefusalCodes, -32004, 3001, 5101, 5201]

/** The code of a wallet that shows this page no account, such as a locked one (EIP-1193). The payer has seen no request. */
const unauthorizedCode = 4100

/** The errors of nodes for a transaction that the account cannot afford. They neither mine nor relay it. */
const shortfallWords = /\binsufficient funds\b/i

/**
 * Words with which wallets report a refusal without a code. They name the user, so that a transfer that a node rejected is not
 * mistaken for one.
 */
const userRejectionWords =
  /\buser (has )?(rejected|denied|declined|refused|cancel?led)\b|\b(rejected|denied|declined|refused|cancel?led) by (the )?user\b/i

interface WrappedError {
  code?: unknown
  message?: unknown
}

/**
 * Yields the thrown error and every error that it wraps: libraries put the wallet's own error at the bottom. A text is
 * yielded as a message, and a text or number that is a code (`"4001"`) also as that.
 */
export function* walkCauses(error: unknown): Generator<WrappedError> {
  const visited = new Set<unknown>()
  const queue: unknown[] = [error]
  while (queue.length > 0 && visited.size < 20) {
    const current = queue.shift()
    if (typeof current === 'string' || typeof current === 'number')
      yield { code: current, message: String(current) }
    if (typeof current !== 'object' || current === null || visited.has(current)) continue
    visited.add(current)
    try {
      const { code, message } = current as WrappedError
      yield { code, message }
      // MetaMask Mobile wraps in data.originalError: https://github.com/MetaMask/metamask-mobile/issues/2944
      // Others pass on the whole JSON-RPC reply: { error: { code: 4001 } }.
      const { cause, error: inner, originalError, data } = current as Record<string, unknown>
      const { originalError: inData } = Object(data) as { originalError?: unknown }
      queue.push(cause, inner, originalError, inData)
    } catch {
      // An unreadable error is not treated as a rejection by the user.
    }
  }
}

/** Returns whether the payer explicitly rejected the request in their wallet. */
export function isUserRejection(error: unknown): boolean {
  if (hasCode(error, userRejectionCodes)) return true
  for (const { message } of walkCauses(error))
    if (typeof message === 'string' && userRejectionWords.test(message)) return true
  return false
}

/** Returns whether the wallet states that it cannot do the request, and could not another time. */
export function isInability(error: unknown): boolean {
  return hasCode(error, inabilityCodes)
}

/**
 * Returns the error of a wallet that was asked to send and certainly sent nothing, other than by the payer's refusal.
 * Undefined where it may have sent something.
 */
export function findNotSentError(cause: unknown): PayError | undefined {
  if (hasCode(cause, [unauthorizedCode])) return createLockedError(cause)
  const options = { cause, retryable: true }
  if (hasCode(cause, methodRefusalCodes)) {
    const text =
      'Your wallet doesn’t let this page ask for payments. Nothing was sent. Connect it again, or use another wallet.'
    return new PayError('wallet_unable', text, options)
  }
  for (const { message } of walkCauses(cause)) {
    if (typeof message !== 'string' || !shortfallWords.test(message)) continue
    const text =
      'Your wallet has too little for this payment and its network fee. Nothing was sent.'
    return new PayError('insufficient_funds', text, options)
  }
  return undefined
}

/** Creates the error of a wallet that shows this page no account. Nothing was asked of it, so nothing was sent. */
export function createLockedError(cause?: unknown): PayError {
  const text = 'Your wallet is locked or disconnected. Unlock it and connect it again.'
  return new PayError('wallet_locked', text, { cause, retryable: true })
}

/** Creates the error of a listed wallet that the page no longer has. */
export function createGoneError(): PayError {
  const details = { kind: 'wallet_gone' } satisfies FailureDetails
  const text = 'This wallet is no longer available. Choose it again.'
  return new PayError('wallet_failed', text, { details })
}

/** Returns whether the error, or any error that it wraps, has one of the codes, as a number or as text. */
export function hasCode(error: unknown, codes: unknown[]): boolean {
  for (const { code } of walkCauses(error))
    if (codes.includes(code) || (code && codes.includes(Number(code)))) return true
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
  if (hasCode(cause, [noAnswerCode])) {
    const details = { kind: 'wallet_silent' } satisfies FailureDetails
    return new PayError(fallbackCode, silentWallet, { cause, retryable: true, details })
  }
  if (hasCode(cause, [-32002])) {
    const text = 'Your wallet already has an open request. Open your wallet to answer it.'
    return new PayError('wallet_busy', text, { cause, retryable: true })
  }
  const words = getShortMessage(cause)
  const details = { isWordless: words === undefined }
  return new PayError(fallbackCode, words ?? wordlessWallet, { cause, details })
}

const wordlessWallet = 'Your wallet reported a problem.'
const silentWallet = 'Your wallet isn’t responding. Open it and unlock it.'

/**
 * Returns an error's message for people, at most 300 characters. viem and wagmi keep it in `shortMessage`.
 * Undefined where there is none, or it is for programmers.
 */
export function getShortMessage(cause: unknown): string | undefined {
  try {
    const { shortMessage: short, message } = Object(cause) as Record<string, unknown>
    const text = [short, message, cause].find(
      (candidate) => typeof candidate === 'string' && candidate,
    )
    const words = typeof text === 'string' ? text.slice(0, 300).replace(deviceCode, '') : ''
    return isForPeople(words) ? words : undefined
  } catch {
    // A wallet's error may have anything for its fields, such as getters that throw.
    return undefined
  }
}

/** A device's code behind its words: `Locked device (0x5515)`. */
const deviceCode = / \(0x[\da-f]{4}\)/i

/** Marks of code: brackets, operators, names in camel or snake case, a dot inside a word, and long digits. */
const codeMarks = /[{}[\]<>()|\\=*#@_`]|[a-z][A-Z]|\w\.[a-z]|0x|\w{32}|\d{6}/

/** Words that only programmers use, or that come from JavaScript engines, nodes and libraries. */
const jargon =
  /\b(undefined|null|NaN|object|function|JSON|RPC|HTTP|URL|API|BigInt|[A-Za-z]*Error|exception|stack|token .{1,20} in|cannot (read|set|convert|decode|destructure|mix)|invalid (param|argument|request|response|sender|input)|bytes?|hex|decode|parse|provider|wallet_\w+|eth_\w+|parameters?|arguments?|request failed|failed to fetch|revert(ed)?|method|nonce|payload|timeout exceeded|missing or invalid|internal)\b/i

/** Returns whether a text has words, and nothing in it is a programmer's. */
function isForPeople(text: string): boolean {
  return /\p{L}{2}/u.test(text) && !codeMarks.test(text) && !jargon.test(text)
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
