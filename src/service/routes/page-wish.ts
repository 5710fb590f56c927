import type * as z from 'zod/mini'
import type { ChargeListQuery } from '../../api/charge.ts'
import { PayError } from '../../errors.ts'
import type { PageWish } from '../domain/ports.ts'
import { invalid } from './validate.ts'

type Query = z.output<typeof ChargeListQuery>

/**
 * Reads which page is wanted (interface 4.3): 25 charges, the newest, unless said otherwise.
 *
 * @throws PayError `invalid_request`
 */
export function readPageWish(query: Query): PageWish {
  const { limit = 25, starting_after: after, ending_before: before, status } = query
  if (after !== undefined && before !== undefined) {
    throw invalid('ending_before', 'cannot be given together with starting_after: give one of them')
  }
  const id = (after ?? before)?.toLowerCase()
  const towards = after === undefined ? 'newer' : 'older'
  return { limit, status, cursor: id === undefined ? undefined : { id, towards } }
}

/** A cursor that names no charge of this account, or one of another account: the two are not told apart. */
export function unknownCursor(query: Query): PayError {
  const field = query.starting_after === undefined ? 'ending_before' : 'starting_after'
  return new PayError('not_found', `${field} names nothing of this list.`, {
    field,
  })
}
