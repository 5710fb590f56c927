import { randomBytes } from 'node:crypto'
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { SettingChangeRow } from '../../db/tables/accounts.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { SettingKey, SettingValue } from '../settings.ts'
import { removeEndpoint } from './removed-endpoints.ts'
import { toMerchantAccount, toTolerance } from './rows.ts'

// The values of wallets and webhooks that are in effect, and their columns in a pending change.

/** Returns the value of a setting that is in effect; undefined when it was never set. */
export async function readSetting(
  tx: Kysely<Tables>,
  accountId: string,
  key: SettingKey,
): Promise<SettingValue | undefined> {
  const { setting } = key
  if (setting !== 'webhook') {
    const row = await tx
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', accountId)
      .executeTakeFirst()
    if (!row) return undefined
    const { wallet, tolerance } = toMerchantAccount(row)
    if (setting === 'tolerance') return { setting, tolerance }
    return wallet && { setting, wallet }
  }
  const row = await tx
    .selectFrom('webhookEndpoints')
    .select(['url', 'secret'])
    .where('accountId', '=', accountId)
    .where('id', '=', key.endpointId)
    .executeTakeFirst()
  return row && { setting, endpointId: key.endpointId, ...row }
}

/**
 * An expression for a query of `webhook_endpoints`: the secrets that a receiver may hold, separated by spaces, the present one
 * first.
 */
export const signingSecrets = sql<string>`concat_ws(' ', webhook_endpoints.secret,
  (select string_agg(earlier.secret, ' ' order by earlier.expires_at desc) from earlier_webhook_secrets as earlier
    where earlier.endpoint_id = webhook_endpoints.id and earlier.expires_at > now()))`

/** Sets the value that is in effect. */
export async function writeSetting(
  tx: Kysely<Tables>,
  accountId: string,
  value: SettingValue,
): Promise<void> {
  if (value.setting === 'wallet') {
    const columns = fromSettingValue(value)
    const { walletAddress, walletChainId, walletToken } = columns
    await tx
      .updateTable('accounts')
      .set({
        walletAddress,
        walletChainId,
        walletToken,
        walletSince: sql<Date>`case when wallet_address = ${walletAddress} then wallet_since else now() end`,
      })
      .where('id', '=', accountId)
      .execute()
    return
  }
  if (value.setting === 'tolerance') {
    const { cents: toleranceCents, basisPoints: toleranceBasisPoints } = value.tolerance
    await tx
      .updateTable('accounts')
      .set({ toleranceCents, toleranceBasisPoints })
      .where('id', '=', accountId)
      .execute()
    return
  }
  const { endpointId, url, secret } = value
  if (url === '') return await removeEndpoint(tx, endpointId)
  // Another url is another receiver: it must not get signatures by earlier secrets.
  await tx.deleteFrom('earlierWebhookSecrets').where('endpointId', '=', endpointId).execute()
  await tx
    .updateTable('webhookEndpoints')
    .set({ url, secret, isAnswering: false })
    .where('id', '=', endpointId)
    .execute()
}

type ValueColumns = Pick<
  Insertable<SettingChangeRow>,
  | 'setting'
  | 'walletAddress'
  | 'walletChainId'
  | 'walletToken'
  | 'toleranceCents'
  | 'toleranceBasisPoints'
  | 'endpointId'
  | 'url'
  | 'secret'
>

/** Returns the columns of a pending change that hold its value. */
export function fromSettingValue(value: SettingValue): ValueColumns {
  const { setting } = value
  const wallet = setting === 'wallet' ? value.wallet : undefined
  return {
    setting,
    walletAddress: wallet?.address,
    walletChainId: wallet?.chainId,
    walletToken: wallet?.token,
    toleranceCents: setting === 'tolerance' ? value.tolerance.cents : undefined,
    toleranceBasisPoints: setting === 'tolerance' ? value.tolerance.basisPoints : undefined,
    endpointId: setting === 'webhook' ? value.endpointId : undefined,
    url: setting === 'webhook' ? value.url : undefined,
    secret: setting === 'webhook' ? value.secret : undefined,
  }
}

/** Returns the value of a pending change. The check of its table guarantees the columns of its setting. */
export function toSettingValue(row: Selectable<SettingChangeRow>): SettingValue {
  if (row.setting === 'webhook')
    return {
      setting: 'webhook',
      endpointId: row.endpointId ?? '',
      url: row.url ?? '',
      secret: row.secret ?? '',
    }
  if (row.setting === 'tolerance') return { setting: 'tolerance', tolerance: toTolerance(row) }
  const wallet = {
    address: row.walletAddress ?? '',
    chainId: row.walletChainId ?? 0,
    token: row.walletToken ?? '',
  }
  return { setting: 'wallet', wallet }
}

/** Generates a signing secret. Standard Webhooks, "Signature scheme": 24 to 64 random bytes. */
export function generateWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}
