import { type EIP1193Provider, withTimeout } from 'viem'

/** The part of a wallet's EIP-1193 provider that is used here. */
export type Provider = Pick<EIP1193Provider, 'request'>

/** The methods by which a wallet asks its owner, who takes any time. */
const questions = [
  'eth_requestAccounts',
  'wallet_requestPermissions',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'eth_sendTransaction',
  'wallet_sendCalls',
  'personal_sign',
]

/** Milliseconds that a wallet has to answer a read. It needs no approval: a wallet that takes longer is locked or hangs. */
const readTimeoutMs = 15_000

/** The code of a wallet that is cut off (EIP-1193). It keeps viem from repeating an unanswered request. */
export const noAnswerCode = 4900

/**
 * Returns the provider with a limit for its reads. A wallet that never answers one would otherwise leave its payer with
 * a screen that does not end.
 */
export function limitReads(provider: Provider): Provider {
  // Async, so that a synchronous throw of a wallet becomes a rejection.
  const request = async (ask: { method: string }): Promise<unknown> => {
    const answer = async (): Promise<unknown> => provider.request(ask as never)
    if (questions.includes(ask.method)) return answer()
    const errorInstance = Object.assign(new Error(), { code: noAnswerCode })
    return withTimeout(answer, { timeout: readTimeoutMs, errorInstance })
  }
  return { request: request as Provider['request'] }
}
