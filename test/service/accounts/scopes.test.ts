import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import { proxyRoutes } from '../../../src/api/routes/proxy-routes.ts'
import type { Route } from '../../../src/api/routes/route.ts'
import { routes } from '../../../src/api/routes/routes.ts'
import { isScopeGranted, proxyScopes, type Scope, scopes } from '../../../src/api/routes/scope.ts'
import {
  call,
  chainId,
  clientOf,
  provideHarness,
  type RawAnswer,
  wallet,
} from '../../support/harness.ts'
import { runOperator } from '../../support/operator.ts'

// Every route of the table, called with a key of each scope.

/** A key of each scope alone, and the one for a proxy. */
const keys = new Map<string, string>()
const harness = provideHarness()
before(async () => {
  await harness.started
  for (const scope of [...scopes, 'proxy']) {
    const args = ['keys', 'create', '--account', harness.shop.id, '--scope', scope, '--json']
    const { stdout } = await runOperator(args, harness.environment)
    keys.set(scope, (JSON.parse(stdout) as { apiKey: string }).apiKey)
  }
})

const all = Object.values(routes) as Route[]
const lineOf = ({ method, path }: Route) => `${method} ${path}`

/** Calls a route with a key and nothing that it could work with. */
async function callRoute({ method, path, params }: Route, key: string): Promise<RawAnswer> {
  const filled = params.reduce(
    (text, name) =>
      text.replace(`:${name}`, name === 'hash' ? `0x${'1'.repeat(64)}` : crypto.randomUUID()),
    path,
  )
  const body = method === 'POST' ? {} : undefined
  return await call(harness, method, filled, body, { 'api-key': String(keys.get(key)) })
}

/** The routes that a key may not call; every other answer is one of the route itself. */
async function refusedLines(key: string): Promise<string[]> {
  const refused: string[] = []
  for (const route of all) {
    const { status, body } = await callRoute(route, key)
    assert.notEqual(status, 401)
    if (status !== 403) continue
    refused.push(lineOf(route))
    const { error } = body as { error: { type: string; message: string } }
    assert.equal(error.type, 'forbidden')
    assert.ok(error.message.includes(`lacks the scope ${route.scopes.join(' or ')}`), error.message)
  }
  return refused
}

describe('a key', () => {
  for (const scope of scopes) {
    test(`with ${scope} alone may call what the route table says, and nothing else`, async () => {
      const expected = all.filter((route) => !isScopeGranted([scope], route.scopes)).map(lineOf)
      assert.deepEqual(await refusedLines(scope), expected)
    })
  }

  test('with admin may call everything', async () => {
    assert.deepEqual(await refusedLines('admin'), [])
  })

  test('of a proxy may call the six routes of the proxy, and nothing else', async () => {
    const needed = Object.values(proxyRoutes as Record<string, Route>).map(lineOf)
    const refused = await refusedLines('proxy')
    const allowed = all.map(lineOf).filter((line) => !refused.includes(line))
    assert.deepEqual(allowed.sort(), needed.sort())
    for (const route of Object.values(proxyRoutes) as Route[])
      assert.ok(isScopeGranted(proxyScopes, route.scopes), lineOf(route))
  })

  test('about charges fails at every settings endpoint', async () => {
    const settings = [
      'POST /api-keys/receiving-wallet',
      'POST /api-keys/charge-webhook',
      'POST /webhook-endpoints/:uuid/rotate-secret',
      'GET /audit-log',
    ]
    for (const scope of ['charges:write', 'charges:read', 'payments', 'proxy']) {
      const refused = await refusedLines(scope)
      for (const line of settings) assert.ok(refused.includes(line), `${scope}: ${line}`)
    }
  })

  test('has no endpoint that creates or changes keys', () => {
    const lines = all.map(lineOf).filter((line) => /key/.test(line))
    assert.deepEqual(lines, [
      'POST /api-keys/receiving-wallet',
      'POST /api-keys/charge-webhook',
      'POST /api-keys/underpayment-tolerance',
    ])
  })

  test('changes nothing where it lacks the scope', async () => {
    const tokenAddress = harness.chain.dusd
    const setting = { walletAddress: wallet, chainId, tokenAddress }
    const path = '/api-keys/receiving-wallet'
    const headers = { 'api-key': String(keys.get('proxy')) }
    assert.equal((await call(harness, 'POST', path, setting, headers)).status, 403)
    const charge = { pricing_type: 'fixed_price', local_price: { amount: '5' } }
    const made = await call(harness, 'POST', '/charges', charge, headers)
    assert.equal(made.status, 400)
    assert.match(JSON.stringify(made.body), /set a wallet/)
  })
})

describe('a key that cannot change the wallet', () => {
  const foreign = demoAccount(7).address
  const price = { pricing_type: 'fixed_price', local_price: { amount: '5' } }
  const other = () => harness.chain.token('OUSD').address
  const create = (scope: Scope | 'proxy', requestProps: object) =>
    call(
      harness,
      'POST',
      '/charges',
      { ...price, requestProps },
      { 'api-key': `${keys.get(scope)}` },
    )

  test('has charges paid to the wallet only', async () => {
    const tokenAddress = harness.chain.dusd
    await clientOf(harness).setReceivingWallet({ walletAddress: wallet, chainId, tokenAddress })
    for (const scope of ['proxy', 'charges:write'] as const) {
      const place = { chainId: `${chainId}`, tokenAddress: other() }
      for (const own of [{}, place, { ...place, recipientAddress: wallet }, { accepts: [place] }])
        assert.equal((await create(scope, own)).status, 201, JSON.stringify(own))
      for (const [field, props] of [
        ['requestProps.recipientAddress', { ...place, recipientAddress: foreign }],
        // The same address of another chain may be somebody else's.
        ['requestProps.recipientAddress', { ...place, chainId: '1', recipientAddress: wallet }],
        [
          'requestProps.accepts.1.recipientAddress',
          { accepts: [place, { ...place, recipientAddress: foreign }] },
        ],
      ] as const) {
        const { status, body } = await create(scope, props)
        assert.equal(status, 403)
        assert.match(JSON.stringify(body), new RegExp(`${field} is not the account’s receiving`))
      }
    }
  })

  test('unlike one that can', async () => {
    const props = { chainId: `${chainId}`, tokenAddress: other(), recipientAddress: foreign }
    assert.equal((await create('admin', props)).status, 201)
  })
})

test('the keys of one account share Idempotency-Keys: a repeated order is one charge', async () => {
  const tokenAddress = harness.chain.dusd
  const requestProps = { chainId: `${chainId}`, recipientAddress: wallet, tokenAddress }
  const charge = { pricing_type: 'fixed_price', local_price: { amount: '5' }, requestProps }
  const create = async (scope: Scope | 'proxy') => {
    const headers = { 'api-key': String(keys.get(scope)), 'idempotency-key': 'order-1' }
    const { status, body } = await call(harness, 'POST', '/charges', charge, headers)
    return [status, (body as { data?: { id: string } }).data?.id]
  }
  const [status, id] = await create('proxy')
  assert.equal(status, 201)
  assert.deepEqual(await create('charges:write'), [201, id])
  // What another key created is not shown to one that may not create.
  assert.deepEqual(await create('settings'), [403, undefined])
})
