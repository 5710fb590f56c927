import { PayError } from '../../errors.ts'

/** Prints output of a command for the operator, one or more lines. */
export type Print = (text: string) => void

/**
 * Creates the error for a wrong input of the operator, with a message of one line, or for a command that fails.
 *
 * @param exitCode of the process. @default 1
 */
export function createOperatorError(message: string, cause?: unknown, exitCode = 1): PayError {
  return new PayError('invalid_setting', message, { cause, details: { exitCode } })
}

/** Returns the exit code that an operator's error asks for. */
export function getExitCode({ details }: PayError): number {
  return (details as { exitCode?: number } | undefined)?.exitCode ?? 1
}
