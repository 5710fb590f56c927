import type { Author } from '../accounts/accounts.ts'
import type { Address } from '../chain/address.ts'
import type { Block } from '../chain/transactions.ts'
import type { BlockRange } from '../chain/transfer-logs.ts'
import type { TransferRecord, TransferStatus } from '../charges/records.ts'
import type { PageQuery } from '../pages.ts'

/** Transfers that no charge could claim by proof, for merchants to decide on. */
export interface UnmatchedStore {
  /** Returns a page of an account's unmatched transfers, newest first; undefined when the cursor names none of them. */
  listUnmatched(
    accountId: string,
    query: ListUnmatchedQuery,
  ): Promise<{ transfers: UnmatchedRecord[]; hasMore: boolean } | undefined>
  /** Returns one such transfer in any status; of any account when no account is given. */
  getUnmatched(accountId: string | undefined, id: string): Promise<UnmatchedRecord | undefined>
  /**
   * Sets a transfer to IGNORED; the audit log records it. Returns false when it is neither UNMATCHED nor IGNORED.
   */
  ignoreTransfer(id: string, author: Author): Promise<boolean>
  /** Returns whether an account holds an address, and so decides about money that arrives there without proof. */
  isHolder(accountId: string, place: { chainId: number; recipient: Address }): Promise<boolean>
  /** Returns how many transfers wait for a decision, without those that are listed apart. */
  countUnmatched(): Promise<number>
}

/** Unmatched transfers of blocks that the chain may have replaced. */
export interface UnmatchedBlockStore {
  /** Returns the blocks of this range that hold transfers which belong to no payment. */
  listUnmatchedBlocks(chainId: number, range: BlockRange): Promise<Block[]>
  /** Returns the hashes of the transactions of a block that have such transfers. */
  listUnmatchedHashes(chainId: number, block: Block): Promise<string[]>
  /** Deletes such transfers of these transactions in a block that the chain no longer has. Returns how many. */
  dropUnmatched(chainId: number, hashes: readonly string[], blockHash: string): Promise<number>
}

/** Which page of unmatched transfers to list. */
export interface ListUnmatchedQuery extends PageQuery {
  status: TransferStatus
  /** Whether to list what is worth less than a cent or of an unknown token, instead of the rest. */
  isHidden: boolean
}

/** An unmatched transfer as it is shown to one account, with the token's decimals and symbol. */
export interface UnmatchedRecord extends TransferRecord {
  /** The account that it is shown to. */
  accountId: string
  decimals: number
  symbol: string
  /** Whether it is listed apart while it waits: worth less than a cent, or of an unknown token. */
  isHidden: boolean
  /** The references of this account's own charges. */
  ownReferences: readonly string[]
}
