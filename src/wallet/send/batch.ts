import { type Hex, isHash, keccak256, numberToHex, stringToHex, withTimeout } from 'viem'
import type { Intent } from '../../checkout/ports/intent.ts'
import type { Provider } from '../connect/provider.ts'
import { hasCode } from '../errors.ts'
import { isHexEqual } from '../track/transfer-logs.ts'
import type { TransferCall } from './transfer-call.ts'

// EIP-5792: a wallet is asked for calls, answers with the id of a batch, and reports its transaction later. viem's actions are not
// used: they reveal neither that nothing was sent nor that a wallet chose its own id.

/** How long to wait for a wallet's capabilities. Most wallets do not know the method, and some never answer. */
const capabilitiesTimeoutMs = 2000
/** How long to wait for the status of a batch. It is asked for again later. */
const statusTimeoutMs = 3000

/**
 * Creates the id of an intent's batch: 32 bytes that are computed only from the journal. So a reloaded page can ask for the batch's
 * status even when the wallet's answer was lost.
 */
export function createBatchId({ id, quote }: Intent): Hex {
  return keccak256(stringToHex(`${quote.chargeId} ${id}`))
}

/** The batch capabilities of a wallet, for one account on one chain. */
export interface BatchSupport {
  /**
   * Whether it supports batches (`atomic`, EIP-5792), or can have the fee of calls paid (`paymasterService`,
   * ERC-7677).
   */
  isSupported: boolean
  /** The URL of the paymaster, where the wallet supports one and the page has given one. */
  paymasterUrl?: string | undefined
}

/**
 * Asks a wallet for its capabilities. An error or no answer is treated as no support: the wallet is then asked for a
 * transaction.
 */
export async function readBatchSupport(
  provider: Provider,
  from: string,
  chainId: number,
  paymasterUrl: string | undefined,
): Promise<BatchSupport> {
  const params = [from, [numberToHex(chainId)]]
  const capabilities = await requestWithTimeout(
    provider,
    capabilitiesTimeoutMs,
    'wallet_getCapabilities',
    params,
  )
  // Capabilities that hold on every chain are listed under chain id 0x0.
  const atomic =
    readCapability(capabilities, 0, 'atomic', 'status') ??
    readCapability(capabilities, chainId, 'atomic', 'status')
  const [everywhere, chainCapabilities] = [0, chainId].map((id) =>
    readCapability(capabilities, id, 'paymasterService', 'supported'),
  )
  const paymaster = (chainCapabilities ?? everywhere) === true ? paymasterUrl : undefined
  return { isSupported: atomic === 'supported' || paymaster !== undefined, paymasterUrl: paymaster }
}

/** Reads one value from a wallet's capabilities. The answer is unchecked and may be anything. */
function readCapability(
  capabilities: unknown,
  chainId: number,
  name: string,
  key: string,
): unknown {
  const chains = Object.entries((capabilities ?? {}) as Record<string, Record<string, unknown>>)
  const capability = chains.find(([id]) => Number(id) === chainId)?.[1]?.[name]
  return (capability as Record<string, unknown> | undefined)?.[key]
}

/**
 * Asks a wallet for a batch of one call, and returns the id by which the wallet knows it: ours, or one that it chose
 * itself. Rejects with the wallet's error.
 */
export async function sendBatch(
  provider: Provider,
  { to, data, value }: TransferCall,
  options: { id: string; from: string; chainId: number; paymaster: string | undefined },
): Promise<string> {
  const { id, from, chainId, paymaster } = options
  const call = { to, ...(data !== '0x' && { data }), value: numberToHex(value) }
  // Optional: a wallet that cannot use it after all charges the fee to the payer, who sees it in the wallet.
  const paymasterService = { url: paymaster, optional: true }
  const params = {
    version: '2.0.0',
    id,
    from,
    chainId: numberToHex(chainId),
    // A single call is atomic anyway.
    atomicRequired: false,
    calls: [call],
    ...(paymaster && { capabilities: { paymasterService } }),
  }
  const answer: unknown = await provider.request({
    method: 'wallet_sendCalls',
    params: [params],
  } as never)
  // Wallets that follow the draft answer with the bare id.
  const walletId = typeof answer === 'object' ? (answer as { id?: unknown } | null)?.id : answer
  return typeof walletId === 'string' && walletId !== '' ? walletId : id
}

/**
 * The status of a batch. `failed`: it is in no block and the wallet will not try again (status 4xx). `mined`: a
 * transaction contains it, whether reverted or not. `forgotten`: the wallet knows no batch of this id, as when the
 * payer has refused it.
 */
export type BatchStatus =
  | { status: 'pending' | 'failed' | 'forgotten' }
  | { status: 'mined'; hash: Hex }

/** The code for a batch that a wallet does not know (EIP-5792). */
const unknownBatchCode = 5730

/**
 * Asks a wallet for the status of a batch. Undefined where it gives none: not every wallet remembers batches for
 * long.
 */
export async function readBatchStatus(
  provider: Provider,
  id: string,
  token: string,
): Promise<BatchStatus | undefined> {
  let isForgotten = false
  const method = 'wallet_getCallsStatus'
  const answer = await requestWithTimeout(provider, statusTimeoutMs, method, [id], (cause) => {
    isForgotten = hasCode(cause, [unknownBatchCode])
  })
  if (isForgotten) return { status: 'forgotten' }
  const { status, receipts } = (answer ?? {}) as { status?: unknown; receipts?: unknown }
  // Wallets that follow the draft send two of the codes as words.
  const code = status === 'PENDING' ? 100 : status === 'CONFIRMED' ? 200 : Number(status)
  if (Number.isNaN(code)) return undefined
  const hash = code < 200 ? undefined : findTransactionHash(receipts, token)
  if (hash) return { status: 'mined', hash }
  // Some wallets used 3xx for failures, which EIP-5792 leaves open.
  return { status: code >= 300 && code < 500 ? 'failed' : 'pending' }
}

interface CallReceipt {
  transactionHash?: unknown
  logs?: { address?: string }[]
}

/** Returns the transaction that touched the token, else the last one: earlier ones may only deploy the account. */
function findTransactionHash(receipts: unknown, token: string): Hex | undefined {
  const entries = (Array.isArray(receipts) ? receipts : []) as CallReceipt[]
  const minedReceipts = entries.filter((receipt) => isHash(String(receipt?.transactionHash)))
  const touches = ({ logs }: CallReceipt) => logs?.some(({ address }) => isHexEqual(address, token))
  return (minedReceipts.findLast(touches) ?? minedReceipts.at(-1))?.transactionHash as
    | Hex
    | undefined
}

/** Sends a wallet a request that changes nothing. Returns undefined for an error, and where no answer comes in time. */
async function requestWithTimeout(
  provider: Provider,
  timeoutMs: number,
  method: string,
  params: unknown[],
  onError: (cause: unknown) => void = () => {},
): Promise<unknown> {
  try {
    return await withTimeout(() => provider.request({ method, params } as never), {
      timeout: timeoutMs,
    })
  } catch (cause) {
    // Wallets that do not know the method report it in many different ways.
    onError(cause)
    return undefined
  }
}
