import { PayError } from '../errors.ts'
import { walletError } from './errors.ts'
import {
  blocks,
  proposal,
  type Remote,
  relayOrigin,
  type WalletConnectOptions,
} from './walletconnect-provider.ts'

/** Milliseconds for the relay to answer. The library itself says nothing for a minute where it is absent or silent. */
const relayLimit = 10_000

/** A code that wallets may answer to. */
interface Attempt {
  uri: Promise<string>
  /** Resolves when a wallet has approved, which is up to five minutes later. */
  session: Promise<void>
}

/** A page has one at a time: the library goes deaf for a code as soon as it makes the next. */
const attempts = new WeakMap<Remote, Attempt>()

/**
 * Asks any wallet for a session, and resolves when one has approved. A code that nobody has answered yet stays the code.
 *
 * @param tell hears the code, once the relay has taken the proposal
 * @throws PayError `wallet_refused`; `wallet_failed` when the relay does not answer in 10 s, the page's
 * Content-Security-Policy forbids it, or nobody has answered in time
 */
export async function pair(
  remote: Remote,
  options: WalletConnectOptions,
  tell: (uri: string) => void,
): Promise<void> {
  const { uri, session } = attempts.get(remote) ?? begin(remote, options)
  try {
    // A session may end the attempt before its code was told: then what it failed of is thrown.
    const code = await answered(Promise.race([uri, session]), options)
    if (code) tell(code)
    await session
  } catch (cause) {
    throw pairingError(cause, options)
  }
}

function begin(remote: Remote, options: WalletConnectOptions): Attempt {
  const uri = new Promise<string>((resolve) => remote.once('display_uri', resolve))
  const session = remote.connect(proposal(options))
  const attempt = { uri, session }
  attempts.set(remote, attempt)
  // Whoever waits for it hears of a failure, too; it may be that nobody does any more.
  const over = () => attempts.delete(remote)
  session.then(over, over)
  return attempt
}

/** Resolves when the relay can be reached. @throws PayError `wallet_failed` as {@link pair} does */
export async function reach(remote: Remote, options: WalletConnectOptions): Promise<void> {
  const { relayer } = remote.signer.client.core
  if (relayer.connected) return
  await answered(relayer.transportOpen(), options).catch((cause: unknown) => {
    throw pairingError(cause, options)
  })
}

/** What needs the relay, bounded. */
async function answered<T>(work: Promise<T>, options: WalletConnectOptions): Promise<T> {
  const relay = relayOrigin(options)
  const { promise: trouble, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(failed(silentText(relay))), relayLimit)
  const heard = (violation: SecurityPolicyViolationEvent) => {
    if (blocks(violation, relay)) reject(failed(blockedText(relay)))
  }
  const page = options.outside ? undefined : document
  page?.addEventListener('securitypolicyviolation', heard)
  try {
    return await Promise.race([work, trouble])
  } finally {
    clearTimeout(timer)
    page?.removeEventListener('securitypolicyviolation', heard)
  }
}

const silentText = (relay: string) =>
  `WalletConnect cannot be reached (${relay}). Check the connection and try again, or use another wallet.`
const blockedText = (relay: string) =>
  `This page's Content-Security-Policy blocks WalletConnect: its connect-src lacks ${relay}. Use another wallet, or tell the shop.`

function failed(text: string, cause?: unknown): PayError {
  return new PayError('wallet_failed', text, { retryable: true, cause })
}

/** The library gives the wallet's words, and leaves out its codes. */
function pairingError(cause: unknown, options: WalletConnectOptions): PayError {
  if (cause instanceof PayError) return cause
  const { message } = (cause ?? {}) as { message?: unknown }
  const words = String(message ?? '')
  // https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes: 5000 to 5003, and what wallets say in their place.
  if (/reject|declin|denied|cancel/i.test(words)) {
    const text = 'You declined the connection in your wallet.'
    return new PayError('wallet_refused', text, { cause, retryable: true })
  }
  if (/expired/i.test(words)) {
    const text =
      'No wallet has answered in five minutes, and the code is not valid any more. Choose WalletConnect again for a new one.'
    return failed(text, cause)
  }
  if (/publish|socket|interrupted/i.test(words))
    return failed(silentText(relayOrigin(options)), cause)
  const { message: text } = walletError(cause)
  return failed(`WalletConnect failed: ${text}`, cause)
}
