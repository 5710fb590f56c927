import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import {
  completeOptions,
  environmentVariables,
  readSettings,
  type VariableName,
} from '../../../src/service/app/settings.ts'
import { type PreparedDatabase, prepareDatabase } from '../../support/prepared.ts'
import { runCli, startServiceProcess, temporaryFolder } from '../../support/service.ts'
import { until } from '../../support/wait.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let database: PreparedDatabase
before(async () => {
  folder = await temporaryFolder()
  database = await prepareDatabase()
})
after(async () => {
  await database.remove()
  await folder.remove()
})

/** What the CLI says when it refuses to run: its code is 1 and each line is one fault. */
async function refusal(args: readonly string[], environment: Record<string, string>) {
  const error = await runCli(args, { DATA_DIR: folder.path, ...environment }).then(
    () => assert.fail('it ran'),
    (cause: { code: number; stderr: string; stdout: string }) => cause,
  )
  assert.equal(error.code, 1)
  assert.equal(error.stdout, '')
  return error.stderr.trim().split('\n')
}

describe('settings', () => {
  test('have defaults', () => {
    assert.deepEqual(readSettings({ SERVICE_PORT: '', DATA_DIR: ' ' }), {
      settings: {
        roles: ['api', 'watcher', 'webhooks'],
        host: '127.0.0.1',
        port: 3001,
        drainMs: 0,
        keepAliveMs: 75_000,
        publicUrl: undefined,
        database: { dataDir: './.data/service' },
        dataDir: './.data/service',
        databaseUrl: undefined,
        rpcUrls: new Map(),
        confirmations: new Map(),
        chainModes: new Map(),
        tokens: [],
        feeds: [],
        fxRates: [],
        ensRpcUrl: undefined,
        rateLimit: 12_000,
        rateLimitAddress: 1200,
        rateLimitReports: 120,
        rateLimitLinks: 30,
        rateLimitLink: 600,
        linkChargeMs: 30 * 60_000,
        linkOpenCharges: 200,
        rateLimitPayers: 30_000,
        trustedProxies: 0,
        relayerKeys: undefined,
        relayerSignerUrl: undefined,
        relayerAccounts: [],
        relayMaxFees: new Map(),
        relayMinBalances: new Map(),
        relayFee: 'none',
        relaysPerHour: 600,
        relaysPerPayer: 6,
        quoteKey: undefined,
        quoteRecipients: undefined,
        metricsToken: undefined,
        isMetricsPublic: false,
        allowedHosts: undefined,
        deskIdleMs: 1_800_000,
        deskSessionMs: 43_200_000,
        allowPrivateWebhooks: false,
        webhookRetryDelaysMs: [
          ...[5000, 300_000, 1_800_000, 7_200_000, 18_000_000],
          ...[36_000_000, 50_400_000, 72_000_000, 86_400_000],
        ],
        smtp: undefined,
        mailFrom: undefined,
        mailPerHour: 500,
        mailRetryDelaysMs: [
          ...[60_000, 300_000, 900_000, 1_800_000, 3_600_000],
          ...[7_200_000, 14_400_000, 28_800_000, 28_800_000],
        ],
        mailWebhookMs: 1_800_000,
        mailAnswerMs: 300_000,
        chargeExpiryMs: 86_400_000,
        minChargeExpiryMs: 300_000,
        maxChargeExpiryMs: 2_592_000_000,
        settingsDelayMs: 86_400_000,
        leaseMs: 10_000,
        pollIntervalMs: undefined,
        quoteLifetimeMs: 900_000,
        watchMs: 7_776_000_000,
        recipientsPerAccount: 1000,
        entryPoints: [],
        reorgBlocks: 128,
        quorumAboveUsd: 1000,
        finalityAboveUsd: { safe: 10_000, finalized: 100_000 },
        logLevel: 'info',
        unread: [],
      },
    })
  })

  test('have the same defaults as options of a program', () => {
    const read = readSettings({})
    assert.ok('settings' in read)
    const given = {
      database: { dataDir: 'x' },
      publicUrl: 'https://pay.example',
      rpcUrls: new Map(),
    }
    for (const [name, value] of Object.entries(completeOptions({ ...given, quoteKey: undefined })))
      if (!(name in given))
        assert.deepEqual(read.settings[name as keyof typeof read.settings], value)
    assert.equal(completeOptions({ ...given, reorgBlocks: 7 }).reorgBlocks, 7)
  })

  const listUnread = (environment: Record<string, string>) => {
    const read = readSettings(environment)
    assert.ok('settings' in read, JSON.stringify(read))
    return read.settings.unread
  }
  const rpc = { CHAIN_RPC_URLS: '{"1":"https://secret.example"}' }

  test('that nothing reads are named, and their values are not', () => {
    const token = { chainId: 8453, address: `0x${'11'.repeat(20)}`, peg: 'USD' }
    const unread = listUnread({
      ...rpc,
      CONFIRMATIONS: '{"10":4,"1":3}',
      TOKENS: JSON.stringify([token, { ...token, address: `0x${'12'.repeat(20)}` }]),
      QUOTE_RECIPIENTS: 'eip155:137:0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
      QUORUM_ABOVE_USD: '5',
      CHAIN_RPC_URL: 'https://secret.example',
      ALOWED_HOST: 'secret',
      rate_limit: 'secret',
      RATE_LIMIT_PER_KEY: 'secret',
      BASE_RPC_URL: 'https://secret.example',
    })
    assert.deepEqual(unread, [
      'CHAIN_RPC_URL is not read: did you mean CHAIN_RPC_URLS?',
      'ALOWED_HOST is not read: did you mean ALLOWED_HOSTS?',
      'rate_limit is not read: did you mean RATE_LIMIT?',
      'RATE_LIMIT_PER_KEY is not read: no setting has this name, see pay-charge --help.',
      'BASE_RPC_URL is not read: no setting has this name, see pay-charge --help.',
      'CONFIRMATIONS has no effect for chain 10, which is not in CHAIN_RPC_URLS.',
      'TOKENS has no effect for chain 8453, which is not in CHAIN_RPC_URLS.',
      'QUOTE_RECIPIENTS has no effect for chain 137, which is not in CHAIN_RPC_URLS.',
      'QUOTE_RECIPIENTS has no effect without QUOTE_KEY.',
      'QUORUM_ABOVE_USD has no effect: every chain of CHAIN_RPC_URLS has one node.',
    ])
  })

  test('of other programs are not taken for ours', () => {
    const others = [
      ...['PATH', 'HOME', 'LANG', 'TERM', 'NODE_ENV', 'NODE_OPTIONS', 'HOSTNAME', 'PORT', 'HOST'],
      ...['KUBERNETES_SERVICE_HOST', 'KUBERNETES_SERVICE_PORT', 'KUBERNETES_PORT_443_TCP_ADDR'],
      ...['WEBHOOK_SERVICE_HOST', 'WEBHOOK_PORT_80_TCP', 'DATABASE_POOL', 'LOG_FILE', 'DATA_HOME'],
      ...['PUBLIC_KEY', 'SERVICE_NAME', 'POSTGRES_PASSWORD', 'GITHUB_TOKEN', 'TEST_DATABASE_URL'],
      ...['npm_package_name', 'XDG_DATA_DIRS', 'LS_COLORS', 'INVOCATION_ID', 'STATE_DIRECTORY'],
    ]
    const environment = Object.fromEntries(others.map((name) => [name, 'x']))
    assert.deepEqual(listUnread({ ...rpc, ...environment }), [])
  })

  const feed = {
    chainId: 1,
    tokenAddress: `0x${'11'.repeat(20)}`,
    feed: `0x${'12'.repeat(20)}`,
    maxAgeSeconds: 3900,
    min: 500,
    max: 50_000,
  }
  const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  test('are read', () => {
    const read = readSettings({
      SERVICE_PORT: '0',
      DATABASE_URL: 'postgres://a:b@c/d',
      CHAIN_RPC_URLS:
        '{"1":["https://rpc.example/key","https://other.example"],"31337":"http://127.0.0.1:8545"}',
      CONFIRMATIONS: '{"1":12}',
      TOKENS: JSON.stringify([{ chainId: 1, address: address.toLowerCase(), peg: 'USD' }]),
      PRICE_FEEDS: JSON.stringify([{ ...feed, tokenAddress: `0x${'Ee'.repeat(20)}` }]),
    })
    assert.ok('settings' in read)
    assert.deepEqual(read.settings.database, { url: 'postgres://a:b@c/d' })
    assert.deepEqual(read.settings.rpcUrls.get(31337), ['http://127.0.0.1:8545'])
    assert.equal(read.settings.confirmations.get(1), 12)
    assert.deepEqual(read.settings.tokens, [{ chainId: 1, address, peg: 'USD' }])
    assert.deepEqual(read.settings.feeds, [{ ...feed, tokenAddress: `0x${'0'.repeat(40)}` }])
  })

  const faults: [name: VariableName, text: string][] = [
    ['SERVICE_ROLES', 'api,mail'],
    ['DRAIN_SECONDS', 'long'],
    ['KEEP_ALIVE_SECONDS', '0'],
    ['WEBHOOK_ALLOW_PRIVATE', 'yes'],
    ['SETTINGS_DELAY_HOURS', '-1'],
    ['SETTINGS_DELAY_HOURS', '721'],
    ['QUOTE_KEY', 'secret'],
    ['QUOTE_KEY', '{"kty":"EC"}'],
    ['QUOTE_RECIPIENTS', '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'],
    ['RATE_LIMIT', 'much'],
    ['RATE_LIMIT', '-1'],
    ['RATE_LIMIT', '1.5'],
    ['RATE_LIMIT_REPORTS', 'few'],
    ['TRUSTED_PROXIES', 'all'],
    ['SERVICE_PORT', 'http'],
    ['SERVICE_PORT', '65536'],
    ['PUBLIC_URL', 'pay.example'],
    ['DATABASE_URL', 'mysql://secret@host/db'],
    ['CHAIN_RPC_URLS', '{'],
    ['CHAIN_RPC_URLS', '[]'],
    ['CHAIN_RPC_URLS', '{"base":"http://a"}'],
    ['CHAIN_RPC_URLS', '{"1":"ws://secret"}'],
    ['CHAIN_RPC_URLS', '{"1":["https://a","wss://secret"]}'],
    ['CHAIN_RPC_URLS', '{"1":["https://secret","https://secret"]}'],
    ['CHAIN_RPC_URLS', '{"1":["https://a","ftp://secret"]}'],
    ['CONFIRMATIONS', '{"1":0}'],
    ['CONFIRMATIONS', '{"1":"3"}'],
    ['TOKENS', '{}'],
    ['TOKENS', '[{"chainId":1,"address":"0x12","peg":"USD"}]'],
    ['TOKENS', `[{"chainId":1,"address":"${address}","peg":"EURO"}]`],
    ['TOKENS', `[{"chainId":1,"address":"${address.replace('A0b', 'a0b')}","peg":"USD"}]`],
    ['TOKENS', `[{"chainId":1,"address":"${address}","peg":"USD","decimal":6}]`],
    ['PRICE_FEEDS', '{}'],
    ['PRICE_FEEDS', JSON.stringify([{ ...feed, sequencerfeed: feed.feed }])],
    ['PRICE_FEEDS', JSON.stringify([{ ...feed, feed: '0x12' }])],
    ['PRICE_FEEDS', JSON.stringify([{ ...feed, maxAgeSeconds: 0 }])],
    ['PRICE_FEEDS', JSON.stringify([{ ...feed, min: undefined }])],
    ['PRICE_FEEDS', JSON.stringify([{ ...feed, max: undefined }])],
    ['PRICE_FEEDS', JSON.stringify([{ ...feed, min: 50_000 }])],
    ['PRICE_FEEDS', JSON.stringify([{ ...feed, sequencerFeed: '0x12' }])],
    ['PRICE_FEEDS', JSON.stringify([feed, { ...feed, feed: `0x${'13'.repeat(20)}` }])],
    ['SMTP_URL', 'https://user:secret@mail.example'],
    ['SMTP_URL', 'smtp://user:secret@mail.example?secure=false'],
    ['MAIL_FROM', 'Shop'],
    ['MAIL_PER_HOUR', '0'],
    ['WATCH_DAYS', '0'],
    ['RECIPIENTS_PER_ACCOUNT', '0'],
    ['RELAYER_ACCOUNTS', '0x12'],
    ['RELAYER_SIGNER_URL', 'wss://secret.example'],
    ['LOG_LEVEL', 'loud'],
  ]
  for (const [name, text] of faults) {
    test(`${name}=${text} is one line that names it, without the secret in it`, () => {
      const read = readSettings({ [name]: text })
      assert.ok('errors' in read)
      assert.equal(read.errors.length, 1)
      assert.match(String(read.errors[0]), new RegExp(`^${name} `))
      assert.doesNotMatch(String(read.errors[0]), /secret|\n/)
    })
  }
})

