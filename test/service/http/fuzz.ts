import fc from 'fast-check'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import type { Harness } from '../../support/harness.ts'

/** A call as it goes out. */
export interface FuzzCall {
  method: string
  path: string
  headers: Record<string, string>
  body: string | FormData | undefined
}

/** Values that have broken services before. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, true, 0, -1, 1e308, 0.1, '', ' ', '0', '-1', '1e5', '0x', 'NaN', 'null', '\u0000'],
    ...['\ud800', '__proto__', 'constructor', '١٢٣', '1'.repeat(200), '9'.repeat(78), '0.'],
    ...['a'.repeat(5000), "'; drop table charges; --", '%', '%00', '../..', 'javascript:alert(1)'],
    ...[`0x${'0'.repeat(40)}`, `0x${'f'.repeat(40)}`, `0x${'0'.repeat(64)}`, '1970-01-01', [], {}],
    ...[
      '999999999999999',
      '18446744073709551616',
      `0.${'0'.repeat(77)}1`,
      'http://',
      'https://[::1',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.double(),
  fc.bigInt().map(String),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Mostly what fits, now and then something else, or nothing. */
const around = (...good: unknown[]) =>
  fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom(...good) },
    { weight: 2, arbitrary: nasty },
    { weight: 4, arbitrary: fc.constant(undefined) },
  )

/** The first as a rule, the other as the exception. */
const often = <One, Other>(one: fc.Arbitrary<One>, other: fc.Arbitrary<Other>) =>
  fc.oneof({ weight: 9, arbitrary: one }, { weight: 1, arbitrary: other })

/** Calls of every endpoint and of none, near the contract and far from it. */
export function calls(harness: Harness, chargeId: string): fc.Arbitrary<FuzzCall> {
  const wallet = demoAccount(5).address
  const dollar = harness.chain.dusd
  const zero = `0x${'0'.repeat(40)}`
  const address = around(wallet, wallet.toLowerCase())
  const token = around(dollar, dollar.toLowerCase(), zero)
  const chain = around('31337', '31337', 31337)
  const amount = around('1', '19.99', '0.000001', '100')
  const url = around('http://127.0.0.1:9/hook', 'https://a.invalid/x')
  const id = fc.oneof(
    { weight: 3, arbitrary: fc.constant(chargeId) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  )
  const hash = around(`0x${'ab'.repeat(32)}`, `0x${'AB'.repeat(32)}`)
  const signature = fc.option(around(`0x${'ab'.repeat(65)}`), { nil: undefined })
  const reservation = fc.record({ chainId: chain, tokenAddress: token, amount })
  const price = often(fc.record({ amount, currency: around('USD', 'USD', 'EUR') }), nasty)
  const props = {
    chainId: chain,
    recipientAddress: address,
    tokenAddress: token,
    tokenAmount: amount,
    tokenType: fc.option(around('ERC20', 'NATIVE', '1', '0', 1, 0), { nil: undefined }),
    tokenDecimals: fc.option(around('6', 6), { nil: undefined }),
    tokenSymbol: around('DUSD', 'x'.repeat(32)),
  }
  const other = harness.chain.token('OUSD').address
  const accept = fc.record({ ...props, tokenAddress: around(other, zero, dollar) })
  const accepts = fc.option(often(fc.array(accept, { maxLength: 3 }), nasty), { nil: undefined })
  const charge = fc.record({
    pricing_type: around('fixed_price', 'no_price'),
    local_price: price,
    metadata: often(fc.dictionary(fc.string(), nasty), nasty),
    requestProps: often(fc.record({ ...props, accepts }), nasty),
    redirect_url: url,
    cancel_url: url,
    baseUrl: url,
    requestId: often(fc.constant(undefined), id),
  })
  const request = fc.record({ ...props, trackId: around('a'), reference: around('b') })
  const list = fc.record({
    limit: around('1', '25', '100', '0', '101'),
    starting_after: often(around(chargeId), fc.uuid()),
    ending_before: often(fc.constant(undefined), fc.uuid()),
    status: around('NEW', 'PENDING', 'COMPLETED'),
  })
  const find = fc.record({
    recipient: around(wallet, wallet, 'mug-shop', 'vitalik.eth'),
    tokenAmount: amount,
    tokenAddress: token,
    chainId: chain,
  })
  const path = (before: string, behind = '') =>
    id.map((one) => `${before}${encodeURIComponent(one.toWellFormed())}${behind}`)
  return fc.oneof(
    { weight: 4, arbitrary: json('/charges', charge) },
    get(query('/charges', list)),
    get(query('/requests', find)),
    get(path('/charges/')),
    get(path('/requests/')),
    get(path('/request-charges/')),
    get(path('/pay/')),
    get(path('/pay/', `/charges/${chargeId}`)),
    get(path('/pay/', '/preview.png?language=de')),
    get(path(`/pay/${chargeId}/preview.png?language=`)),
    path('/charges/', '/payments').chain((at) =>
      json(at, fc.record({ hash, chainId: chain, tokenAddress: token, signature })),
    ),
    get(path('/charges/', `/payments/0x${'ab'.repeat(32)}`)),
    path('/charges/', '/reserved-amounts').chain((at) => json(at, reservation)),
    json(`/pay/${chargeId}/charges/${chargeId}/reserved-amounts`, reservation),
    path('/charges/', '/cancel').chain((at) => json(at, nasty)),
    get(query('/unmatched-payments', list)),
    path('/unmatched-payments/', '/assign').chain((at) =>
      json(at, fc.record({ chargeUuid: id, amount })),
    ),
    path('/unmatched-payments/', '/ignore').chain((at) => json(at, nasty)),
    json(
      '/api-keys/receiving-wallet',
      fc.record({
        walletAddress: address,
        chainId: around(31337, 31337, 1),
        tokenAddress: token,
      }),
    ),
    json('/api-keys/charge-webhook', fc.record({ url })),
    form('/requests', request),
    anything,
  )
}

const idempotency = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.constantFrom('a', 'b', 'x'.repeat(256)).map((key) => ({ 'idempotency-key': key })),
)

