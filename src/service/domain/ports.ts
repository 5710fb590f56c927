import type { Facts } from './judge.ts'
import type {
  Account,
  Address,
  Change,
  ChargeRecord,
  PaymentRecord,
  Quote,
  Wallet,
} from './records.ts'

/** Names a repeat-safe creation (draft-ietf-httpapi-idempotency-key-header). */
export interface Repeat {
  key: string
  /** Fingerprint of the body: the same key with another body is a mistake of the caller. */
  fingerprint: string
  /** What to answer, now and whenever the same is asked again. */
  reply: string
}

/** What the service keeps. Every method is one transaction. */
export interface Store {
  /** The account of an api-key; undefined for a key that is unknown or revoked. */
  accountOfKey(apiKey: string): Promise<Account | undefined>
  /** Makes an account with its first key, which is readable this once. */
  createAccount(name: string): Promise<{ account: Account; apiKey: string }>
  setWallet(accountId: string, wallet: Wallet): Promise<void>

  /** The answer given to this key before; undefined for a new one. Rejects with PayError `conflict` for another body. */
  repeated(accountId: string, key: string, fingerprint: string): Promise<string | undefined>
  /**
   * Keeps a new charge and, with `repeat`, its answer. Gives the answer to send: that of an earlier or simultaneous
   * call with the same key where there is one, and then keeps nothing. Rejects with PayError `conflict` for another body.
   */
  createCharge(charge: ChargeRecord, repeat: Repeat | undefined): Promise<string | undefined>
  /** Undefined too for a charge of another account. */
  charge(accountId: string, id: string): Promise<ChargeRecord | undefined>

  /**
   * Changes a charge under its lock by what `decide` says of it, undefined for nothing, and gives the change made.
   * Undefined where there is no such charge. Rejects with {@link HashTaken} when the payment's hash already pays.
   */
  changeCharge(
    id: string,
    decide: (charge: ChargeRecord) => Change | undefined,
  ): Promise<Change | undefined>
  /** Payments of one chain that are to be judged by now: those that waited longest first. */
  pendingPayments(chainId: number, now: Date, limit: number): Promise<PendingPayment[]>
  /** Says when these are to be judged again. */
  lookAgain(paymentIds: readonly string[], at: Date): Promise<void>
  /** The charge that a hash pays, and whose it is. */
  payee(chainId: number, hash: string): Promise<{ chargeId: string; accountId: string } | undefined>
}

/** A payment that waits for its judge, with what its charge asks. */
export interface PendingPayment {
  payment: PaymentRecord
  quote: Quote
  /** Of the charge: what was transferred long before cannot be for it. */
  chargedAt: Date
}

/** A hash already stands in a payment that did not fail. The chain and hash are unique among those. */
export class HashTaken extends Error {
  override readonly name = 'HashTaken'
}

/** The chains that the operator configured. All that read reject with PayError `chain_unreachable` when they cannot. */
export interface Chains {
  readonly ids: readonly number[]
  /** Blocks that make a transfer final: 1 is the block that it was mined in. */
  confirmations(chainId: number): number
  /**
   * The EIP-55 form; one that is written in mixed case must pass its checksum.
   * @throws PayError `invalid_request` naming `field`
   */
  address(text: string, field: string): Address
  /** What a token says of itself; undefined where no ERC-20 token is. The zero address is the chain's own coin. */
  token(chainId: number, address: Address): Promise<TokenFacts | undefined>
  /** The newest block's number. */
  head(chainId: number): Promise<bigint>
  /** All that the judge wants to know about a hash. */
  facts(chainId: number, hash: string, head: bigint): Promise<Facts>
}

export interface TokenFacts {
  decimals: number
  symbol: string
  /** True for a token that is worth one US dollar, by the operator's word. */
  dollar: boolean
}
