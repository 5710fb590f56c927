import type { AuthorizationOffer } from '../../api/schemas/payments/authorization.ts'
import type { PaymentOption, Quote } from '../quote/payment-option.ts'
import type { Authorization, Intent, Misdirection, Proposal } from './intent.ts'

/** A wallet that the payer may choose. */
export interface WalletInfo {
  id: string
  name: string
  /**
   * The domain under which it announces itself (EIP-6963), where its name could be another wallet's: another one has the same name,
   * or a well-known name comes from another domain than its own. Nobody checks it.
   */
  rdns?: string | undefined
  /** A `data:` URI (EIP-6963), if the wallet provides one. */
  icon?: string | undefined
  /** Whether it is connected by a URI, which the payer scans as a QR code or opens as a link. */
  connectsByUri?: boolean | undefined
  /** Whether the payer has connected it the last time on this site. */
  wasLastUsed?: boolean | undefined
}

/** The account of a connected wallet. */
export interface ConnectedAccount {
  address: string
  /** The wallet's current chain, which may change at any time. */
  chainId: number
  wallet: WalletInfo
}

/** The balances of an account and the fee that it needs, in base units. They are read before the wallet is opened. */
export interface Funds {
  /** The balance of the quoted token. */
  tokenBalance: bigint
  /** The balance of the native currency. */
  nativeBalance: bigint
  /** The network fee in the native currency: the least that a wallet requires. 0n if another account pays it. */
  fee: bigint
  nativeSymbol: string
  /** The account's next nonce; 0 if the wallet does not return it. */
  nonce: number
  isNonceUnknown?: boolean | undefined
  /** Whether the account has sent a transaction that is in no block yet. */
  hasUnmined?: boolean | undefined
  /** The latest block. */
  blockNumber: bigint
}

/** The balance of an account for a payment option, as far as it can be read. */
export interface OptionBalance {
  option: PaymentOption
  /** The balance in base units of its token; undefined if its chain cannot be read. */
  balance?: bigint | undefined
  /** The amount that is missing, in base units of the token, or of the native currency for the fee. */
  shortfall?:
    | { kind: 'token' | 'gas'; amount: bigint; symbol: string; decimals: number }
    | undefined
}

/**
 * The result of searching the chain for an intent's transfer, up to a block. `hasReference`: the transfer carries the
 * charge's reference. A transfer with the intent's nonce, account, recipient and amount is ours without it too, and the
 * payer then signs for it. `used`: as far as can be seen, the intent's nonce was finally used by something that is not
 * our transfer; the wallet may have chosen another nonce. `lapsed`: the authorization has paid nothing and never will, because
 * a final block is past its end, or its account has canceled it.
 */
export type SearchResult =
  | { found: 'transfer'; hash: string; hasReference: boolean }
  | { found: 'used' | 'nothing' | 'lapsed'; toBlock: bigint; proposal?: Proposal | undefined }

/**
 * The status of a transaction on its chain.
 *
 * - `replaced`: another transaction with its nonce was mined, deep enough to be final. `hash` is set if that one makes
 *   the same transfer (sped up), and absent if it makes another (cancelled).
 * - `nonce`: the nonce of the payer's account; absent if another account sends the transaction (a bundler, an owner of a Safe).
 * - `isReverted`: also true if such a transaction succeeded, but the payer's call in it failed.
 */
export type TransactionStatus =
  | { status: 'mined'; confirmations: number; isReverted: boolean; nonce?: number }
  | { status: 'pending'; nonce?: number }
  | { status: 'unknown' }
  | { status: 'replaced'; hash?: string | undefined }

/**
 * The result of comparing a transaction with the transfer that a wallet was asked for.
 *
 * - `unreadable`: the wallet is the only source, or the node's answer cannot be proven.
 * - `unknown`: the node does not know the hash, or not yet.
 * - `notMisdirected`: nothing in it pays another address. The service decides whether it pays the charge.
 */
export type Comparison =
  | { result: 'unreadable' | 'unknown' | 'notMisdirected' }
  | { result: 'misdirected'; misdirection: Misdirection }

/** A transaction whose hash the payer submitted, as read from the chain. */
export interface InspectedTransaction {
  hash: string
  option: PaymentOption
  proof: 'reference' | 'signature'
  /** The accounts that the money came from. */
  signers: string[]
  /** Whether no node that could be asked shows it: it may be too new, on a chain that is not read, or not a transaction. */
  isUnseen?: boolean | undefined
  /** Whether it is unseen and a chain on which it may be could not be read. */
  isUnread?: boolean | undefined
}

/** Why a token does not accept a signed authorization: it refuses the signature, or the authorization has expired. */
export type AuthorizationRefusal = 'refused' | 'lapsed'

