/** `pay-charge/api`: the contract and its typed client, for a merchant's backend. */

export { PayError, type PayErrorCode } from '../errors.ts'
export * from './charge.ts'
export {
  type CallSettings,
  type ChargePage,
  type Client,
  type ClientOptions,
  createClient,
} from './client.ts'
export { ErrorBody, type ErrorType, errorStatus } from './error-body.ts'
export { isNative, nativeAddress } from './fields.ts'
export * from './payment.ts'
export { paymentMessage } from './payment-message.ts'
export * from './request.ts'
export * from './request-charge.ts'
export { routes } from './routes.ts'
export * from './settings.ts'
export * from './unmatched.ts'
export {
  ChargeEvent,
  ChargeEventType,
  UnmatchedEvent,
  verifyWebhook,
  WebhookEvent,
  type WebhookHeaders,
} from './webhook.ts'
