import * as z from 'zod/mini'
import { freshParameter } from '../routes/checkout-charge-url.ts'
import type { Route } from '../routes/route.ts'
import { pathParameters } from '../schemas/path-parameters.ts'
import { describeUnknownField, listUnknownFields } from '../schemas/unknown-fields.ts'
import { HttpError } from './http-error.ts'
import { type FieldError, formatFieldError, messages, validate } from './validate.ts'

// Reads calls for the proxy, the payment page and the API by the route's schemas, so that the same fault gives the same error
// everywhere. An unknown name is refused: an export with a misspelled filter would otherwise contain everything, and a charge with
// `expires_in` would expire at another time than its merchant believes.

/** The query of a route, after parsing. */
export type QueryOutput<R extends Route> = R['query'] extends z.ZodMiniType
  ? z.output<R['query']>
  : undefined

/** The body of a route, after parsing. */
export type BodyOutput<R extends Route> = R['body'] extends z.ZodMiniType
  ? z.output<R['body']>
  : undefined

/**
 * Returns the path parameters in lower case, so that each has only one form (RFC 9562 section 4).
 *
 * @throws HttpError `not_found`, which the interface requires for an id that does not exist
 */
export function readParams<R extends Route>(
  { params }: R,
  values: Readonly<Record<string, string | undefined>>,
): Record<R['params'][number], string> {
  const entries = params.map((name) => {
    const text = values[name] ?? ''
    const result = pathParameters[name].safeParse(text, messages)
    if (result.success) return [name, text.toLowerCase()]
    const message = `Nothing was found: ${name} ${result.error.issues[0]?.message}.`
    throw new HttpError('not_found', message, { field: name })
  })
  return Object.fromEntries(entries)
}

/** Returns the charge id of the path parameters; undefined where the route has none. */
export function getChargeId(params: Readonly<Record<string, string>> = {}): string | undefined {
  return params.uuid ?? params.id
}

/**
 * Returns the query, without {@link freshParameter}. Refuses a parameter that is given twice: taking one of its values
 * would hide a mistake.
 *
 * @param options `ignoresUnknown`: for a URL to which others add parameters
 * @throws HttpError `validation_error` naming the parameter, and those that the route has
 */
export function readQuery<R extends Route>(
  { method, query }: R,
  url: string,
  { ignoresUnknown = false }: { ignoresUnknown?: boolean } = {},
): QueryOutput<R> {
  const parameterNames = Object.keys(query?.shape ?? {})
  const entries = [...new URL(url).searchParams].filter(
    ([name]) => !(method === 'GET' && name === freshParameter),
  )
  const unknown = entries.filter(([name]) => !parameterNames.includes(name))
  if (unknown.length > 0 && !ignoresUnknown) {
    const parameters =
      parameterNames.length > 0 ? `It has ${parameterNames.join(', ')}.` : 'It has none.'
    throw createUnknownError(
      unknown.map(([name]) => name.slice(0, 80)),
      `is not a query parameter of this endpoint. ${parameters}`,
    )
  }
  const values = entries.filter(([name]) => parameterNames.includes(name))
  const duplicate = values.find(
    ([name], index) => values.findIndex(([otherName]) => otherName === name) < index,
  )
  if (duplicate) throw createFieldError({ field: duplicate[0], message: 'is given twice' })
  return (query && validate(query, Object.fromEntries(values))) as QueryOutput<R>
}

/**
 * Returns a body as the route's schema parses it, and warnings about the fields that the route does not know.
 *
 * @throws HttpError `validation_error` naming the fields, also unknown ones where the reply has no place for warnings:
 * settings, decisions and forms do nothing that was not fully understood
 */
export function readFields<R extends Route>(
  route: R,
  raw: unknown,
): { body: BodyOutput<R>; warnings: string[] } {
  const body = (route.body && validate(route.body, raw, 'body')) as BodyOutput<R>
  const fields = listUnknownFields(route.body ?? noFields, raw)
  if (fields.length === 0 || canWarn(route))
    return { body, warnings: fields.map(describeUnknownField) }
  throw createUnknownError(fields, 'is not a parameter of this endpoint')
}

const noFields = z.object({})

function canWarn({ reply }: Route): boolean {
  return reply instanceof z.ZodMiniObject && Object.hasOwn(reply.shape, 'warnings')
}

function createUnknownError(fields: readonly string[], message: string): HttpError {
  return createFieldError(...fields.slice(0, 10).map((field) => ({ field, message })))
}

function createFieldError(...details: FieldError[]): HttpError {
  return new HttpError('validation_error', formatFieldError(details[0]), { details })
}
