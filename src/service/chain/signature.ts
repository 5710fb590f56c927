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

/**
 * Ends a signature of ERC-8010, which is not accepted: it lets the account be verified with other code, by an EIP-7702
 * authorization that may be an old one, copied from a public chain.
 */
const erc8010Suffix = /(8010){16}$/
/** JSON-RPC error codes of a node that is busy: limit exceeded, resource unavailable. */
const busyCodes = [-32005, -32002]

/**
 * Returns whether an account signed a text: with its key (EIP-191), as a contract (ERC-1271), or as a contract that is
 * not deployed yet (ERC-6492). The node runs the contract's code, and limits its gas and time. Rejects as
 * {@link ChainClient} does.
 */
export async function verifySignature(
  chain: ChainClient,
  account: string,
  message: string,
  signature: string,
): Promise<boolean> {
  if (!isHex(signature) || signature.length % 2 !== 0 || erc8010Suffix.test(signature)) return false
  if (await isKeySignature(account, message, signature)) return true
  return await chain.read(async (client) => {
    const address = account as Address
    const code = await client.getCode({ address })
    if (code === undefined && signature.length <= 2 + 2 * 65) return false
    let requestError: unknown
    const request = ({ method, params }: { method: string; params?: unknown }) =>
      client.request({ method, params } as never).catch((cause: unknown) => {
        requestError = cause
        throw cause
      })
    const transport = custom({ request }, { retryCount: 0 })
    const singleTryClient = createClient({ transport, cacheTime: 0, ccipRead: false })
    const isValid = await verifyMessage(singleTryClient, { address, message, signature })
    // viem returns false both for a contract that reverts and for a node that does not respond.
    if (!isValid && requestError !== undefined && !hasReverted(requestError)) throw requestError
    return isValid
  })
}

async function isKeySignature(account: string, message: string, signature: Hex): Promise<boolean> {
  if (signature.length !== 2 + 2 * 65) return false
  // Recovery throws for digits that are no point on the curve: they are no signature.
  const signer = await recoverMessageAddress({ message, signature }).catch(() => undefined)
  return signer?.toLowerCase() === account.toLowerCase()
}

function hasReverted(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const rpcError = error.walk((one) => one instanceof RpcRequestError)
  return rpcError instanceof RpcRequestError && !busyCodes.includes(rpcError.code)
}
