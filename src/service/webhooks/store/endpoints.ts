import { type Kysely, type Selectable, sql } from 'kysely'
import type { Author } from '../../accounts/accounts.ts'
import type {
  SettingChangeOptions,
  SettingOutcome,
  WebhookSetting,
} from '../../accounts/settings.ts'
import { insertDeliveryOfTest } from '../../accounts/store/events.ts'
import { applyDueChanges, inSettings } from '../../accounts/store/setting-changes.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { WebhookEndpointRow } from '../../db/tables/webhooks.ts'
import type { EndpointChanges, EndpointRecord, NewEndpoint } from '../endpoints.ts'
import {
  assertUrlIsFree,
  insertEndpoint,
  rotateSecret,
  setDefaultUrl,
  setUrl,
  updateFilter,
} from './endpoint-changes.ts'

/** The most waiting deliveries of an endpoint that are counted. */
const maxCounted = 1000

/** Creates the part of the store for the webhook endpoints of accounts. */
export function createEndpointStore(db: Kysely<Tables>) {
  return {
    /**
     * Sets the url of an account's webhook, the default one of its endpoints; '' removes it. Another url gets another secret,
     * after the delay; setting the present one cancels a pending change, and repeating a pending one does not postpone it.
     */
    async setWebhook(
      accountId: string,
      url: string,
      options: SettingChangeOptions,
    ): Promise<SettingOutcome<WebhookSetting>> {
      return await inSettings(db, accountId, (tx) => setDefaultUrl(tx, accountId, url, options))
    },

    /**
     * Adds an endpoint immediately: it takes nothing from the others, and they are notified.
     *
     * @throws PayError `conflict` where another endpoint has its url, unless that is allowed
     */
    async addEndpoint(
      accountId: string,
      endpoint: NewEndpoint,
      { author, allowSameUrl = false }: { author: Author; allowSameUrl?: boolean | undefined },
    ): Promise<{ endpoint: EndpointRecord; secret: string }> {
      return await inSettings(db, accountId, async (tx) => {
        if (!allowSameUrl) await assertUrlIsFree(tx, accountId, endpoint.url)
        const row = await insertEndpoint(tx, accountId, endpoint, author, false)
        return { endpoint: toEndpoint({ ...row, ...nothingYet }), secret: row.secret }
      })
    },

    /** Returns what the removed endpoints of an account were called, by their ids. */
    async listRemovedEndpoints(accountId: string): Promise<RemovedEndpoint[]> {
      return await db
        .selectFrom('removedWebhookEndpoints')
        .select(['id', 'url', 'description'])
        .where('accountId', '=', accountId)
        .execute()
    },

    /** Returns the endpoints of an account, the oldest first. */
    async listEndpoints(accountId: string): Promise<EndpointRecord[]> {
      await applyDueChanges(db, accountId)
      const rows = await selectEndpoints(db, accountId).orderBy('createdAt').orderBy('id').execute()
      return rows.map(toEndpoint)
    },

    /** Returns an endpoint of the account; undefined also for one of another account. */
    async getEndpoint(accountId: string, id: string): Promise<EndpointRecord | undefined> {
      await applyDueChanges(db, accountId)
      return await findEndpoint(db, accountId, id)
    },

    /**
     * Changes an endpoint: its url as setWebhook does, and all else immediately. The account's endpoints are notified. Returns
     * undefined when the endpoint does not exist, else the outcome for its url.
     *
     * @throws PayError `conflict` where another endpoint has the new url, unless that is allowed
     */
    async updateEndpoint(
      accountId: string,
      id: string,
      { url, ...filter }: EndpointChanges,
      {
        allowSameUrl = false,
        ...options
      }: SettingChangeOptions & { allowSameUrl?: boolean | undefined },
    ): Promise<SettingOutcome<WebhookSetting> | undefined> {
      return await inSettings(db, accountId, async (tx) => {
        const endpoint = await findEndpoint(tx, accountId, id)
        if (!endpoint) return undefined
        if (url && url !== endpoint.url && !allowSameUrl) await assertUrlIsFree(tx, accountId, url)
        await updateFilter(tx, accountId, endpoint, filter, options.author)
        if (url !== undefined) return await setUrl(tx, accountId, id, url, options)
        const value = { endpointId: id, url: endpoint.url, secret: '' }
        return { value, effectiveAt: undefined, isNew: false }
      })
    },

    /**
     * Creates a new secret, and notifies the account's endpoints. The earlier one keeps signing for the account's change delay, and
     * for at least 24 hours. Undefined when the endpoint does not exist.
     *
     * @throws PayError `conflict` while too many earlier secrets still sign: none is ever dropped before its time
     */
    async rotateSecret(
      accountId: string,
      id: string,
      options: SettingChangeOptions,
    ): Promise<WebhookSetting | undefined> {
      return await inSettings(db, accountId, (tx) => rotateSecret(tx, accountId, id, options))
    },

    /** Writes an event for this endpoint only, regardless of its filter; returns the event's id. */
    async writeTestEvent(accountId: string, endpointId: string): Promise<string> {
      return await db.transaction().execute((tx) => insertDeliveryOfTest(tx, accountId, endpointId))
    },
  }
}

