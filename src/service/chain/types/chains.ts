import type { Address } from './address.ts'
import type {
  AuthorizationName,
  AuthorizationUse,
  Fees,
  SignedAuthorization,
  Simulation,
  SimulationTerms,
} from './authorizations.ts'
import type {
  AuthorizationDomain,
  CurrencyFeed,
  DatedRate,
  TokenMetadata,
  UsdPrice,
  UsdRate,
} from './tokens.ts'
import type {
  BlockWithTransactions,
  PendingTransaction,
  TransactionLookup,
} from './transactions.ts'
import type {
  AuthorizationLog,
  BlockRange,
  CompleteTransfers,
  SentFilter,
  TransferFilter,
  TransferLog,
  WitnessLog,
} from './transfer-logs.ts'

/** The chains that the operator configured. Methods that call a node reject with PayError `chain_unreachable`. */
export interface Chains {
  /** EIP-155 chain ids. */
  readonly ids: readonly number[]
  /** Returns whether a chain's money is worthless, so that only test accounts are paid on it. */
  isTestChain(chainId: number): boolean
  /** Returns how many nodes are read for a chain. */
  getNodeCount(chainId: number): number
  /** Returns the number of blocks that make a transfer final: 1 is the block that it was mined in. */
  getConfirmations(chainId: number): number
  /**
   * Returns the EIP-55 form of an address. An address in mixed case must have a valid checksum.
   *
   * @throws PayError `invalid_request` naming `field`
   */
  parseAddress(text: string, field: string): Address
  /** Returns the tokens of a chain that the settings name or that are built in, without the native currency. */
  listKnownTokens(chainId: number): readonly Address[]
  /** Returns a token's metadata; undefined if it is not an ERC-20 token. The zero address is the chain's native currency. */
  getToken(chainId: number, address: Address): Promise<TokenMetadata | undefined>
  /**
   * Returns the value of a whole token by the operator's price feed; undefined when the token has no feed.
   *
   * @throws PayError `price_unavailable` when the feed's answer is too old or is not a price
   */
  getRate(chainId: number, token: Address): Promise<UsdRate | undefined>
  /**
   * Returns the newest answer of a currency's feed, however old.
   *
   * @throws PayError `price_unavailable`, whose message follows the feed's name, for an answer that is no rate of the currency
   */
  getCurrencyRate(feed: CurrencyFeed): Promise<DatedRate>
  /** Returns the value of a token when a block was mined. Never rejects. */
  getUsdPriceAt(
    chainId: number,
    token: Address,
    block: { number: bigint; time: Date },
  ): Promise<UsdPrice>
  /**
   * Returns the domain in which accounts sign transfers of a token for others to send (EIP-3009); undefined for a token that does
   * not accept them.
   */
  getAuthorizationDomain(chainId: number, token: Address): Promise<AuthorizationDomain | undefined>
  /** Returns whether an account has used or canceled the nonce of an authorization, by the newest state. */
  isAuthorizationUsed(
    chainId: number,
    token: Address,
    account: Address,
    nonce: string,
  ): Promise<boolean>
  /** Returns the transaction that has used or canceled an authorization; undefined where the node shows none in these blocks. */
  findAuthorizationUse(
    name: AuthorizationName,
    blocks: BlockRange,
  ): Promise<AuthorizationUse | undefined>
  /**
   * Returns the authorizations that the senders of these transfers, all of one block, have used there, by the tokens' own logs;
   * undefined where the node's answer lacks one of the transfers, so that it proves nothing.
   */
  findAuthorizations(
    chainId: number,
    transfers: readonly TransferLog[],
  ): Promise<readonly AuthorizationLog[] | undefined>
  /** Simulates an account sending an authorization now, on these terms, and returns the token's answer. */
  simulateRelay(
    chainId: number,
    account: Address,
    authorization: SignedAuthorization,
    terms: SimulationTerms,
  ): Promise<Simulation>
  /** Returns the fees with which a transaction is likely to be in one of the next blocks. */
  getFees(chainId: number): Promise<Fees>
  /** Returns the wei that a transaction of this many bytes costs in addition to its gas; 0 on chains without such a fee. */
  getDataFee(chainId: number, bytes: bigint): Promise<bigint>
  /** Sends a signed transaction. Resolves also where the node has it, or another one with its nonce. */
  broadcast(chainId: number, raw: string): Promise<void>
  /** Returns whether the address is a contract; an account that only delegates to code (EIP-7702) is not one. */
  isContract(chainId: number, address: Address): Promise<boolean>
  /** Returns the address of an ENS name; undefined when it has none. The method is missing without a mainnet RPC. */
  readonly getEnsAddress: ((name: string) => Promise<Address | undefined>) | undefined
  /** Returns the number of the newest block. */
  getBlockNumber(chainId: number): Promise<bigint>
  /** Returns the number of blocks whose logs the node gives in one call; undefined while it has refused no range. */
  getLogRange(chainId: number): bigint | undefined
  /** Returns how many calls the nodes have answered. */
  getAnswerCount(chainId: number): number
  /** Returns the timestamp of a block; undefined when no block has this number. */
  getBlockTime(chainId: number, number: bigint): Promise<Date | undefined>
  /**
   * Looks up a transaction hash on the chain.
   *
   * @param recipients addresses whose internal transfers of native currency are read
   * @param knownBlock a block that was read and may hold the transaction, which is then not read again
   */
  lookUpTransaction(
    chainId: number,
    hash: string,
    head: bigint,
    recipients: readonly Address[],
    knownBlock?: BlockWithTransactions,
  ): Promise<TransactionLookup>
  /** Looks up a transaction hash at each node of a chain. Never rejects. */
  lookUpAtNodes(
    chainId: number,
    hash: string,
    recipients: readonly Address[],
  ): Promise<readonly NodeLookup[]>
  /** Returns the account whose key signed a message (EIP-191); undefined for anything else. Asks no node. */
  recoverSigner(message: string, signature: string): Promise<Address | undefined>
  /** Returns whether an account has code: a contract, or an account that delegates to one (EIP-7702). */
  hasCode(chainId: number, account: Address): Promise<boolean>
  /** Returns whether a contract confirms, in its present state, that it signed a message (ERC-1271). */
  isSignedByContract(
    chainId: number,
    account: Address,
    message: string,
    signature: string,
  ): Promise<boolean>
  /** Returns the hash of the block with this number; undefined when there is none. */
  getBlockHash(chainId: number, number: bigint): Promise<string | undefined>
  /** Returns how much native currency an address has after a block; undefined where the node keeps no state of it. */
  getBalance(chainId: number, address: Address, number: bigint): Promise<bigint | undefined>
  /** Returns the next nonce of an account by a block. */
  getNonce(chainId: number, account: Address, number: bigint): Promise<number>
  /** Returns the next nonces of an account at each node of a chain. Never rejects. */
  getNoncesAtNodes(chainId: number, account: Address): Promise<readonly NodeNonces[]>
  /**
   * Returns the lowest next nonce of an account, at the newest block, among the nodes of the chain. A nonce from a node that is
   * ahead of the others would leave a gap in the sent transactions.
   */
  getLowestNonce(chainId: number, account: Address): Promise<number>
  /**
   * Returns how much of a token an address has after a block, by the token itself; undefined where the node keeps no state of
   * it.
   */
  getTokenBalance(
    chainId: number,
    token: Address,
    address: Address,
    number: bigint,
  ): Promise<bigint | undefined>
  /**
   * Returns how much native currency each transaction that an account signed in a block range spent, with its fee; undefined for a
   * contract, where the node keeps no state of these blocks, and for more than `limit` transactions.
   *
   * @param limit @default 1000
   */
  listSpending(
    chainId: number,
    account: Address,
    range: BlockRange,
    limit?: number,
  ): Promise<readonly Spending[] | undefined>
  /** Returns the number of the newest block of a level; undefined where the chain does not support it. */
  getFinalBlock(chainId: number, level: FinalityLevel): Promise<bigint | undefined>
  /**
   * Returns the hash of the transaction that was mined with the same sender and nonce; undefined when there is none.
   */
  findReplacement(
    chainId: number,
    pendingTransaction: PendingTransaction,
    head: bigint,
  ): Promise<string | undefined>
  /** Returns the number of the last block before a time; 0 for none. */
  findBlockBefore(chainId: number, time: Date, head: bigint): Promise<bigint>
  /**
   * Returns Transfer logs of these tokens to these recipients, or by these senders, in a block range. Splits a range that the
   * node refuses.
   */
  findTransfers(
    chainId: number,
    range: BlockRange,
    filter: TransferFilter | SentFilter,
  ): Promise<TransferLog[]>
  /**
   * Returns the same, and up to which block the node's answer is known to be complete.
   *
   * @param previousWitness the witness of the previous range; undefined for the first range and after a rescan
   */
  findCompleteTransfers(
    chainId: number,
    range: BlockRange,
    filter: TransferFilter | SentFilter,
    previousWitness: WitnessLog | undefined,
  ): Promise<CompleteTransfers>
  /** Returns a block with the transactions in which to find native currency; undefined when there is none. */
  getBlockWithTransactions(
    chainId: number,
    number: bigint,
  ): Promise<BlockWithTransactions | undefined>
}

/** How much of its signer's native currency a transaction spent. */
export interface Spending {
  hash: string
  /** The number of its block. */
  block: bigint
  /** Its value, as far as another account got it, and its fee; in wei. */
  amount: bigint
}

/** The next nonces of an account at one of several nodes, or the reason why it does not return them. */
export type NodeNonces = {
  /** The origin of its URL. */
  node: string
} & (
  | {
      /** By the newest block. */
      mined: number
      /** With the transactions that wait in its pool. */
      pending: number
      failure?: undefined
    }
  | { failure: string }
)

/** The lookup of a transaction at one of several nodes, or the reason for its failure. */
export type NodeLookup = {
  /** The origin of its URL. */
  node: string
} & ({ lookup: TransactionLookup; failure?: undefined } | { lookup?: undefined; failure: string })

/** A chain's own levels of finality: tags of the execution API, the second one later and stronger. */
export type FinalityLevel = 'safe' | 'finalized'

/** US dollars above which a payment also waits until its chain calls its block safe, or finalized. */
export type FinalityLimits = Readonly<Record<FinalityLevel, number>>
