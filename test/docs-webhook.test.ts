import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, mock, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { eventSamples } from '../src/service/openapi/examples/webhooks.ts'
import { listBlocks, root } from './support/markdown.ts'

// The four receivers of docs/fulfill.md are run as they stand there: each ships what the service has signed, and nothing
// else.

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const shipped: string[] = []
let folder: string

before(async () => {
  process.env.PAY_CHARGE_WEBHOOK_SECRET = secret
  Object.assign(globalThis, { shipOnce: async ({ id }: { id: string }) => shipped.push(id) })
  const output = join(root, 'test/output')
  await mkdir(output, { recursive: true })
  folder = await mkdtemp(join(output, 'webhook-'))
})
after(() => rm(folder, { recursive: true }))

interface Receiver {
  default?: { request(path: string, init: RequestInit): Promise<Response> }
  POST?: (request: Request) => Promise<Response>
}

const path = '/webhooks/pay-charge'
const marks = {
  Express: "from 'express'",
  Hono: "from 'hono'",
  Fastify: "from 'fastify'",
  Next: 'POST(',
}

for (const [name, mark] of Object.entries(marks))
  test(`the receiver for ${name} ships what was signed, and answers 400 to what was not`, async () => {
    const blocks = listBlocks('docs/fulfill.md').filter(({ code }) => code.includes(mark))
    assert.equal(blocks.length, 1)
    const port = await findFreePort()
    const code = blocks[0]!.code
      .replace("'pay-charge/api'", `'${join(root, 'src/api/index.ts')}'`)
      .replace(
        /listen\((?:\{ port: )?3000(?: \})?\)/,
        `listen(${name === 'Express' ? port : `{ port: ${port} }`})`,
      )
      .replace('const app = express()', 'export const app = express()')
    const file = join(folder, `${name}.ts`)
    await writeFile(file, code)
    const receiver = (await import(file)) as Receiver
    const send = (init: RequestInit): Promise<Response> => {
      if (receiver.POST) return receiver.POST(new Request(`http://store.example${path}`, init))
      if (receiver.default) return receiver.default.request(path, init)
      return fetch(`http://localhost:${port}${path}`, init)
    }
    shipped.length = 0
    assert.equal((await send(createCall(true))).status, 200)
    assert.equal(shipped.length, 1)
    assert.equal((await send(createCall(false))).status, 400)
    assert.equal(shipped.length, 1)
  })

// Nothing of the documents says how to stop the servers of the receivers.
const servers: Server[] = []
const { listen } = Server.prototype
before(() => {
  mock.method(
    Server.prototype,
    'listen',
    function (this: Server, ...options: Parameters<typeof listen>) {
      servers.push(this)
      return listen.apply(this, options)
    },
  )
})
after(() => {
  mock.restoreAll()
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
})

/** The service's own sample of an event. */
function createCall(isSigned: boolean): RequestInit {
  const body = JSON.stringify(eventSamples['charge:confirmed'])
  const [id, now] = [crypto.randomUUID(), new Date()]
  const signature = new Webhook(secret).sign(id, now, isSigned ? body : `${body} `)
  return {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': signature,
    },
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
