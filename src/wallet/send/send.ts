import { isHash } from 'viem'
import type { Intent, Proposal } from '../../checkout/ports/intent.ts'
import { PayError } from '../../errors.ts'
import { findNotSentError, hasCode, toWalletError } from '../errors.ts'
import { type BatchSupport, createBatchId, sendBatch } from './batch.ts'
import { refusesData } from './data-refusal.ts'
import {
  finishPreparation,
  type PayerKind,
  type PreparedTransfer,
  prepareTransfer,
  type Sender,
} from './prepare-transfer.ts'
import { findMinedHash } from './safe.ts'
import { createPlainCall, createTransactionRequest, type TransferCall } from './transfer-call.ts'

/**
 * Error codes by which a wallet refuses batches as such (EIP-5792, EIP-1193). It has then neither asked the payer nor
 * sent anything.
 */
const batchRefusalCodes = [-32601, -32602, 4200, 5700, 5710, 5740, 5750, 5760]

/**
 * Asks the payer's wallet for the transfer of an intent, as a transaction or as a batch (see {@link needsBatch}).
 * Resolves with a hash only when it is a transaction's.
 *
 * @param sender `prepared`: earlier reads for this very quote and account; else they are made now
 * @param isWanted returns false for an abandoned attempt: then the wallet is not asked
 * @param onProposal receives the wallet's answer if it is not a transaction. The promise then rejects, and the search finds its
 *   outcome
 * @param onWithoutData called before a wallet that accepts no data on a plain send is asked once more without data.
 * Its transfer then carries no reference
 * @throws PayError `wallet_refused`, `wallet_locked`, `wallet_unable`, `insufficient_funds` and `chain_refused` only when it is certain that nothing was sent
 */
export async function sendTransfer(
  sender: Sender & { prepared?: PreparedTransfer },
  intent: Intent,
  isWanted: () => boolean,
  onProposal: (proposal: Proposal) => void,
  onWithoutData: () => void = () => {},
): Promise<string> {
  const { from, quote } = intent
  const { call, payer, support } =
    sender.prepared ?? (await finishPreparation(prepareTransfer(sender, quote, from)))
  const request = { ...sender, intent, isWanted, onWithoutData, call, payer }
  const methods = [...(needsBatch(payer, support) ? [askForBatch] : []), askForTransaction]
  try {
    for (const ask of methods) {
      requireWanted(isWanted)
      const answer = await ask(request, support)
      if (typeof answer === 'string') return answer
      if (!answer) continue
      onProposal(answer)
      throw new PayError('wallet_failed', 'Your wallet will send the payment later.')
    }
    throw new PayError('wallet_failed', 'Your wallet didn’t return a transaction hash.')
  } catch (cause) {
    const error = toWalletError(cause)
    throw (error.code === 'wallet_failed' && findNotSentError(cause)) || error
  }
}

/**
 * Returns whether a wallet is asked for a batch (EIP-5792). A single call needs none: an account with its own key is asked
 * for a transaction, unless a paymaster pays its fee. MetaMask from 13.44 on answers a batch before its user has decided,
 * and does not report a refusal: https://github.com/MetaMask/metamask-extension/issues/46120. A contract's wallet may
 * answer a transaction with something other than a hash, but reports the status of a batch.
 */
function needsBatch(payer: PayerKind, { isSupported, paymasterUrl }: BatchSupport): boolean {
  return isSupported && (payer !== 'account' || paymasterUrl !== undefined)
}

interface TransferRequest extends Sender {
  intent: Intent
  call: TransferCall
  payer: PayerKind
  isWanted: () => boolean
  onWithoutData: () => void
}

/** Checks that the attempt was not abandoned. @throws PayError `wallet_refused` if it was: the wallet was not asked */
export function requireWanted(isWanted: () => boolean): void {
  if (!isWanted())
    throw new PayError('wallet_refused', 'This payment was canceled before it reached your wallet.')
}

/** Asks for a batch. Undefined when the wallet turns out not to support batches. */
async function askForBatch(
  { provider, intent, call, payer }: TransferRequest,
  { paymasterUrl }: BatchSupport,
): Promise<Proposal | undefined> {
  const ownId = createBatchId(intent)
  const about = {
    id: ownId,
    from: intent.from,
    chainId: intent.quote.chainId,
    paymaster: paymasterUrl,
  }
  try {
    const id = await sendBatch(provider, call, about)
    // A Safe's own app answers with the safeTxHash, and ignores the given id (safe-wallet-web, wallet_sendCalls).
    const isSafeTxHash = payer === 'safe' && isHash(id) && id !== ownId
    return { kind: isSafeTxHash ? 'signatures' : 'batch', id }
  } catch (cause) {
    if (hasCode(cause, batchRefusalCodes)) return undefined
    throw cause
  }
}

/** Asks for a transaction. Undefined for an answer that is not a hash. */
async function askForTransaction(request: TransferRequest): Promise<string | Proposal | undefined> {
  const { client, payer } = request
  const id = await requestTransaction(request, request.call).catch((cause) =>
    askWithoutData(request, cause),
  )
  if (typeof id !== 'string' || !isHash(id)) return undefined
  if (payer === 'account') return id
  // Where the chain cannot be read now, the search finds the transaction later.
  const hash = await findMinedHash(client, id).catch(() => undefined)
  return hash ?? { kind: 'signatures', id }
}

async function requestTransaction(
  { provider, intent, askedNonce }: TransferRequest,
  call: TransferCall,
) {
  // Sent directly to the provider, once: a viem transport that retries after a failure could pay twice.
  const id: unknown = await provider.request({
    method: 'eth_sendTransaction',
    params: [createTransactionRequest(call, intent.from, intent.quote.chainId, askedNonce)],
  } as never)
  return id
}

/**
 * Asks once more without the charge's reference, where it is certain that the wallet sent nothing because of the data.
 * Otherwise throws the wallet's error again.
 */
async function askWithoutData(request: TransferRequest, cause: unknown): Promise<unknown> {
  const { intent, call, payer, isWanted, onWithoutData } = request
  const isPlainSend = intent.quote.token.native && call.data !== '0x' && payer === 'account'
  if (!isPlainSend || !refusesData(cause)) throw cause
  requireWanted(isWanted)
  onWithoutData()
  return await requestTransaction(request, createPlainCall(intent.quote))
}
