import { PayError } from '../../errors.ts'

/** Prints output of a command for the operator, one or more lines. */
export type Print = (text: string) => void

/** Creates the error for a wrong input of the operator, with a message of one line. */
export function createOperatorError(message: string, cause?: unknown): PayError {
  return new PayError('invalid_setting', message, { cause })
}