/** The port to the wallets of a page. Every method rejects with a PayError. */
export interface Wallets {
  /** Calls back with the available wallets, immediately and whenever another one announces itself. Returns a function that stops it. */
  watch(onChange: (wallets: WalletInfo[]) => void): () => void
  /**
   * Connects a wallet and returns its account.
   *
   * @param onUri called with the URI that the payer's wallet scans or opens, for a wallet that is connected that way
   * @param chainIds chains on which the charge can be paid, the preferred one first; a wallet on another device is asked for all
   *   of them together
   * @throws PayError `wallet_refused`, `wallet_busy`, `wallet_failed`
   */
  connect(
    walletId: string,
    onUri: (uri: string) => void,
    chainIds?: readonly number[],
  ): Promise<ConnectedAccount>
  /** Calls back whenever the connected account changes, with undefined when it disconnects. Returns how to stop. */
  watchAccount(onChange: (account: ConnectedAccount | undefined) => void): () => void
  /** Stops listening to the wallets of the page, once the payment is over and no element shows it. */
  dispose(): void
  /**
   * Switches the wallet to a chain, and adds the chain if the wallet does not know it.
   *
   * @throws PayError `wallet_refused`, `chain_refused`, `chain_unknown`
   */
  switchChain(chainId: number): Promise<void>
  /** Reads the balances, fee and nonce of an account for a quote. */
  readFunds(quote: Quote, from: string): Promise<Funds>
  /**
   * Reads an account's balance for each payment option. Options that the account can pay come first, and among them the
   * one that the payer chose last.
   */
  readBalances(options: readonly PaymentOption[], from: string): Promise<OptionBalance[]>
  /**
   * Requests the transfer from the wallet and returns its hash. Rejects with `wallet_refused` or `chain_refused` only
   * when it is certain that nothing was sent.
   *
   * @param isWanted read just before the wallet is asked: if it returns false, the call rejects and nothing is asked
   * @param onProposal called when the wallet answers with a proposal; the transaction follows later
   * @param onWithoutData called before the wallet is asked again without calldata, so that the intent's `withoutData`
   * is set
   */
  transfer(
    intent: Intent,
    isWanted: () => boolean,
    onProposal: (proposal: Proposal) => void,
    onWithoutData?: () => void,
  ): Promise<string>
  /**
   * Asks the connected wallet to sign a text (EIP-191 `personal_sign`). The answer of a contract wallet is returned
   * unchanged.
   *
   * @param account the signer; the call rejects if another account is connected
   * @throws PayError `wallet_refused`, `wallet_busy`, `wallet_failed`
   */
  signMessage(account: string, message: string): Promise<string>
  /**
   * Returns the authorization that an account can sign to pay a quote without native currency. Undefined if the offer is not for
   * exactly this quote, if the token differs from the offer, or if the account has used the charge's nonce.
   *
   * @param offer by the merchant's proxy, which is not trusted
   */
  prepareAuthorization(
    quote: Quote,
    from: string,
    offer: AuthorizationOffer,
  ): Promise<Authorization | undefined>
  /**
   * Asks the connected wallet to sign an intent's authorization (EIP-712 `eth_signTypedData_v4`) and returns the signature. The
   * answer of a contract wallet is returned unchanged. If the call rejects, this page has no signature that it could send.
   *
   * @param isWanted read just before the wallet is asked: if it returns false, the call rejects and nothing is asked
   * @throws PayError `wallet_refused`, `wallet_busy`, `wallet_locked`, `chain_refused`; `authorization_refused` only for a wallet
   * that cannot sign it; `wallet_failed` for one that did not
   */
  signAuthorization(intent: Intent, isWanted: () => boolean): Promise<string>
  /**
   * Returns why the token does not accept an intent's signed authorization from any sender at present: by its own answer to the
   * call (`eth_call` at the newest block). Undefined if it would accept it, if the authorization was used or canceled, and if the
   * account lacks the money, which may come back.
   *
   * @throws PayError `chain_unreachable` if the chain cannot be read
   */
  findAuthorizationRefusal(intent: Intent): Promise<AuthorizationRefusal | undefined>
  /**
   * Searches the chain for a transfer whose hash the wallet did not return.
   *
   * @param range `fromBlock`: the block up to which the chain was searched before; `depth`: confirmations that make a
   * block final; `isUnanswered`: no page waits for the wallet's answer
   * @throws PayError `chain_unreachable` if the chain cannot be read
   */
  searchTransfer(
    intent: Intent,
    range: { fromBlock?: bigint | undefined; depth: number; isUnanswered?: boolean },
  ): Promise<SearchResult>
  /**
   * Reads the status of a transaction.
   *
   * @param intent the intent that it belongs to, if known; without it a replacement cannot be found
   * @param depth confirmations that make a block final
   * @throws PayError `chain_unreachable` if the chain cannot be read
   */
  getTransactionStatus(
    chainId: number,
    hash: string,
    intent: Intent | undefined,
    depth: number,
  ): Promise<TransactionStatus>
  /**
   * Reads the transaction of a wallet's answer from the node that the page names (`rpcUrls`), never from the wallet, and compares
   * it with the requested transfer.
   *
   * @throws PayError `chain_unreachable`
   */
  compareTransfer(intent: Intent, hash: string): Promise<Comparison>
  /**
   * Reads a transaction that the payer submits, and returns its hash and the option that it pays, partly or fully. If
   * no chain that can be read knows it, it is unseen, and the service may see it. `proof` is `signature` if the
   * transaction does not carry this charge's reference: then one of `signers`, the accounts that the money came from,
   * must sign.
   *
   * @param text a hash, or the URL of a block explorer that contains one
   * @throws PayError `payment_failed` with the reason, if the text is not a hash or its transaction does not pay the
   * charge
   */
  inspectTransaction(options: readonly PaymentOption[], text: string): Promise<InspectedTransaction>
  /**
   * Searches for transfers of exactly the quote's amount, which is a reserved one, by any account, after a block. Without a block
   * it only returns the number of the latest one.
   *
   * @throws PayError `chain_unreachable` if the chain cannot be read
   */
  findIncomingTransfers(
    quote: Quote,
    fromBlock: bigint | undefined,
  ): Promise<{ hashes: string[]; toBlock: bigint }>
}
