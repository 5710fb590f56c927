import type { OperatorCall } from './operator-call.ts'

/** A command whose arguments are already read: it calls routes, and returns the lines to print. */
export type OperatorCommand = (call: OperatorCall) => Promise<readonly string[]>

/**
 * Runs a command.
 *
 * @param options `mayCreate`: whether a missing data folder is created. @default false
 */
export type RunCommand = (
  command: OperatorCommand,
  options?: { mayCreate?: boolean },
) => Promise<void>

/** The option of commands about one account. */
export const accountFlag = '--account <id or username>'

/** The options that commands about one account share. */
export interface AccountOptions {
  account: string
  json?: boolean
}
