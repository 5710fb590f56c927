import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, mock, test } from 'node:test'
import { toNodeListener } from '../../../src/proxy/adapters/node.ts'
import { createPayProxy } from '../../../src/proxy/pay-proxy.ts'
import { createHttpServer } from '../../../src/service/http/http-server.ts'

// What no Request can be made of, at the service and at the proxy's adapter for Node.

const proxy = createPayProxy({
  ...{ baseUrl: 'http://127.0.0.1:1', apiKey: 'pc_00000000_x' },
  createCharge: () => assert.fail('nothing is ordered'),
})
const servers: Record<'service' | 'proxy', Server> = {
  service: createHttpServer({ keepAliveMs: 75_000, fetch: async () => new Response('served') }),
  proxy: createServer((incoming, outgoing) => void toNodeListener(proxy)(incoming, outgoing)),
}
const logged = mock.method(console, 'error', () => undefined)

before(async () => {
  // Files of tests run one after the other in this process.
  logged.mock.resetCalls()
  for (const server of Object.values(servers))
    await once(server.listen(0, '127.0.0.1'), 'listening')
})
after(() => {
  for (const server of Object.values(servers)) {
    server.close()
    server.closeAllConnections()
  }
})

/** Sends a head as it is, and gives the status of the reply and its headers. */
async function send(server: Server, head: string): Promise<{ status: number; reply: string }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`${head.replaceAll('\n', '\r\n')}\r\n\r\n`)
  const reply = await text(socket)
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(reply)?.[1]), reply }
}

const end = 'Connection: close'
const faults: [head: string, status: number][] = [
  [`GET /x HTTP/1.1\nHost: a b\n${end}`, 400],
  [`GET /x HTTP/1.1\nHost: [::1\n${end}`, 400],
  [`GET /x HTTP/1.1\nHost: shop.example:99999\n${end}`, 400],
  [`GET /x HTTP/1.1\nHost: user:password@shop.example\n${end}`, 400],
  [`GET /x HTTP/1.1\nHost: shop.example/path\n${end}`, 400],
  [`GET http://user:password@shop.example/x HTTP/1.1\nHost: shop.example\n${end}`, 400],
  [`GET http://[ HTTP/1.1\nHost: shop.example\n${end}`, 400],
  [`GET /x HTTP/1.1\n${end}`, 400],
  [`TRACE /x HTTP/1.1\nHost: shop.example\n${end}`, 405],
]

for (const name of ['service', 'proxy'] as const)
  describe(`at the ${name}`, () => {
    for (const [head, status] of faults)
      test(`${head.split('\n', 2).join(', ')} is ${status}, without a word in the log`, async () => {
        const answer = await send(servers[name], head)
        assert.equal(answer.status, status, answer.reply)
        assert.equal(logged.mock.callCount(), 0)
      })

    test('a client of HTTP/1.0, which sends no Host, is served', async () => {
      const { status, reply } = await send(servers[name], 'GET /x HTTP/1.0')
      assert.match(reply, name === 'service' ? /served/ : /The proxy does not serve this path/)
      assert.equal(status, name === 'service' ? 200 : 404)
    })
  })

test('at the service, CONNECT is 405, and connections without a call stay open for 75 s', async () => {
  const head = 'CONNECT shop.example:443 HTTP/1.1\nHost: shop.example'
  assert.equal((await send(servers.service, head)).status, 405)
  const { port } = servers.service.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/x`)
  assert.equal(response.headers.get('keep-alive'), 'timeout=75')
})
