import type * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'
import { HttpError } from './http-error.ts'

/** One error of an input, as listed in `error.details`. */
export interface FieldError {
  field: string
  message: string
}

/** The names of JSON's types in messages. */
const typeNames: Readonly<Record<string, string>> = {
  string: 'text in quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/**
 * zod/mini has no messages. The schemas bring their own; this names a wrong type, and the English locale provides all others. It is
 * given with each call, because a global setting of zod would also apply to the merchant's own schemas.
 */
export const messages = {
  error(issue: z.core.$ZodRawIssue) {
    const expected = issue.code === 'invalid_type' ? typeNames[issue.expected] : undefined
    return expected === undefined ? en().localeError(issue) : `must be ${expected}`
  },
}

/**
 * Returns the input as the schema parses it, with known fields only.
 *
 * @param name of the whole input. @default none: the message stands for itself
 * @throws HttpError `validation_error` with all errors in `details`
 */
export function validate<S extends z.ZodMiniType>(
  schema: S,
  input: unknown,
  name = '',
): z.output<S> {
  const result = schema.safeParse(input, messages)
  if (result.success) return result.data
  const details = listFieldErrors(result.error, input, name)
  throw new HttpError('validation_error', formatFieldError(details[0]), { details })
}

/** Lists the faults of an input. */
export function listFieldErrors(
  { issues }: z.core.$ZodError,
  input: unknown,
  name = '',
): FieldError[] {
  return issues.map(({ path, message }) => {
    const field = path.map(String).join('.')
    const isMissing = field !== '' && getValueAt(input, path) === undefined
    return { field: field || name, message: isMissing ? 'is required' : message }
  })
}

/** Returns an error in words, such as `chainId is required` or `chainId must be text in quotes`. */
export function formatFieldError({ field, message }: FieldError = noField): string {
  if (field === '') return message
  return /^[A-Z]/.test(message) ? `${field}: ${message}` : `${field} ${message}`
}

const noField: FieldError = { field: '', message: 'is not valid' }

function getValueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    input,
  )
}
