import type * as z from 'zod/mini'

/** One endpoint: what goes in, what comes out, and whether saying it twice is safe. */
export interface Route<
  Params extends string = string,
  Query extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Body extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Reply extends z.ZodMiniType = z.ZodMiniType,
> {
  method: 'GET' | 'POST'
  /** With `:name` for each path parameter. */
  path: string
  params: readonly Params[]
  query: Query
  body: Body
  /** How the body travels. @default 'json' */
  encoding?: 'json' | 'multipart'
  reply: Reply
  /** Statuses of success. */
  success: readonly number[]
  /** Statuses of the errors that the interface names, or that we decided. */
  errors: readonly number[]
  /**
   * May a client repeat a call whose answer it lost? `safe`: yes. `key`: with an Idempotency-Key
   * (draft-ietf-httpapi-idempotency-key-header). `never`: the answer carries something that is shown once.
   */
  repeat: 'safe' | 'key' | 'never'
}

/** Keeps a route's exact types. */
export function route<
  const Params extends string,
  Query extends z.ZodMiniType | undefined,
  Body extends z.ZodMiniType | undefined,
  Reply extends z.ZodMiniType,
>(given: Route<Params, Query, Body, Reply>): Route<Params, Query, Body, Reply> {
  return given
}

/** What a caller gives for a route. */
export type Input<R extends Route> = {
  params: Record<R['params'][number], string>
  query: R['query'] extends z.ZodMiniType ? z.input<R['query']> : undefined
  body: R['body'] extends z.ZodMiniType ? z.input<R['body']> : undefined
}

/** What a route answers with on success. */
export type Output<R extends Route> = z.infer<R['reply']>
