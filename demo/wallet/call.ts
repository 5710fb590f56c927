import { Attribution } from 'ox/erc8021'
import { type Address, decodeFunctionData, erc20Abi, type Hex, size, slice } from 'viem'

/** What a transaction does, as far as its calldata tells. */
export type Call =
  | { kind: 'native'; to: Address; amount: bigint; reference?: string }
  | {
      kind: 'token'
      token: Address
      to: Address
      amount: bigint
      reference?: string
      /** Bytes after the arguments that are no ERC-8021 suffix. */
      surplus: number
    }
  | { kind: 'other'; to: Address | undefined; value: bigint; data: Hex; reference?: string }

/** transfer(address,uint256), with an address that is one: 12 zero bytes before its 20. */
const transfer = /^0xa9059cbb0{24}[\da-f]{40}[\da-f]{64}/i
/** Bytes of that. */
const transferSize = 4 + 32 + 32

/** Reads a transaction's calldata. Never throws: calldata is anybody's writing. */
export function readCall(tx: { to?: Address; data: Hex; value: bigint }): Call {
  const { to, data, value } = tx
  const suffix = readSuffix(data)
  const reference = suffix ? { reference: suffix.codes.join(', ') } : {}
  const body = size(data) - (suffix?.size ?? 0)
  if (to && body === 0) return { kind: 'native', to, amount: value, ...reference }
  if (to && value === 0n && transfer.test(data) && body >= transferSize) {
    const { args } = decodeFunctionData({ abi: erc20Abi, data: slice(data, 0, transferSize) })
    const [recipient, amount] = args as readonly [Address, bigint]
    const surplus = body - transferSize
    return { kind: 'token', token: to, to: recipient, amount, surplus, ...reference }
  }
  return { kind: 'other', to, value, data, ...reference }
}

/** The codes of an ERC-8021 suffix, and its bytes. */
function readSuffix(data: Hex): { codes: readonly string[]; size: number } | undefined {
  try {
    const read = Attribution.fromData(data)
    if (!read?.codes?.length) return undefined
    const suffix = Attribution.toDataSuffix(read)
    // A suffix that is not the one its codes make has something in it that would go unseen.
    if (!data.toLowerCase().endsWith(suffix.slice(2).toLowerCase())) return undefined
    return { codes: read.codes, size: size(suffix) }
  } catch {
    return undefined
  }
}
