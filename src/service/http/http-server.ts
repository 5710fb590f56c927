import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { findHeadFault } from '../../api/request-head.ts'

/** The methods of the routes, for a caller who sent another one. */
const allow = 'GET, HEAD, POST, PUT, DELETE, OPTIONS'

/**
 * A call whose headers or body have not arrived within ten seconds is ended with 408: otherwise a call that is sent
 * very slowly would hold a connection for minutes. Node checks for such calls at this interval, by default every 30
 * seconds. Connections between two calls are not affected.
 */
const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1000,
}

/** Options of {@link createHttpServer}. */
export interface HttpServerOptions {
  /**
   * Milliseconds for which a connection without a call stays open. A client or balancer that keeps its connections longer
   * loses the calls that are on their way when this ends.
   */
  keepAliveMs: number
  /** Answers a call; `address` is the address of its connection. */
  fetch: (request: Request, address: string | undefined) => Promise<Response>
}

/** Creates the server of the service. Malformed calls are answered before anything else is done. */
export function createHttpServer({ keepAliveMs, fetch }: HttpServerOptions): Server {
  const server = createAdaptorServer({
    // Of clients of HTTP/1.0, which send no Host.
    hostname: 'localhost',
    serverOptions: { ...timeouts, keepAliveTimeout: keepAliveMs },
    createServer: ((options: ServerOptions, listen: RequestListener) =>
      createServer(options, refuseFaults(listen))) as typeof createServer,
    fetch: (request, { incoming }) => fetch(request, incoming.socket.remoteAddress),
  }) as Server
  // Without a listener Node closes the connection without a response.
  server.on('connect', (_, socket) =>
    socket.end(`HTTP/1.1 405 Method Not Allowed\r\nAllow: ${allow}\r\nConnection: close\r\n\r\n`),
  )
  return server
}

function refuseFaults(listen: RequestListener): RequestListener {
  return (incoming, outgoing) => {
    const { method, url, headers } = incoming
    const status = findHeadFault({ method, url, host: headers.host })
    if (status === undefined) return listen(incoming, outgoing)
    // The rest of its body is not read.
    outgoing.writeHead(status, { connection: 'close', ...(status === 405 && { allow }) }).end()
  }
}
