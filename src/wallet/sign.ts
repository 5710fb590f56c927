import type { Config } from '@wagmi/core'
import { type EIP1193Provider, stringToHex } from 'viem'
import { PayError } from '../errors.ts'
import { walletError } from './errors.ts'
import { connectedProvider } from './reader.ts'
import { same } from './transfers.ts'

/** As the service takes one: 65 bytes of an account, more of a contract, up to a Safe of many owners. */
const form = /^0x([\da-f]{2}){1,8192}$/i

/**
 * Asks the connected wallet to sign a text (EIP-191 `personal_sign`) and returns its answer. A contract wallet answers
 * with what the contract verifies (ERC-1271, ERC-6492), which is passed on as it is. The text goes as the hex of its UTF-8,
 * so that no wallet takes it for anything else, and on whatever network the wallet is: a signature moves nothing.
 *
 * @throws PayError `wallet_refused`, `wallet_busy`; `wallet_failed` also for a wallet that shows another account, which is
 * not asked, and for an answer that is no signature
 */
export async function signMessage(
  config: Config,
  account: string,
  message: string,
): Promise<string> {
  try {
    const provider = await connectedProvider(config)
    await requireAccount(provider, account)
    const answer: unknown = await provider.request({
      method: 'personal_sign',
      params: [stringToHex(message), account],
    } as never)
    if (typeof answer === 'string' && form.test(answer)) return answer
  } catch (cause) {
    const { code, message } = walletError(cause)
    const isKnown = code === 'wallet_refused' || code === 'wallet_busy'
    throw new PayError(isKnown ? code : 'wallet_failed', message, { cause, retryable: true })
  }
  throw new PayError('wallet_failed', 'The wallet answered without a signature.', {
    retryable: true,
  })
}

async function requireAccount(provider: EIP1193Provider, account: string): Promise<void> {
  const shown: unknown = await provider.request({ method: 'eth_accounts' })
  if (Array.isArray(shown) && shown.some((one) => same(String(one), account))) return
  const text = `Your wallet shows another account now. Choose ${account} in it and try again.`
  throw new PayError('wallet_failed', text, { retryable: true })
}
