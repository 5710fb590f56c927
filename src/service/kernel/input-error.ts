import { PayError } from '../../errors.ts'

/** Returns an error about one field of an input, in a sentence that says what to do. */
export function createInputError(field: string, sentence: string): PayError {
  return new PayError('invalid_request', sentence, { field })
}
