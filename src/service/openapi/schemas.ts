import * as z from 'zod/mini'
import { BookRow } from '../../api/schemas/books.ts'
import {
  Charge,
  ChargeListReply,
  ChargeReply,
  CreatedChargeReply,
  NewAcceptedAsset,
  NewCharge,
  Pricing,
  PricingType,
  Redirects,
  ReducedCharge,
  RequestProps,
  TimelineEntry,
  WaitingReport,
} from '../../api/schemas/charges/charge.ts'
import { LineItem, NewLineItem } from '../../api/schemas/charges/line-item.ts'
import { ReceiptReply } from '../../api/schemas/charges/receipt-reply.ts'
import { errorStatus } from '../../api/schemas/error-body.ts'
import {
  DeliveryStatus,
  EventListReply,
  EventReply,
  EventTrigger,
  ListedEvent,
  RedeliverReply,
} from '../../api/schemas/events.ts'
import {
  Address,
  Amount,
  ChainId,
  Email,
  Hash,
  Reference,
  Time,
  Timestamp,
  Uuid,
  WebUrl,
} from '../../api/schemas/fields.ts'
import { MisdirectedPayment } from '../../api/schemas/payments/misdirected.ts'
import {
  ChargePayment,
  NewPayment,
  NewReservedAmount,
  PaymentStatus,
  ReservedAmount,
  Signature,
  Status,
} from '../../api/schemas/payments/payment.ts'
import { ListedPayment, PaymentListReply } from '../../api/schemas/payments/payment-list.ts'
import {
  ChargeRefunds,
  NewRefund,
  Refund,
  RefundApproval,
  RefundListReply,
  RefundRecipient,
  RefundSigning,
  RefundStatus,
  RefundTransaction,
} from '../../api/schemas/payments/refund.ts'
import {
  FoundRequest,
  HistoryEntry,
  NewRequest,
  PaymentRequest,
} from '../../api/schemas/requests/request.ts'
import { RequestCharge, RequestChargeAsset } from '../../api/schemas/requests/request-charge.ts'
import {
  RecordedPayment,
  RequestChargeReply,
} from '../../api/schemas/requests/request-charge-reply.ts'
import {
  AuditEntry,
  AuditListReply,
  ChargeWebhook,
  ReceivingWallet,
  StoredChargeWebhook,
  StoredReceivingWallet,
  StoredUnderpaymentTolerance,
  UnderpaymentTolerance,
} from '../../api/schemas/settings.ts'
import {
  UnmatchedAssignment,
  UnmatchedListReply,
  UnmatchedPayment,
  UnmatchedReply,
  UnmatchedReturn,
  UnmatchedStatus,
  UnmatchedSuggestion,
  UnmatchedUnassignment,
} from '../../api/schemas/unmatched.ts'
import {
  ChargeEvent,
  ChargeEventType,
  MisdirectedEvent,
  RefundEvent,
  RefundEventType,
  ToleranceChangingEvent,
  UnmatchedEvent,
  WalletChangingEvent,
  WebhookChangingEvent,
  WebhookTestEvent,
} from '../../api/schemas/webhook.ts'
import {
  NewWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointList,
  WebhookEndpointRemoval,
  WebhookEndpointUpdate,
  WebhookEndpointWithSecret,
} from '../../api/schemas/webhook-endpoints.ts'

/** A JSON Schema, or any other part of the document. */
export type JsonObject = { [name: string]: unknown }

const fields: Record<string, [z.ZodMiniType, string]> = {
  Uuid: [Uuid, 'A UUID (RFC 9562).'],
  Address: [Address, 'An address: 0x and 40 hex digits. In mixed case it must pass EIP-55.'],
  Hash: [Hash, 'A transaction hash: 0x and 64 hex digits.'],
  ChainId: [ChainId, 'An EIP-155 chain id as decimal text.'],
  Amount: [Amount, 'A decimal amount in whole units, as text: no sign, no exponent.'],
  Timestamp: [Timestamp, 'An ISO 8601 time in UTC.'],
  Time: [Time, 'An ISO 8601 time with its zone.'],
  Email: [Email, 'An e-mail address.'],
  WebUrl: [WebUrl, 'An absolute http or https URL.'],
  Status: [Status, 'The status of a payment or a charge.'],
  PricingType: [
    PricingType,
    'fixed_price asks for an exact price; no_price accepts any amount above zero.',
  ],
  Reference: [Reference, 'The public reference of a charge: 32 lowercase hex digits.'],
  UnmatchedStatus: [UnmatchedStatus, 'What was decided about money that no charge can claim.'],
  RefundStatus: [RefundStatus, 'How far a refund is.'],
  RefundEventType: [RefundEventType, 'What happened to a refund.'],
  DeliveryStatus: [DeliveryStatus, 'How far a delivery is: FAILED after its last attempt.'],
  Signature: [Signature, 'A signature as hex.'],
  ChargeEventType: [ChargeEventType, 'What happened to a charge.'],
}

