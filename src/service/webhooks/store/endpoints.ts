import { isDeepStrictEqual } from 'node:util'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { WebhookDescription } from '../../../api/schemas/webhook.ts'
import { PayError } from '../../../errors.ts'
import type { Author } from '../../accounts/accounts.ts'
import type { SigningWebhook } from '../../accounts/settings.ts'
import {
  describeWebhook,
  type SettingChangeOptions,
  type SettingOutcome,
  type WebhookSetting,
} from '../../accounts/settings.ts'
import { writeAudit } from '../../accounts/store/audit.ts'
import {
  describeAuthor,
  insertDeliveryOfTest,
  writeChangingEvent,
} from '../../accounts/store/events.ts'
import { changeSetting, inSettings } from '../../accounts/store/setting-changes.ts'
import { generateWebhookSecret, signingSecrets } from '../../accounts/store/setting-values.ts'
import { toFutureTime } from '../../db/clock.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { WebhookEndpointRow } from '../../db/tables/webhooks.ts'
import { createId } from '../../kernel/id.ts'
import {
  type EndpointChanges,
  type EndpointFilter,
  type EndpointRecord,
  maxEndpoints,
} from '../endpoints.ts'

/**
 * How long an earlier secret keeps signing after a rotation, at least: the receiver needs time to switch to the new one. The
 * account's change delay can make it longer, so that the notice of a changed wallet is always signed with a secret that the
 * receiver holds.
 */
