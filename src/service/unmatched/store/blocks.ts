import type { Kysely } from 'kysely'
import type { Block } from '../../chain/types/transactions.ts'
import type { BlockRange } from '../../chain/types/transfer-logs.ts'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { deleteTakenBack } from '../../payments/store/reorganized.ts'

/** The statuses of transfers that belong to no payment. */
const undecided = ['UNMATCHED', 'IGNORED'] as const

/** Creates the part of the store that finds and deletes unmatched transfers of blocks that were replaced. */
export function createUnmatchedBlockStore(db: Kysely<Tables>) {
  return {
    /** Returns the blocks of this range that hold transfers which belong to no payment. */
    async listUnmatchedBlocks(chainId: number, { from, to }: BlockRange): Promise<Block[]> {
      const rows = await db
        .selectFrom('transfers')
        .select(['blockNumber', 'blockHash'])
        .distinct()
        .where('chainId', '=', chainId)
        .where('status', 'in', undecided)
        .where('blockNumber', '>=', from)
        .where('blockNumber', '<=', to)
        .execute()
      return rows.flatMap(({ blockNumber, blockHash: hash }) =>
        hash === undefined ? [] : [{ number: blockNumber, hash }],
      )
    },

    /** Returns the hashes of the transactions of a block that have such transfers. */
    async listUnmatchedHashes(chainId: number, { number, hash }: Block): Promise<string[]> {
      const rows = await db
        .selectFrom('transfers')
        .select('hash')
        .distinct()
        .where('chainId', '=', chainId)
        .where('status', 'in', undecided)
        .where('blockNumber', '=', number)
        .where('blockHash', '=', hash)
        .execute()
      return rows.map((row) => row.hash)
    },

    /** Deletes such transfers of these transactions in a block that the chain no longer has. Returns how many. */
    async dropUnmatched(
      chainId: number,
      hashes: readonly string[],
      blockHash: string,
    ): Promise<number> {
      return await db.transaction().execute(async (tx) => {
        const rows = await tx
          .selectFrom('transfers')
          .selectAll()
          .where('chainId', '=', chainId)
          .where('hash', '=', anyOf(hashes))
          .where('blockHash', '=', blockHash)
          .where('status', 'in', undecided)
          .orderBy('hash')
          .orderBy('position')
          .forUpdate()
          .execute()
        await deleteTakenBack(tx, rows)
        return rows.length
      })
    },
  }
}

/** Unmatched transfers of blocks that the chain may have replaced. */
export type UnmatchedBlockStore = ReturnType<typeof createUnmatchedBlockStore>