const inputs: Record<string, z.ZodMiniType> = {
  NewCharge,
  RequestProps,
  NewAccept: NewAcceptedAsset,
  NewLineItem,
  NewPayment,
  NewReservedAmount,
  UnmatchedAssignment,
  UnmatchedReturn,
  UnmatchedUnassignment,
  NewRefund,
  RefundRecipient,
  RefundApproval,
  RefundSigning,
  RefundTransaction,
  NewRequest,
  ReceivingWallet,
  ChargeWebhook,
  EventTrigger,
  NewWebhookEndpoint,
  WebhookEndpointUpdate,
}

const outputs: Record<string, z.ZodMiniType> = {
  BookRow,
  Charge,
  ReducedCharge,
  Pricing,
  Redirects,
  TimelineEntry,
  WaitingReport,
  LineItem,
  ChargePayment,
  CreatedChargeReply,
  ChargeReply,
  ChargeListReply,
  ReceiptReply,
  RecordedPayment,
  PaymentStatus,
  ListedPayment,
  PaymentListReply,
  ReservedAmount,
  Refund,
  ChargeRefunds,
  RefundListReply,
  UnmatchedPayment,
  UnmatchedListReply,
  UnmatchedSuggestion,
  UnmatchedReply,
  ListedEvent,
  EventReply,
  EventListReply,
  RedeliverReply,
  MisdirectedPayment,
  PaymentRequest,
  FoundRequest,
  HistoryEntry,
  RequestCharge,
  RequestChargeReply,
  Accept: RequestChargeAsset,
  StoredChargeWebhook,
  StoredReceivingWallet,
  AuditEntry,
  AuditListReply,
  ChargeEvent,
  UnmatchedEvent,
  RefundEvent,
  MisdirectedEvent,
  ToleranceChangingEvent,
  UnderpaymentTolerance,
  StoredUnderpaymentTolerance,
  WalletChangingEvent,
  WebhookChangingEvent,
  WebhookTestEvent,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
  WebhookEndpointList,
  WebhookEndpointRemoval,
}

/** Returns a reference to a component. */
export function createSchemaReference(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` }
}

/** Returns a reference to the schema's component, or the schema itself where it has none. */
export function toSchema(schema: z.ZodMiniType): JsonObject {
  const namedInputs = {
    ...Object.fromEntries(Object.entries(fields).map(([n, [s]]) => [n, s])),
    ...inputs,
  }
  const component = Object.entries({ ...namedInputs, ...outputs }).find(
    ([, candidate]) => candidate === schema,
  )
  if (component) return createSchemaReference(component[0])
  return removeRootKeywords(
    z.toJSONSchema(schema, { io: 'input', override: adjustJsonSchema }) as JsonObject,
  )
}

/** Returns all named schemas: fields, inputs, outputs, and the error. */
export function buildComponentSchemas(): JsonObject {
  return {
    ...toJsonSchemas(inputs, 'input'),
    ...toJsonSchemas(outputs, 'output'),
    Error: buildErrorSchema(),
  }
}

function toJsonSchemas(
  schemasById: Record<string, z.ZodMiniType>,
  io: 'input' | 'output',
): JsonObject {
  const registry = z.registry<{ id: string; description?: string }>()
  for (const [id, [schema, description]] of Object.entries(fields)) {
    registry.add(schema, { id, description })
  }
  for (const [id, schema] of Object.entries(schemasById)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (id) => `#/components/schemas/${id}`,
    override: adjustJsonSchema,
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      removeRootKeywords(schema as JsonObject),
    ]),
  )
}

/** Writes out both cases of hex digits in patterns, because JSON Schema has no flags; and names formats. */
function adjustJsonSchema({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: unknown
  jsonSchema: JsonObject
}): void {
  if (zodSchema === WebUrl) jsonSchema.format = 'uri'
  if (zodSchema === Email) jsonSchema.format = 'email'
  // The calendar as a pattern of 300 characters, besides the format, which means the same.
  if (zodSchema === Time) delete jsonSchema.pattern
  const { pattern } = jsonSchema
  if (typeof pattern === 'string') jsonSchema.pattern = pattern.replaceAll('\\da-f', '\\da-fA-F')
}

/** Removes the keywords that only a standalone schema needs. */
function removeRootKeywords({ $schema: _, $id: __, id: ___, ...schema }: JsonObject): JsonObject {
  return schema
}

function buildErrorSchema(): JsonObject {
  return {
    type: 'object',
    description: '`details` of a validation_error names the fields: [{ field, message }].',
    properties: {
      error: {
        type: 'object',
        properties: {
          type: { type: 'string', enum: Object.keys(errorStatus) },
          message: { type: 'string' },
          details: {},
        },
        required: ['type', 'message'],
        additionalProperties: false,
      },
    },
    required: ['error'],
    additionalProperties: false,
  }
}
