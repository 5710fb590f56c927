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
/** The margin added to a gas estimate, in percent. */
const gasMargin = 20n
/**
 * A further margin, in gas: the first unit of an empty balance costs more to store than a change of it, 22,100 instead of 5,000
 * (EIP-2200, EIP-2929). If the recipient's balance is emptied after the estimate, the transfer would otherwise run out of gas.
 */
const firstBalanceGas = 17_100n

/**
 * Returns the call by which anyone can execute a signed authorization. A key's signature is passed in three words, which every
 * token with EIP-3009 accepts; any other in bytes, which FiatToken 2.2 passes to the account's contract.
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
 * Simulates an account sending an authorization now, by the newest state, and returns the token's answer. The last simulation is of
 * the exact transaction that will be signed, with its fees and its gas, since the code of a signing contract sees both (it does not
 * see the nonce). Rejects as {@link ChainClient} does, also when the account's native currency does not cover the fees.
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
      // First with the highest allowed gas, since nodes differ in whether they estimate the gas of a call that reverts.
      await ask(maxGas)
      // By the same state, since waiting transactions may never be mined.
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

/** Of the OP Stack: https://specs.optimism.io/protocol/predeploys.html#gaspriceoracle. No other chain can have code at this address. */
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

/** Errors of nodes that already have a transaction, or one of its account and nonce that was mined or pays more. */
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
