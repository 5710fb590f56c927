import type * as z from 'zod/mini'
import type { PathParameter } from '../schemas/path-parameters.ts'
import type { RouteScopes } from './scope.ts'

/** One endpoint: its input, its reply, and whether a call may be repeated. */
export interface Route<
  Params extends PathParameter = PathParameter,
  Query extends z.ZodMiniObject | undefined = z.ZodMiniObject | undefined,
  Body extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Reply extends z.ZodMiniType = z.ZodMiniType,
> {
  method: 'GET' | 'POST'
  /** The path, with `:name` for each path parameter. */
  path: string
  /** The scopes of which the caller's api-key needs one. */
  scopes: RouteScopes
  /** The names of the parameters in the path, each of which is what `pathParameters` says. */
  params: readonly Params[]
  /** The parameters of the query; undefined for none. The service refuses any other. */
  query: Query
  body: Body
  /** How the body is sent. @default 'json' */
  encoding?: 'json' | 'multipart'
  reply: Reply
  /** The media types of a reply that is a file, each line of which is a `reply`. @default JSON */
  fileTypes?: readonly string[]
  /** HTTP statuses of a successful reply. */
  successStatuses: readonly number[]
  /** HTTP statuses of the errors that the interface names, or that we decided. */
  errorStatuses: readonly number[]
  /**
   * Whether a client may repeat a call whose reply it lost. `safe`: always. `key`: only with an Idempotency-Key
   * (draft-ietf-httpapi-idempotency-key-header). `never`: the reply contains something that is shown only once.
   */
  retryPolicy: 'safe' | 'key' | 'never'
}

/** Returns the route unchanged, with its exact types. */
export function defineRoute<
  const Params extends PathParameter,
  Query extends z.ZodMiniObject | undefined,
  Body extends z.ZodMiniType | undefined,
  Reply extends z.ZodMiniType,
>(definition: Route<Params, Query, Body, Reply>): Route<Params, Query, Body, Reply> {
  return definition
}

/** The input of a call to a route. */
export type RouteInput<R extends Route> = {
  params: Record<R['params'][number], string>
  query: R['query'] extends z.ZodMiniType ? z.input<R['query']> : undefined
  body: R['body'] extends z.ZodMiniType ? z.input<R['body']> : undefined
}

/** The reply of a route on success. */
export type RouteOutput<R extends Route> = z.infer<R['reply']>
