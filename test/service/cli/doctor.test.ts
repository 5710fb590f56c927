import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { after, before, type TestContext, test } from 'node:test'
import { readSettings } from '../../../src/service/app/settings.ts'
import { runDoctor } from '../../../src/service/cli/doctor.ts'
import { listen } from '../../api/upstream.ts'
import { createAnsweringServer } from '../../support/answer.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { chainEnvironment, chainId } from '../../support/harness.ts'
import { type LocalChain, startLocalChain } from '../../support/local-chain.ts'
import { startNode } from '../../support/node.ts'
import { runOperator } from '../../support/operator.ts'
import {
  runCli,
  type ServiceEnvironment,
  startService,
  startServiceProcess,
  temporaryFolder,
} from '../../support/service.ts'

let chain: LocalChain
let database: TestDatabase | undefined
let folder: { path: string; remove: () => Promise<void> }
let environment: ServiceEnvironment
/** The id of the account whose webhook is examined. */
let mugShop = ''
const setWebhook = (account: string, url: string) =>
  runOperator(['settings', 'webhook', '--account', account, '--url', url], environment)

before(async () => {
  chain = await startLocalChain()
  folder = await temporaryFolder()
  database = await freshDatabase()
  environment = {
    ...chainEnvironment(chain),
    DATA_DIR: folder.path,
    DATABASE_URL: database?.url ?? '',
    PUBLIC_URL: 'https://pay.example',
    WEBHOOK_ALLOW_PRIVATE: 'on',
    SETTINGS_DELAY_HOURS: '0',
  }
})
after(async () => {
  await chain.stop()
  await folder.remove()
  await database?.remove()
})

/** Runs the doctor as the program does. Returns its exit code, and what it found as `state subject: text`. */
async function examine(extra: ServiceEnvironment = {}): Promise<{ code: number; found: string[] }> {
  const parsed = readSettings({ ...environment, ...extra })
  if ('errors' in parsed) throw new Error(parsed.errors.join('\n'))
  const found: string[] = []
  const print = (line: string) => void found.push(describeLine(line))
  const code = await runDoctor(parsed.settings, { json: true }, print)
  return { code, found }
}

function describeLine(line: string): string {
  const { state, subject, text } = JSON.parse(line) as Record<string, string>
  return `${state} ${subject}: ${text}`
}

const includes = (found: readonly string[], pattern: RegExp) =>
  assert.ok(
    found.some((one) => pattern.test(one)),
    `${pattern} in\n${found.join('\n')}`,
  )

async function serve(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createAnsweringServer(
    async (request, response) => await listener(request, response),
  )
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return await listen(server)
}

/** A node that passes all on to the chain, but for what it refuses. Gives its URL. */
async function limitedNode(
  t: TestContext,
  refuses: (method: string, params: unknown[]) => boolean,
): Promise<string> {
  const error = { code: -32005, message: 'query returned too many results' }
  const node = await startNode(chain.rpcUrl, ({ method, params }) =>
    refuses(method, params ?? []) ? { error } : undefined,
  )
  t.after(() => node.stop())
  return node.rpcUrl
}

const nodes = (...urls: string[]) => ({ CHAIN_RPC_URLS: JSON.stringify({ [chainId]: urls }) })

test('a setting that nothing reads is named, and at the start too', async (t) => {
  const extra = { CONFIRMATIONS: '{"10":4}', RATE_LIMITS: '1' } as ServiceEnvironment
  const { found } = await examine(extra)
  includes(found, /^warning settings: RATE_LIMITS is not read: did you mean RATE_LIMIT\?$/m)
  includes(found, /^warning settings: CONFIRMATIONS has no effect for chain 10,/m)
  const service = await startServiceProcess({ ...environment, ...extra })
  t.after(() => service.end())
  includes(
    service.log.filter(({ level }) => level === 40).map(({ msg }) => String(msg)),
    /^RATE_LIMITS is not read/,
  )
})

