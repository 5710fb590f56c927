import type { Client } from 'viem'
import type { Quote } from '../../checkout/quote/payment-option.ts'
import { PayError } from '../../errors.ts'
import type { Provider } from '../connect/provider.ts'
import type { AskedNonce } from '../options.ts'
import { type BatchSupport, readBatchSupport } from './batch.ts'
import { isContract, readThreshold } from './safe.ts'
import { createTransferCall, type TransferCall } from './transfer-call.ts'

/** The wallet to ask for a transfer, and how to ask it. */
export interface Sender {
  /** The client that reads the chain. */
  client: Client
  /** The payer's wallet. */
  provider: Provider
  /** Whether to append the charge's reference: see {@link createTransferCall}. */
  attribution: boolean
  /** The URL of the paymaster, for wallets that support one (ERC-7677). */
  paymasterUrl?: string | undefined
  /** The nonce that a transaction is asked with. @default the wallet chooses */
  askedNonce?: AskedNonce | undefined
}

/** The kind of the paying account: one that sends its transactions itself, or a contract for which others send them. */
export type PayerKind = 'account' | 'contract' | 'safe'

/** The reads behind a request for a transfer. They are valid for one quote and one account. */
export interface PreparedTransfer {
  call: TransferCall
  payer: PayerKind
  support: BatchSupport
}

/**
 * The reads of a {@link PreparedTransfer}, which run in parallel to those of the balances. A failure is thrown to the waiting
 * caller.
 */
export type TransferPreparation = {
  [part in keyof PreparedTransfer]: Promise<PreparedTransfer[part]>
}

/** Starts the reads that a request for a transfer needs. None of them asks the payer. */
export function prepareTransfer(
  { client, provider, attribution, paymasterUrl }: Sender,
  quote: Quote,
  from: string,
): TransferPreparation {
  const preparation = {
    call: createTransferCall(client, quote, attribution),
    payer: readPayerKind(client, from),
    support: readBatchSupport(provider, from, quote.chainId, paymasterUrl),
  }
  // A failure matters only to a waiting caller.
  for (const part of Object.values(preparation)) part.catch(() => undefined)
  return preparation
}

/** Waits for a preparation. @throws PayError `chain_unreachable`: the wallet was not asked */
export async function finishPreparation(
  preparation: TransferPreparation,
): Promise<PreparedTransfer> {
  try {
    const [call, payer, support] = await Promise.all([
      preparation.call,
      preparation.payer,
      preparation.support,
    ])
    return { call, payer, support }
  } catch (cause) {
    throw createUnreadError(cause)
  }
}

/** Creates the error for a chain that cannot be read before the wallet is asked: certainly nothing was sent. */
export function createUnreadError(cause: unknown): PayError {
  const text = 'We can’t read the network, so nothing was sent.'
  return new PayError('chain_unreachable', text, { cause, retryable: true })
}

async function readPayerKind(client: Client, from: string): Promise<PayerKind> {
  if (!(await isContract(client, from))) return 'account'
  return (await readThreshold(client, from)) === undefined ? 'contract' : 'safe'
}
