import {
  AuditListQuery,
  AuditListReply,
  ChargeWebhook,
  ReceivingWallet,
  StoredChargeWebhook,
  StoredReceivingWallet,
  StoredUnderpaymentTolerance,
  UnderpaymentTolerance,
} from '../schemas/settings.ts'
import { defineEndpoint } from './route.ts'

/** Settings of an account, and the log of their changes. */
export const settingsRoutes = {
  /** Interface 4.4. */
  setReceivingWallet: defineEndpoint({
    summary: 'Set where received money goes',
    description:
      'Used for charges that name no other destination. The zero address stands for the chain’s native currency. A ' +
      'wallet that replaces an earlier one takes effect at `effective_at`, by default a day later; until then new ' +
      'charges use the earlier one, and setting that again cancels the change.',
    method: 'POST',
    path: '/api-keys/receiving-wallet',
    scopes: ['settings'],
    body: ReceivingWallet,
    reply: StoredReceivingWallet,
    successStatuses: [200],
    errorStatuses: [400, 503],
    retryPolicy: 'safe',
  }),
  /** Interface 4.5. */
  setChargeWebhook: defineEndpoint({
    summary: 'Set where webhook calls go',
    description:
      'The reply shows the signing secret only once, so store it. A new url gets a new secret. The same url keeps its ' +
      'secret, and the reply does not show it. A url that replaces an earlier one takes effect at `effective_at`, by ' +
      'default a day later; setting the earlier one again before that cancels the change. An empty url removes the ' +
      'webhook, after the same delay. Private addresses are refused unless the operator allows them.',
    method: 'POST',
    path: '/api-keys/charge-webhook',
    scopes: ['settings'],
    body: ChargeWebhook,
    reply: StoredChargeWebhook,
    successStatuses: [200],
    errorStatuses: [400],
    retryPolicy: 'never',
  }),
  setUnderpaymentTolerance: defineEndpoint({
    summary: 'Set the tolerance of underpayments',
    description:
      'A new charge whose payments are short of its price by at most `amount` dollars, and by at most `percent` of it, ' +
      'is COMPLETED, with `UNDERPAID` in its timeline. At most 5 of each, in hundredths; 0 of either for none, which is ' +
      'the default. A smaller tolerance takes effect immediately, a larger one after `SETTINGS_DELAY_HOURS`, with ' +
      '`tolerance.changing` to every webhook endpoint.',
    method: 'POST',
    path: '/api-keys/underpayment-tolerance',
    scopes: ['settings'],
    body: UnderpaymentTolerance,
    reply: StoredUnderpaymentTolerance,
    successStatuses: [200],
    errorStatuses: [400],
    retryPolicy: 'safe',
  }),
  listAuditLog: defineEndpoint({
    summary: 'List the changes of keys and settings, and decisions about money',
    description:
      'Newest first; cursors work as in GET /charges. A setting that changes after a delay has several entries: ' +
      '`changing`, then `changed` or `canceled`. `payment.assigned`, `payment.unassigned`, `payment.ignored`, ' +
      '`charge.canceled` and `charge.shipped` are decisions about money, with the charge and the transaction.',
    method: 'GET',
    path: '/audit-log',
    scopes: ['settings'],
    query: AuditListQuery,
    reply: AuditListReply,
    successStatuses: [200],
    errorStatuses: [400, 404],
    retryPolicy: 'safe',
  }),
}
