import { callRoute } from '../../api/client/call.ts'
import { sleep } from '../../api/client/timing.ts'
import type { Route, RouteInput, RouteOutput } from '../../api/routes/route.ts'
import type { DeskSession } from '../accounts/desk-sessions.ts'

/** Calls a route of the desk's app as the person of a session, and returns its reply. Rejects with PayError. */
export type DeskCall = <R extends Route>(
  route: R,
  input?: Partial<RouteInput<R>>,
) => Promise<RouteOutput<R>>

/** Milliseconds for a call: it may wait for locks of the database. */
const timeoutMs = 60_000

/**
 * Creates the function that calls the routes of the desk's app, in this process.
 *
 * @param ids `requestId` of the browser's call, so that the audit log and the log of the service name the same; `formKey` of the
 * form that is sent, which routes take that create something
 */
export function createDeskCall(
  app: {
    fetch: (
      request: Request,
      bindings: { deskSession: DeskSession },
    ) => Response | Promise<Response>
  },
  deskSession: DeskSession,
  { requestId, formKey }: { requestId: string; formKey?: string | undefined },
): DeskCall {
  const transport = {
    // It has no host: the app is in this process.
    baseUrl: 'http://localhost',
    fetch: async (url: string, init: RequestInit) =>
      await app.fetch(new Request(url, init), { deskSession }),
    headers: { 'x-request-id': requestId },
    timeoutMs,
    retries: 0,
    sleep,
    random: Math.random,
  }
  const idempotencyKey = formKey === undefined ? undefined : `desk-${formKey}`
  return async (route, input = {}) =>
    (await callRoute(transport, route, { ...(input as object), idempotencyKey })).data
}
