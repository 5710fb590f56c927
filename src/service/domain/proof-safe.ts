import type { Log } from './facts.ts'
import { hashOf, hashText, readAddress, readBytes, readWord, toWord } from './proof-abi.ts'
import type { Authorization } from './proof-allocation.ts'

// Safe: anybody may send what its owners signed, inside a call of their own. What the Safe itself says it executed is a
// hash (safeTxHash, EIP-712) over the call, the Safe, its nonce and the chain: arguments that have this hash are what the owners authorised.

const success = `0x${hashText('ExecutionSuccess(bytes32,uint256)')}`
const failure = `0x${hashText('ExecutionFailure(bytes32,uint256)')}`
const moduleSuccess = `0x${hashText('ExecutionFromModuleSuccess(address)')}`

/** `execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)` */
const selector = '6a761202'
const callType = hashText(
  'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,' +
    'uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
)
/** From Safe 1.3.0 on, and before. */
const domainType = hashText('EIP712Domain(uint256 chainId,address verifyingContract)')
const oldDomainType = hashText('EIP712Domain(address verifyingContract)')

// Bounds for hostile calldata: with all of them reached, some thousand hashes.
const safeLimit = 8
const callLimit = 16
/** Nonces below the one read that are tried: a Safe executes several transactions in one block now and then. */
const nonceLimit = 16n

export interface SafeFacts {
  chainId: number
  /** Hex digits in lower case, without 0x. */
  input: string
  logs: readonly Log[]
  /** By address in lower case. */
  nonces: ReadonlyMap<string, bigint>
}

/** What a Safe's owners authorised and the Safe executed. */
export interface SafeExecution extends Authorization {
  to: string
  /** Wei. */
  value: bigint
  /** Called, not lent the Safe's own storage. */
  called: boolean
}

/** Addresses that say, as Safes do, that they executed something. */
export function findSafes(logs: readonly Log[]): string[] {
  const speaking = logs.filter(({ topics }) => topics[0]?.toLowerCase() === success)
  return [...new Set(speaking.map(({ address }) => address.toLowerCase()))].slice(0, safeLimit)
}

/** Returns what Safes executed in a transaction, as far as its own calldata holds what their owners signed. */
export function readSafeExecutions(facts: SafeFacts): SafeExecution[] {
  const safes = findSafes(facts.logs)
  const calls = safes.length > 0 ? decodeCalls(facts.input) : []
  return safes.flatMap((safe) => readOfSafe(safe, calls, facts))
}

function readOfSafe(
  safe: string,
  calls: readonly SafeCall[],
  { chainId, logs, nonces }: SafeFacts,
): SafeExecution[] {
  const nonce = nonces.get(safe)
  if (nonce === undefined) return []
  const segments = segmentsOf(safe, logs)
  const domains = [
    hashOf(domainType + toWord(BigInt(chainId)) + toWord(safe)),
    hashOf(oldDomainType + toWord(safe)),
  ]
  return calls.flatMap(({ terms, ...call }) => {
    const lowest = nonce > nonceLimit ? nonce - nonceLimit : 0n
    for (let used = nonce - 1n; used >= lowest; used -= 1n) {
      const hash = hashOf(callType + terms + toWord(used))
      for (const domain of domains) {
        const segment = segments.get(hashOf(`1901${domain}${hash}`))
        if (segment) return [{ account: safe, ...call, ...segment }]
      }
    }
    return []
  })
}

/** By safeTxHash: between which logs the Safe executed it. */
function segmentsOf(safe: string, logs: readonly Log[]) {
  const segments = new Map<string, { after: number; before: number }>()
  let after = -1
  for (const [before, { address, topics, data }] of logs.entries()) {
    const kind = topics[0]?.toLowerCase() ?? ''
    if (address.toLowerCase() !== safe) continue
    if (![success, failure, moduleSuccess].includes(kind)) continue
    // Since Safe 1.4.0 the hash is a topic.
    const hash = topics[1]?.toLowerCase().slice(2) ?? readWord(data.toLowerCase().slice(2), 0)
    if (kind === success && hash !== undefined) segments.set(hash, { after, before })
    after = before
  }
  return segments
}

interface SafeCall {
  to: string
  value: bigint
  data: string
  called: boolean
  /** The words that are hashed, but for the nonce. */
  terms: string
}

function decodeCalls(input: string): SafeCall[] {
  const calls: SafeCall[] = []
  // Honest calls do not overlap.
  let budget = input.length
  for (let at = input.indexOf(selector); at >= 0; at = input.indexOf(selector, at + 1)) {
    const call = at % 2 === 0 ? decodeCall(input, at / 2 + 4) : undefined
    if (!call || call.data.length > budget) continue
    budget -= call.data.length
    calls.push({ ...call, terms: call.terms(hashOf(call.data)) })
    if (calls.length === callLimit) break
  }
  return calls
}

function decodeCall(input: string, base: number) {
  const word = (field: number) => readWord(input, base + 32 * field)
  const [to, data] = [readAddress(input, base), readBytes(input, base, base + 64)]
  const [value, operation, last] = [word(1), word(3), word(8)]
  if (to === undefined || data === undefined || value === undefined || last === undefined) {
    return undefined
  }
  if (operation !== toWord(0n) && operation !== toWord(1n)) return undefined
  const rest = input.slice(2 * base + 3 * 64, 2 * base + 9 * 64)
  return {
    to,
    value: BigInt(`0x${value}`),
    data,
    called: operation === toWord(0n),
    terms: (dataHash: string) => toWord(to) + value + dataHash + rest,
  }
}
