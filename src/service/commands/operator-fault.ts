import { PayError } from '../../errors.ts'

/** Takes what a command says to the operator, a line or several. */
export type Print = (text: string) => void

/** Makes the fault of what the operator typed: one line. */
export function wrong(message: string, cause?: unknown): PayError {
  return new PayError('invalid_setting', message, { cause })
}

/** Returns a fault that the operator can mend as its one line; undefined for any other. */
export function operatorFault(cause: unknown): string | undefined {
  return cause instanceof PayError && cause.code === 'invalid_setting' ? cause.message : undefined
}
