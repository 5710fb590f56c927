import { stringToHex } from 'viem'
import { signaturePattern } from '../../api/formats.ts'
import { type FailureDetails, PayError } from '../../errors.ts'
import type { Connections } from '../connect/connections.ts'
import type { Provider } from '../connect/provider.ts'
import { toWalletError } from '../errors.ts'
import { getConnectedProvider } from '../reader.ts'
import { isHexEqual } from '../track/transfer-logs.ts'

/**
 * A signature as the service accepts it: 65 bytes from an account, more from a contract such as a Safe of many
 * owners.
 */

/**
 * Asks the connected wallet to sign a text (EIP-191 `personal_sign`) and returns the signature. A contract wallet answers with a
 * signature that its contract verifies (ERC-1271, ERC-6492), which is returned unchanged. The text is sent as the hex of its UTF-8
 * bytes, so that no wallet interprets it in another way. The wallet may be on any network, because a signature moves no money.
 *
 * @throws PayError `wallet_refused`, `wallet_busy`; `wallet_failed`, also when the wallet shows another account,
 * which is not asked then, or when its answer is not a signature
 */
export async function signMessage(
  connections: Connections,
  account: string,
  message: string,
): Promise<string> {
  try {
    const provider = await getConnectedProvider(connections)
    await requireAccount(provider, account)
    const answer: unknown = await provider.request({
      method: 'personal_sign',
      params: [stringToHex(message), account],
    } as never)
    if (typeof answer === 'string' && signaturePattern.test(answer)) return answer
  } catch (cause) {
    const { code, message, details } = toWalletError(cause)
    const isKnown = code === 'wallet_refused' || code === 'wallet_busy'
    throw new PayError(isKnown ? code : 'wallet_failed', message, {
      cause,
      retryable: true,
      details,
    })
  }
  throw new PayError('wallet_failed', 'Your wallet didn’t return a signature.', {
    retryable: true,
    details: { isWordless: true },
  })
}

async function requireAccount(provider: Provider, account: string): Promise<void> {
  const accounts: unknown = await provider.request({ method: 'eth_accounts' })
  if (Array.isArray(accounts) && accounts.some((entry) => isHexEqual(String(entry), account)))
    return
  const text = `Your wallet switched to another account. Choose ${account} in it and try again.`
  const details = { kind: 'other_account' } satisfies FailureDetails
  throw new PayError('wallet_failed', text, { retryable: true, details })
}
