import { PayError } from '../../errors.ts'

/** Returns an error about one field of an input, with a sentence that contains the remedy. */
export function createInputError(field: string, sentence: string): PayError {
  return new PayError('invalid_request', sentence, { field })
}
