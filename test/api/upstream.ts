import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import type { TestContext } from 'node:test'
import { createAnsweringServer } from '../support/answer.ts'
import { reservePort } from '../support/ports.ts'

/** A request as it came over the wire. */
export interface Seen {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

export type Reply = (request: Seen, response: ServerResponse, turn: number) => unknown

/** Starts a real server on loopback for one test; `turn` counts requests from 0. */
export async function startUpstream(t: TestContext, reply: Reply) {
  const seen: Seen[] = []
  const server = createAnsweringServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const { method = '', url = '', headers } = incoming
    const request = { method, url, headers, body: Buffer.concat(chunks).toString('latin1') }
    seen.push(request)
    await reply(request, response, seen.length - 1)
  })
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: await listen(server), seen }
}

/** Binds to a free port of loopback and tells the address. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Answers with JSON. */
export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

/** A loopback address where nothing listens. */
export const deadUrl = async () => `http://127.0.0.1:${await reservePort()}`
