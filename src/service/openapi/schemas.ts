import * as z from 'zod/mini'
import * as api from '../../api/index.ts'
import { routes } from '../../api/routes/routes.ts'
import { LineItem, NewLineItem } from '../../api/schemas/charges/line-item.ts'
import { errorStatus } from '../../api/schemas/error-body.ts'
import * as fields from '../../api/schemas/fields.ts'

/** A JSON Schema, or any other part of the document. */
export type JsonObject = { [name: string]: unknown }

/** Descriptions of the named fields. */
const descriptions: Readonly<Record<string, string>> = {
  Uuid: 'A UUID (RFC 9562).',
  Address: 'An address: 0x and 40 hex digits. In mixed case it must pass EIP-55.',
  Hash: 'A transaction hash: 0x and 64 hex digits.',
  ChainId: 'An EIP-155 chain id as decimal text.',
  Amount: 'A decimal amount in whole units, as text: no sign, no exponent.',
  Timestamp: 'An ISO 8601 time in UTC.',
  Time: 'An ISO 8601 time with its zone.',
  Email: 'An e-mail address.',
  WebUrl: 'An absolute http or https URL.',
  Status: 'The status of a payment or a charge.',
  PricingType: 'fixed_price asks for an exact price; no_price accepts any amount above zero.',
  Reference: 'The public reference of a charge: 32 lowercase hex digits.',
  UnmatchedStatus: 'The decision about money that no charge can claim.',
  RefundStatus: 'The progress of a refund.',
  RefundEventType: 'The type of a refund’s event.',
  DeliveryStatus: 'The state of a delivery: FAILED after its last attempt.',
  Signature: 'A signature as hex.',
  ShopName: 'The name of a shop, as api-keys have it.',
  ChargeEventType: 'The type of a charge’s event.',
}

/** The schemas of the contract, by the names under which they are exported. */
const exported: [string, unknown][] = Object.entries({ ...fields, LineItem, NewLineItem, ...api })
const named = exported.filter(
  (entry): entry is [string, z.ZodMiniType] =>
    /^[A-Z]/.test(entry[0]) && entry[1] instanceof z.ZodMiniType,
)

/** Returns a reference to a component. */
export function createSchemaReference(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` }
}

/** Returns a reference to the schema's component, or the schema itself where it has no name. */
export function toSchema(schema: z.ZodMiniType): JsonObject {
  const [name] = named.find(([, candidate]) => candidate === schema) ?? []
  return name === undefined ? toInlineSchema(schema) : createSchemaReference(name)
}

/** Returns the schema itself. */
export function toInlineSchema(schema: z.ZodMiniType): JsonObject {
  return removeRootKeywords(
    z.toJSONSchema(schema, { io: 'input', override: adjustJsonSchema }) as JsonObject,
  )
}

/** Returns the schemas that bodies, replies and webhook calls refer to, directly or by others; and the error. */
export function buildComponentSchemas(): JsonObject {
  const all = Object.values(routes)
  const bodies = all.flatMap(({ body }) => (body ? [toSchema(body)] : []))
  const replies = all.map(({ reply }) => toSchema(reply))
  const events = named.filter(([name]) => name.endsWith('Event'))
  const sent = [...replies, ...events.map(([, event]) => toSchema(event))]
  return {
    ...pickReferred(toJsonSchemas('output'), sent),
    // A schema that a body uses too may have other fields there.
    ...pickReferred(toJsonSchemas('input'), bodies),
    Error: buildErrorSchema(),
  }
}

/** Returns the schemas to which the roots refer, directly or by others. */
function pickReferred(schemas: JsonObject, roots: unknown): JsonObject {
  const picked: JsonObject = {}
  const visit = (part: unknown) => {
    const text = JSON.stringify(part)
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (name in picked) continue
      picked[name] = schemas[name]
      visit(picked[name])
    }
  }
  visit(roots)
  return picked
}

function toJsonSchemas(io: 'input' | 'output'): JsonObject {
  const registry = z.registry<{ id: string; description?: string }>()
  for (const [id, schema] of named) {
    const description = descriptions[id]
    registry.add(schema, description === undefined ? { id } : { id, description })
  }
  const { schemas } = z.toJSONSchema(registry, {
    io,
    // Transforms occur in outputs for input-only schemas: nothing refers to them there.
    unrepresentable: 'any',
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
  if (zodSchema === fields.WebUrl) jsonSchema.format = 'uri'
  if (zodSchema === fields.Email) jsonSchema.format = 'email'
  // The calendar as a pattern of 300 characters, in addition to the format, which means the same.
  if (zodSchema === fields.Time) delete jsonSchema.pattern
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
