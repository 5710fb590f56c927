import type { RefundSigning } from '../../../api/schemas/payments/refund.ts'
import { PayError } from '../../../errors.ts'
import type { Author } from '../../accounts/accounts.ts'
import type { Address } from '../../chain/types/address.ts'
import type { ChargeStore } from '../../charges/store/charges.ts'
import type { ServiceContext } from '../../http/context.ts'
import { createRefusal } from '../../kernel/refusals.ts'
import { adoptTransfer, createUnclearError, listUndecided, startSigning } from '../attempts.ts'
import type { RefundAttempt, RefundRecord } from '../records.ts'
import type { RefundStore } from '../store/refunds.ts'
import { createSearchError, createUnsearchedError, searchEarlier } from './earlier.ts'

type Context = ServiceContext<ChargeStore & RefundStore>

/**
 * Creates the function that begins to ask a wallet for a refund, after the chain was searched for an earlier transfer of it.
 * It rejects with PayError `conflict`, `invalid_request`, `chain_unreachable`, and HttpError until the chain was searched.
 */
export function createAskWallet(context: Context) {
  const { store, chains } = context
  // An operator restores a backup before starting the service, so every transfer that the backup does not know is older than this.
  const started = performance.now()
  /** By the present clock, so that a clock that was wrong at the start and was corrected since makes no difference. */
  const readStart = () => new Date(Date.now() - (performance.now() - started))

  return async (
    asked: RefundRecord,
    author: Author,
    { senderAddress, attempt: attemptId, isHistoryKnown = false }: RefundSigning,
  ): Promise<RefundRecord> => {
    const account = chains.parseAddress(senderAddress, 'senderAddress')
    const attempt = await createAttempt(context, asked, attemptId.toLowerCase(), account)
    const charge = await store.getCharge(asked.accountId, asked.chargeId)
    if (!charge) throw new PayError('not_found', 'There is no such charge.')
    const refunds = await store.listRefundsOfCharge(charge.id)
    const refund = refunds.find(({ id }) => id === asked.id) ?? asked
    // A call that is refused anyway needs no search; the decision is made again under the lock.
    if (!startSigning({ refund, charge, refunds }, attempt)) return refund
    const question = { charge, refund, refunds, account }
    await search(context, readStart(), question, author, isHistoryKnown)
    return await store.updateRefund(refund.id, author, (locked) => startSigning(locked, attempt))
  }
}

/** Searches, and throws where no wallet may be asked. */
async function search(
  context: Context,
  started: Date,
  question: Parameters<typeof searchEarlier>[1],
  author: Author,
  isHistoryKnown: boolean,
): Promise<void> {
  const { store } = context
  const { refund, refunds, account } = question
  const { sent, unclear, to, waitsFor, unsearched } = await searchEarlier(
    context,
    question,
    started,
  )
  if (sent) {
    await store.updateRefund(refund.id, author, (locked) => adoptTransfer(locked, sent, new Date()))
    throw createRefusal('found_sent', { hash: sent.hash }, { details: { hash: sent.hash } })
  }
  const undecided = listUndecided({ ...refund, unclear }, refunds)
  await store.updateRefund(refund.id, undefined, (locked) => ({
    refund: { ...locked.refund, unclear: undecided, searched: { account, to } },
    step: undefined,
  }))
  if (undecided.length > 0) throw createUnclearError(refund, undecided)
  if (waitsFor !== undefined) throw createSearchError(waitsFor)
  if (unsearched.length > 0 && !isHistoryKnown) throw createUnsearchedError(unsearched)
}

async function createAttempt(
  { chains }: Pick<Context, 'chains'>,
  { chainId, released }: RefundRecord,
  id: string,
  account: Address,
): Promise<RefundAttempt> {
  const fromBlock = await chains.getBlockNumber(chainId)
  const isContract = await chains.isContract(chainId, account)
  const nonce = isContract ? undefined : await chains.getNonce(chainId, account, fromBlock)
  return {
    id,
    account,
    nonce,
    askedNonce:
      nonce === undefined
        ? undefined
        : await chooseNonce(chains, chainId, nonce, account, released),
    fromBlock,
    startedAt: new Date(),
    searchedTo: undefined,
    searchedNonce: undefined,
    seen: undefined,
    isAccepted: false,
    release: undefined,
  }
}

/**
 * Returns the nonce that a wallet is asked to use: that of the last wallet that was believed to have sent nothing, so that of
 * both transactions only one can be mined; or the next one, after the waiting transactions in any node's pool.
 */
async function chooseNonce(
  chains: Context['chains'],
  chainId: number,
  mined: number,
  account: Address,
  released: RefundRecord['released'],
): Promise<number> {
  if (released?.account === account && released.nonce >= mined) return released.nonce
  const answers = await chains.getNoncesAtNodes(chainId, account)
  const pending = answers.flatMap((answer) =>
    answer.failure === undefined ? [answer.pending] : [],
  )
  return Math.max(mined, ...pending)
}
