import { type Kysely, type Selectable, sql } from 'kysely'
import { toFutureTime } from '../../db/clock.ts'
import type { AccountRow, SettingChangeRow } from '../../db/tables/accounts.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { createId } from '../../kernel/id.ts'
import type { MerchantAccount } from '../accounts.ts'
import type { SettingChange } from '../events.ts'
import {
  describeSetting,
  describeWebhook,
  isInEffect,
  isSafer,
  isSameSetting,
  type PendingChangeRecord,
  type SettingChangeOptions,
  type SettingKey,
  type SettingOutcome,
  type SettingValue,
} from '../settings.ts'
import { fromAuthor, toAuthor, writeAudit } from './audit.ts'
import { writeChangingEvent } from './events.ts'
import { toMerchantAccount } from './rows.ts'
import { fromSettingValue, readSetting, toSettingValue, writeSetting } from './setting-values.ts'

// A change takes effect by the time in its row: reading a setting applies a change that is due, so no timer has
// to fire and a restart loses nothing. Every change of an account's settings locks the account's row first, so that
// processes on one database apply each change once.

/** An expression for a query of `accounts`: whether the account has a change whose time has come. */
export const hasDueChange = sql<boolean>`exists (select from setting_changes
  where setting_changes.account_id = accounts.id and setting_changes.effective_at <= now())`

/** Returns the account of a row that was selected with {@link hasDueChange}, after applying due changes. */
export async function toCurrentAccount(
  db: Kysely<Tables>,
  row: Selectable<AccountRow> & { hasDueChange: boolean },
): Promise<MerchantAccount> {
  if (!row.hasDueChange) return toMerchantAccount(row)
  await db.transaction().execute((tx) => lockSettings(tx, row.id))
  const current = await db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow()
  return toMerchantAccount(current)
}

