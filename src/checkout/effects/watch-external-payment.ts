import type { Ports } from '../ports/ports.ts'
import type { InspectedTransaction } from '../ports/wallets.ts'
import { listPaymentOptions } from '../quote/payment-assets.ts'
import { findPendingHash, isIgnoredHash, isPaid } from '../quote/settlement.ts'
import type { CheckoutEvent, Effect, SoughtTransaction } from '../state.ts'
import { type Dispatch, pause, readWithoutBlocking, type SettledCall, settleCall } from './wait.ts'

/** Milliseconds between two polls for a payment made outside this page. */
const externalPollIntervalMs = 4000

/**
 * Watches for a payment made outside this page: at the service, and on the chain for a transfer of exactly the reserved
 * amount. It only polls while the page is visible, so that an abandoned page does not claim another payer's transfer.
 */
export async function watchExternalPayment(
  ports: Ports,
  dispatch: Dispatch,
  signal: AbortSignal,
  {
    option,
    unreservedOption,
    attempt,
    fromBlock: initialBlock,
    sought,
  }: Extract<Effect, { do: 'watchExternalPayment' }>,
) {
  let nextBlock = initialBlock
  // A transfer of an unreserved amount may be for any charge. Only the payer can confirm that it is for this one.
  const readIncoming = readWithoutBlocking(ports, signal, async () =>
    unreservedOption
      ? (await ports.loadWallets()).findIncomingTransfers(option.quote, nextBlock)
      : undefined,
  )
  const readers = (sought ?? []).map((transaction) =>
    createSoughtReader(ports, transaction, attempt, signal),
  )
  do {
    if (!ports.isPageVisible()) continue
    const incomingRead = readIncoming()
    const soughtReads = Promise.all(readers.map((read) => read()))
    const { value: fresh } = await settleCall(
      ports.proxy.refresh(unreservedOption ?? option, signal),
    )
    if (signal.aborted) return
    if (fresh && (isPaid(fresh) || findPendingHash(fresh)))
      return dispatch({ type: 'fetched', option: fresh.base ?? fresh })
    const soughtEvent = (await soughtReads).find((event) => event !== undefined)
    if (signal.aborted) return
    if (soughtEvent) return dispatch(soughtEvent)
    // If the chain cannot be read, only the service reports.
    const { value: transfers } = (await incomingRead) ?? {}
    if (signal.aborted) return
    if (!transfers) continue
    const hash = transfers.hashes.find((candidate) => !isIgnoredHash(option, candidate))
    if (hash)
      return dispatch({
        type: 'inspected',
        attempt,
        hash,
        option: unreservedOption ?? option,
        source: 'found',
      })
    nextBlock = transfers.toBlock
    dispatch({ type: 'watched', attempt, toBlock: nextBlock })
  } while (await pause(ports, externalPollIntervalMs, signal))
}

/** Returns the event of a submitted transaction that was read. */
export function createInspectedEvent(
  { proof, signers, ...transaction }: InspectedTransaction,
  attempt: number,
): CheckoutEvent {
  // Where the chain does not show whom the money came from, the service is asked first.
  const signature = proof === 'signature' && signers.length > 0 && { signers }
  return { type: 'inspected', attempt, source: 'submitted', ...transaction, ...signature }
}

/**
 * Creates the function that looks for a submitted transaction once, at the service and on the chains, and returns the
 * event of the result; undefined while neither has seen it.
 */
function createSoughtReader(
  ports: Ports,
  { hash, option }: SoughtTransaction,
  attempt: number,
  signal: AbortSignal,
): () => Promise<CheckoutEvent | undefined> {
  const readChain = readWithoutBlocking(ports, signal, async () =>
    (await ports.loadWallets()).inspectTransaction(
      listPaymentOptions(option.base ?? option, ports.getAcceptedAssets()),
      hash,
    ),
  )
  return async () => {
    const chainRead = readChain()
    const report = await settleCall(ports.proxy.getPaymentStatus(option, hash, signal))
    const chainResult = await chainRead
    const event = toSeenEvent(chainResult, hash, attempt)
    if (event || !report.value || report.value.status === 'UNSEEN') return event
    // PENDING may only mean that a node knows the transaction. Whether it pays, the chain shows where this page reads it,
    // however slowly.
    const isUnreadable = chainResult?.error !== undefined || chainResult?.value?.isUnread
    if (report.value.status === 'PENDING' && !isUnreadable) return undefined
    return { type: 'inspected', attempt, hash, option, source: 'submitted' }
  }
}

function toSeenEvent(
  chainResult: SettledCall<InspectedTransaction> | undefined,
  hash: string,
  attempt: number,
): CheckoutEvent | undefined {
  if (chainResult?.value && !chainResult.value.isUnseen)
    return createInspectedEvent(chainResult.value, attempt)
  // It is on a chain, and does not pay the charge.
  if (chainResult?.error?.code === 'payment_failed')
    return { type: 'inspectFailed', attempt, error: chainResult.error, hash }
  return undefined
}
