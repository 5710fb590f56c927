import { withTimeout } from 'viem'
import { type FailureDetails, type FailureKind, PayError } from '../../errors.ts'
import { toWalletError } from '../errors.ts'
import {
  blocksOrigin,
  createSessionProposal,
  createUnavailableError,
  getRelayOrigin,
  type WalletConnectOptions,
  type WalletConnectProvider,
} from './walletconnect-provider.ts'

/** How long to wait for the relay. The library itself reports an absent or silent relay only after a minute. */
const relayTimeoutMs = 10_000

/** A pairing code that is being shown, and the session that it may lead to. */
interface PairingAttempt {
  uri: Promise<string>
  /** Resolves when a wallet has approved, which may take up to five minutes. */
  session: Promise<void>
}

/** A page has one attempt at a time: the library stops listening for a code as soon as it creates the next. */
const attempts = new WeakMap<WalletConnectProvider, PairingAttempt>()

/**
 * Asks any wallet for a session and resolves when one has approved. While a code is unanswered, repeated calls show the
 * same code.
 *
 * @param onUri receives the code once the relay has taken the session proposal
 * @throws PayError `wallet_refused`; `wallet_failed` when the relay does not answer in 10 s, the page's
 * Content-Security-Policy forbids it, or no wallet has answered in time
 */
export async function pair(
  provider: WalletConnectProvider,
  options: WalletConnectOptions,
  onUri: (uri: string) => void,
): Promise<void> {
  const { uri, session } = attempts.get(provider) ?? startAttempt(provider, options)
  try {
    // The attempt may fail before there is a code: then the session's error is thrown.
    const code = await waitForRelay(Promise.race([uri, session]), options)
    if (code) onUri(code)
    await session
  } catch (cause) {
    throw toPairingError(cause, options)
  }
}

function startAttempt(
  provider: WalletConnectProvider,
  options: WalletConnectOptions,
): PairingAttempt {
  const uri = new Promise<string>((resolve) => provider.once('display_uri', resolve))
  const session = provider.connect(createSessionProposal(options))
  const attempt = { uri, session }
  attempts.set(provider, attempt)
  // Callers that wait for the session receive the failure themselves. It is handled here too, since there may be no such caller
  // left.
  const removeAttempt = () => attempts.delete(provider)
  session.then(removeAttempt, removeAttempt)
  return attempt
}

/** Connects to the relay, if it is not connected. @throws PayError `wallet_failed`, like {@link pair} */
export async function connectToRelay(
  provider: WalletConnectProvider,
  options: WalletConnectOptions,
): Promise<void> {
  const { relayer } = provider.signer.client.core
  if (relayer.connected) return
  await waitForRelay(relayer.transportOpen(), options).catch((cause: unknown) => {
    throw toPairingError(cause, options)
  })
}

/**
 * Waits for something that needs the relay. Rejects when the relay does not answer in time or the page's policy
 * blocks it.
 */
async function waitForRelay<T>(work: Promise<T>, options: WalletConnectOptions): Promise<T> {
  const relay = getRelayOrigin(options)
  const { promise: failure, reject } = Promise.withResolvers<never>()
  const onViolation = (violation: SecurityPolicyViolationEvent) => {
    if (!blocksOrigin(violation, relay)) return
    const cause = `This page’s Content-Security-Policy blocks WalletConnect: its connect-src lacks ${relay}.`
    reject(createUnavailableError(cause))
  }
  const page = options.environment ? undefined : document
  page?.addEventListener('securitypolicyviolation', onViolation)
  try {
    return await withTimeout(() => Promise.race([work, failure]), {
      timeout: relayTimeoutMs,
      errorInstance: createUnreachableError(relay),
    })
  } finally {
    page?.removeEventListener('securitypolicyviolation', onViolation)
  }
}

function createUnreachableError(relay: string, cause?: unknown): PayError {
  const text = `We can’t reach WalletConnect (${relay}). Check your connection and try again, or use another wallet.`
  return createPairingError('relay_unreachable', text, cause)
}

function createPairingError(kind: FailureKind, text: string, cause?: unknown): PayError {
  const details = { kind } satisfies FailureDetails
  return new PayError('wallet_failed', text, { retryable: true, cause, details })
}

/**
 * Converts the library's error to a PayError. It has the wallet's message but not its error code, so the text
 * decides.
 */
function toPairingError(cause: unknown, options: WalletConnectOptions): PayError {
  if (cause instanceof PayError) return cause
  const { message } = (cause ?? {}) as { message?: unknown }
  const reason = String(message ?? '')
  // The texts of the codes 5000 to 5003, and the texts that wallets use instead:
  // https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes
  if (/reject|declin|denied|cancel/i.test(reason)) {
    const text = 'You declined the connection in your wallet.'
    return new PayError('wallet_refused', text, { cause, retryable: true })
  }
  if (/expired/i.test(reason)) {
    const text =
      'No wallet responded within five minutes, so the code has expired. Choose WalletConnect again for a new one.'
    return createPairingError('code_expired', text, cause)
  }
  if (/publish|socket|interrupted/i.test(reason))
    return createUnreachableError(getRelayOrigin(options), cause)
  return toWalletError(cause)
}
