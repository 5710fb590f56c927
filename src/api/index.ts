/** `pay-charge/api`: the schemas of the interface and its typed client, for a merchant's backend. */

export { PayError, type PayErrorCode } from '../errors.ts'
export {
  type AuthorizedCharge,
  encodeAuthorizationNonce,
  transferAuthorizationTypes,
} from './authorizations.ts'
export {
  type Client,
  type ClientOptions,
  createClient,
  type RequestOptions,
} from './client/client.ts'
export { webhookEventTypes } from './event-types.ts'
export { isNative, nativeAddress } from './formats.ts'
export { routes } from './routes/routes.ts'
export { proxyScopes, type Scope, scopes } from './routes/scope.ts'
export * from './schemas/books.ts'
export * from './schemas/charges/charge.ts'
export * from './schemas/charges/receipt.ts'
export * from './schemas/charges/receipt-reply.ts'
export { ErrorBody, type ErrorType, errorStatus } from './schemas/error-body.ts'
export * from './schemas/events.ts'
export * from './schemas/payment-links.ts'
export * from './schemas/payments/authorization.ts'
export * from './schemas/payments/misdirected.ts'
export * from './schemas/payments/payment.ts'
export * from './schemas/payments/payment-list.ts'
export * from './schemas/payments/refund.ts'
export * from './schemas/requests/request.ts'
export * from './schemas/requests/request-charge.ts'
export * from './schemas/requests/request-charge-reply.ts'
export * from './schemas/settings.ts'
export * from './schemas/unmatched.ts'
export {
  ChargeEvent,
  ChargeEventType,
  KeyGrantedEvent,
  MisdirectedEvent,
  RefundEvent,
  RefundEventType,
  ToleranceChangingEvent,
  UnmatchedEvent,
  WalletChangingEvent,
  WebhookChangingEvent,
  WebhookDescription,
  WebhookEvent,
  WebhookTestEvent,
} from './schemas/webhook.ts'
export * from './schemas/webhook-endpoints.ts'
export { createPaymentMessage, createRefundMessage } from './signed-messages.ts'
export { verifyWebhook, type WebhookHeaders } from './verify-webhook.ts'
