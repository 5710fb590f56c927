import { createDispatcher } from '../../webhooks/send/dispatcher.ts'
import type { RoleParts, RunningRole } from './parts.ts'

/** Starts the role `webhooks`. */
export function startWebhooks({
  options,
  log,
  store,
  metrics,
  onHeartbeat,
}: RoleParts): RunningRole {
  const dispatcher = createDispatcher({
    store,
    log,
    publicUrl: options.publicUrl,
    allowPrivate: options.allowPrivateWebhooks,
    retryDelaysMs: options.webhookRetryDelaysMs,
    onOutcome: metrics.countWebhookAttempt,
    onPoll: () => onHeartbeat('webhooks'),
  })
  dispatcher.start()
  return dispatcher
}
