import {
  type Address,
  BaseError,
  decodeErrorResult,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
  parseSignature,
  RpcRequestError,
} from 'viem'
import type { ChainClient } from '../../chain/nodes/client.ts'
import { hasReverted } from '../../chain/signature.ts'
import type {
  Fees,
  SignedAuthorization,
  Simulation,
  SimulationTerms,
} from '../../chain/types/authorizations.ts'

const abi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
])
/** Number of characters of the signature of a key. */
const keySignatureLength = 2 + 2 * 65
/** The most characters of a token's reason that are passed on. */
const maxReasonLength = 200
/** What is added to an estimate, in percent. */
const gasMargin = 20n
/**
 * And in gas: the first dollar of a balance costs more than the next ones, 22,100 in place of 5,000 (EIP-2200, EIP-2929). Whoever
 * takes his own transfer back, or empties the recipient, would have the next one run out of gas otherwise.
 */
const firstBalanceGas = 17_100n

/**
 * Returns the call by which anybody moves what an account has signed away. The signature of a key is passed in three words, which
 * every token with EIP-3009 takes; any other in bytes, which FiatToken 2.2 passes to the account's contract.
 */
export function encodeAuthorization(authorization: SignedAuthorization): Hex {
  const { from, recipient, value, validAfter, validBefore, nonce } = authorization
  const signature = authorization.signature as Hex
  const terms = [
    ...([from as Address, recipient as Address, value, validAfter, validBefore] as const),
    nonce as Hex,
  ] as const
  const functionName = 'transferWithAuthorization'
  if (signature.length !== keySignatureLength)
    return encodeFunctionData({ abi, functionName, args: [...terms, signature] })
  const { r, s, yParity } = parseSignature(signature)
  return encodeFunctionData({ abi, functionName, args: [...terms, 27 + yParity, r, s] })
}

/**
 * Returns what the token answers when an account would send an authorization now, by the newest state. What is asked last is the
 * transaction that will be signed, with its fees and its gas: the code of a contract that signs sees both. It does not see the nonce.
 * Rejects as {@link ChainClient} does, also where the account's coin does not cover the fees.
 */
export async function simulateRelay(
  chain: ChainClient,
  account: string,
  authorization: SignedAuthorization,
  { fees, maxGas }: SimulationTerms,
): Promise<Simulation> {
  let data: Hex
  try {
    data = encodeAuthorization(authorization)
  } catch {
    return { outcome: 'refused', reason: 'The signature cannot be read.' }
  }
  const [from, to] = [account as Address, authorization.token as Address]
  return await chain.read(async (client) => {
    const ask = (gas: bigint) => {
      const call = {
        from,
        to,
        data,
        gas: numberToHex(gas),
        maxFeePerGas: numberToHex(fees.maxFeePerGas),
        maxPriorityFeePerGas: numberToHex(fees.maxPriorityFeePerGas),
      } as const
      return client.request({ method: 'eth_call', params: [call, 'latest'] })
    }
    try {
      // First with all the gas that it may take: whether a node estimates gas of what would revert is its own matter.
      await ask(maxGas)
      // By the same state: what waits may never be in a block.
      const gas = await client.estimateGas({
        account: from,
        to,
        data,
        gas: maxGas,
        blockTag: 'latest',
        ...fees,
      })
      const limit = gas + (gas * gasMargin) / 100n + firstBalanceGas
      if (limit > maxGas) return { outcome: 'refused', reason: 'It takes too much gas.' }
      await ask(limit)
      return { outcome: 'accepted', gas: limit }
    } catch (cause) {
      if (hasReverted(cause)) return { outcome: 'refused', reason: describeRevert(cause) }
      throw cause
    }
  })
}

/** Returns the reason that a contract gave, as plain text of limited length. */
function describeRevert(cause: unknown): string {
  const error = (cause as BaseError).walk((inner) => inner instanceof RpcRequestError)
  const { data } = error as { data?: unknown }
  const hex =
    typeof data === 'string' ? data : ((data as { data?: unknown } | undefined)?.data ?? '')
  try {
    const { args = [] } = decodeErrorResult({
      abi: parseAbi(['error Error(string reason)']),
      data: hex as Hex,
    })
    const text = String(args[0]).replace(/[^\x20-\x7e]/g, '')
    return text.slice(0, maxReasonLength) || 'It reverts.'
  } catch {
    return 'It reverts.'
  }
}

/** Returns the fees with which a transaction is likely to be in one of the next blocks, also if their base fee rises. */
export async function readFees(chain: ChainClient): Promise<Fees> {
  const block = await chain.read((client) => client.getBlock())
  const maxPriorityFeePerGas = await chain.read((client) =>
    client.estimateMaxPriorityFeePerGas({ chain: null }),
  )
  // Twice the base fee: it rises by an eighth a block at most.
  return {
    maxPriorityFeePerGas,
    maxFeePerGas: 2n * (block.baseFeePerGas ?? 0n) + maxPriorityFeePerGas,
  }
}

/** Of the OP Stack: https://specs.optimism.io/protocol/predeploys.html#gaspriceoracle. Nobody can have code there elsewhere. */
const gasPriceOracle = '0x420000000000000000000000000000000000000F'
const oracleAbi = parseAbi(['function getL1FeeUpperBound(uint256 size) view returns (uint256)'])

/** Returns the most that a transaction of this many bytes costs for its space on Ethereum, in wei; 0 on chains without such a fee. */
export async function readDataFee(chain: ChainClient, bytes: bigint): Promise<bigint> {
  const call = { abi: oracleAbi, functionName: 'getL1FeeUpperBound', args: [bytes] } as const
  const data = encodeFunctionData(call)
  return await chain.read(async (client) => {
    try {
      const answer = await client.call({ to: gasPriceOracle, data })
      return answer.data === undefined ? 0n : BigInt(answer.data)
    } catch (cause) {
      if (hasReverted(cause)) return 0n
      throw cause
    }
  })
}

/** How nodes say that they have a transaction, or one of its account and nonce that was mined or pays more. */
const knownText =
  /already known|already imported|known transaction|nonce too low|underpriced|already exists|nonce.{1,100}too low/i

/** Sends a signed transaction. Resolves also where the node has it, or another one with its nonce. */
export async function broadcast(chain: ChainClient, raw: string): Promise<void> {
  await chain.read(async (client) => {
    try {
      await client.request({ method: 'eth_sendRawTransaction', params: [raw as Hex] })
    } catch (cause) {
      const text = cause instanceof BaseError ? `${cause.details ?? ''} ${cause.shortMessage}` : ''
      if (!knownText.test(text)) throw cause
    }
  })
}
