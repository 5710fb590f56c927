import type { Intent } from '../ports/intent.ts'
import type { Ports } from '../ports/ports.ts'
import type { PaymentOption } from '../quote/payment-option.ts'
import {
  findHashFromPayer,
  findPaidHash,
  findPendingHash,
  hasPayerAddresses,
  isPaid,
} from '../quote/settlement.ts'
import { type Dispatch, pause, readWithoutBlocking, settleCall } from './wait.ts'

/** Milliseconds between two polls. */
const pollIntervalMs = 3000
/** Milliseconds that a wallet has to answer before the chain is searched. */
const walletTimeoutMs = 8000
/** The number of blocks that are searched again, because a reorganization may have changed them. */
const overlapBlocks = 16n

interface SoughtPayment {
  intent: Intent
  option: PaymentOption
  /** The block up to which the chain was searched before. */
  searchedToBlock?: bigint | undefined
}

/** Searches for the transfer of a wallet that does not answer, after a delay in which most wallets do. */
export async function watchWhilePending(
  ports: Ports,
  dispatch: Dispatch,
  signal: AbortSignal,
  payment: SoughtPayment,
) {
  if (!(await pause(ports, walletTimeoutMs, signal))) return
  // The wallet may still show the request, so only a payment from this account can be its result.
  const findOwnHash = (freshOption: PaymentOption) =>
    hasPayerAddresses(freshOption) ? findCreditedHash(freshOption, payment.intent) : undefined
  await pollForTransfer(ports, dispatch, signal, payment, findOwnHash)
}

/**
 * Searches for a transfer whose hash the wallet did not return: on the chain through the wallet, and at the service,
 * which scans the chain too.
 */
export async function searchUntilFound(
  ports: Ports,
  dispatch: Dispatch,
  signal: AbortSignal,
  payment: SoughtPayment,
) {
  const { intent, option } = payment
  // A transfer for another charge is only searched on the chain: it is not among this charge's payments.
  const findReportedHash =
    intent.quote.chargeId === option.charge.id ? findCreditedHash : () => undefined
  await pollForTransfer(ports, dispatch, signal, payment, findReportedHash, true)
}

/**
 * @param findReportedHash returns the hash of the intent's payment as reported by the service
 * @param isOutcomeUnknown whether the outcome of the transfer is unknown, so that a paid charge ends the search
 */
async function pollForTransfer(
  ports: Ports,
  dispatch: Dispatch,
  signal: AbortSignal,
  { intent, option, searchedToBlock }: SoughtPayment,
  findReportedHash: (option: PaymentOption, intent: Intent) => string | undefined,
  isOutcomeUnknown = false,
) {
  const intentId = intent.id
  const depth = ports.getRequiredConfirmations(intent.quote.chainId)
  let fromBlock =
    searchedToBlock === undefined ? undefined : getNextFromBlock(searchedToBlock, intent)
  const readSearchResult = readWithoutBlocking(ports, signal, async () =>
    (await ports.loadWallets()).searchTransfer(intent, {
      fromBlock,
      depth,
      isUnanswered: isOutcomeUnknown,
    }),
  )
  while (!signal.aborted) {
    const searchRead = readSearchResult()
    const refresh = await settleCall(ports.proxy.refresh(option, signal))
    const hash = refresh.value && findReportedHash(refresh.value, intent)
    if (hash && !signal.aborted) {
      const searchResult = { found: 'transfer', hash, hasReference: true } as const
      return dispatch({ type: 'searchUpdated', intentId, searchResult })
    }
    if (isOutcomeUnknown && refresh.value && isPaid(refresh.value) && !signal.aborted)
      return dispatch({ type: 'chargePaid', intentId, option: refresh.value })
    const pendingHash = refresh.value && findPendingHash(refresh.value)
    if (pendingHash && !signal.aborted)
      dispatch({
        type: 'paymentPending',
        intentId,
        hash: pendingHash,
        requiredConfirmations: depth,
      })
    const result = await searchRead
    if (signal.aborted) return
    if (result?.value) {
      if (result.value.found !== 'transfer')
        fromBlock = getNextFromBlock(result.value.toBlock, intent)
      dispatch({ type: 'searchUpdated', intentId, searchResult: result.value })
    } else if (result?.error) dispatch({ type: 'searchFailed', intentId, error: result.error })
    if (!(await pause(ports, pollIntervalMs, signal))) return
  }
}

/** Returns the block at which the next search begins; undefined for the intent's own block. */
function getNextFromBlock(searchedToBlock: bigint, { block }: Intent): bigint | undefined {
  return searchedToBlock - overlapBlocks > block ? searchedToBlock - overlapBlocks : undefined
}

/** Returns the hash that the service has credited since the intent, without earlier partial payments. */
function findCreditedHash(option: PaymentOption, intent: Intent): string | undefined {
  const hasPaidMore = option.paidAmount > option.price - intent.quote.amount
  if (hasPayerAddresses(option)) return hasPaidMore ? findHashFromPayer(option, intent) : undefined
  return findPendingHash(option) ?? (hasPaidMore ? findPaidHash(option.charge) : undefined)
}
