import { type EIP1193Provider, type Hex, isHash, keccak256, numberToHex, stringToHex } from 'viem'
import type { Intent } from '../checkout/ports.ts'
import type { TransferCall } from './call.ts'
import { same } from './transfers.ts'

// EIP-5792: a wallet is asked for calls, answers with the id of a batch, and tells its transaction later. By hand: viem's
// actions say neither what certainly was not sent nor which wallet made up an id of its own.

/** What is asked of a wallet's provider here. */
export type Provider = Pick<EIP1193Provider, 'request'>

/** Milliseconds for a wallet to say what it can do. Most do not know the question, and some never answer it. */
const capabilityLimit = 2000
/** Milliseconds for a wallet to say how a batch stands. It is asked again. */
const statusLimit = 3000

/**
 * The id of an intent's batch: 32 bytes that follow from what the journal knows, so that a page which was opened anew can
 * ask for it though the wallet's answer was lost.
 */
export function batchId({ id, quote }: Intent): Hex {
  return keccak256(stringToHex(`${quote.chargeId} ${id}`))
}

/** What a wallet can do for an account on a chain. */
export interface BatchSupport {
  /** It takes calls in a batch (`atomic`, EIP-5792), or has their fee paid (`paymasterService`, ERC-7677). */
  takes: boolean
  /** Where the fee is paid, if the wallet can have it paid and the page has given an address. */
  paymaster?: string | undefined
}

/** Asks a wallet for its capabilities. Any error, and silence, means no: it is asked for a transaction then. */
export async function readSupport(
  provider: Provider,
  from: string,
  chainId: number,
  paymasterUrl: string | undefined,
): Promise<BatchSupport> {
  const params = [from, [numberToHex(chainId)]]
  const all = await ask(provider, capabilityLimit, 'wallet_getCapabilities', params)
  // What holds on every chain stands under 0x0.
  const atomic =
    capability(all, 0, 'atomic', 'status') ?? capability(all, chainId, 'atomic', 'status')
  const [everywhere, here] = [0, chainId].map((id) =>
    capability(all, id, 'paymasterService', 'supported'),
  )
  const paymaster = (here ?? everywhere) === true ? paymasterUrl : undefined
  return { takes: atomic === 'supported' || paymaster !== undefined, paymaster }
}

/** One word of a wallet's answer, which may be anything. */
function capability(all: unknown, chainId: number, name: string, key: string): unknown {
  const chains = Object.entries((all ?? {}) as Record<string, Record<string, unknown>>)
  const found = chains.find(([id]) => Number(id) === chainId)?.[1]?.[name]
  return (found as Record<string, unknown> | undefined)?.[key]
}

/**
 * Asks a wallet for a batch of one call, and gives the id that the wallet knows it by: ours, or one that it has made up.
 * Rejects as the wallet does.
 */
export async function sendBatch(
  provider: Provider,
  { to, data, value }: TransferCall,
  about: { id: string; from: string; chainId: number; paymaster: string | undefined },
): Promise<string> {
  const { id, from, chainId, paymaster } = about
  const call = { to, ...(data !== '0x' && { data }), value: numberToHex(value) }
  // Optional: a wallet that cannot use it after all takes the fee from the payer, who sees it there.
  const paymasterService = { url: paymaster, optional: true }
  const params = {
    version: '2.0.0',
    id,
    from,
    chainId: numberToHex(chainId),
    // One call is whole in itself.
    atomicRequired: false,
    calls: [call],
    ...(paymaster && { capabilities: { paymasterService } }),
  }
  const answer: unknown = await provider.request({
    method: 'wallet_sendCalls',
    params: [params],
  } as never)
  // Wallets of the draft answered with the bare id.
  const given = typeof answer === 'object' ? (answer as { id?: unknown } | null)?.id : answer
  return typeof given === 'string' && given !== '' ? given : id
}

/**
 * How a batch stands. `failed`: it is in no block and the wallet will not try again (status 4xx). `mined`: one transaction
 * has it, reverted or not.
 */
export type BatchState = { is: 'pending' | 'failed' } | { is: 'mined'; hash: Hex }

/** Asks a wallet how a batch stands. Undefined where it does not say: not every wallet knows it for long. */
export async function readBatch(
  provider: Provider,
  id: string,
  token: string,
): Promise<BatchState | undefined> {
  const answer = await ask(provider, statusLimit, 'wallet_getCallsStatus', [id])
  const { status, receipts } = (answer ?? {}) as { status?: unknown; receipts?: unknown }
  // Wallets of the draft spell two of them out.
  const code = status === 'PENDING' ? 100 : status === 'CONFIRMED' ? 200 : Number(status)
  if (Number.isNaN(code)) return undefined
  const hash = code < 200 ? undefined : transactionIn(receipts, token)
  if (hash) return { is: 'mined', hash }
  // A wallet counts 3xx so, too: https://porto.sh/sdk/rpc/wallet_getCallsStatus
  return { is: code >= 300 && code < 500 ? 'failed' : 'pending' }
}

interface Receipt {
  transactionHash?: unknown
  logs?: { address?: string }[]
}

/** The transaction that touched the token; else the last, since others may make the account ready. */
function transactionIn(receipts: unknown, token: string): Hex | undefined {
  const all = (Array.isArray(receipts) ? receipts : []) as Receipt[]
  const known = all.filter((one) => isHash(String(one?.transactionHash)))
  const touches = ({ logs }: Receipt) => logs?.some(({ address }) => same(address, token))
  return (known.findLast(touches) ?? known.at(-1))?.transactionHash as Hex | undefined
}

/** What a wallet answers to a question that changes nothing; undefined for an error, and for silence. */
async function ask(
  provider: Provider,
  milliseconds: number,
  method: string,
  params: unknown[],
): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined)
  })
  try {
    return await Promise.race([provider.request({ method, params } as never), silence])
  } catch {
    // One that does not know the method says so in many ways.
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
