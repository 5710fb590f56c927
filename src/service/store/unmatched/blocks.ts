import type { Kysely } from 'kysely'
import type { UnmatchedBlockStore } from '../../domain/unmatched/unmatched.ts'
import { anyOf } from '../database/any-of.ts'
import type { Tables } from '../database/tables/tables.ts'
import { deleteTakenBack } from '../payments/reorganized.ts'

/** The statuses of transfers that belong to no payment. */
const undecided = ['UNMATCHED', 'IGNORED'] as const

/** Creates the part of the store that finds and deletes unmatched transfers of blocks that were replaced. */
export function createUnmatchedBlockStore(db: Kysely<Tables>): UnmatchedBlockStore {
  return {
    async listUnmatchedBlocks(chainId, { from, to }) {
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

    async listUnmatchedHashes(chainId, { number, hash }) {
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

    async dropUnmatched(chainId, hashes, blockHash) {
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
