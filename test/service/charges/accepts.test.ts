import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import type { NewAcceptedAsset, NewCharge } from '../../../src/api/schemas/charges/charge.ts'
import type { RequestCharge } from '../../../src/api/schemas/requests/request-charge.ts'
import { createPayProxy } from '../../../src/proxy.ts'
import { deploy } from '../../support/contracts.ts'
import { call, chainId, clientOf, secondChainId, wallet } from '../../support/harness.ts'
import { anyHash, coin } from '../../support/paying.ts'
import {
  acceptingBody,
  acceptingCharge,
  allPairs,
  pairs,
  provideTwoChains,
} from '../../support/two-chains.ts'
import { patience } from '../../support/wait.ts'

const harness = provideTwoChains()

const dusd = () => harness.chain.dusd
const ousd = () => harness.chain.token('OUSD').address
const firstDetail = (body: unknown) =>
  (body as { error: { message: string; details: { field: string }[] } }).error.details[0]?.field

/** What GET /request-charges/:uuid replies of the pairs of {@link allPairs}, field by field. */
const shown = () => [
  {
    chainId: `${chainId}`,
    recipientAddress: wallet,
    tokenAmount: '5',
    tokenAddress: ousd(),
    tokenDecimals: 6,
    tokenSymbol: 'OUSD',
    tokenType: 'ERC20',
  },
  {
    chainId: `${secondChainId}`,
    recipientAddress: wallet,
    tokenAmount: '5',
    tokenAddress: dusd(),
    tokenDecimals: 6,
    tokenSymbol: 'DUSD',
    tokenType: 'ERC20',
  },
  {
    chainId: `${secondChainId}`,
    recipientAddress: wallet,
    tokenAmount: '0.003',
    tokenAddress: coin,
    tokenDecimals: 18,
    tokenSymbol: 'ETH',
    tokenType: 'NATIVE',
  },
]

