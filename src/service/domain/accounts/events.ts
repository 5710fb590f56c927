import type { WalletChangingEvent, WebhookChangingEvent } from '../../../api/schemas/webhook.ts'
import { createId } from '../id.ts'
import {
  describeWallet,
  describeWebhook,
  type PendingChangeRecord,
  type SettingValue,
} from './settings.ts'

/** Creates the event for a setting that is about to change. */
export function createChangingEvent(
  { value, author, effectiveAt }: Pick<PendingChangeRecord, 'value' | 'author' | 'effectiveAt'>,
  current: SettingValue,
  now: Date,
): WalletChangingEvent | WebhookChangingEvent {
  const event = { id: createId(), created_at: now.toISOString() }
  const details = { effective_at: effectiveAt.toISOString(), author }
  if (value.setting === 'wallet' && current.setting === 'wallet') {
    const data = {
      ...details,
      from: describeWallet(current.wallet),
      to: describeWallet(value.wallet),
    }
    return { ...event, type: 'wallet.changing', data }
  }
  if (value.setting === 'webhook' && current.setting === 'webhook') {
    const data = { ...details, from: describeWebhook(current.url), to: describeWebhook(value.url) }
    return { ...event, type: 'webhook.changing', data }
  }
  throw new Error('The two values are of different settings.')
}
