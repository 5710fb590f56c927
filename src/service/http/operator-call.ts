import { callRoute, type HttpTransport } from '../../api/client/call.ts'
import { buildCallUrl } from '../../api/client/call-url.ts'
import { sleep } from '../../api/client/timing.ts'
import type { Route, RouteInput, RouteOutput } from '../../api/routes/route.ts'
import { formatFieldError } from '../../api/server/validate.ts'
import { PayError } from '../../errors.ts'
import { createOperatorError } from './operator-error.ts'
import { accountPath, atOnceHeader } from './operator-routes.ts'

/** The input of an operator's call to a route. */
export type OperatorInput<R extends Route> = Partial<RouteInput<R>> & {
  /** The id or username of the account that the route is about. */
  account?: string
  /** Whether a setting is applied without the delay. */
  isAtOnce?: boolean | undefined
  /** The names of the command's options for fields of the call. @default `--` and the field's name */
  options?: Readonly<Record<string, string>>
}

/**
 * Calls a route of the operator's app and returns its reply.
 *
 * Rejects with PayError `invalid_setting` for input that the operator can correct; the message names the option of the command.
 */
export type OperatorCall = <R extends Route>(
  route: R,
  input?: OperatorInput<R>,
) => Promise<RouteOutput<R>>

/** The URL of the operator's app. It has no real host: its callers reach it through a function or a socket. */
export const operatorUrl = 'http://localhost'

/** Milliseconds for a call: it may wait for locks of the database. */
const timeoutMs = 10 * 60_000

/** Creates the function that calls the routes of the operator's app. */
export function createOperatorCall(fetch: HttpTransport['fetch']): OperatorCall {
  return async (route, { account, isAtOnce = false, options = {}, ...input } = {}) => {
    try {
      const place = account === undefined ? '' : buildAccountPath(account)
      const { data } = await callRoute(
        {
          baseUrl: `${operatorUrl}${place}`,
          fetch,
          timeoutMs,
          sleep,
          retries: 0,
          random: Math.random,
          headers: isAtOnce ? { [atOnceHeader]: 'true' } : undefined,
        },
        route,
        input as object,
      )
      return data
    } catch (cause) {
      throw toOperatorError(cause, options)
    }
  }
}

const buildAccountPath = (account: string) =>
  buildCallUrl('', { path: accountPath }, { params: { account } })

/** Returns an error in words for the operator, about the option in place of the field. */
export function toOperatorError(
  cause: unknown,
  options: Readonly<Record<string, string>>,
): PayError {
  const error = PayError.from(cause, 'service_failed')
  if (error.code === 'invalid_setting') return error
  if (error.code === 'offline')
    return createOperatorError('The service ended before the command did.', error)
  const message = error.field === undefined ? error.message : nameOption(error.message, error.field)
  return createOperatorError(/[.?]$/.test(message) ? message : `${message}.`, error)

  function nameOption(text: string, path: string): string {
    const [field = ''] = path.split('.')
    // A fault in the path is reported as "Nothing was found: uuid must be …".
    const named = text.replace(`Nothing was found: ${path}`, path)
    const message = named.startsWith(path) ? named.slice(path.length).replace(/^:? /, '') : named
    return formatFieldError({ field: options[field] ?? `--${field}`, message })
  }
}