describe('pay-charge', () => {
  test('--help lists every variable', async () => {
    const { stdout } = await runCli(['--help'], {})
    for (const name of Object.keys(environmentVariables))
      assert.match(stdout, new RegExp(`^  ${name} `, 'm'))
  })

  test('tells all faults at once', async () => {
    const wrong = { SERVICE_PORT: 'x', TOKENS: '7', LOG_LEVEL: 'loud' }
    const lines = await refusal(['serve'], wrong)
    assert.deepEqual(
      lines.map((line) => line.split(' ')[0]),
      ['SERVICE_PORT', 'LOG_LEVEL', 'TOKENS'],
    )
  })

  test('says in one line that mail needs a sender', async () => {
    const lines = await refusal(['serve'], { SMTP_URL: 'smtp://user:hunter2@mail.example' })
    assert.equal(lines.length, 1)
    assert.match(String(lines[0]), /^MAIL_FROM is missing/)
    assert.doesNotMatch(String(lines[0]), /hunter2/)
  })

  test('says in one line that a port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const lines = await refusal(['serve'], { SERVICE_PORT: `${port}` })
    server.close()
    assert.equal(lines.length, 1)
    assert.match(String(lines[0]), new RegExp(`^SERVICE_PORT: port ${port} is in use`))
  })

  test('says in one line that a database cannot be reached', async () => {
    const url = 'postgres://user:hunter2@127.0.0.1:1/pay'
    const lines = await refusal(['serve'], { DATABASE_URL: url, SERVICE_PORT: '0' })
    assert.equal(lines.length, 1)
    assert.match(String(lines[0]), /^DATABASE_URL: .*ECONNREFUSED/)
    assert.doesNotMatch(String(lines[0]), /hunter2/)
  })

  test('says in one line that a folder cannot be used', async () => {
    const lines = await refusal(['account', 'create'], { DATA_DIR: '/dev/null/data' })
    assert.equal(lines.length, 1)
    assert.match(String(lines[0]), /^DATA_DIR: /)
  })

  test('account create shows the id and the key', async () => {
    const args = ['account', 'create', '--name', 'Shop']
    const { stdout } = await runCli(args, database.environment)
    assert.match(stdout, /^account {2}[\da-f-]{36}\napi-key {2}pc_[\da-f]{8}_[\w-]{43}\n/)
  })
})

