import type { Log } from '../types/transactions.ts'
import { keccakHex, keccakText, readAddressWord, readBytes, readWord, toWord } from './abi.ts'
import type { AuthorizedCall } from './allocation.ts'

// Safe: anyone may send a call that its owners signed, inside another call. The Safe emits the hash of the executed call
// (safeTxHash, EIP-712), which covers the call, the Safe, its nonce and the chain. So arguments with this hash were authorized by
// the owners.

const executionSuccessTopic = `0x${keccakText('ExecutionSuccess(bytes32,uint256)')}`
const executionFailureTopic = `0x${keccakText('ExecutionFailure(bytes32,uint256)')}`
const moduleSuccessTopic = `0x${keccakText('ExecutionFromModuleSuccess(address)')}`

/** `execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)` */
const execTransactionSelector = '6a761202'
const safeTxType = keccakText(
  'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,' +
    'uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
)
/** The EIP-712 domain from Safe 1.3.0 on, and the one before. */
const domainType = keccakText('EIP712Domain(uint256 chainId,address verifyingContract)')
const legacyDomainType = keccakText('EIP712Domain(address verifyingContract)')

// Limits for hostile calldata: at most some thousand hashes in all.
const maxSafes = 8
const maxCalls = 16
/** How many nonces below the current one are tried: a Safe sometimes executes several transactions in one block. */
const maxNoncesTried = 16n

/** A transaction in which Safes may have executed something. */
export interface SafeFacts {
  chainId: number
  /** Hex digits in lower case, without 0x. */
  input: string
  logs: readonly Log[]
  /** Current nonce of each Safe, by address in lower case. */
  nonces: ReadonlyMap<string, bigint>
}

/** A call that a Safe's owners authorized and the Safe executed. */
export interface SafeExecution extends AuthorizedCall {
  to: string
  /** Wei. */
  value: bigint
  /** Whether it is a CALL, not a DELEGATECALL. */
  isCall: boolean
}

/** Returns the addresses that emitted the ExecutionSuccess event of Safes. */
export function findSafes(logs: readonly Log[]): string[] {
  const successLogs = logs.filter(
    ({ topics }) => topics[0]?.toLowerCase() === executionSuccessTopic,
  )
  return [...new Set(successLogs.map(({ address }) => address.toLowerCase()))].slice(0, maxSafes)
}

/** Returns the calls that Safes executed in a transaction, as far as its calldata contains the signed arguments. */
export function readSafeExecutions(facts: SafeFacts): SafeExecution[] {
  const safes = findSafes(facts.logs)
  const calls = safes.length > 0 ? decodeCalls(facts.input) : []
  return safes.flatMap((safe) => readExecutionsOfSafe(safe, calls, facts))
}

function readExecutionsOfSafe(
  safe: string,
  calls: readonly SafeCall[],
  { chainId, logs, nonces }: SafeFacts,
): SafeExecution[] {
  const nonce = nonces.get(safe)
  if (nonce === undefined) return []
  const segments = findSegments(safe, logs)
  const domains = [
    keccakHex(domainType + toWord(BigInt(chainId)) + toWord(safe)),
    keccakHex(legacyDomainType + toWord(safe)),
  ]
  return calls.flatMap(({ hashedWords, ...call }) => {
    const lowest = nonce > maxNoncesTried ? nonce - maxNoncesTried : 0n
    for (let usedNonce = nonce - 1n; usedNonce >= lowest; usedNonce -= 1n) {
      const hash = keccakHex(safeTxType + hashedWords + toWord(usedNonce))
      for (const domain of domains) {
        const segment = segments.get(keccakHex(`1901${domain}${hash}`))
        if (segment) return [{ account: safe, ...call, ...segment }]
      }
    }
    return []
  })
}

/** Returns between which logs the Safe executed each transaction, by safeTxHash. */
function findSegments(safe: string, logs: readonly Log[]) {
  const segments = new Map<string, { after: number; before: number }>()
  let after = -1
  for (const [before, { address, topics, data }] of logs.entries()) {
    const kind = topics[0]?.toLowerCase() ?? ''
    if (address.toLowerCase() !== safe) continue
    if (![executionSuccessTopic, executionFailureTopic, moduleSuccessTopic].includes(kind)) continue
    // Since Safe 1.4.0 the hash is a topic.
    const hash = topics[1]?.toLowerCase().slice(2) ?? readWord(data.toLowerCase().slice(2), 0)
    if (kind === executionSuccessTopic && hash !== undefined) segments.set(hash, { after, before })
    after = before
  }
  return segments
}

interface SafeCall {
  to: string
  value: bigint
  data: string
  isCall: boolean
  /** The hashed words, without the nonce. */
  hashedWords: string
}

function decodeCalls(input: string): SafeCall[] {
  const calls: SafeCall[] = []
  // Honest calls do not overlap.
  let budget = input.length
  for (
    let at = input.indexOf(execTransactionSelector);
    at >= 0;
    at = input.indexOf(execTransactionSelector, at + 1)
  ) {
    const call = at % 2 === 0 ? decodeCall(input, at / 2 + 4) : undefined
    if (!call || call.data.length > budget) continue
    budget -= call.data.length
    calls.push({ ...call, hashedWords: call.toHashedWords(keccakHex(call.data)) })
    if (calls.length === maxCalls) break
  }
  return calls
}

function decodeCall(input: string, base: number) {
  const word = (field: number) => readWord(input, base + 32 * field)
  const [to, data] = [readAddressWord(input, base), readBytes(input, base, base + 64)]
  const [value, operation, refundReceiver] = [word(1), word(3), word(8)]
  if (
    to === undefined ||
    data === undefined ||
    value === undefined ||
    refundReceiver === undefined
  ) {
    return undefined
  }
  if (operation !== toWord(0n) && operation !== toWord(1n)) return undefined
  const remainingWords = input.slice(2 * base + 3 * 64, 2 * base + 9 * 64)
  return {
    to,
    value: BigInt(`0x${value}`),
    data,
    isCall: operation === toWord(0n),
    toHashedWords: (dataHash: string) => toWord(to) + value + dataHash + remainingWords,
  }
}
