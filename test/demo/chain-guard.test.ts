import assert from 'node:assert/strict'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { startAnvil } from '../../demo/chain/anvil.ts'
import { openChainGuard } from '../../demo/chain/guard.ts'

interface Answer {
  status: number
  allowed: string | undefined
  body: string
}

/** Calls with headers that `fetch` does not let anybody choose. */
async function call(url: string, headers: Record<string, string>, method = 'POST') {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const sent = request(url, { method, headers: { 'content-type': 'application/json', ...headers } })
  sent.once('error', reject)
  sent.once('response', async (reply) =>
    resolve({
      status: reply.statusCode ?? 0,
      allowed: reply.headers['access-control-allow-origin'],
      body: await text(reply),
    }),
  )
  sent.end(method === 'POST' ? '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}' : undefined)
  return await promise
}

test('the chain of the demo answers this machine’s programs and pages, and no others', async (t) => {
  const guard = await openChainGuard(0)
  t.after(guard.close)
  const { host } = new URL(guard.url)
  assert.equal((await call(guard.url, {})).status, 503)
  const anvil = await startAnvil({ port: 0 })
  t.after(anvil.stop)
  guard.open(anvil.rpcUrl)

  const { port } = guard
  const own = ['http://localhost:4000', 'http://127.0.0.1:3000', 'chrome-extension://abc']
  for (const origin of own) {
    const reply = await call(guard.url, { origin })
    assert.deepEqual([reply.status, reply.allowed], [200, origin])
    assert.match(reply.body, /"result":"0x7a69"/)
    const preflight = await call(guard.url, { origin }, 'OPTIONS')
    assert.deepEqual([preflight.status, preflight.allowed], [204, origin])
  }
  for (const name of [host, `localhost:${port}`, `[::1]:${port}`])
    assert.equal((await call(guard.url, { host: name })).status, 200)

  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `http://localhost.evil.example:${port}` },
    { host: `evil.example:${port}` },
    { host: `evil.example:${port}`, origin: `http://evil.example:${port}` },
  ]
  for (const headers of foreign)
    for (const method of ['POST', 'OPTIONS']) {
      const reply = await call(guard.url, headers, method)
      assert.deepEqual([reply.status, reply.allowed], [403, undefined], JSON.stringify(headers))
    }
})
