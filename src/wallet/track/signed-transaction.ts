import { concatHex, type Hex, keccak256, toRlp } from 'viem'

// A transaction's hash is the hash of its signed content. So the hash from the wallet shows whether a node returns that
// transaction or a made-up one.

/** An entry of an access list (EIP-2930), as nodes return it. */
interface AccessListEntry {
  address: Hex
  storageKeys: Hex[]
}

/** An authorization of EIP-7702, as nodes return it. */
interface Authorization extends Signature {
  chainId: Hex
  address: Hex
  nonce: Hex
}

interface Signature {
  r: Hex
  s: Hex
  /** Absent in transactions without a type, and from nodes that know only `v`. */
  yParity?: Hex
  v?: Hex
}

/** A transaction as nodes return it (`eth_getTransactionByHash`); numbers are hex. */
export interface RawTransaction extends Signature {
  type?: Hex
  chainId?: Hex
  from: Hex
  to: Hex | null
  nonce: Hex
  value: Hex
  input: Hex
  gas: Hex
  gasPrice?: Hex
  maxFeePerGas?: Hex
  maxPriorityFeePerGas?: Hex
  accessList?: AccessListEntry[]
  authorizationList?: Authorization[]
}

type RlpValue = Hex | RlpValue[]

/**
 * Returns whether a transaction has a hash, so that a node cannot have made up its recipient, value or calldata; for
 * its sender, which the signature implies, this takes more. Undefined for a type that is not known here: a node's
 * answer about it cannot be proved. Never throws, because its input comes from a node.
 */
export function hasHash(transaction: RawTransaction, hash: string): boolean | undefined {
  try {
    const encoding = encodeTransaction(transaction)
    return encoding && keccak256(encoding) === hash.toLowerCase()
  } catch {
    // It cannot be encoded, so it is not a transaction.
    return false
  }
}

/** Encodes a signed transaction (EIP-155, EIP-2930, EIP-1559, EIP-7702). */
function encodeTransaction(of: RawTransaction): Hex | undefined {
  const { type = '0x0', to, input, r, s, v = '0x0' } = of
  const quantities = (...values: (Hex | undefined)[]) =>
    values.map((value) => encodeQuantity(value))
  const signature = quantities(of.yParity ?? v, r, s)
  const call: RlpValue[] = [to ?? '0x', encodeQuantity(of.value), input]
  const accessList: RlpValue = (of.accessList ?? []).map((entry) => [
    entry.address,
    entry.storageKeys,
  ])
  const fees = [of.maxPriorityFeePerGas, of.maxFeePerGas]
  switch (Number(type)) {
    case 0:
      return toRlp([...quantities(of.nonce, of.gasPrice, of.gas), ...call, ...quantities(v, r, s)])
    case 1: {
      const start = quantities(of.chainId, of.nonce, of.gasPrice, of.gas)
      return concatHex(['0x01', toRlp([...start, ...call, accessList, ...signature])])
    }
    case 2: {
      const start = quantities(of.chainId, of.nonce, ...fees, of.gas)
      return concatHex(['0x02', toRlp([...start, ...call, accessList, ...signature])])
    }
    case 4: {
      const start = quantities(of.chainId, of.nonce, ...fees, of.gas)
      const authorizations: RlpValue = (of.authorizationList ?? []).map((authorization) => [
        encodeQuantity(authorization.chainId),
        authorization.address,
        ...quantities(
          authorization.nonce,
          authorization.yParity ?? authorization.v,
          authorization.r,
          authorization.s,
        ),
      ])
      return concatHex([
        '0x04',
        toRlp([...start, ...call, accessList, authorizations, ...signature]),
      ])
    }
    default:
      return undefined
  }
}

/** Encodes a number as RLP wants it: without leading zeros, and zero as nothing. */
function encodeQuantity(number: Hex = '0x'): Hex {
  const digits = number.slice(2).replace(/^0+/, '')
  return `0x${digits.length % 2 ? '0' : ''}${digits}`
}
