import * as z from 'zod/mini'
import { Uuid } from './fields.ts'

/** The query of every list: its limit, and the cursor to continue from (interface 4.3). */
export const pageQuery = {
  limit: z.optional(
    z.pipe(
      z.string().check(z.regex(/^([1-9]\d?|100)$/, 'must be a whole number from 1 to 100')),
      z.transform(Number),
    ),
  ),
  starting_after: z.optional(Uuid),
  ending_before: z.optional(Uuid),
}

/** A caller's query: its texts, of which `limit` may be a number. */
export type QueryValues<Query extends z.ZodMiniType> =
  z.input<Query> extends { limit?: unknown }
    ? Omit<z.input<Query>, 'limit'> & { limit?: number | string }
    : z.input<Query>
