import type { Quote } from '../quote/payment-option.ts'

/** A transfer that a wallet has accepted but not sent: others must sign it (Safe), or a bundler sends it (EIP-5792). */
export interface Proposal {
  kind: 'signatures' | 'batch'
  /** The safeTxHash, or the id of the batch. */
  id: string
  /** The number of required signatures, if the account can be read. */
  threshold?: number | undefined
  owners?: readonly { address: string; hasApproved: boolean }[] | undefined
  /** Whether the wallet reports that it is in no block and never will be, so that it pays nothing. */
  hasFailed?: boolean | undefined
  /** Whether the wallet has forgotten it: perhaps the payer has refused it. */
  isForgotten?: boolean | undefined
}

/**
 * A transfer that the payer signs and the relayer sends (EIP-3009), so that the payer needs no native currency. The nonce is the
 * charge's own, and the token accepts each nonce of an account once.
 */
export interface Authorization {
  /** The signed amount, in base units: the owed amount and the fee. */
  value: bigint
  /** The part of it that pays the network's fee, in base units; 0n where the merchant pays it. */
  fee: bigint
  nonce: string
  /** Unix seconds. From then on the token refuses it. */
  validBefore: bigint
  /** Of the token's EIP-712 domain; chain and contract are those of the quote. */
  domain: { name: string; version: string }
  /** The wallet's signature. It is sent only after it is in the journal. */
  signature?: string | undefined
}

/** A transfer that is about to be requested from a wallet. It is written to the journal before the wallet opens. */
export interface Intent {
  /** Distinguishes one attempt from the next. */
  id: string
  from: string
  quote: Quote
  /** The account's next nonce when the wallet was asked. The transfer has this nonce or a higher one. */
  nonce: number
  /** Set where the wallet did not state the account's nonce: `nonce` is 0, and that it is spent proves nothing. */
  isNonceUnknown?: boolean | undefined
  /** The nonce of the transfer, once it was seen on the chain. */
  usedNonce?: number | undefined
  /** The latest block when the wallet was asked. The transfer is in a later one. */
  block: bigint
  /** When the wallet was asked. Unix milliseconds. */
  time: number
  /** Hashes of earlier payments of the charge, which cannot be this transfer. */
  earlierHashes?: string[] | undefined
  /**
   * Set when the wallet rejected calldata on a native transfer and was asked again without it. Its transfer then does
   * not contain the charge's reference.
   */
  withoutData?: true | undefined
  /** The wallet's answer, if it was not a transaction hash. */
  proposal?: Pick<Proposal, 'kind' | 'id'> | undefined
  /** Set where the wallet is asked to sign, and not to send. */
  authorization?: Authorization | undefined
}

/** The transfer that a transaction makes in place of the one that its wallet was asked for. */
export interface Misdirection {
  /** The address that is paid. */
  recipient: string
  /** The address of the token that is moved; the zero address for native currency. */
  token: string
  /** Base units of that token. */
  amount: bigint
}
