import type {
  KeyGrantedEvent,
  ToleranceChangingEvent,
  WalletChangingEvent,
  WebhookChangingEvent,
  WebhookDescription,
  WebhookTestEvent,
} from '../../api/schemas/webhook.ts'
import { createId } from '../kernel/id.ts'
import type { ReceivingWalletRecord } from './accounts.ts'
import { describeWallet } from './settings.ts'
import { describeTolerance, type ToleranceRecord } from './tolerance.ts'

/** A change of a setting, as its event reports it. */
export type SettingChange = {
  /** The public prefix of the api-key, or `cli`. */
  author: string
  effectiveAt: Date
} & (
  | { setting: 'wallet'; from: ReceivingWalletRecord; to: ReceivingWalletRecord }
  | { setting: 'tolerance'; from: ToleranceRecord; to: ToleranceRecord }
  | { setting: 'webhook'; endpointId: string; from: WebhookDescription; to: WebhookDescription }
)

/** Creates the event for a setting that changes. */
export function createChangingEvent(
  change: SettingChange,
  livemode: boolean,
  now: Date,
): WalletChangingEvent | ToleranceChangingEvent | WebhookChangingEvent {
  const event = { id: createId(), created_at: now.toISOString(), livemode }
  const details = { effective_at: change.effectiveAt.toISOString(), author: change.author }
  if (change.setting === 'wallet') {
    const data = { ...details, from: describeWallet(change.from), to: describeWallet(change.to) }
    return { ...event, type: 'wallet.changing', data }
  }
  if (change.setting === 'tolerance') {
    const [from, to] = [describeTolerance(change.from), describeTolerance(change.to)]
    return { ...event, type: 'tolerance.changing', data: { ...details, from, to } }
  }
  const { endpointId: endpoint, from, to } = change
  return { ...event, type: 'webhook.changing', data: { ...details, endpoint, from, to } }
}

/** Creates the event for a key that was made at the desk, or whose person has another role there. */
export function createKeyGrantedEvent(
  data: KeyGrantedEvent['data'],
  livemode: boolean,
  now: Date,
): KeyGrantedEvent {
  return { id: createId(), type: 'key.granted', created_at: now.toISOString(), livemode, data }
}

/** Creates the event that tests an endpoint. */
export function createTestEvent(
  endpointId: string,
  livemode: boolean,
  now: Date,
): WebhookTestEvent {
  return {
    id: createId(),
    type: 'webhook.test',
    created_at: now.toISOString(),
    livemode,
    data: { endpoint: endpointId },
  }
}
