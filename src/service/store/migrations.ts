import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { migration0002 } from './migrations/0002.ts'
import { migration0004 } from './migrations/0004.ts'
import { migration0005 } from './migrations/0005.ts'
import { migration0006 } from './migrations/0006.ts'
import { migration0007 } from './migrations/0007.ts'
import { migration0008 } from './migrations/0008.ts'
import type { Tables } from './tables.ts'
import { migration0003 } from './watched-addresses.ts'

// A released migration is never changed: add the next one. The SQL states the invariants, so that no path in the code,
// and no second process, can break them.

const statusCheck = `in ('NEW', 'PENDING', 'COMPLETED', 'FAILED', 'EXPIRED', 'CANCELLED')`

const migration0001 = [
  `create table accounts (
    id uuid primary key,
    name text not null,
    brand_color text not null default '',
    brand_logo_url text not null default '',
    organization_name text not null default '',
    wallet_address text,
    wallet_chain_id bigint,
    wallet_token text,
    created_at timestamptz not null,
    check ((wallet_address is null) = (wallet_chain_id is null)
      and (wallet_address is null) = (wallet_token is null))
  )`,
  `create table api_keys (
    id uuid primary key,
    account_id uuid not null references accounts,
    prefix text not null,
    hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
    created_at timestamptz not null,
    revoked_at timestamptz
  )`,
  `create table charges (
    id uuid primary key,
    seq bigint generated always as identity unique,
    account_id uuid not null references accounts,
    status text not null check (status ${statusCheck}),
    pricing_type text not null check (pricing_type in ('fixed_price', 'no_price')),
    local_amount text not null,
    local_currency text not null,
    chain_id bigint not null check (chain_id > 0),
    recipient text not null check (recipient ~ '^0x[0-9a-fA-F]{40}$'),
    token text not null check (token ~ '^0x[0-9a-fA-F]{40}$'),
    token_type text not null check (token_type in ('ERC20', 'NATIVE')),
    token_decimals smallint not null check (token_decimals between 0 and 77),
    token_symbol text not null,
    amount numeric(78, 0) not null check (amount >= 0),
    base_url text,
    metadata text not null,
    success_url text not null,
    cancel_url text not null,
    created_at timestamptz not null,
    check (pricing_type = 'no_price' or amount > 0)
  )`,
  `create table payments (
    id uuid primary key,
    seq bigint generated always as identity unique,
    charge_id uuid not null references charges,
    chain_id bigint not null,
    hash text not null check (hash ~ '^0x[0-9a-f]{64}$'),
    token text not null,
    status text not null check (status in ('PENDING', 'COMPLETED', 'FAILED')),
    reason text not null,
    paid numeric(78, 0) not null check (paid >= 0),
    payer text not null,
    block_number bigint,
    block_hash text,
    created_at timestamptz not null,
    verified_at timestamptz,
    look_at timestamptz not null,
    check (status <> 'COMPLETED' or paid > 0),
    check ((status = 'PENDING') = (verified_at is null))
  )`,
  // One transfer is credited once. A failed claim releases its hash for the charge that the transfer really pays.
  `create unique index payments_hash on payments (chain_id, hash) where status <> 'FAILED'`,
  `create index payments_charge on payments (charge_id, seq)`,
  `create index payments_pending on payments (chain_id, look_at) where status = 'PENDING'`,
  `create table moves (
    seq bigint generated always as identity primary key,
    charge_id uuid not null references charges,
    status text not null check (status ${statusCheck}),
    context text check (context in ('UNDERPAID', 'OVERPAID', 'DELAYED')),
    time timestamptz not null
  )`,
  `create index moves_charge on moves (charge_id, seq)`,
  `create table repeats (
    account_id uuid not null references accounts,
    key text not null,
    fingerprint text not null,
    reply text not null,
    created_at timestamptz not null,
    primary key (account_id, key)
  )`,
]

/** The SQL statements of each migration, in the order of the migrations' names. */
const statementsByMigration: Record<string, readonly string[]> = {
  '0001_charges': migration0001,
  '0002_requests': migration0002,
  '0003_watching': migration0003,
  '0004_events': migration0004,
  '0005_outbox': migration0005,
  '0006_accepts': migration0006,
  '0007_proof': migration0007,
  '0008_limits': migration0008,
}

const migrations: Record<string, Migration> = Object.fromEntries(
  Object.entries(statementsByMigration).map(([name, all]) => [
    name,
    {
      async up(db: Kysely<unknown>) {
        for (const statement of all) await sql.raw(statement).execute(db)
      },
    },
  ]),
)

/** Migrates the database to this version, under the migrator's lock: many processes may start at once. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  // The migrator reads the whole catalog three times, and nearly every start has nothing to migrate.
  if (await isCurrent(db)) return
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** Returns whether exactly the migrations of this version were applied. */
async function isCurrent(db: Kysely<Tables>): Promise<boolean> {
  const hasMigrationTable = sql<{
    begun: boolean
  }>`select to_regclass('kysely_migration') is not null as begun`
  if (!(await hasMigrationTable.execute(db)).rows[0]?.begun) return false
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const names = rows.map(({ name }) => name).sort()
  return names.join() === Object.keys(statementsByMigration).join()
}
