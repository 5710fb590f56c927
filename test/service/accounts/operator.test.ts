import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PayError } from '../../../src/errors.ts'
import { openStore } from '../../../src/service/app/store.ts'
import { call, clientOf, databaseOf, provideHarness } from '../../support/harness.ts'
import { commandsOf, refusalOf } from '../../support/operator.ts'
import { chargeBody } from '../../support/paying.ts'
import { startService } from '../../support/service.ts'

const harness = provideHarness()

/** Runs the CLI; with the embedded database the service must be down: see {@link offline}. */
const cli = commandsOf(harness)

/** Does something while the service is down: the embedded database is one process's. */
async function offline<T>(work: () => Promise<T>): Promise<T> {
  await harness.service.end()
  try {
    return await work()
  } finally {
    harness.service = await startService(harness.environment)
  }
}

const refusal = (...args: string[]) => refusalOf(cli(...args))

describe('POST /api-keys/charge-webhook', () => {
  const set = (url: unknown, apiKey = harness.shop.apiKey) =>
    call(harness, 'POST', '/api-keys/charge-webhook', { url }, { 'api-key': apiKey })
  const secretOf = (body: unknown) => (body as { secret?: string }).secret

  test('shows a secret once, and a new one for a new url', async () => {
    const url = 'https://shop.example/hook?x=1'
    const first = await set(url)
    assert.equal(first.status, 200)
    const secret = String(secretOf(first.body))
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.deepEqual(first.body, { url, secret })
    assert.deepEqual((await set(url)).body, { url })
    const moved = await set(`${url}&y=2`)
    assert.notEqual(secretOf(moved.body), secret)
    const back = await set(url)
    assert.match(String(secretOf(back.body)), /^whsec_/)
    assert.notEqual(secretOf(back.body), secret)
  })

  test('refuses a private address, however it is written', async () => {
    const hosts = ['192.168.1.5', '127.1', '0x7f000001', '017700000001', '127.0.0.1.', '[::1]']
    const names = ['localhost', 'db.localhost.', '[::ffff:10.0.0.1]', '[64:ff9b::a9fe:a9fe]']
    for (const host of [...hosts, ...names]) {
      const { status, body } = await set(`http://${host}:9/hook`)
      const { message } = (body as { error: { message: string } }).error
      assert.equal(status, 400, host)
      assert.match(message, /^url must not be a private address .*WEBHOOK_ALLOW_PRIVATE/)
    }
    const fault = await offline(() =>
      refusal('settings', 'webhook', '--account', harness.shop.id, '--url', 'http://10.0.0.1/'),
    )
    assert.match(fault, /^--url must not be a private address/)
  })

  test('removes the webhook by an empty url, also on the command line', async () => {
    assert.deepEqual((await set('', harness.other.apiKey)).body, { url: '' }, 'there was none')
    const url = 'https://shop.example/soon-removed'
    for (const remove of [
      async () => assert.deepEqual((await set('')).body, { url: '' }),
      async () =>
        assert.equal(
          await cli('settings', 'webhook', '--account', harness.shop.id, '--url', '', '--now'),
          'url            \nIn effect.',
        ),
    ]) {
      assert.equal((await set(url)).status, 200)
      await remove()
      assert.deepEqual(await clientOf(harness).listWebhookEndpoints(), [])
    }
    const { data } = await clientOf(harness).listAuditLog({ limit: 1 })
    assert.deepEqual(
      [data[0]?.action, data[0]?.from, data[0]?.to],
      ['webhook.set', { url }, { url: '' }],
    )
  })

  test('of many simultaneous calls one learns the secret, and it is the one that is kept', async () => {
    const url = 'https://shop.example/raced'
    const answers = await Promise.all(Array.from({ length: 20 }, () => set(url)))
    const secrets = answers.map(({ body }) => secretOf(body)).filter((one) => one !== undefined)
    assert.equal(secrets.length, 1)
    await harness.service.end()
    const store = await openStore(databaseOf(harness), (error) => assert.fail(error))
    const [endpoint, ...others] = await store.listEndpoints(harness.shop.id)
    assert.deepEqual(others, [])
    assert.deepEqual(await store.getSigningWebhook(endpoint?.id ?? ''), { url, secrets })
    assert.equal(await store.getSigningWebhook(crypto.randomUUID()), undefined)
    await store.close()
    harness.service = await startService(harness.environment)
  })

  for (const url of [undefined, 7, ' ', '/hook', 'ftp://a.example', 'https://a.example/ b']) {
    test(`${JSON.stringify(url)} is 400`, async () => {
      const { status, body } = await set(url)
      assert.equal(status, 400)
      assert.match(JSON.stringify(body), /"field":"url"/)
    })
  }

  test('a url with a password is 400, and does not repeat it', async () => {
    const { status, body } = await set('https://me:hunter2@shop.example/')
    assert.equal(status, 400)
    assert.doesNotMatch(JSON.stringify(body), /hunter2/)
  })
})

