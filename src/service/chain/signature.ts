import {
  type Address,
  BaseError,
  createClient,
  custom,
  type Hex,
  isHex,
  RpcRequestError,
  recoverMessageAddress,
} from 'viem'
import { verifyMessage } from 'viem/actions'
import type { ChainClient } from './client.ts'

/** ERC-8010: such a signature brings code of its own for an account, which an old authorization, public on a chain, would allow. */
const broughtCode = /(8010){16}$/
/** JSON-RPC codes of a node that could not do it now: too many calls, resource unavailable. */
const busyCodes = [-32005, -32002]

/**
 * Returns whether an account signed a text: with its key (EIP-191), as a contract (ERC-1271), or as a contract that is not
 * deployed yet (ERC-6492). The node runs the contract's code, and bounds its gas and time. Rejects as {@link ChainClient} does.
 */
export async function verifySignature(
  chain: ChainClient,
  account: string,
  message: string,
  signature: string,
): Promise<boolean> {
  if (!isHex(signature) || signature.length % 2 !== 0 || broughtCode.test(signature)) return false
  if (await isKeySignature(account, message, signature)) return true
  return await chain.read(async (client) => {
    const address = account as Address
    const code = await client.getCode({ address })
    if (code === undefined && signature.length <= 2 + 2 * 65) return false
    let fault: unknown
    const request = ({ method, params }: { method: string; params?: unknown }) =>
      client.request({ method, params } as never).catch((cause: unknown) => {
        fault = cause
        throw cause
      })
    const transport = custom({ request }, { retryCount: 0 })
    const asker = createClient({ transport, cacheTime: 0, ccipRead: false })
    const valid = await verifyMessage(asker, { address, message, signature })
    // viem answers no to a contract that reverts and to a node that does not answer alike.
    if (!valid && fault !== undefined && !hasReverted(fault)) throw fault
    return valid
  })
}

async function isKeySignature(account: string, message: string, signature: Hex): Promise<boolean> {
  if (signature.length !== 2 + 2 * 65) return false
  // Digits that are no point of the curve are no signature.
  const signer = await recoverMessageAddress({ message, signature }).catch(() => undefined)
  return signer?.toLowerCase() === account.toLowerCase()
}

function hasReverted(fault: unknown): boolean {
  if (!(fault instanceof BaseError)) return false
  const answer = fault.walk((one) => one instanceof RpcRequestError)
  return answer instanceof RpcRequestError && !busyCodes.includes(answer.code)
}
