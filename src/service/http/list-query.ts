import { PayError } from '../../errors.ts'
import type { PageQuery, TimeRange } from '../kernel/pages.ts'
import { createFieldError } from './field-error.ts'

/** A caller's parameters for a page. */
interface ListQuery {
  limit?: number | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
}

/**
 * Reads the requested page of a list (interface 4.3); by default the newest 25 entries.
 *
 * @throws PayError `invalid_request`
 */
export function readListQuery(query: ListQuery): PageQuery {
  const { limit = 25, starting_after: after, ending_before: before } = query
  if (after !== undefined && before !== undefined) {
    throw createFieldError(
      'ending_before',
      'cannot be used together with starting_after: give only one of them',
    )
  }
  const id = (after ?? before)?.toLowerCase()
  const direction = after === undefined ? 'newer' : 'older'
  return { limit, cursor: id === undefined ? undefined : { id, direction } }
}

/** Returns the error for an unknown cursor. It does not reveal whether the entry is missing or belongs to another account. */
export function createUnknownCursorError(query: ListQuery): PayError {
  const field = query.starting_after === undefined ? 'ending_before' : 'starting_after'
  return new PayError('not_found', `${field} is not the id of an entry in this list.`, {
    field,
  })
}

/**
 * Reads the two bounds of a time; undefined where neither is given.
 *
 * @param prefix of the parameters' names, such as `created_`
 * @throws PayError `invalid_request` where no time can be between them
 */
export function readTimeRange(
  texts: { since: string | undefined; before: string | undefined },
  prefix = '',
): TimeRange | undefined {
  if (texts.since === undefined && texts.before === undefined) return undefined
  const toTime = (text: string | undefined) => (text === undefined ? undefined : new Date(text))
  const [since, before] = [toTime(texts.since), toTime(texts.before)]
  if (since && before && since >= before)
    throw createFieldError(`${prefix}before`, `must be later than ${prefix}since`)
  return { since, before }
}
