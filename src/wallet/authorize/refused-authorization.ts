import {
  type Address,
  type Client,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  numberToHex,
  parseAbi,
  parseSignature,
} from 'viem'
import { getBlock } from 'viem/actions'
import type { Intent } from '../../checkout/ports/intent.ts'
import type { AuthorizationRefusal } from '../../checkout/ports/wallets.ts'
import { hasCode, walkCauses } from '../errors.ts'
import { readContract, throwUnreachable } from '../read.ts'
import { authorizationAbi } from './abi.ts'

const abi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
])
/** Number of characters of the signature of a key. */
const keySignatureLength = 2 + 2 * 65
/** The code of nodes for a reverted call (Geth, EIP-1474). */
const revertedCode = 3

/**
 * Returns why the token does not accept an intent's signature from any sender, in each form in which it can be passed: it refuses
 * it, or the authorization has expired, which reveals nothing about the account. A used or canceled authorization is not refused:
 * the search finds out which. Nor is one that only lacks money, as money may come back.
 *
 * @throws PayError `chain_unreachable` if a node shows neither
 */
export async function findAuthorizationRefusal(
  client: Client,
  intent: Intent,
): Promise<AuthorizationRefusal | undefined> {
  const { from, quote, authorization } = intent
  if (!authorization?.signature) return undefined
  const address = quote.token.address as Address
  try {
    // All as of one block: of nodes behind one address, another may not know yet that it was used, or that its time is over.
    const { number: blockNumber, timestamp } = await getBlock(client)
    const [isUsed, balance] = await Promise.all([
      readContract(client, {
        address,
        abi: authorizationAbi,
        functionName: 'authorizationState',
        args: [from as Address, authorization.nonce as Hex],
        blockNumber,
      }),
      readContract(client, {
        address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [from as Address],
        blockNumber,
      }),
    ])
    if (isUsed || balance < authorization.value) return undefined
    const answers = encodeCalls(intent).map((data) =>
      isReverted(client, address, data, blockNumber),
    )
    if (!(await Promise.all(answers)).every((isRefused) => isRefused)) return undefined
    return timestamp < authorization.validBefore ? 'refused' : 'lapsed'
  } catch (cause) {
    throwUnreachable(cause)
  }
}

/** Returns the calls by which the signature can be passed: in bytes, and that of a key in three words. */
function encodeCalls({ from, quote, authorization }: Intent): Hex[] {
  const { value = 0n, validBefore = 0n, nonce, signature } = authorization ?? {}
  const accounts = [from as Address, quote.recipient as Address] as const
  const terms = [...accounts, value, 0n, validBefore, nonce as Hex] as const
  const functionName = 'transferWithAuthorization'
  const inBytes = encodeFunctionData({ abi, functionName, args: [...terms, signature as Hex] })
  if (signature?.length !== keySignatureLength) return [inBytes]
  try {
    const { r, s, yParity } = parseSignature(signature as Hex)
    return [
      inBytes,
      encodeFunctionData({ abi, functionName, args: [...terms, 27 + yParity, r, s] }),
    ]
  } catch {
    // Of so many bytes, and not of a key.
    return [inBytes]
  }
}

async function isReverted(
  client: Client,
  to: Address,
  data: Hex,
  blockNumber: bigint,
): Promise<boolean> {
  try {
    await client.request({ method: 'eth_call', params: [{ to, data }, numberToHex(blockNumber)] })
    return false
  } catch (cause) {
    if (!hasReverted(cause)) throw cause
    return true
  }
}

/** Returns whether a contract has refused a call, and not a node or a wallet. */
function hasReverted(cause: unknown): boolean {
  if (hasCode(cause, [revertedCode])) return true
  for (const { message } of walkCauses(cause))
    if (typeof message === 'string' && /\brevert/i.test(message)) return true
  return false
}
