import { type EIP1193Provider, withTimeout } from 'viem'

/** The part of a wallet's EIP-1193 provider that is used here. */
export type Provider = Pick<EIP1193Provider, 'request'>

/**
 * The methods that a wallet is known to answer itself. Any other method may ask a person, who may take any time: so a method that
 * is added later has no time limit until it is listed here.
 */
export const readMethods: readonly string[] = [
  'eth_accounts',
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'wallet_getCallsStatus',
  'wallet_getCapabilities',
]

/** Milliseconds that a wallet has to answer a read. It needs no approval: a wallet that takes longer is locked or hangs. */
const readTimeoutMs = 15_000

/** The code of a wallet that is cut off (EIP-1193). It keeps viem from repeating an unanswered request. */
export const noAnswerCode = 4900

/**
 * Returns the provider with a limit for its reads, and for nothing else. A wallet that never answers one would otherwise leave
 * its payer with a screen that does not end.
 */
export function limitReads(provider: Provider): Provider {
  // Async, so that a synchronous throw of a wallet becomes a rejection.
  const request = async (ask: { method: string }): Promise<unknown> => {
    const answer = async (): Promise<unknown> => provider.request(ask as never)
    if (!readMethods.includes(ask.method)) return answer()
    const errorInstance = Object.assign(new Error(), { code: noAnswerCode })
    return withTimeout(answer, { timeout: readTimeoutMs, errorInstance })
  }
  return { request: request as Provider['request'] }
}
