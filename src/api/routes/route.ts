import type * as z from 'zod/mini'
import type { PathParameter } from '../schemas/path-parameters.ts'
import type { DeskRole, RouteScopes } from './scope.ts'

/** One endpoint: its input, its reply, and whether a call may be repeated. */
export interface Route<
  Params extends readonly PathParameter[] = readonly PathParameter[],
  Query extends z.ZodMiniObject | undefined = z.ZodMiniObject | undefined,
  Body extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Reply extends z.ZodMiniType = z.ZodMiniType,
> {
  method: 'GET' | 'POST'
  /** The path, with `:name` for each path parameter. */
  path: string
  /** The scopes of which the caller's api-key needs one. */
  scopes: RouteScopes
  /** The role that a person at the desk needs. @default what the scopes mean, see `getRouteRole` */
  role?: DeskRole
  /** The names of the parameters in the path, each with its schema in `pathParameters`. */
  params: Params
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

/** The description of an endpoint: the one text that the API's document, the client's types and the command's help show. */
export interface RouteTexts {
  /** A line. */
  summary: string
  /** Its effect, and when it is refused. Markdown. */
  description: string
}

/** A route as it is written, without the fields that it lacks. */
type Definition<
  Params extends readonly PathParameter[],
  Query extends z.ZodMiniObject | undefined,
  Body extends z.ZodMiniType | undefined,
  Reply extends z.ZodMiniType,
> = Omit<Route<Params, Query, Body, Reply>, 'params' | 'query' | 'body'> & {
  params?: Params
  query?: Query
  body?: Body
}

/** Returns the route with its exact types. */
export function defineRoute<
  const Params extends readonly PathParameter[] = readonly [],
  Query extends z.ZodMiniObject | undefined = undefined,
  Body extends z.ZodMiniType | undefined = undefined,
  Reply extends z.ZodMiniType = z.ZodMiniType,
>(definition: Definition<Params, Query, Body, Reply>): Route<Params, Query, Body, Reply> {
  return { params: [], ...definition } as Route<Params, Query, Body, Reply>
}

/** Returns the route with its exact types and its texts. Browsers and proxies read routes without any. */
export function defineEndpoint<
  const Params extends readonly PathParameter[] = readonly [],
  Query extends z.ZodMiniObject | undefined = undefined,
  Body extends z.ZodMiniType | undefined = undefined,
  Reply extends z.ZodMiniType = z.ZodMiniType,
>(
  definition: Definition<Params, Query, Body, Reply> & RouteTexts,
): Route<Params, Query, Body, Reply> & RouteTexts {
  return { params: [], ...definition } as Route<Params, Query, Body, Reply> & RouteTexts
}

/** The input of a call to a route. */
export type RouteInput<R extends Route> = {
  params: Record<R['params'][number], string>
  query: R['query'] extends z.ZodMiniType ? z.input<R['query']> : undefined
  body: R['body'] extends z.ZodMiniType ? z.input<R['body']> : undefined
}

/** The reply of a route on success. */
export type RouteOutput<R extends Route> = z.infer<R['reply']>
