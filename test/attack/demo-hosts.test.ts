import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { startShop } from '../../demo/shop/server.ts'
import { createClient } from '../../src/api/client/client.ts'
import { protection } from '../demo/protection.ts'

const apiKey = 'pc_00000000_of_the_demo'
let shop: Awaited<ReturnType<typeof startShop>>
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pay-charge-demo-'))
  const url = 'http://127.0.0.1:9'
  shop = await startShop({
    port: 0,
    service: { url, apiKey, client: createClient({ baseUrl: url, apiKey, retries: 0 }) },
    chain: { id: 31_337, rpcUrl: url, tokens: [] },
    assets: [],
    protection,
    ordersFile: join(folder, 'orders.jsonl'),
  })
})
after(async () => {
  await shop.stop()
  await rm(folder, { recursive: true, force: true })
})

/** fetch writes the Host header itself. */
function ask(path: string, host: string, method = 'GET') {
  return new Promise<{ status: number | undefined; body: unknown }>((resolve, reject) => {
    request(shop.origin + path, { method, headers: { host } }, (response) => {
      json(response).then((body) => resolve({ status: response.statusCode, body }), reject)
    })
      .on('error', reject)
      .end()
  })
}

test('the demo shows its api-key to this machine’s own names alone', async () => {
  const { port } = new URL(shop.origin)
  for (const host of [`evil.example:${port}`, 'localhost.evil.example', '127.0.0.1.nip.io']) {
    const { status, body } = await ask('/demo.json', host)
    assert.equal(status, 403, host)
    assert.ok(!JSON.stringify(body).includes(apiKey))
  }
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]) {
    const { status, body } = await ask('/demo.json', host)
    assert.equal(status, 200, host)
    assert.equal((body as { apiKey: string }).apiKey, apiKey)
  }
})

for (const path of ['/pay/charges', '/faucet', '/chain']) {
  test(`a page of another name reaches nothing at ${path}`, async () => {
    assert.equal((await ask(path, 'evil.example', 'POST')).status, 403)
  })
}
