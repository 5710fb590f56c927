import { en } from 'zod/locales'
import * as z from 'zod/mini'
import { PayError } from '../../../errors.ts'

// zod/mini has no messages. The schemas bring their own; the English locale provides all others.
z.config(en())

/** One error of an input, as listed in `error.details`. */
export interface FieldError {
  field: string
  message: string
}

/**
 * Returns the input as the schema parses it.
 *
 * @throws PayError `invalid_request` with all errors in `details`
 */
export function validate<S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const details = parsed.error.issues.map((issue) => toFieldError(issue, input))
  const [first] = details
  const message = [first?.field, first?.message].filter(Boolean).join(' ')
  throw new PayError('invalid_request', message, { field: first?.field, details })
}

/** Returns an error about one field. */
export function createFieldError(field: string, message: string): PayError {
  return new PayError('invalid_request', `${field} ${message}`, {
    field,
    details: [{ field, message }],
  })
}

function toFieldError(issue: z.core.$ZodIssue, input: unknown): FieldError {
  const field = issue.path.map(String).join('.')
  if (field && getValueAt(input, issue.path) === undefined) return { field, message: 'is required' }
  return { field, message: issue.message }
}

function getValueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    input,
  )
}