const earlierSecretMs = 24 * 60 * 60_000
/** The most earlier secrets that sign. A rotation never drops one: a further rotation waits until one's time is over. */
const maxEarlierSecrets = 2
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
      return await inSettings(db, accountId, async (tx) => {
        const current = await tx
          .selectFrom('webhookEndpoints')
          .select('id')
          .where('accountId', '=', accountId)
          .where('isDefault', '=', true)
          .executeTakeFirst()
        if (current) return await setUrl(tx, accountId, current.id, url, options)
        if (url === '') return { value: noWebhook, effectiveAt: undefined, isNew: false }
        const filter = { url, events: [], shop: '' }
        const { id, secret } = await insertEndpoint(tx, accountId, filter, options.author, true)
        return { value: { endpointId: id, url, secret }, effectiveAt: undefined, isNew: true }
      })
    },

    /** Adds an endpoint immediately: it takes nothing from the others, and they are notified. */
    async addEndpoint(
      accountId: string,
      filter: EndpointFilter & { url: string },
      author: Author,
    ): Promise<{ endpoint: EndpointRecord; secret: string }> {
      return await inSettings(db, accountId, async (tx) => {
        const row = await insertEndpoint(tx, accountId, filter, author, false)
        return { endpoint: toEndpoint({ ...row, ...nothingYet }), secret: row.secret }
      })
    },

    /** Returns the endpoints of an account, the oldest first. */
    async listEndpoints(accountId: string): Promise<EndpointRecord[]> {
      await applyDueChanges(accountId)
      const rows = await selectEndpoints(db, accountId).orderBy('createdAt').orderBy('id').execute()
      return rows.map(toEndpoint)
    },

    /** Returns an endpoint of the account; undefined also for one of another account. */
    async getEndpoint(accountId: string, id: string): Promise<EndpointRecord | undefined> {
      await applyDueChanges(accountId)
      return await findEndpoint(db, accountId, id)
    },

    /**
     * Changes an endpoint: its url as setWebhook does, and its filter immediately. The account's endpoints are notified. Returns
     * undefined when the endpoint does not exist, else the outcome for its url.
     */
    async updateEndpoint(
      accountId: string,
      id: string,
      { url, ...filter }: EndpointChanges,
      options: SettingChangeOptions,
    ): Promise<SettingOutcome<WebhookSetting> | undefined> {
      return await inSettings(db, accountId, async (tx) => {
        const endpoint = await findEndpoint(tx, accountId, id)
        if (!endpoint) return undefined
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

    /**
     * Returns the present url of an endpoint and every secret that signs; undefined where it was removed. A change whose time
     * has come is applied first.
     */
    async getSigningWebhook(endpointId: string): Promise<SigningWebhook | undefined> {
      const webhook = await readSigningWebhook(db, endpointId)
      if (!webhook?.hasDueChange) return webhook && toSigningWebhook(webhook)
      await applyDueChanges(webhook.accountId)
      const current = await readSigningWebhook(db, endpointId)
      return current && toSigningWebhook(current)
    },
  }

  async function applyDueChanges(accountId: string): Promise<void> {
    const due = await db
      .selectFrom('settingChanges')
      .select('id')
      .where('accountId', '=', accountId)
      .where('effectiveAt', '<=', sql<Date>`now()`)
      .executeTakeFirst()
    if (due) await inSettings(db, accountId, async () => undefined)
  }
}

/** The webhook endpoints of accounts. */
export type EndpointStore = ReturnType<typeof createEndpointStore>

const noWebhook: WebhookSetting = { endpointId: '', url: '', secret: '' }

async function setUrl(
  tx: Kysely<Tables>,
  accountId: string,
  endpointId: string,
  url: string,
  options: SettingChangeOptions,
): Promise<SettingOutcome<WebhookSetting>> {
  const newValue = { setting: 'webhook', endpointId, url, secret: generateWebhookSecret() } as const
  const { value, ...outcome } = await changeSetting(tx, accountId, newValue, options)
  const { secret } = value.setting === 'webhook' ? value : newValue
  return { ...outcome, value: { endpointId, url, secret } }
}

/** Changes an endpoint's filter, and notifies the account's endpoints. */
async function updateFilter(
  tx: Kysely<Tables>,
  accountId: string,
  endpoint: EndpointRecord,
  { events, shop, isEnabled }: Omit<EndpointChanges, 'url'>,
  author: Author,
): Promise<void> {
  const next = {
    ...endpoint,
    events: events ?? endpoint.events,
    shop: shop ?? endpoint.shop,
    isEnabled: isEnabled ?? endpoint.isEnabled,
  }
  const change = { from: describeEndpoint(endpoint), to: describeEndpoint(next) }
  if (isDeepStrictEqual(change.from, change.to)) return
  await tellEndpoints(tx, accountId, endpoint.id, { ...change, author, effectiveAt: new Date() })
  await tx
    .updateTable('webhookEndpoints')
    .set({ eventTypes: next.events.join(' '), shop: next.shop, isEnabled: next.isEnabled })
    .where('id', '=', endpoint.id)
    .execute()
  await writeAudit(tx, accountId, author, { action: 'webhook.updated', ...change })
}

/** Inserts an endpoint, and notifies the account's endpoints. */
async function insertEndpoint(
  tx: Kysely<Tables>,
  accountId: string,
  { url, events, shop }: EndpointFilter & { url: string },
  author: Author,
  isDefault: boolean,
): Promise<Selectable<WebhookEndpointRow>> {
  const { count } = await tx
    .selectFrom('webhookEndpoints')
    .select((by) => by.fn.countAll<number>().as('count'))
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  if (count >= maxEndpoints)
    throw new PayError(
      'conflict',
      `The account already has the most webhook endpoints, ${maxEndpoints}. Remove one first.`,
    )
  const id = createId()
  const filter = isDefault ? {} : { events: [...events], shop }
  const change = { from: { url: '' }, to: { ...describeWebhook(url), ...filter } }
  await tellEndpoints(tx, accountId, id, { ...change, author, effectiveAt: new Date() })
  const row = await tx
    .insertInto('webhookEndpoints')
    .values({
      id,
      accountId,
      url,
      secret: generateWebhookSecret(),
      eventTypes: events.join(' '),
      shop,
      isDefault,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeAudit(tx, accountId, author, { action: 'webhook.set', to: change.to })
  return row
}

/** Replaces the present secret, which signs until it expires, and notifies the endpoints. */
async function rotateSecret(
  tx: Kysely<Tables>,
  accountId: string,
  id: string,
  { author, delayMs }: SettingChangeOptions,
): Promise<WebhookSetting | undefined> {
  const current = await tx
    .selectFrom('webhookEndpoints')
    .select(['url', 'secret'])
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!current) return undefined
  await tx
    .deleteFrom('earlierWebhookSecrets')
    .where('endpointId', '=', id)
    .where('expiresAt', '<=', sql<Date>`now()`)
    .execute()
  const earlierSecrets = await tx
    .selectFrom('earlierWebhookSecrets')
    .select('expiresAt')
    .where('endpointId', '=', id)
    .orderBy('expiresAt')
    .execute()
  if (earlierSecrets.length >= maxEarlierSecrets)
    throw createRotationError(earlierSecrets[0]?.expiresAt)
  const { expiresAt: effectiveAt } = await tx
    .insertInto('earlierWebhookSecrets')
    .values({
      endpointId: id,
      secret: current.secret,
      expiresAt: toFutureTime(Math.max(earlierSecretMs, delayMs)),
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow()
  const secret = generateWebhookSecret()
  await tx.updateTable('webhookEndpoints').set({ secret }).where('id', '=', id).execute()
  await writeAudit(tx, accountId, author, { action: 'webhook.secret_rotated' })
  const description = describeWebhook(current.url)
  const change = { from: description, to: description, author, effectiveAt }
  // The notice is signed with the earlier secret too: its receiver may have no other.
  await tellEndpoints(tx, accountId, id, change)
  return { endpointId: id, url: current.url, secret }
}

function createRotationError(freeAt: Date | undefined): PayError {
  return new PayError(
    'conflict',
    `The secret was replaced ${maxEarlierSecrets} times already, and the earlier secrets still sign. Rotate it again after ` +
      `${freeAt?.toISOString()}, when the first of them has expired.`,
  )
}

async function tellEndpoints(
  tx: Kysely<Tables>,
  accountId: string,
  endpointId: string,
  {
    author,
    ...change
  }: {
    from: WebhookDescription
    to: WebhookDescription
    author: Author
    effectiveAt: Date
  },
): Promise<void> {
  await writeChangingEvent(tx, accountId, {
    ...change,
    setting: 'webhook',
    endpointId,
    author: await describeAuthor(tx, author),
  })
}

function describeEndpoint({ url, events, shop, isEnabled }: EndpointRecord) {
  return { ...describeWebhook(url), events: [...events], shop, enabled: isEnabled }
}

/** Selects the endpoints of an account, with the pending changes of their urls. */
function selectEndpoints(db: Kysely<Tables>, accountId: string) {
  return db
    .selectFrom('webhookEndpoints')
    .leftJoin('settingChanges', 'settingChanges.endpointId', 'webhookEndpoints.id')
    .selectAll('webhookEndpoints')
    .select(['settingChanges.url as pendingUrl', 'settingChanges.effectiveAt'])
    .select([
      sql<Date | undefined>`(select min(failing_since) from webhook_deliveries
        where endpoint_id = webhook_endpoints.id and status = 'WAITING' and failing_since is not null)`.as(
        'failingSince',
      ),
      sql<number>`(select count(*) from (select from webhook_deliveries
        where endpoint_id = webhook_endpoints.id and status = 'WAITING' limit ${maxCounted}) as waiting)`.as(
        'waitingCount',
      ),
    ])
    .where('webhookEndpoints.accountId', '=', accountId)
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

const nothingYet = { failingSince: undefined, waitingCount: 0 }

function toEndpoint(
  row: Selectable<WebhookEndpointRow> & {
    pendingUrl?: string | null | undefined
    effectiveAt?: Date | null | undefined
    failingSince: Date | undefined
    waitingCount: number
  },
): EndpointRecord {
  const { pendingUrl: url, effectiveAt, failingSince: since } = row
  return {
    id: row.id,
    url: row.url,
    events: row.eventTypes === '' ? [] : row.eventTypes.split(' '),
    shop: row.shop,
    isEnabled: row.isEnabled,
    isDefault: row.isDefault,
    createdAt: row.createdAt,
    failing: since === undefined ? undefined : { since, waiting: row.waitingCount },
    pending: typeof url === 'string' && effectiveAt ? { url, effectiveAt } : undefined,
  }
}

type SigningColumns = NonNullable<Awaited<ReturnType<typeof readSigningWebhook>>>

async function readSigningWebhook(db: Kysely<Tables>, endpointId: string) {
  return await db
    .selectFrom('webhookEndpoints')
    .select(['accountId', 'url'])
    .select([
      signingSecrets.as('secrets'),
      sql<boolean>`exists (select from setting_changes
        where setting_changes.account_id = webhook_endpoints.account_id
          and setting_changes.effective_at <= now())`.as('hasDueChange'),
    ])
    .where('id', '=', endpointId)
    .executeTakeFirst()
}

function toSigningWebhook({ url, secrets }: SigningColumns) {
  return { url, secrets: secrets.split(' ') }
}
