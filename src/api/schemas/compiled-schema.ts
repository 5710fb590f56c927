// The script tag's build reads replies without zod: it compiles the schemas of a checkout to calls of these
// functions (scripts/schemas/compile-schemas.ts). They check the same, and carry nothing that a checkout does not use.

/** The path of an invalid value, and the expected form (Standard Schema, `Issue`). */
interface Issue {
  message: string
  path: readonly string[]
}

/** Returns a value as its schema describes it, and adds an issue for each part that does not fit. */
type Reader = (value: unknown, path: readonly string[], issues: Issue[]) => unknown

/** Reads text that matches each of the patterns. */
export const text =
  (...patterns: RegExp[]): Reader =>
  (value, path, issues) => {
    const fits = typeof value === 'string' && patterns.every((pattern) => pattern.test(value))
    if (!fits) issues.push({ message: ['must be text', ...patterns].join(' '), path })
    return value
  }

/** Reads anything that is there. */
export const unknown: Reader = (value, path, issues) => {
  if (value === undefined) issues.push({ message: 'must be given', path })
  return value
}

/** Reads an optional value. */
export const optional =
  (reader: Reader): Reader =>
  (value, path, issues) =>
    value === undefined ? value : reader(value, path, issues)

/** Reads a list. */
export const list =
  (reader: Reader): Reader =>
  (value, path, issues) => {
    if (Array.isArray(value))
      return value.map((item, index) => reader(item, [...path, String(index)], issues))
    issues.push({ message: 'must be a list', path })
    return value
  }

/** Reads an object: its own fields that the schema names, and no others. */
export const object =
  (fields: Record<string, Reader>): Reader =>
  (value, path, issues) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      issues.push({ message: 'must be an object', path })
      return value
    }
    const values = new Map(Object.entries(value))
    const entries = Object.entries(fields).map(
      ([name, reader]) => [name, reader(values.get(name), [...path, name], issues)] as const,
    )
    return Object.fromEntries(entries.filter(([, field]) => field !== undefined))
  }

/** Wraps a reader as a Standard Schema (https://standardschema.dev), as {@link callRoute} requires. */
export const schema = (reader: Reader) => ({
  '~standard': {
    version: 1,
    vendor: 'pay-charge',
    validate(input: unknown) {
      const issues: Issue[] = []
      const value = reader(input, [], issues)
      return issues.length > 0 ? { issues } : { value }
    },
  },
})
