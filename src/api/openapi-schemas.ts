import * as z from 'zod/mini'
import {
  Charge,
  ChargeListReply,
  ChargeReply,
  CreatedChargeReply,
  NewAccept,
  NewCharge,
  Pricing,
  PricingType,
  Redirects,
  ReducedCharge,
  RequestProps,
  TimelineEntry,
} from './charge.ts'
import { errorStatus } from './error-body.ts'
import { Address, Amount, ChainId, Hash, Reference, Timestamp, Uuid, WebUrl } from './fields.ts'
import {
  ChargePayment,
  NewPayment,
  NewReservedAmount,
  Payment,
  PaymentStatus,
  ReservedAmount,
  Signature,
  Status,
} from './payment.ts'
import { FoundRequest, HistoryEntry, NewRequest, PaymentRequest } from './request.ts'
import { Accept, RequestCharge } from './request-charge.ts'
import { ChargeWebhook, ReceivingWallet, StoredChargeWebhook } from './settings.ts'
import {
  UnmatchedAssignment,
  UnmatchedListReply,
  UnmatchedPayment,
  UnmatchedStatus,
} from './unmatched.ts'
import { ChargeEvent, ChargeEventType, UnmatchedEvent } from './webhook.ts'

/** A JSON Schema, or any other part of the document. */
export type Json = { [name: string]: unknown }

const fields: Record<string, [z.ZodMiniType, string]> = {
  Uuid: [Uuid, 'A UUID (RFC 9562).'],
  Address: [Address, 'An address: 0x and 40 hex digits. In mixed case it must pass EIP-55.'],
  Hash: [Hash, 'A transaction hash: 0x and 64 hex digits.'],
  ChainId: [ChainId, 'An EIP-155 chain id as decimal text.'],
  Amount: [Amount, 'A decimal amount in whole units, as text: no sign, no exponent.'],
  Timestamp: [Timestamp, 'An ISO 8601 time in UTC.'],
  WebUrl: [WebUrl, 'An absolute http or https URL.'],
  Status: [Status, 'States of payments and charges.'],
  PricingType: [
    PricingType,
    'fixed_price asks for the price, no_price takes any amount above zero.',
  ],
  Reference: [Reference, 'The public name of a charge: 32 hex digits in lower case.'],
  UnmatchedStatus: [UnmatchedStatus, 'How money that no charge can claim stands.'],
  Signature: [Signature, 'A signature as hex.'],
  ChargeEventType: [ChargeEventType, 'What is told of a charge.'],
}

const inputs: Record<string, z.ZodMiniType> = {
  NewCharge,
  RequestProps,
  NewAccept,
  NewPayment,
  NewReservedAmount,
  UnmatchedAssignment,
  NewRequest,
  ReceivingWallet,
  ChargeWebhook,
}

const outputs: Record<string, z.ZodMiniType> = {
  Charge,
  ReducedCharge,
  Pricing,
  Redirects,
  TimelineEntry,
  ChargePayment,
  CreatedChargeReply,
  ChargeReply,
  ChargeListReply,
  Payment,
  PaymentStatus,
  ReservedAmount,
  UnmatchedPayment,
  UnmatchedListReply,
  PaymentRequest,
  FoundRequest,
  HistoryEntry,
  RequestCharge,
  Accept,
  StoredChargeWebhook,
  ChargeEvent,
  UnmatchedEvent,
}

/** Where a component is. */
export function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

/** The component of a schema, else the schema itself written out. */
export function schemaOf(schema: z.ZodMiniType): Json {
  const all = { ...Object.fromEntries(Object.entries(fields).map(([n, [s]]) => [n, s])), ...inputs }
  const known = Object.entries({ ...all, ...outputs }).find(([, one]) => one === schema)
  if (known) return reference(known[0])
  return clean(z.toJSONSchema(schema, { io: 'input', override: bothCases }) as Json)
}

/** All named schemas: fields, what goes in, what comes out, and the error. */
export function componentSchemas(): Json {
  return { ...written(inputs, 'input'), ...written(outputs, 'output'), Error: errorSchema() }
}

function written(named: Record<string, z.ZodMiniType>, io: 'input' | 'output'): Json {
  const registry = z.registry<{ id: string; description?: string }>()
  for (const [id, [schema, description]] of Object.entries(fields)) {
    registry.add(schema, { id, description })
  }
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (id) => `#/components/schemas/${id}`,
    override: bothCases,
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, clean(schema as Json)]),
  )
}

/** A pattern in JSON Schema has no flags: what is taken in any case has to be written so. */
function bothCases({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: Json }): void {
  const { pattern } = jsonSchema
  if (zodSchema === WebUrl) jsonSchema.format = 'uri'
  if (typeof pattern === 'string') jsonSchema.pattern = pattern.replaceAll('\\da-f', '\\da-fA-F')
}

/** Without what only a schema that stands alone needs. */
function clean({ $schema: _, $id: __, id: ___, ...schema }: Json): Json {
  return schema
}

function errorSchema(): Json {
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