/** What stands for a body: mostly the value as JSON, else something that is none. */
function json(path: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<FuzzCall> {
  const body = fc.oneof(
    { weight: 12, arbitrary: value.map((one) => JSON.stringify(one) ?? '') },
    nasty.map((one) => JSON.stringify(one) ?? ''),
    fc.string({ unit: 'binary' }),
    fc.constant(`${'['.repeat(5000)}${']'.repeat(5000)}`),
    value.map((one) => (JSON.stringify(one) ?? '').slice(0, -1)),
  )
  const type = fc.oneof(
    { weight: 12, arbitrary: fc.constant('application/json') },
    fc.constantFrom('application/json; charset=utf-16', 'text/plain', 'multipart/form-data', 'x'),
  )
  return fc.record({ body, type, more: idempotency }).map(({ body, type, more }) => ({
    method: 'POST',
    path,
    headers: { 'content-type': type, ...more },
    body,
  }))
}

function form(path: string, value: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<FuzzCall> {
  const file = fc.option(fc.tuple(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: 'binary' })))
  return fc.record({ value, file, more: idempotency }).map(({ value, file, more }) => {
    const body = new FormData()
    for (const [name, one] of Object.entries(value)) {
      if (one !== undefined) body.append(name, typeof one === 'string' ? one : JSON.stringify(one))
    }
    if (file) body.append('attachment', new Blob([new Uint8Array(file[0])]), file[1])
    return { method: 'POST', path, headers: { ...more }, body }
  })
}

function get(path: fc.Arbitrary<string>): fc.Arbitrary<FuzzCall> {
  return path.map((one) => ({ method: 'GET', path: one, headers: {}, body: undefined }))
}

/** With a parameter twice, now and then. */
function query(path: string, value: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<string> {
  return fc.tuple(value, fc.nat(9)).map(([given, twice]) => {
    const search = new URLSearchParams()
    for (const [name, one] of Object.entries(given)) {
      if (one === undefined) continue
      // An object may have a toString that is none.
      const text = typeof one === 'object' ? JSON.stringify(one) : String(one)
      search.append(name, text.toWellFormed())
      if (twice === 0) search.append(name, 'again')
    }
    return `${path}?${search}`
  })
}

const anything: fc.Arbitrary<FuzzCall> = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'),
  path: fc.oneof(
    fc.webPath(),
    fc.constantFrom('/', '//', '/charges/', '/%', '/pay/%ff', '/docs/x'),
  ),
  headers: fc.constant({}),
  body: fc.constant(undefined),
})