/** Does work in a transaction that holds the lock of {@link lockSettings}. */
export async function inSettings<T>(
  db: Kysely<Tables>,
  accountId: string,
  work: (tx: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return await db.transaction().execute(async (tx) => {
    await lockSettings(tx, accountId)
    return await work(tx)
  })
}

/** Applies the changes of an account whose time has come. */
export async function applyDueChanges(db: Kysely<Tables>, accountId: string): Promise<void> {
  const due = await db
    .selectFrom('settingChanges')
    .select('id')
    .where('accountId', '=', accountId)
    .where('effectiveAt', '<=', sql<Date>`now()`)
    .executeTakeFirst()
  if (due) await inSettings(db, accountId, async () => undefined)
}

/** Locks the settings of an account until the transaction ends, and applies the changes whose time has come. */
export async function lockSettings(tx: Kysely<Tables>, accountId: string): Promise<void> {
  // Not `for update`: that would wait for every charge that is being created for the account.
  await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const dueChanges = await tx
    .deleteFrom('settingChanges')
    .where('accountId', '=', accountId)
    .where('effectiveAt', '<=', sql<Date>`now()`)
    .returningAll()
    .execute()
  for (const row of dueChanges) {
    const value = toSettingValue(row)
    const { setting } = value
    const from = await describeCurrent(tx, accountId, value)
    await writeSetting(tx, accountId, value)
    const to = describeSetting(value)
    await writeAudit(tx, accountId, toAuthor(row), { action: `${setting}.changed`, from, to })
  }
}

/**
 * Sets a value: immediately if there was none or without a delay, else later. Runs in the transaction that holds the lock of {@link
 * lockSettings}.
 */
export async function changeSetting(
  tx: Kysely<Tables>,
  accountId: string,
  newValue: SettingValue,
  { author, delayMs }: SettingChangeOptions,
): Promise<SettingOutcome<SettingValue>> {
  const { setting } = newValue
  const current = await readSetting(tx, accountId, newValue)
  const pending = await readPendingChange(tx, accountId, newValue)
  const isCurrent = isInEffect(current, newValue)
  const isPending = pending !== undefined && isSameSetting(toSettingValue(pending), newValue)
  // A program that sets its wallet at each start must not postpone the change each time.
  if (isPending && !isCurrent && delayMs > 0)
    return { value: toSettingValue(pending), effectiveAt: pending.effectiveAt, isNew: false }
  // Setting the present value cancels a pending change.
  if (pending) await deletePendingChange(tx, pending, author)
  if (isCurrent) return { value: current ?? newValue, effectiveAt: undefined, isNew: false }
  // The merchant already has the secret of a webhook that was pending.
  const value = isPending ? toSettingValue(pending) : newValue
  const from = current && describeSetting(current)
  const to = describeSetting(value)
  if (!current || delayMs === 0 || isSafer(current, value)) {
    await writeSetting(tx, accountId, value)
    await writeAudit(tx, accountId, author, { action: `${setting}.set`, from, to })
    return { value, effectiveAt: undefined, isNew: !isPending }
  }
  const change = await insertPendingChange(tx, accountId, value, { author, delayMs })
  await writeAudit(tx, accountId, author, { action: `${setting}.changing`, from, to })
  await writeChangingEvent(tx, accountId, toSettingChange(change, current))
  return { value, effectiveAt: change.effectiveAt, isNew: true }
}

function toSettingChange(
  { value, author, effectiveAt }: PendingChangeRecord,
  current: SettingValue,
): SettingChange {
  const details = { author, effectiveAt }
  if (value.setting === 'wallet' && current.setting === 'wallet')
    return { ...details, setting: 'wallet', from: current.wallet, to: value.wallet }
  if (value.setting === 'tolerance' && current.setting === 'tolerance')
    return { ...details, setting: 'tolerance', from: current.tolerance, to: value.tolerance }
  if (value.setting === 'webhook' && current.setting === 'webhook') {
    const { endpointId } = value
    const [from, to] = [describeWebhook(current.url), describeWebhook(value.url)]
    return { ...details, setting: 'webhook', endpointId, from, to }
  }
  throw new Error('The two values are of different settings.')
}

async function insertPendingChange(
  tx: Kysely<Tables>,
  accountId: string,
  value: SettingValue,
  { author, delayMs }: SettingChangeOptions,
): Promise<PendingChangeRecord> {
  const id = createId()
  const values = {
    id,
    accountId,
    ...fromSettingValue(value),
    ...fromAuthor(author),
    effectiveAt: toFutureTime(delayMs),
  }
  await tx.insertInto('settingChanges').values(values).execute()
  const row = await selectPendingChanges(tx)
    .where('settingChanges.id', '=', id)
    .executeTakeFirstOrThrow()
  return toPendingChangeRecord(row)
}

/** Selects pending changes, with the prefixes of the keys that asked for them. */
export function selectPendingChanges(db: Kysely<Tables>) {
  return db
    .selectFrom('settingChanges')
    .leftJoin('apiKeys', 'apiKeys.id', 'settingChanges.keyId')
    .selectAll('settingChanges')
    .select('apiKeys.prefix')
}

/** Returns the record of a row of {@link selectPendingChanges}. */
export function toPendingChangeRecord(
  row: Selectable<SettingChangeRow> & { prefix?: string | null },
): PendingChangeRecord {
  return {
    id: row.id,
    accountId: row.accountId,
    value: toSettingValue(row),
    author: row.prefix ?? 'cli',
    requestId: row.requestId,
    requestedAt: row.requestedAt,
    effectiveAt: row.effectiveAt,
  }
}

/** Returns the pending change of a setting. */
export async function readPendingChange(
  tx: Kysely<Tables>,
  accountId: string,
  key: SettingKey,
): Promise<Selectable<SettingChangeRow> | undefined> {
  return await tx
    .selectFrom('settingChanges')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('setting', '=', key.setting)
    .$if(key.setting === 'webhook', (query) =>
      query.where('endpointId', '=', key.setting === 'webhook' ? key.endpointId : ''),
    )
    .executeTakeFirst()
}

/** Deletes a pending change, so that it never takes effect. */
export async function deletePendingChange(
  tx: Kysely<Tables>,
  pending: Selectable<SettingChangeRow>,
  author: SettingChangeOptions['author'],
): Promise<void> {
  const { accountId } = pending
  const value = toSettingValue(pending)
  await tx.deleteFrom('settingChanges').where('id', '=', pending.id).execute()
  const change = {
    action: `${value.setting}.canceled` as const,
    from: describeSetting(value),
    to: await describeCurrent(tx, accountId, value),
  }
  await writeAudit(tx, accountId, author, change)
}

async function describeCurrent(tx: Kysely<Tables>, accountId: string, key: SettingKey) {
  const current = await readSetting(tx, accountId, key)
  return current && describeSetting(current)
}