describe('pay-charge account', () => {
  test('list shows every account, oldest first', () =>
    offline(async () => {
      const accounts = JSON.parse(await cli('account', 'list', '--json')) as { id: string }[]
      assert.deepEqual(
        accounts.map(({ id }) => id),
        [harness.shop.id, harness.other.id],
      )
      assert.match(
        await cli('account', 'list'),
        new RegExp(`^${harness.shop.id}  .*  Mug shop$`, 'm'),
      )
    }))

  test('brand sets what payers see; what is not given stays', async () => {
    const look = [
      '--color',
      '#7C3AED',
      '--logo',
      'https://a.example/l.svg',
      '--name',
      'Müller & Co',
      '--support-url',
      'mailto:hello@a.example',
    ]
    await offline(async () => {
      await cli('account', 'brand', '--account', harness.shop.id, ...look, '--username', 'mugs')
      await cli('account', 'brand', '--account', 'mugs', '--logo', '')
    })
    const charge = await clientOf(harness).createCharge(chargeBody(harness))
    const { brand_color, brand_logo_url, organization_name, support_url } = charge
    assert.deepEqual(
      [brand_color, brand_logo_url, organization_name, support_url],
      ['#7C3AED', '', 'Müller & Co', 'mailto:hello@a.example'],
    )
  })

  test('the database refuses a contact that no page may link', () =>
    offline(async () => {
      const store = await openStore(databaseOf(harness), () => undefined)
      try {
        const supportUrl = 'javascript:alert(1)'
        await assert.rejects(store.updateAccount(harness.shop.id, { supportUrl }), /support_url/)
      } finally {
        await store.close()
      }
    }))

  test('says in one line what is wrong', () =>
    offline(async () => {
      const brand = (...args: string[]) =>
        refusal('account', 'brand', '--account', harness.other.id, ...args)
      assert.match(await brand('--color', 'red'), /^--color must be/)
      assert.match(await brand('--logo', 'javascript:0'), /^--logo must be/)
      for (const url of [
        'javascript:0',
        'java\tscript:0',
        'http://a.example',
        'a@b.example',
        'mailto:',
      ])
        assert.match(await brand('--support-url', url), /^--support-url must be an https URL, or/)
      assert.match(await brand('--username', '0xab'), /^--username must have/)
      assert.match(await brand('--username', 'a.eth'), /^--username must have/)
      assert.match(await brand('--username', 'MUGS'), /^--username: .*mugs belongs to another/)
      const nobody = await refusal('account', 'brand', '--account', 'nobody', '--name', 'x')
      assert.match(nobody, /^--account: There is no account nobody/)
    }))
})

describe('pay-charge keys', () => {
  test('create makes another key; revoke ends one, and the others stay', async () => {
    const made = JSON.parse(
      await offline(() =>
        cli('keys', 'create', '--account', harness.other.id, '--scope', 'admin', '--json'),
      ),
    ) as { apiKey: string; prefix: string }
    const second = { ...harness.other, apiKey: made.apiKey }
    assert.deepEqual((await clientOf(harness, second).listCharges()).data, [])
    const revoked = await offline(() => cli('keys', 'revoke', made.prefix))
    assert.match(revoked, new RegExp(`^${made.prefix}  revoked 20`))
    await assert.rejects(
      clientOf(harness, second).listCharges(),
      (error: PayError) => error.status === 401 && /revoked/.test(error.message),
    )
    assert.deepEqual((await clientOf(harness, harness.other).listCharges()).data, [])
    const listed = await offline(() => cli('keys', 'list', '--account', harness.other.id))
    assert.equal(listed.split('\n').length, 2)
    assert.match(
      listed,
      new RegExp(`^${made.prefix}  admin  created 20\\S+  used 20\\S+  revoked 20\\S+$`, 'm'),
    )
    assert.ok(!listed.includes(made.apiKey))
  })

  test('says in one line what is wrong', () =>
    offline(async () => {
      assert.match(await refusal('keys', 'revoke', 'pc_00000000'), /^There is no key pc_00000000/)
      assert.match(await refusal('keys', 'revoke', 'x'), /^prefix must be the prefix of a key/)
      assert.match(
        await refusal('keys', 'create', '--scope', 'admin', '--account', 'x'),
        /^--account: There is no/,
      )
    }))
})
