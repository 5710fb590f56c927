import {
  type Address,
  BaseError,
  encodeFunctionData,
  type Hex,
  hashMessage,
  isHex,
  numberToHex,
  parseAbi,
  RpcRequestError,
  recoverMessageAddress,
} from 'viem'
import { parseErc6492Signature } from 'viem/utils'
import { type ChainClient, isRateLimitError } from './nodes/client.ts'

// The sender of a mined transfer exists, so its signature is checked as it is: by its key (EIP-191), or, for a contract, by its own
// code (ERC-1271). No contract that the reporter of a signature chose is called before: a call wrapped around a signature
// (ERC-6492) could prepare a contract to accept it in the simulation only.

/**
 * Ends a signature of ERC-8010, which is not accepted: it lets the account be verified with other code, by an EIP-7702
 * authorization that may be an old one, copied from a public chain.
 */
const erc8010Suffix = /(8010){16}$/
/** Number of characters of the signature of a key. */
const keySignatureLength = 2 + 2 * 65
/** JSON-RPC error codes of a node that is busy: limit exceeded, resource unavailable. */
const busyCodes = [-32005, -32002]
/** Errors of nodes that lack the state of a block, or that are busy. */
const busyText =
  /timeout|timed out|header not found|missing trie node|unavailable|not available|try again/i
/** The code of a call that reverted. */
const revertCode = 3
const abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature)'])
/** The return value of a contract that accepts a signature: the function's selector, padded to a word. */
const magicWord = `0x1626ba7e${'0'.repeat(56)}`
/**
 * Gas for the check of a signature by a contract: several times what passkeys and wallets of many owners need. Without
 * a limit each check of an attacker's contract would cost the node all that it allows.
 */
const signatureGas = 5_000_000n

/** Returns the account whose key signed a text (EIP-191); undefined for anything but the signature of a key. */
export async function recoverSigner(
  message: string,
  signature: string,
): Promise<Address | undefined> {
  const own = unwrapSignature(signature)
  if (own?.length !== keySignatureLength) return undefined
  // Recovery throws for digits that are not a point on the curve, and so are not a signature.
  return await recoverMessageAddress({ message, signature: own }).catch(() => undefined)
}

/** Returns whether an account has code: a contract, or an account that delegates to one (EIP-7702). */
export async function hasCode(chain: ChainClient, account: string): Promise<boolean> {
  const code = await chain.read((client) => client.getCode({ address: account as Address }))
  return code !== undefined
}

/** Returns whether a contract confirms that it signed a text (ERC-1271), by its newest state. Rejects as {@link ChainClient} does. */
export async function isSignedByContract(
  chain: ChainClient,
  account: string,
  message: string,
  signature: string,
): Promise<boolean> {
  const own = unwrapSignature(signature)
  if (own === undefined) return false
  const data = encodeFunctionData({ abi, args: [hashMessage(message), own] })
  const call = { to: account as Address, data, gas: numberToHex(signatureGas) }
  return await chain.read(async (client) => {
    try {
      return (await client.request({ method: 'eth_call', params: [call, 'latest'] })) === magicWord
    } catch (cause) {
      if (hasReverted(cause)) return false
      throw cause
    }
  })
}

/** Returns the account's own signature without its ERC-6492 wrapper; undefined for malformed input. */
function unwrapSignature(signature: string): Hex | undefined {
  if (!isHex(signature) || signature.length % 2 !== 0) return undefined
  try {
    const own = parseErc6492Signature(signature).signature
    return erc8010Suffix.test(signature) || erc8010Suffix.test(own) ? undefined : own
  } catch {
    // It ends as a wrapped signature does, and is none.
    return undefined
  }
}

/** Returns whether a call has reverted; other errors of a node do not show that. */
export function hasReverted(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const rpcError = error.walk((inner) => inner instanceof RpcRequestError)
  if (!(rpcError instanceof RpcRequestError)) return false
  const { code, details = '' } = rpcError
  // First, because a contract chooses the text with which it reverts.
  if (code === revertCode || /revert/i.test(details)) return true
  return !busyCodes.includes(code) && !isRateLimitError(error) && !busyText.test(details)
}
