import { PayError } from '../../../../errors.ts'

export interface RestoreOptions {
  /** Whether a database that has accounts is replaced. */
  replaces: boolean
}

/** Creates the error for a database that would be replaced. */
export function createReplaceError(place: string): PayError {
  return new PayError(
    'invalid_setting',
    `${place} has accounts, or cannot be read. To put the backup in its place, add --replace.`,
  )
}