test('where all is well it says so, and ends with 0', async (t) => {
  await chain.client.mine({ blocks: 1 })
  const methods: string[] = []
  const shop = await serve(t, (request, response) => {
    methods.push(String(request.method))
    response.writeHead(405).end()
  })
  const create = ['account', 'create', '--name', 'Mug shop', '--json']
  mugShop = (JSON.parse((await runOperator(create, environment)).stdout) as { id: string }).id
  await setWebhook(mugShop, `${shop}/hook`)
  const other = await limitedNode(t, () => false)
  const { code, found } = await examine(nodes(chain.rpcUrl, other))
  assert.deepEqual(
    found.filter((one) => !one.startsWith('ok ')),
    [],
  )
  assert.equal(code, 0)
  for (const url of [chain.rpcUrl, other])
    includes(found, new RegExp(`^ok chain ${chainId}, ${new URL(url).origin}: its newest block is`))
  includes(found, /^ok database: it answers in/)
  includes(found, new RegExp(`^ok webhook of Mug shop: ${shop} answers \\(405\\)`))
  // Nothing is told of: there is no event.
  assert.deepEqual(methods, ['HEAD'])
})

test('nodes that serve another chain, or are not there, fail it', async () => {
  const CHAIN_RPC_URLS = JSON.stringify({
    8453: chain.rpcUrl,
    10: 'http://127.0.0.1:9/secret-key',
  })
  const { code, stdout } = await runCli(['doctor', '--json'], {
    ...environment,
    CHAIN_RPC_URLS,
  }).then(
    () => assert.fail('it ended with 0'),
    (error: { code: number; stdout: string }) => error,
  )
  assert.equal(code, 1)
  const found = stdout.trim().split('\n').map(describeLine)
  includes(found, /^failed chain 8453, .*it serves chain 31337; correct CHAIN_RPC_URLS/)
  includes(found, /^failed chain 10, http:\/\/127\.0\.0\.1:9: Chain 10 could not be read/)
  includes(found, /^warning chain 10: it has one node\./)
  assert.doesNotMatch(found.join(), /secret-key/)
})

test('what a node does not give is a warning that says what it means', async (t) => {
  const isLogs = (method: string) => method === 'eth_getLogs'
  const behind = await limitedNode(
    t,
    (method, [filter]) => isLogs(method) && 'blockHash' in Object(filter),
  )
  const narrow = await limitedNode(t, (method, [filter]) => {
    const { fromBlock, toBlock } = Object(filter) as Record<string, string>
    return isLogs(method) && fromBlock !== toBlock
  })
  await chain.client.mine({ blocks: 20 })
  const { found } = await examine(nodes(behind, narrow))
  includes(found, new RegExp(`^warning .*${behind}: it has no logs of its newest block yet`))
  includes(found, new RegExp(`^warning .*${narrow}: it does not search \\d+ blocks in one call`))
})

test('a node that stands still is a warning, and a clock that is behind a chain fails it', async (t) => {
  const { timestamp } = await chain.client.getBlock()
  const { now } = Date
  const start = now()
  const examineAt = async (seconds: number) => {
    const time = (Number(timestamp) + seconds) * 1000
    const clock = t.mock.method(Date, 'now', () => now() - start + time)
    return await examine().finally(() => clock.mock.restore())
  }
  const late = await examineAt(1200)
  includes(late.found, /^warning chain .*1\d\d\d s old: either the chain or the node has stopped/)
  const early = await examineAt(-120)
  assert.equal(early.code, 1)
  includes(early.found, /^failed clock: .*Correct this machine's clock/)
})

test('a database and a receiver that are away fail it, and so does a chain that is not set', async () => {
  const unset = await examine({
    CHAIN_RPC_URLS: '{}',
    PUBLIC_URL: '',
    DATABASE_URL: 'postgres://127.0.0.1:9/x',
  })
  assert.equal(unset.code, 1)
  includes(unset.found, /^failed settings: CHAIN_RPC_URLS is empty/)
  includes(unset.found, /^warning settings: PUBLIC_URL is not set/)
  includes(unset.found, /^failed database: DATABASE_URL: the database cannot be used/)

  // Where nobody listens. The port of a server that has ended may be somebody else's.
  await setWebhook(mugShop, 'http://127.0.0.1:9/hook')
  const { code, found } = await examine()
  assert.equal(code, 1)
  includes(found, /^failed webhook of Mug shop: http:\/\/127\.0\.0\.1:9 does not answer/)
  const hidden = await examine({ WEBHOOK_ALLOW_PRIVATE: 'off' })
  includes(hidden.found, /^failed webhook of Mug shop: .*is a private address/)
})

test('beside a running service with the embedded database it checks the rest', async () => {
  const embedded = { DATABASE_URL: '' }
  const service = await startService({ ...environment, ...embedded })
  try {
    const { found } = await examine(embedded)
    includes(found, /^ok database: a running service has it open/)
    includes(found, new RegExp(`^ok chain ${chainId}, `))
  } finally {
    await service.end()
  }
})
