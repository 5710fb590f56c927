import { type Client, isHash } from 'viem'
import type { Intent, Proposal } from '../checkout/ports.ts'
import { PayError } from '../errors.ts'
import { type BatchSupport, batchId, type Provider, readSupport, sendBatch } from './batch.ts'
import { plainCall, type TransferCall, transactionRequest, transferCall } from './call.ts'
import { refusesData } from './data-refusal.ts'
import { hasCode, walletError } from './errors.ts'
import { isContract, minedAs, readThreshold } from './safe.ts'

/** Whom to ask for a transfer, and how. */
export interface Sender {
  /** Reads the chain. */
  client: Client
  /** The payer's wallet. */
  provider: Provider
  /** See {@link transferCall}. */
  attribution: boolean
  /** Where the fee is paid for wallets that can have it paid (ERC-7677). */
  paymasterUrl?: string | undefined
}

/** Who pays: an account that sends its transactions itself, or a contract for which others do. */
type Payer = 'account' | 'contract' | 'safe'

/** Codes with which a wallet refuses a batch for what it is: it has asked nobody and sent nothing (EIP-5792, EIP-1193). */
const noBatch = [-32601, -32602, 4200, 5700, 5710, 5740, 5750, 5760]

/**
 * Asks the payer's wallet for the transfer of an intent: as a batch where it takes batches (EIP-5792), else as a
 * transaction. Resolves with a hash only when that is a transaction's.
 *
 * @param isWanted false for a try that was given up: then nothing is asked
 * @param tell hears what the wallet answers in place of a transaction; the promise rejects then, and what becomes of it is
 * for the search to see
 * @param onWithoutData called before a wallet that takes no data on a plain send is asked once more without: what it sends
 * then names nobody
 * @throws PayError `wallet_refused` and `chain_refused` only when it is certain that nothing was sent
 */
export async function sendTransfer(
  sender: Sender,
  intent: Intent,
  isWanted: () => boolean,
  tell: (proposal: Proposal) => void,
  onWithoutData: () => void = () => {},
): Promise<string> {
  const { provider, paymasterUrl } = sender
  const { from, quote } = intent
  const asked = { ...sender, intent, isWanted, onWithoutData, ...(await prepare(sender, intent)) }
  const support = await readSupport(provider, from, quote.chainId, paymasterUrl)
  const ways = [...(support.takes ? [askForBatch] : []), askForTransaction]
  try {
    for (const ask of ways) {
      requireWanted(isWanted)
      const answer = await ask(asked, support)
      if (typeof answer === 'string') return answer
      if (!answer) continue
      tell(answer)
      throw new PayError('wallet_failed', 'Your wallet sends the payment later.')
    }
    throw new PayError('wallet_failed', 'The wallet answered without a transaction hash.')
  } catch (cause) {
    throw walletError(cause)
  }
}

interface Asked extends Sender {
  intent: Intent
  call: TransferCall
  payer: Payer
  isWanted: () => boolean
  onWithoutData: () => void
}

/** @throws PayError `wallet_refused` for a try that was given up: nothing was asked */
function requireWanted(isWanted: () => boolean): void {
  if (!isWanted()) throw new PayError('wallet_refused', 'This try was given up.')
}

/** Asks for a batch. Undefined when the wallet takes none after all. */
async function askForBatch(
  { provider, intent, call, payer }: Asked,
  { paymaster }: BatchSupport,
): Promise<Proposal | undefined> {
  const own = batchId(intent)
  const about = { id: own, from: intent.from, chainId: intent.quote.chainId, paymaster }
  try {
    const id = await sendBatch(provider, call, about)
    // A Safe's own app answers with the safeTxHash, whatever id it was given (safe-wallet-web, wallet_sendCalls).
    const signed = payer === 'safe' && isHash(id) && id !== own
    return { kind: signed ? 'signatures' : 'batch', id }
  } catch (cause) {
    if (hasCode(cause, noBatch)) return undefined
    throw cause
  }
}

/** Asks for a transaction. Undefined for an answer that says nothing. */
async function askForTransaction(asked: Asked): Promise<string | Proposal | undefined> {
  const { client, payer } = asked
  const id = await requestTransaction(asked, asked.call).catch((cause) =>
    askWithoutData(asked, cause),
  )
  if (typeof id !== 'string' || !isHash(id)) return undefined
  if (payer === 'account') return id
  // Where the chain cannot be read now, it is looked for like any other.
  const hash = await minedAs(client, id).catch(() => undefined)
  return hash ?? { kind: 'signatures', id }
}

async function requestTransaction({ provider, intent }: Asked, call: TransferCall) {
  // Asked straight of the provider, once: a transport that repeats after a fault could pay twice.
  const id: unknown = await provider.request({
    method: 'eth_sendTransaction',
    params: [transactionRequest(call, intent.from, intent.quote.chainId)],
  } as never)
  return id
}

/** Asks once more, without the charge's name, where the wallet certainly sent nothing because of it; else throws on. */
async function askWithoutData(asked: Asked, cause: unknown): Promise<unknown> {
  const { intent, call, payer, isWanted, onWithoutData } = asked
  const isPlainSend = intent.quote.token.native && call.data !== '0x' && payer === 'account'
  if (!isPlainSend || !refusesData(cause)) throw cause
  requireWanted(isWanted)
  onWithoutData()
  return await requestTransaction(asked, plainCall(intent.quote))
}

/** What to ask for, read before the wallet is asked. */
async function prepare({ client, attribution }: Sender, { quote, from }: Intent) {
  try {
    const call = await transferCall(client, quote, attribution)
    return { call, payer: await readPayer(client, from) }
  } catch (cause) {
    const text = 'The network could not be read, so nothing was sent.'
    throw new PayError('chain_refused', text, { cause, retryable: true })
  }
}

async function readPayer(client: Client, from: string): Promise<Payer> {
  if (!(await isContract(client, from))) return 'account'
  return (await readThreshold(client, from)) === undefined ? 'contract' : 'safe'
}
