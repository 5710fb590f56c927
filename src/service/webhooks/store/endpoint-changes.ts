import { isDeepStrictEqual } from 'node:util'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { WebhookDescription } from '../../../api/schemas/webhook.ts'
import { PayError } from '../../../errors.ts'
import type { Author } from '../../accounts/accounts.ts'
import {
  describeWebhook,
  type SettingChangeOptions,
  type SettingOutcome,
  type WebhookSetting,
} from '../../accounts/settings.ts'
import { writeAudit } from '../../accounts/store/audit.ts'
import { describeAuthor, writeChangingEvent } from '../../accounts/store/events.ts'
import { changeSetting } from '../../accounts/store/setting-changes.ts'
import { generateWebhookSecret } from '../../accounts/store/setting-values.ts'
import { toFutureTime } from '../../db/clock.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { WebhookEndpointRow } from '../../db/tables/webhooks.ts'
import { createId } from '../../kernel/id.ts'
import { createRefusal } from '../../kernel/refusals.ts'
import {
  type EndpointChanges,
  type EndpointRecord,
  maxEndpoints,
  type NewEndpoint,
} from '../endpoints.ts'

// Changes of webhook endpoints, each under the lock of the account's settings.

/**
 * How long an earlier secret keeps signing after a rotation, at least: the receiver needs time to switch to the new one. The
 * account's change delay can make it longer, so that the notice of a changed wallet is always signed with a secret that the
 * receiver holds.
 */
const earlierSecretMs = 24 * 60 * 60_000
/** The most earlier secrets that sign. A rotation never drops one: a further rotation waits until one's time is over. */
const maxEarlierSecrets = 2
const noWebhook: WebhookSetting = { endpointId: '', url: '', secret: '' }

/** Sets the url of the account's default endpoint, and adds that endpoint where there is none. */
export async function setDefaultUrl(
  tx: Kysely<Tables>,
  accountId: string,
  url: string,
  options: SettingChangeOptions,
): Promise<SettingOutcome<WebhookSetting>> {
  const current = await tx
    .selectFrom('webhookEndpoints')
    .select('id')
    .where('accountId', '=', accountId)
    .where('isDefault', '=', true)
    .executeTakeFirst()
  if (current) return await setUrl(tx, accountId, current.id, url, options)
  if (url === '') return { value: noWebhook, effectiveAt: undefined, isNew: false }
  const filter = { url, events: [], shop: '', description: '' }
  const { id, secret } = await insertEndpoint(tx, accountId, filter, options.author, true)
  return { value: { endpointId: id, url, secret }, effectiveAt: undefined, isNew: true }
}

/** Sets the url of an endpoint, after the delay. */
export async function setUrl(
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

/**
 * Checks that no endpoint of the account has a url, or is about to: each event would be sent there twice.
 *
 * @throws PayError `conflict`, with the field
 */
export async function assertUrlIsFree(
  tx: Kysely<Tables>,
  accountId: string,
  url: string,
): Promise<void> {
  const taken = await tx
    .selectFrom('webhookEndpoints')
    .select(['id', 'url'])
    .where('accountId', '=', accountId)
    .union(
      tx
        .selectFrom('settingChanges')
        .select([sql<string>`endpoint_id`.as('id'), sql<string>`url`.as('url')])
        .where('accountId', '=', accountId)
        .where('setting', '=', 'webhook')
        .where('url', '<>', ''),
    )
    .execute()
  const { href } = new URL(url)
  const same = taken.find((endpoint) => new URL(endpoint.url).href === href)
  if (!same) return
  const message = `is the URL of endpoint ${same.id} already, so each event would arrive twice: repeat the call with allow_same_url, if that is meant`
  const details = [{ field: 'url', message }]
  throw new PayError('conflict', `url ${message}`, { field: 'url', details })
}

/** Changes an endpoint's name and filter, and notifies the account's endpoints. */
export async function updateFilter(
  tx: Kysely<Tables>,
  accountId: string,
  endpoint: EndpointRecord,
  { description, events, shop, isEnabled }: Omit<EndpointChanges, 'url'>,
  author: Author,
): Promise<void> {
  const next = {
    ...endpoint,
    description: description ?? endpoint.description,
    events: events ?? endpoint.events,
    shop: shop ?? endpoint.shop,
    isEnabled: isEnabled ?? endpoint.isEnabled,
  }
  const change = { from: describeEndpoint(endpoint), to: describeEndpoint(next) }
  if (isDeepStrictEqual(change.from, change.to)) return
  await notifyEndpoints(tx, accountId, endpoint.id, { ...change, author, effectiveAt: new Date() })
  await tx
    .updateTable('webhookEndpoints')
    .set({
      description: next.description,
      eventTypes: next.events.join(' '),
      shop: next.shop,
      isEnabled: next.isEnabled,
    })
    .where('id', '=', endpoint.id)
    .execute()
  await writeAudit(tx, accountId, author, { action: 'webhook.updated', ...change })
}

/** Inserts an endpoint, and notifies the account's endpoints. */
export async function insertEndpoint(
  tx: Kysely<Tables>,
  accountId: string,
  { url, description, events, shop }: NewEndpoint,
  author: Author,
  isDefault: boolean,
): Promise<Selectable<WebhookEndpointRow>> {
  const { count } = await tx
    .selectFrom('webhookEndpoints')
    .select((by) => by.fn.countAll<number>().as('count'))
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  if (count >= maxEndpoints)
    throw createRefusal('too_many_endpoints', { max: String(maxEndpoints) })
  const id = createId()
  const filter = isDefault ? {} : { events: [...events], shop }
  const change = { from: { url: '' }, to: { ...describeWebhook(url), ...filter } }
  await notifyEndpoints(tx, accountId, id, { ...change, author, effectiveAt: new Date() })
  const row = await tx
    .insertInto('webhookEndpoints')
    .values({
      id,
      accountId,
      url,
      description,
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
export async function rotateSecret(
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
  const description = describeWebhook(current.url)
  await writeAudit(tx, accountId, author, { action: 'webhook.secret_rotated', to: description })
  const change = { from: description, to: description, author, effectiveAt }
  // The notice is signed with the earlier secret too: its receiver may have no other.
  await notifyEndpoints(tx, accountId, id, change)
  return { endpointId: id, url: current.url, secret }
}

function createRotationError(freeAt: Date | undefined): PayError {
  return createRefusal('secrets_replaced', {
    count: String(maxEarlierSecrets),
    time: freeAt?.toISOString() ?? '',
  })
}

async function notifyEndpoints(
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

function describeEndpoint({ url, description, events, shop, isEnabled }: EndpointRecord) {
  return {
    ...describeWebhook(url),
    description,
    events: [...events],
    shop,
    enabled: isEnabled,
  }
}
