import { PayError } from '../../errors.ts'

/** Returns an error about one field. */
export function createFieldError(field: string, message: string): PayError {
  return new PayError('invalid_request', `${field} ${message}`, {
    field,
    details: [{ field, message }],
  })
}
