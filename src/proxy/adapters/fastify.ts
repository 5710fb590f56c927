import { setSocketAddress } from '../http/payer-address.ts'
import type { PayProxy } from '../pay-proxy.ts'
import { withBody } from './with-body.ts'

// Fastify's types would be a dependency. These are the parts of them that are used here.

/** A request of Fastify. */
export interface FastifyRequestLike {
  method: string
  protocol: string
  /** With the port. Fastify 4 has it in `hostname`. */
  host?: string
  hostname: string
  originalUrl: string
  headers: Record<string, string | string[] | undefined>
  /** The body as Fastify's parser has read it. */
  body?: unknown
  /** With `trustProxy`, the address that Fastify takes from X-Forwarded-For. */
  ip: string
}

/** A reply of Fastify. */
export interface FastifyReplyLike {
  code(status: number): unknown
  header(name: string, value: string): unknown
  send(body?: Uint8Array): unknown
}

/**
 * `pay-charge/fastify`: turns the proxy into a handler for Fastify, which reads the body itself. Hooks and plugins work as
 * for any other route.
 *
 * @example app.all('/pay/*', toFastifyHandler(createPayProxy({ … })))
 */
export function toFastifyHandler(
  proxy: PayProxy,
): (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<unknown> {
  return async (incoming, reply) => {
    const { method, protocol, host = incoming.hostname, originalUrl, body, ip } = incoming
    const pairs = Object.entries(incoming.headers).flatMap(([name, value = []]) =>
      [value].flat().map((text): [string, string] => [name, text]),
    )
    const url = `${protocol}://${host}${originalUrl}`
    const request = withBody(new Request(url, { method, headers: pairs }), url, body)
    setSocketAddress(request, ip)
    const response = await proxy(request)
    reply.code(response.status)
    for (const [name, value] of response.headers) reply.header(name, value)
    // Bytes, because Fastify would write a text of the type JSON as JSON once more.
    return reply.send(response.body ? new Uint8Array(await response.arrayBuffer()) : undefined)
  }
}
