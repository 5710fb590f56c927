import type * as z from 'zod/mini'

/** The most fields that are named: who sends thousands does not get thousands back. */
const maxNamed = 10
const maxNameLength = 80

/**
 * Returns the fields of an input that its schema does not know, as paths such as `requestProps.amount`: at most ten of
 * them. A schema drops them without a word.
 */
export function listUnknownFields(schema: z.core.$ZodType, input: unknown): string[] {
  const fields: string[] = []
  collect(schema, input, [], fields)
  return fields
}

/** Returns the warning about a field that was ignored. */
export function describeUnknownField(field: string): string {
  return `\`${field}\` is not a parameter of this endpoint and was ignored.`
}

function collect(
  schema: z.core.$ZodType,
  input: unknown,
  path: readonly string[],
  fields: string[],
): void {
  if (typeof input !== 'object' || input === null) return
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'optional') collect(def.innerType, input, path, fields)
  if (def.type === 'array' && Array.isArray(input))
    for (const [index, item] of input.entries())
      collect(def.element, item, [...path, String(index)], fields)
  if (def.type !== 'object') return
  for (const [name, value] of Object.entries(input)) {
    if (fields.length >= maxNamed) return
    const fieldPath = [...path, name.slice(0, maxNameLength)]
    const field = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined
    if (field) collect(field, value, fieldPath, fields)
    else if (value !== undefined) fields.push(fieldPath.join('.'))
  }
}
