import type { Address } from './address.ts'

// Signed transfers (EIP-3009), as a token knows them.

/** A transfer that an account has signed, with its signature. */
export interface SignedAuthorization {
  chainId: number
  token: Address
  /** The account that pays. */
  from: Address
  recipient: Address
  /** Base units. */
  value: bigint
  /** Unix seconds: valid after the first and before the second. */
  validAfter: bigint
  validBefore: bigint
  /** 32 bytes as hex with 0x, in lower case. */
  nonce: string
  /** Of the account's key, or as its contract takes it (ERC-1271). Lower case. */
  signature: string
}

/** An authorization as the token knows it, and takes it once. */
export interface AuthorizationName {
  chainId: number
  token: Address
  /** The account that has signed it. */
  sender: Address
  /** 32 bytes as hex with 0x, in lower case. */
  nonce: string
}

/** The mined transaction that has used or canceled an authorization. */
export interface AuthorizationUse {
  kind: 'used' | 'canceled'
  hash: string
  blockNumber: bigint
}

/** The highest price of a unit of gas, in wei (EIP-1559). */
export interface Fees {
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

/** A transaction as it would be signed: its gas price, and its gas limit. */
export interface SimulationTerms {
  fees: Fees
  maxGas: bigint
}

/** The token's answer to an authorization when an account would send it now. `gas` is the limit of the simulation. */
export type Simulation =
  | { outcome: 'accepted'; gas: bigint }
  | { outcome: 'refused'; reason: string }
