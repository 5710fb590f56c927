import type { JsonObject } from '../../../src/service/openapi/schemas.ts'

/** Makes a text a paragraph of Markdown, which Vue reads as a template: tags, tables and moustaches are text. */
export const toText = (text: string): string =>
  text.replaceAll('<', '&lt;').replaceAll('{{', '{<!-- -->{').replaceAll('|', '\\|')

/** Code in a cell of a table. */
export const toCode = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``

/** Returns the type of a schema as Markdown; a schema with a name as a link to it. */
export function formatType(schema: JsonObject): string {
  const { $ref, type, items, enum: values, const: constant, anyOf, allOf, properties } = schema
  if (typeof $ref === 'string') {
    const name = nameOf($ref)
    return `[${name}](api-schemas.md#${name.toLowerCase()})`
  }
  if (Array.isArray(values)) return values.map((value) => toCode(String(value))).join(' or ')
  if (constant !== undefined) return toCode(JSON.stringify(constant))
  if (items) return `list of ${formatType(items as JsonObject)}`
  if (Array.isArray(anyOf)) return formatTypes(anyOf, ' or ')
  if (properties) return formatFields(properties as Record<string, JsonObject>)
  if (Array.isArray(allOf) && !type) return formatTypes(allOf, ' and ')
  return [type ?? 'anything'].flat().join(' or ')
}

const formatTypes = (schemas: readonly JsonObject[], between: string) =>
  schemas.map(formatType).join(between)

const formatFields = (properties: Record<string, JsonObject>) =>
  Object.entries(properties)
    .map(([name, schema]) => `${toCode(name)}: ${formatType(schema)}`)
    .join(', ')

/** Returns what keeps a text within bounds, such as its length or pattern; empty where nothing does. */
export function formatBounds(schema: JsonObject): string {
  const { pattern, maxLength, minimum, maximum, maxItems, default: standard } = schema
  return [
    pattern === undefined ? '' : toCode(String(pattern)),
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    minimum === undefined ? '' : `from ${minimum}`,
    maximum === undefined ? '' : `to ${maximum}`,
    maxItems === undefined ? '' : `at most ${maxItems}`,
    standard === undefined ? '' : `${toCode(String(standard))} unless given`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Returns the fields of a schema as a table; the type of one without fields. */
export function formatSchema(schema: JsonObject): string {
  const parts = Array.isArray(schema.allOf) ? (schema.allOf as JsonObject[]) : [schema]
  const named = parts.filter(({ $ref }) => $ref).map((part) => `As ${formatType(part)}.`)
  const rows = parts.flatMap(({ properties, required }) =>
    Object.entries((properties ?? {}) as Record<string, JsonObject>).map(([name, field]) => {
      const isRequired = Array.isArray(required) && required.includes(name)
      return `| ${toCode(name)}${isRequired ? '' : ' (optional)'} | ${formatType(field)} | ${formatBounds(field)} |`
    }),
  )
  if (rows.length === 0)
    return [formatType(schema), formatBounds(schema)].filter(Boolean).join(': ')
  return [...named, ['| field | type | bounds |', '|---|---|---|', ...rows].join('\n')].join('\n\n')
}

export const nameOf = (reference: string): string => reference.split('/').at(-1) ?? ''
