import type { ZodMiniType } from 'zod/mini'
import * as z from 'zod/mini'

/**
 * `string`, `number`, `boolean`, `object` (any fields), several of them by `|`, `[element]`, or the fields of an object;
 * `name?` is optional.
 */
export type Table = string | { [field: string]: Table } | Table[]

interface JsonSchema {
  anyOf?: JsonSchema[]
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
}

/** A schema as a table of the interface shows it: which fields, and of which types. */
export function tableOf(schema: ZodMiniType): Table {
  return read(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema)
}

function read(schema: JsonSchema): Table {
  // As `z.toJSONSchema` writes what takes more than one type.
  const either = Array.isArray(schema.type) ? schema.type : schema.anyOf?.map((one) => one.type)
  if (either) return either.join(' | ')
  if (schema.type === 'array') return [read(schema.items ?? {})]
  if (schema.properties) {
    const required = new Set(schema.required)
    const fields = Object.entries(schema.properties)
    return Object.fromEntries(
      fields.map(([name, part]) => [required.has(name) ? name : `${name}?`, read(part)]),
    )
  }
  if (schema.type === 'integer') return 'number'
  return schema.type ?? 'any'
}
