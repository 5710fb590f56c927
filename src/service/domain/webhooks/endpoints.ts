import type { WebhookEndpoint } from '../../../api/schemas/webhook-endpoints.ts'
import type { Author } from '../accounts/accounts.ts'
import type {
  SettingChangeOptions,
  SettingOutcome,
  SigningWebhook,
  WebhookSetting,
} from '../accounts/settings.ts'

/** The most endpoints of an account. Each event is delivered to every one that wants it. */
export const maxEndpoints = 16

/** What an endpoint wants of the account's events. */
export interface EndpointFilter {
  /** Types of events; empty for all. */
  events: readonly string[]
  /** Only events about charges of this shop; '' for all events of the account. */
  shop: string
}

/** What is changed of an endpoint; undefined for what stays. */
export interface EndpointChanges {
  /** Takes effect after the delay, with another secret; '' removes the endpoint. */
  url: string | undefined
  events: readonly string[] | undefined
  shop: string | undefined
  isEnabled: boolean | undefined
}

/** An endpoint to which an account's events are delivered. */
export interface EndpointRecord extends EndpointFilter {
  id: string
  url: string
  isEnabled: boolean
  /** Whether it is the account's webhook of the interface, section 4.5. */
  isDefault: boolean
  createdAt: Date
  /** When the first of the deliveries failed that wait now, and how many wait; undefined where none has failed. */
  failing: { since: Date; waiting: number } | undefined
  /** Its url from a later time on, '' for its removal; undefined where no change is pending. */
  pending: { url: string; effectiveAt: Date } | undefined
}

/** The webhook endpoints of accounts. */
export interface EndpointStore {
  /**
   * Sets the url of an account's webhook, the default one of its endpoints; '' removes it. Another url gets another secret,
   * after the delay; setting the present one cancels a pending change, and repeating a pending one does not postpone it.
   */
  setWebhook(
    accountId: string,
    url: string,
    options: SettingChangeOptions,
  ): Promise<SettingOutcome<WebhookSetting>>
  /** Adds an endpoint, at once: it takes nothing from the others, and they are told of it. */
  addEndpoint(
    accountId: string,
    endpoint: EndpointFilter & { url: string },
    author: Author,
  ): Promise<{ endpoint: EndpointRecord; secret: string }>
  /** Returns the endpoints of an account, the oldest first. */
  listEndpoints(accountId: string): Promise<EndpointRecord[]>
  /** Returns an endpoint of the account; undefined also for one of another account. */
  getEndpoint(accountId: string, id: string): Promise<EndpointRecord | undefined>
  /**
   * Changes an endpoint: its url as setWebhook does, and what it gets at once. The account's endpoints are told. Undefined
   * where there is no such endpoint, else the outcome for its url.
   */
  updateEndpoint(
    accountId: string,
    id: string,
    changes: EndpointChanges,
    options: SettingChangeOptions,
  ): Promise<SettingOutcome<WebhookSetting> | undefined>
  /**
   * Creates a new secret, and tells the account's endpoints. The earlier one signs too for as long as another wallet would
   * wait, and for at least 24 hours. Undefined where there is no such endpoint.
   *
   * @throws PayError `conflict` while too many earlier secrets still sign: none is ever dropped before its time
   */
  rotateSecret(
    accountId: string,
    id: string,
    options: SettingChangeOptions,
  ): Promise<WebhookSetting | undefined>
  /** Writes an event for this endpoint alone, whatever it wants; returns the event's id. */
  writeTestEvent(accountId: string, endpointId: string): Promise<string>
  /**
   * Returns the present url of an endpoint and every secret that signs; undefined where it was removed. A change whose time
   * has come is applied first.
   */
  getSigningWebhook(endpointId: string): Promise<SigningWebhook | undefined>
}

/** Returns an endpoint as its owner sees it. */
export function toWebhookEndpoint(endpoint: EndpointRecord): WebhookEndpoint {
  const { id, url, events, shop, isEnabled, isDefault, createdAt, failing, pending } = endpoint
  return {
    uuid: id,
    url,
    events: [...events],
    shop,
    enabled: isEnabled,
    default: isDefault,
    createdAt: createdAt.toISOString(),
    ...(failing && {
      failing: { since: failing.since.toISOString(), waiting: failing.waiting },
    }),
    ...(pending && {
      pending: { url: pending.url, effective_at: pending.effectiveAt.toISOString() },
    }),
  }
}
