import { PayError } from '../../errors.ts'
import type { Ports } from '../ports/ports.ts'
import type { ConnectedAccount, Funds } from '../ports/wallets.ts'
import type { PaymentOption } from '../quote/payment-option.ts'
import { getRefreshTime } from '../quote/refresh-time.ts'
import { listPaymentHashes } from '../quote/settlement.ts'
import type { Effect } from '../state.ts'
import { findMissing } from '../transitions/pay/send-transfer.ts'
import { readEntry } from './read-entry.ts'
import type { Dispatch } from './wait.ts'

/** Milliseconds for which a charge is recent enough to ask a wallet without another read. */
const freshOptionMaxAgeMs = 1000

/**
 * Reads an account's funds and the charge's present price directly before a wallet is asked, and creates the intent of the
 * transfer.
 */
export async function checkFunds(
  ports: Ports,
  dispatch: Dispatch,
  signal: AbortSignal,
  { option, account, attempt }: Extract<Effect, { do: 'checkFunds' }>,
) {
  const { quote } = option
  const wallets = await ports.loadWallets()
  const startedAt = ports.monotonicNow()
  // A proxy that does not answer does not stop the payer: the hash is reported later.
  const readFreshOption = () => ports.proxy.refresh(option, signal).catch(() => undefined)
  const [funds, earlyOption] = await Promise.all([
    wallets.readFunds(quote, account.address),
    readFreshOption(),
  ])
  // The charge may have been paid while a slow wallet was read.
  const isRecent = ports.monotonicNow() - startedAt <= freshOptionMaxAgeMs
  const freshOption = isRecent ? earlyOption : await readFreshOption()
  const { nonce, blockNumber, isNonceUnknown } = funds
  const refusal = freshOption && ports.checkQuote(freshOption)
  if (refusal) throw refusal
  // The price has expired and could not be read again, so no transfer is requested.
  if (!freshOption && getRefreshTime(option) <= ports.now()) {
    const text = 'We couldn’t update the price. Check your connection and try again.'
    throw new PayError('offline', text, { retryable: true })
  }
  // An unreadable entry already keeps the payer from paying.
  const refused = readEntry(ports.journal, option.charge.id)?.refused
  // Anyone who kept the refused signature could otherwise send it now, in addition to this wallet's transfer.
  if (refused && !(await wallets.findAuthorizationRefusal(refused)))
    return dispatch({ type: 'authorizationRevived', attempt, intent: refused })
  const authorization =
    refused?.from === account.address
      ? undefined
      : await offerAuthorization(ports, option, account, funds, signal)
  // The payments that the payer was shown with a status, and the ignored ones. Any other payment is new to the payer.
  const shownHashes = listPaymentHashes(option, ({ status }) => status !== undefined)
  const earlierHashes = [...shownHashes, ...(option.ignoredHashes ?? [])]
  const time = ports.now()
  const id = `${time.toString(36)}-${ports.random().toString(36).slice(2, 10)}`
  dispatch({
    type: 'checked',
    attempt,
    funds,
    freshOption,
    authorization,
    intent: {
      id,
      from: account.address,
      quote,
      nonce,
      block: blockNumber,
      time,
      earlierHashes,
      isNonceUnknown,
    },
  })
}

/**
 * Returns the transfer that an account with too little native currency can sign. If the offer cannot be read, the ordinary ways
 * remain.
 */
async function offerAuthorization(
  ports: Ports,
  option: PaymentOption,
  { address }: ConnectedAccount,
  funds: Funds,
  signal: AbortSignal,
) {
  const { quote, refusedAuthorization } = option
  if (quote.token.native || findMissing(option, funds) !== 'gas') return undefined
  if (refusedAuthorization?.from === address) return undefined
  try {
    const offer = await ports.proxy.findAuthorizationOffer(option, signal)
    const wallets = await ports.loadWallets()
    return offer && (await wallets.prepareAuthorization(quote, address, offer))
  } catch {
    return undefined
  }
}
