import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { eventSamples } from '../src/service/openapi/examples/webhooks.ts'
import { clientOf, provideHarness, wallet } from './support/harness.ts'
import { findLanguage } from './support/languages.ts'
import { readDocument, root } from './support/markdown.ts'
import { runOperator } from './support/operator.ts'
import { payFor } from './support/paying.ts'
import { reservePort } from './support/ports.ts'
import { temporaryFolder } from './support/service.ts'
import { patience, until } from './support/wait.ts'

// The recipes of docs/languages.md, run as they stand there: each sells a mug on a real chain, ships it once when the service says so,
// and takes nothing that the service has not signed.

const harness = provideHarness({
  PUBLIC_URL: 'https://pay.example',
  WEBHOOK_ALLOW_PRIVATE: 'on',
})

interface Recipe {
  heading: string
  program: 'python3' | 'php'
  /** Where its blocks of code are written, in their order. */
  files: readonly string[]
  /** What the program is called with. */
  command: readonly string[]
  webhookPath: string
  /** Returns the orders that the store has shipped. */
  listShipped: (store: Store) => Promise<string[]>
}

interface Store {
  url: string
  folder: string
  secret: string
  printed: () => string
}

/** What a store prints when it ships, with the order's number. */
const listPrinted = async ({ printed }: Store) =>
  [...printed().matchAll(/Shipped: .*?([0-9a-f-]{32,36})/g)].map(([, order = '']) => order)

const recipes: readonly Recipe[] = [
  {
    heading: 'Python',
    program: 'python3',
    files: ['pay_charge.py', 'store.py'],
    command: ['store.py'],
    webhookPath: '/webhooks/pay-charge',
    listShipped: listPrinted,
  },
  {
    heading: 'PHP',
    program: 'php',
    files: ['pay-charge.php', 'store.php'],
    command: ['-S', '127.0.0.1:4000', 'store.php'],
    webhookPath: '/webhooks/pay-charge',
    listShipped: listPrinted,
  },
  {
    heading: 'WordPress',
    program: 'php',
    files: ['plugin.php'],
    command: ['-S', '127.0.0.1:4000', join(root, 'test/support/wordpress.php')],
    webhookPath: '/wp-json/pay-charge/v1/webhook',
    async listShipped({ folder }) {
      const { completions } = JSON.parse(await readFile(join(folder, 'order.json'), 'utf8'))
      return Array.from({ length: completions }, () => '1042')
    },
  },
]

for (const recipe of recipes)
  test(`the recipe for ${recipe.heading} sells, and ships once what the service has signed`, {
    skip: !findLanguage(recipe.program),
  }, async (t) => {
    const store = await startStore(recipe)
    t.after(() => store.end())
    const shipped = () => recipe.listShipped(store)
    const bought = await fetch(`${store.url}/buy`, { method: 'POST', redirect: 'manual' })
    assert.equal(bought.status, 303, store.printed())
    const [, id = ''] = /\/pay\/([0-9a-f-]{36})/.exec(bought.headers.get('location') ?? '') ?? []
    const { pricing, metadata } = await clientOf(harness).getCharge(id)
    assert.equal(pricing.local.amount, '19.00')

    const event = eventSamples['charge:confirmed']
    const body = JSON.stringify({ ...event, data: { ...event.data, id, metadata } })
    for (const headers of [
      {},
      sign(`whsec_${Buffer.alloc(24, 9).toString('base64')}`, body),
      sign(store.secret, `${body} `),
      sign(store.secret, body, new Date(Date.now() - 6 * 60_000)),
    ])
      assert.equal(await deliver(store, recipe, body, headers), 400)
    assert.deepEqual(await shipped(), [])

    await payFor(harness, id, 19_000_000n)
    const [order] = await until('the shipment', async () => {
      const list = await shipped()
      return list.length > 0 ? list : undefined
    })
    assert.equal(String(metadata?.order), order)
    // While a secret is replaced, an earlier one signs as well.
    const [genuine, other] = [sign(store.secret, body), sign(`whsec_${'QUJD'.repeat(8)}`, body)]
    const both = `${other['webhook-signature']} ${genuine['webhook-signature']}`
    const twice = { ...genuine, 'webhook-signature': both }
    assert.equal(await deliver(store, recipe, body, twice), 200)
    assert.deepEqual(await shipped(), [order])
  })

/** Writes a recipe's files, and starts it with a webhook of its own. */
async function startStore({ heading, program, files, command, webhookPath }: Recipe) {
  const port = await reservePort()
  const folder = await temporaryFolder()
  const section = readDocument('docs/languages.md').split(`\n## ${heading}\n`)[1] ?? ''
  const blocks = [...section.matchAll(/^```(?:python|php)\n(.*?)^```$/gms)]
  await mkdir(folder.path, { recursive: true })
  for (const [index, file] of files.entries())
    await writeFile(join(folder.path, file), withPort(blocks[index]?.[1] ?? '', port))
  const order = { total: '19.00', status: 'pending', completions: 0 }
  await writeFile(join(folder.path, 'order.json'), JSON.stringify(order))
  const client = clientOf(harness)
  await client.setReceivingWallet({
    walletAddress: wallet,
    chainId: harness.chain.chainId,
    tokenAddress: harness.chain.dusd,
  })
  const url = `http://127.0.0.1:${port}`
  const { uuid, secret = '' } = await client.addWebhookEndpoint({ url: `${url}${webhookPath}` })
  const parameters = command.map((word) => withPort(word, port))
  const key = ['keys', 'create', '--account', harness.shop.id, '--scope', 'proxy', '--json']
  const { stdout } = await runOperator(key, harness.environment)
  const child = spawn(findLanguage(program) ?? program, parameters, {
    cwd: folder.path,
    env: {
      PATH: process.env.PATH,
      PAY_CHARGE_URL: harness.service.baseUrl,
      PAY_CHARGE_PROXY_KEY: JSON.parse(stdout).apiKey,
      PAY_CHARGE_WEBHOOK_SECRET: secret,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = collectOutput(child)
  await until('the store', () =>
    fetch(url)
      .then(() => true)
      .catch(() => undefined),
  )
  return {
    ...{ url, folder: folder.path, secret, printed },
    async end() {
      const gone = once(child, 'exit')
      child.kill()
      await gone
      await client.removeWebhookEndpoint(uuid)
      await folder.remove()
    },
  }
}

const withPort = (text: string, port: number) =>
  text
    .replaceAll('127.0.0.1:4000', `127.0.0.1:${port}`)
    .replace('"127.0.0.1", 4000', `"127.0.0.1", ${port}`)

function collectOutput(child: ChildProcess): () => string {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return () => output
}

/** The headers of a call that a service with this secret makes. */
function sign(secret: string, body: string, at = new Date()) {
  const id = crypto.randomUUID()
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  }
}

async function deliver(
  { url }: Store,
  { webhookPath }: Recipe,
  body: string,
  headers: Record<string, string>,
): Promise<number> {
  const { status } = await fetch(`${url}${webhookPath}`, {
    ...{ method: 'POST', body, signal: AbortSignal.timeout(patience) },
    headers: { 'content-type': 'application/json', ...headers },
  })
  return status
}
