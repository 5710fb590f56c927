import type { Context } from 'hono'
import * as z from 'zod/mini'
import type { Route } from '../../../api/routes/route.ts'
import { describeUnknownField, listUnknownFields } from '../../../api/schemas/unknown-fields.ts'
import { PayError } from '../../../errors.ts'
import type { FieldError } from './validate.ts'

// What nobody reads is named: an export with a misspelt filter would otherwise contain everything, and a charge with
// `expires_in` would expire at another time than its merchant believes.

/**
 * Checks that a call has no query parameter that its endpoint does not know.
 *
 * @throws PayError `invalid_request` naming the parameter, and those that the endpoint has
 */
export function checkQuery(c: Context, known: readonly string[]): void {
  const unknown = Object.keys(c.req.queries()).filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  const parameters = known.length > 0 ? `It has ${known.join(', ')}.` : 'It has none.'
  throw createUnknownError(
    unknown.map((name) => name.slice(0, 80)),
    `is not a query parameter of this endpoint. ${parameters}`,
  )
}

/**
 * Returns the warnings about fields of a body that its endpoint does not know.
 *
 * @throws PayError `invalid_request` naming the fields, where the reply has no place for warnings: settings, decisions and
 *   forms do nothing that was not fully understood
 */
export function readFields(route: Route, body: unknown): string[] {
  const fields = listUnknownFields(route.body ?? noFields, body)
  if (fields.length === 0 || canWarn(route)) return fields.map(describeUnknownField)
  throw createUnknownError(fields, 'is not a parameter of this endpoint')
}

const noFields = z.object({})

function canWarn({ reply }: Route): boolean {
  return reply instanceof z.ZodMiniObject && Object.hasOwn(reply.shape, 'warnings')
}

function createUnknownError(fields: readonly string[], message: string): PayError {
  const details: FieldError[] = fields.slice(0, 10).map((field) => ({ field, message }))
  const [first] = details
  return new PayError('invalid_request', `${first?.field} ${message}`, {
    field: first?.field,
    details,
  })
}
