import { type Client, type Hash, isHash } from 'viem'
import type { Intent, Proposal } from '../checkout/ports.ts'
import { PayError } from '../errors.ts'
import { batchId, type Provider, readSupport, sendBatch } from './batch.ts'
import { type TransferCall, transactionRequest, transferCall } from './call.ts'
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
 * @throws PayError `wallet_refused` and `chain_refused` only when it is certain that nothing was sent
 */
export async function sendTransfer(
  sender: Sender,
  intent: Intent,
  isWanted: () => boolean,
  tell: (proposal: Proposal) => void,
): Promise<string> {
  const { provider, paymasterUrl } = sender
  const { from, quote } = intent
  const { call, payer } = await prepare(sender, intent)
  const support = await readSupport(provider, from, quote.chainId, paymasterUrl)
  const wanted = () => {
    if (!isWanted()) throw new PayError('wallet_refused', 'This try was given up.')
  }
  const proposed = (proposal: Proposal) => {
    tell(proposal)
    return new PayError('wallet_failed', 'Your wallet sends the payment later.')
  }
  wanted()
  try {
    if (support.takes) {
      const { paymaster } = support
      const batch = await askForBatch(sender, intent, call, paymaster)
      if (batch !== undefined) throw proposed({ kind: kindOf(batch, intent, payer), id: batch })
      wanted()
    }
    // Asked straight of the provider, once: a transport that repeats after a fault could pay twice.
    const answer: unknown = await provider.request({
      method: 'eth_sendTransaction',
      params: [transactionRequest(call, from, quote.chainId)],
    } as never)
    if (typeof answer !== 'string' || !isHash(answer))
      throw new PayError('wallet_failed', 'The wallet answered without a transaction hash.')
    const hash = payer === 'account' ? answer : await minedHash(sender, answer)
    if (hash === undefined) throw proposed({ kind: 'signatures', id: answer })
    return hash
  } catch (cause) {
    throw walletError(cause)
  }
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

/** The id of the batch; undefined when the wallet takes none after all. */
async function askForBatch(
  { provider }: Sender,
  intent: Intent,
  call: TransferCall,
  paymaster: string | undefined,
): Promise<string | undefined> {
  const { from, quote } = intent
  const about = { id: batchId(intent), from, chainId: quote.chainId, paymaster }
  try {
    return await sendBatch(provider, call, about)
  } catch (cause) {
    if (hasCode(cause, noBatch)) return undefined
    throw cause
  }
}

/** A Safe's own app answers with the safeTxHash, whatever id it was given (safe-wallet-web, wallet_sendCalls). */
function kindOf(id: string, intent: Intent, payer: Payer): Proposal['kind'] {
  return payer === 'safe' && isHash(id) && id !== batchId(intent) ? 'signatures' : 'batch'
}

/** The transaction's hash, if the chain has it already. Where it cannot be read, it is looked for like any other. */
async function minedHash({ client }: Sender, answer: Hash): Promise<Hash | undefined> {
  return await minedAs(client, answer).catch(() => undefined)
}