/** What a removed endpoint was called. */
export type RemovedEndpoint = Pick<EndpointRecord, 'id' | 'url' | 'description'>

/** The webhook endpoints of accounts. */
export type EndpointStore = ReturnType<typeof createEndpointStore>

/** Selects the endpoints of an account, with the pending changes of their urls. */
function selectEndpoints(db: Kysely<Tables>, accountId: string) {
  return db
    .selectFrom('webhookEndpoints')
    .leftJoin('settingChanges', 'settingChanges.endpointId', 'webhookEndpoints.id')
    .selectAll('webhookEndpoints')
    .select(['settingChanges.url as pendingUrl', 'settingChanges.effectiveAt'])
    .leftJoinLateral(
      (by) =>
        by
          .selectFrom('webhookDeliveries')
          .select(['failingSince', 'lastError'])
          .whereRef('endpointId', '=', 'webhookEndpoints.id')
          .where('status', '=', 'WAITING')
          .where('failingSince', 'is not', null)
          .orderBy('failingSince')
          .limit(1)
          .as('firstFailed'),
      (join) => join.onTrue(),
    )
    .select(['firstFailed.failingSince', 'firstFailed.lastError'])
    .select([
      sql<Date | undefined>`(select min(next_attempt_at) from webhook_deliveries
        where endpoint_id = webhook_endpoints.id and status = 'WAITING' and failing_since is not null)`.as(
        'nextAttemptAt',
      ),
      countDeliveries('WAITING').as('waitingCount'),
      countDeliveries('FAILED').as('failedCount'),
      sql<Date | undefined>`(select max(expires_at) from earlier_webhook_secrets
        where endpoint_id = webhook_endpoints.id and expires_at > now())`.as('earlierSecretUntil'),
    ])
    .where('webhookEndpoints.accountId', '=', accountId)
}

function countDeliveries(status: 'WAITING' | 'FAILED') {
  return sql<number>`(select count(*) from (select from webhook_deliveries
    where endpoint_id = webhook_endpoints.id and status = ${sql.lit(status)} limit ${maxCounted}) as counted)`
}

async function findEndpoint(
  db: Kysely<Tables>,
  accountId: string,
  id: string,
): Promise<EndpointRecord | undefined> {
  const row = await selectEndpoints(db, accountId)
    .where('webhookEndpoints.id', '=', id)
    .executeTakeFirst()
  return row && toEndpoint(row)
}

const nothingYet = { waitingCount: 0, failedCount: 0 }

function toEndpoint(
  row: Selectable<WebhookEndpointRow> & {
    pendingUrl?: string | null | undefined
    effectiveAt?: Date | null | undefined
    failingSince?: Date | null | undefined
    lastError?: string | null | undefined
    nextAttemptAt?: Date | null | undefined
    waitingCount: number
    failedCount: number
    earlierSecretUntil?: Date | null | undefined
  },
): EndpointRecord {
  const { pendingUrl: url, effectiveAt, failingSince: since, nextAttemptAt } = row
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: row.eventTypes === '' ? [] : row.eventTypes.split(' '),
    shop: row.shop,
    isEnabled: row.isEnabled,
    isDefault: row.isDefault,
    createdAt: row.createdAt,
    failing:
      since && nextAttemptAt
        ? { since, nextAttemptAt, waiting: row.waitingCount, lastError: row.lastError ?? '' }
        : undefined,
    failed: row.failedCount,
    earlierSecretUntil: row.earlierSecretUntil ?? undefined,
    pending: typeof url === 'string' && effectiveAt ? { url, effectiveAt } : undefined,
  }
}
