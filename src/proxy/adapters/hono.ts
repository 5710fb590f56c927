import { setSocketAddress } from '../http/payer-address.ts'
import type { PayProxy } from '../pay-proxy.ts'
import { withBody } from './with-body.ts'

/** The part of Hono's context that is used here. */
export interface HonoContextLike {
  req: {
    raw: Request
    /** The body, also when a middleware has read it before by Hono's own methods. */
    text(): Promise<string>
  }
  /** Of Node's adapter: the connection. */
  env?: unknown
}

/**
 * `pay-charge/hono`: turns the proxy into a handler for Hono. On Node it also passes the connection's address to the proxy, which
 * limits calls by it; on any other runtime give the proxy `clientAddress`.
 *
 * @example app.all('/pay/*', toHonoHandler(createPayProxy({ … })))
 */
export function toHonoHandler(proxy: PayProxy): (context: HonoContextLike) => Promise<Response> {
  return async ({ req, env }) => {
    const { raw } = req
    // A body that was read without Hono cannot be read again: the proxy reports that.
    const text = raw.bodyUsed ? await req.text().catch(() => undefined) : undefined
    const request = text === undefined ? raw : withBody(raw, raw.url, text)
    const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } }
    setSocketAddress(request, incoming?.socket?.remoteAddress)
    return proxy(request)
  }
}
