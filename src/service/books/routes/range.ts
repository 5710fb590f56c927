import { createFieldError } from '../../http/field-error.ts'
import type { TimeRange } from '../../kernel/pages.ts'

/**
 * Reads the bounds of the books: from a time on, and before another.
 *
 * @throws PayError `invalid_request` where no time can be between them
 */
export function readRange({
  from,
  to,
}: {
  from?: string | undefined
  to?: string | undefined
}): TimeRange {
  const toTime = (text: string | undefined) => (text === undefined ? undefined : new Date(text))
  const [since, before] = [toTime(from), toTime(to)]
  if (since && before && since >= before) throw createFieldError('to', 'must be later than from')
  return { since, before }
}