describe('a charge that accepts further pairs', () => {
  test('tells them in its request charge, in the merchant’s order, also after a restart', async () => {
    const id = await acceptingCharge(harness)
    const read = async () =>
      (await call(harness, 'GET', `/request-charges/${id}`)).body as RequestCharge
    const before = await read()
    assert.deepEqual(before.accepts, shown())
    assert.deepEqual(
      [before.chainId, before.tokenAddress, before.tokenAmount],
      [`${chainId}`, dusd(), '5'],
    )
    await harness.restart()
    assert.deepEqual(await read(), { ...before, link: `${harness.service.baseUrl}/pay/${id}` })
  })

  test('one that accepts none tells an empty list', async () => {
    for (const accepts of [undefined, []]) {
      const body = acceptingBody(harness, accepts)
      const { id } = await clientOf(harness).createCharge(body)
      const { body: reply } = await call(harness, 'GET', `/request-charges/${id}`)
      assert.deepEqual((reply as RequestCharge).accepts, [])
    }
  })

  test('no other reply has a field more', async () => {
    const created = await call(
      harness,
      'POST',
      '/charges',
      acceptingBody(harness, allPairs(harness)),
    )
    const plain = await call(harness, 'POST', '/charges', acceptingBody(harness, undefined))
    const fields = ({ body }: { body: unknown }) => Object.keys((body as { data: object }).data)
    assert.deepEqual(fields(created), fields(plain))
    const { id } = (created.body as { data: { id: string } }).data
    const reduced = [
      ...['id', 'hosted_url', 'created_at', 'livemode', 'pricing_type', 'pricing', 'payments'],
      ...['status', 'payment_status', 'missing_amount', 'excess_amount'],
      ...['expires_at', 'timeline', 'reference'],
      ...[
        'name',
        'description',
        'line_items',
        'tax_note',
        'payer_email_hint',
        'payer_email',
        'metadata',
      ],
    ]
    const single = await call(harness, 'GET', `/charges/${id}`)
    assert.deepEqual(fields(single), [
      ...reduced,
      ...['brand_color', 'brand_logo_url', 'organization_name', 'support_url'],
      ...['redirects', 'waiting_report', 'finality'],
    ])
    const { body } = await call(harness, 'GET', '/charges?limit=1')
    const [listed] = (body as { data: object[] }).data
    assert.deepEqual(Object.keys(listed ?? {}), reduced)
  })

  test('takes a pair’s own recipient, symbol and amount; small letters and 0xEeee… are known', async () => {
    const recipientAddress = demoAccount(6).address
    const accepts: NewAcceptedAsset[] = [
      {
        ...pairs.there(dusd()),
        recipientAddress: recipientAddress.toLowerCase(),
        tokenSymbol: 'USD.x',
        tokenDecimals: '6',
        tokenAmount: '4.90',
        tokenType: '1',
      },
      { ...pairs.coin, tokenAddress: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE' },
    ]
    const id = await acceptingCharge(harness, {}, accepts)
    const [, there, ether] = shown()
    assert.deepEqual((await clientOf(harness).getRequestCharge(id)).accepts, [
      { ...there, recipientAddress, tokenSymbol: 'USD.x', tokenAmount: '4.9' },
      ether,
    ])
  })

  test('goes through the merchant’s proxy, order and answer, and through the payment page', async () => {
    const { baseUrl } = harness.service
    const proxy = createPayProxy({
      baseUrl,
      apiKey: harness.shop.apiKey,
      timeoutMs: patience,
      createCharge: () => acceptingBody(harness, allPairs(harness)),
    })
    const ask = async (path: string, init?: RequestInit) =>
      (await proxy(new Request(`https://shop.example/pay${path}`, init))).json()
    const { data } = (await ask('/charges', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', origin: 'https://shop.example' },
    })) as { data: { id: string } }
    const reply = (await ask(`/request-charges/${data.id}`)) as RequestCharge
    assert.deepEqual(reply.accepts, shown())
    const page = await fetch(`${baseUrl}/pay/${data.id}/request-charges/${data.id}`)
    // The page's own asks the charge for what was paid.
    assert.deepEqual({ ...reply, ...((await page.json()) as object) }, reply)
    const payment = { hash: anyHash(), chainId: `${secondChainId}`, tokenAddress: coin }
    const paid = await fetch(`${baseUrl}/pay/${data.id}/charges/${data.id}/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(payment),
    })
    assert.equal(paid.status, 201)
  })

  test('is created once for one Idempotency-Key, and refused with other pairs', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const post = (accepts: NewAcceptedAsset[]) =>
      call(harness, 'POST', '/charges', acceptingBody(harness, accepts), headers)
    const first = await post(allPairs(harness))
    assert.deepEqual((await post(allPairs(harness))).body, first.body)
    assert.equal((await post(allPairs(harness).slice(1))).status, 409)
  })
})

describe('a further pair that is refused', () => {
  const at = 'requestProps.accepts.0'
  const many = Array.from({ length: 21 }, (_, index) => ({
    ...pairs.coin,
    chainId: `${index + 1}`,
  }))
  const faults: [what: string, accepts: () => unknown, field: string][] = [
    ['no list', () => ({}), 'requestProps.accepts'],
    ['21 pairs', () => many, 'requestProps.accepts'],
    ['no chain', () => [{ tokenAddress: coin }], `${at}.chainId`],
    ['no token', () => [{ chainId: '1' }], `${at}.tokenAddress`],
    ['the charge’s own', () => [{ ...pairs.old(dusd()), tokenAmount: '4' }], at],
    [
      'one twice',
      () => [pairs.coin, { ...pairs.coin, recipientAddress: demoAccount(6).address }],
      'requestProps.accepts.1',
    ],
    ['a chain that is not read', () => [{ ...pairs.coin, chainId: '10' }], `${at}.chainId`],
    ['the recipient as token', () => [pairs.there(wallet)], `${at}.recipientAddress`],
    ['a token that is none', () => [pairs.there(demoAccount(8).address)], `${at}.tokenAddress`],
    [
      'other decimals than the token’s',
      () => [{ ...pairs.there(dusd()), tokenDecimals: '18' }],
      `${at}.tokenDecimals`,
    ],
    ['a coin as ERC20', () => [{ ...pairs.coin, tokenType: 'ERC20' }], `${at}.tokenType`],
    [
      'the zero address',
      () => [{ ...pairs.coin, recipientAddress: coin }],
      `${at}.recipientAddress`,
    ],
    [
      'no known price',
      () => [{ chainId: `${secondChainId}`, tokenAddress: coin }],
      `${at}.tokenAmount`,
    ],
    [
      'too many places',
      () => [{ ...pairs.there(dusd()), tokenAmount: '0.0000001' }],
      `${at}.tokenAmount`,
    ],
    ['nothing', () => [{ ...pairs.coin, tokenAmount: '0' }], `${at}.tokenAmount`],
  ]
  for (const [what, accepts, field] of faults) {
    test(`${what} is 400, naming ${field}`, async () => {
      const good = acceptingBody(harness, undefined)
      const body = { ...good, requestProps: { ...good.requestProps, accepts: accepts() } }
      const answer = await call(harness, 'POST', '/charges', body)
      assert.equal(answer.status, 400, JSON.stringify(answer.body))
      assert.equal(firstDetail(answer.body), field, JSON.stringify(answer.body))
    })
  }

  test('a contract’s address is not taken for its owner’s on another chain', async () => {
    const safe = await deploy(harness.chain, 'SmartWallet')
    const body = (more: object): NewCharge => {
      const { requestProps, ...rest } = acceptingBody(harness, undefined)
      const accepts = [{ ...pairs.there(dusd()), ...more }]
      return { ...rest, requestProps: { ...requestProps, recipientAddress: safe, accepts } }
    }
    const answer = await call(harness, 'POST', '/charges', body({}))
    assert.equal(answer.status, 400)
    assert.equal(firstDetail(answer.body), `${at}.recipientAddress`)
    const { id } = await clientOf(harness).createCharge(body({ recipientAddress: wallet }))
    const made = await clientOf(harness).getRequestCharge(id)
    assert.equal(made.accepts?.[0]?.recipientAddress, wallet)
    // On its own chain it is who it is.
    const { requestProps, ...rest } = body({})
    const accepts = [pairs.old(ousd())]
    await clientOf(harness).createCharge({ ...rest, requestProps: { ...requestProps, accepts } })
  })
})

describe('a payment', () => {
  const report = (id: string, chain: number, tokenAddress: string) => {
    const body = { hash: anyHash(), chainId: `${chain}`, tokenAddress }
    return call(harness, 'POST', `/charges/${id}/payments`, body)
  }

  test('of each accepted pair is taken, and told with its chain and token', async () => {
    const id = await acceptingCharge(harness)
    const taken: [number, string][] = [
      [chainId, dusd()],
      [chainId, ousd()],
      [secondChainId, dusd()],
      [secondChainId, coin],
    ]
    for (const [chain, token] of taken) {
      const { status, body } = await report(id, chain, token.toLowerCase())
      assert.equal(status, 201, JSON.stringify(body))
      const reply = body as {
        payerChainId: string
        paidTokenAddress: string
        requestCharge: object
      }
      assert.deepEqual([reply.payerChainId, reply.paidTokenAddress], [`${chain}`, token])
      const link = `${harness.service.baseUrl}/pay/${id}`
      const asked = { uuid: id, link, tokenAmount: '5', tokenSymbol: 'DUSD' }
      assert.deepEqual({ ...reply.requestCharge, ...asked }, reply.requestCharge)
    }
    // What the chain has not shown changes nothing of the charge.
    const { status, payments } = await clientOf(harness).getCharge(id)
    assert.deepEqual([status, payments], ['NEW', []])
  })

  test('of any other chain or token is refused, and nothing is stored', async () => {
    const some = await acceptingCharge(harness, {}, [pairs.coin])
    const none = await acceptingCharge(harness, {}, [])
    const refused: [id: string, chain: number, token: string, field: string][] = [
      [some, 1, dusd(), 'chainId'],
      [some, chainId, ousd(), 'tokenAddress'],
      [some, chainId, coin, 'tokenAddress'],
      [some, secondChainId, dusd(), 'tokenAddress'],
      [none, secondChainId, coin, 'chainId'],
      [none, chainId, ousd(), 'tokenAddress'],
    ]
    for (const [id, chain, token, field] of refused) {
      const { status, body } = await report(id, chain, token)
      assert.equal(status, 400, JSON.stringify(body))
      assert.equal(firstDetail(body), field)
      assert.deepEqual((await clientOf(harness).getCharge(id)).payments, [])
    }
  })
})
