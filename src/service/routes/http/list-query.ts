import type * as z from 'zod/mini'
import type { ChargeListQuery } from '../../../api/schemas/charges/charge.ts'
import { PayError } from '../../../errors.ts'
import type { ListChargesQuery } from '../../domain/charges/charges.ts'
import { createFieldError } from './field-error.ts'

type ListQuery = z.output<typeof ChargeListQuery>

/**
 * Reads the requested page of a list (interface 4.3); by default the newest 25 entries.
 *
 * @throws PayError `invalid_request`
 */
export function readListQuery(query: ListQuery): ListChargesQuery {
  const { limit = 25, starting_after: after, ending_before: before, status } = query
  if (after !== undefined && before !== undefined) {
    throw createFieldError(
      'ending_before',
      'cannot be used together with starting_after: give only one of them',
    )
  }
  const id = (after ?? before)?.toLowerCase()
  const direction = after === undefined ? 'newer' : 'older'
  return { limit, status, cursor: id === undefined ? undefined : { id, direction } }
}

/** Returns the error for an unknown cursor. It does not tell a missing entry from one of another account. */
export function createUnknownCursorError(query: ListQuery): PayError {
  const field = query.starting_after === undefined ? 'ending_before' : 'starting_after'
  return new PayError('not_found', `${field} is not the id of an entry in this list.`, {
    field,
  })
}
