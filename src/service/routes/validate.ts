import { en } from 'zod/locales'
import * as z from 'zod/mini'
import { PayError } from '../../errors.ts'

// zod/mini comes without texts; those of the contract stand, these fill the rest.
z.config(en())

/** One fault of an input, as `error.details` lists it. */
export interface FieldFault {
  field: string
  message: string
}

/**
 * The input as the schema reads it.
 *
 * @throws PayError `invalid_request` with all faults in `details`
 */
export function validate<S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const details = parsed.error.issues.map((issue) => fault(issue, input))
  const [first] = details
  const message = [first?.field, first?.message].filter(Boolean).join(' ')
  throw new PayError('invalid_request', message, { field: first?.field, details })
}

/** A refusal of one field. */
export function invalid(field: string, message: string): PayError {
  return new PayError('invalid_request', `${field} ${message}`, {
    field,
    details: [{ field, message }],
  })
}

function fault(issue: z.core.$ZodIssue, input: unknown): FieldFault {
  const field = issue.path.map(String).join('.')
  if (field && at(input, issue.path) === undefined) return { field, message: 'is required' }
  return { field, message: issue.message }
}

function at(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    input,
  )
}