describe('a chain that cannot be read', () => {
  test('fails no payment: it answers 503 to what needs it, without the RPC address in the answer or its key in the log', async () => {
    const environment = {
      ...database.environment,
      // Nobody listens on port 1.
      CHAIN_RPC_URLS: '{"31337":"http://user:hunter2@127.0.0.1:1/v2/topsecret?key=hush"}',
      CHAIN_MODES: '{"31337":"live"}',
    }
    const { apiKey } = database.shop
    const service = await startServiceProcess(environment)
    try {
      const response = await fetch(`${service.baseUrl}/api-keys/receiving-wallet`, {
        method: 'POST',
        headers: { 'api-key': apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({
          walletAddress: address(1),
          chainId: 31337,
          tokenAddress: address(2),
        }),
      })
      assert.equal(response.status, 503)
      const text = await response.text()
      // The watcher reads a chain where somebody is to be paid: native currency is known without asking.
      const made = await fetch(`${service.baseUrl}/charges`, {
        method: 'POST',
        headers: { 'api-key': apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({
          pricing_type: 'fixed_price',
          local_price: { amount: '5' },
          requestProps: {
            chainId: 31337,
            recipientAddress: address(1),
            tokenAddress: address(0),
            tokenAmount: '0.01',
          },
        }),
      })
      assert.equal(made.status, 201)
      const told = /could not be read at http:\/\/127\.0\.0\.1:1/
      await until('the fault in the log', () => told.test(service.output()) || undefined)
      assert.match(text, /service_unavailable/)
      for (const secret of ['hunter2', 'topsecret', 'hush']) {
        assert.ok(!text.includes(secret))
        assert.ok(!service.output().includes(secret), service.output())
      }
    } finally {
      await service.end()
    }
  })
})

const address = (digit: number) => `0x${String(digit).repeat(40)}`
