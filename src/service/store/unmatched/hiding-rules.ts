import { type Kysely, type Selectable, sql } from 'kysely'
import { createId } from '../../domain/id.ts'
import {
  type HiddenMoney,
  type HidingRuleRecord,
  type HidingRuleStore,
  maxHidingRules,
  toHidingRule,
} from '../../domain/unmatched/hiding-rules.ts'
import { writeAudit } from '../accounts/audit.ts'
import type { HidingRuleRow } from '../database/tables/payments.ts'
import type { Tables } from '../database/tables/tables.ts'

/** An expression for a query of `transfers` and `destinations`: whether a rule of the destination's account hides a transfer. */
export const isHidden = sql<boolean>`exists (select from hiding_rules as rule
  where rule.account_id = destinations.account_id and (
    rule.sender = transfers.sender
    or (rule.chain_id, rule.token) = (transfers.chain_id, transfers.token) and transfers.amount < rule.below
  ))`

/** Creates the part of the store for what accounts leave out of their lists of unmatched money. */
export function createHidingRuleStore(db: Kysely<Tables>): HidingRuleStore {
  const selectRules = (tx: Kysely<Tables>, accountId: string) =>
    tx.selectFrom('hiding_rules').selectAll().where('account_id', '=', accountId)

  return {
    async listHidingRules(accountId) {
      const rows = await selectRules(db, accountId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(toRecord)
    },

    async addHidingRule(accountId, money, author) {
      return await db.transaction().execute(async (tx) => {
        // Rules of one account are added one after the other, so that their count is right.
        await tx
          .selectFrom('accounts')
          .select('id')
          .where('id', '=', accountId)
          .forNoKeyUpdate()
          .execute()
        const rules = await selectRules(tx, accountId).execute()
        const columns = fromMoney(money)
        const same = rules.find(
          ({ sender, chain_id, token, below }) =>
            sender === columns.sender &&
            String(chain_id) === String(columns.chain_id) &&
            token === columns.token &&
            below === columns.below,
        )
        if (same) return toRecord(same)
        if (rules.length >= maxHidingRules) return undefined
        const decimals = money.kind === 'dust' ? await readDecimals(tx, accountId, money) : 0
        const row = await tx
          .insertInto('hiding_rules')
          .values({ id: createId(), account_id: accountId, ...columns, decimals: decimals ?? 0 })
          .returningAll()
          .executeTakeFirstOrThrow()
        const to = toHidingRule(toRecord(row))
        await writeAudit(tx, accountId, author, { action: 'hiding_rule.added', to })
        return toRecord(row)
      })
    },

    async removeHidingRule(accountId, id, author) {
      return await db.transaction().execute(async (tx) => {
        const row = await tx
          .deleteFrom('hiding_rules')
          .where('account_id', '=', accountId)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst()
        if (!row) return undefined
        const from = toHidingRule(toRecord(row))
        await writeAudit(tx, accountId, author, { action: 'hiding_rule.removed', from })
        return toRecord(row)
      })
    },

    getDecimals: (accountId, asset) => readDecimals(db, accountId, asset),
  }
}

async function readDecimals(
  db: Kysely<Tables>,
  accountId: string,
  { chainId, token }: { chainId: number; token: string },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('destinations')
    .select('decimals')
    .where('account_id', '=', accountId)
    .where('chain_id', '=', chainId)
    .where('token', '=', token)
    .limit(1)
    .executeTakeFirst()
  return row?.decimals
}

function fromMoney(money: HiddenMoney) {
  return money.kind === 'sender'
    ? { sender: money.sender, chain_id: null, token: null, below: null }
    : {
        sender: null,
        chain_id: money.chainId,
        token: money.token,
        below: String(money.below),
      }
}

/** Returns the rule of a row. The check of its table guarantees the columns of its kind. */
function toRecord(row: Selectable<HidingRuleRow>): HidingRuleRecord {
  const { id, sender, chain_id, token, below, decimals, created_at } = row
  const money: HiddenMoney =
    sender === null
      ? {
          kind: 'dust',
          chainId: Number(chain_id),
          token: token ?? '',
          below: BigInt(below ?? 0),
        }
      : { kind: 'sender', sender }
  return { id, money, decimals, createdAt: created_at }
}
