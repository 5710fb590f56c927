import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { createPayProxy, type PayError } from '../../src/proxy.ts'
import { charge, chargeId, newCharge, newPayment, payment } from '../api/samples.ts'
import { apiKey, get, post, setup } from './setup.ts'

const requests = () => [
  post('/pay/charges', {}),
  get(`/pay/charges/${chargeId}`),
  get(`/pay/request-charges/${chargeId}`),
  post(`/pay/charges/${chargeId}/payments`, newPayment),
]

/** Everything that leaves a response, and everything an operator could log of an error. */
async function spoken(response: Response, told: readonly PayError[]): Promise<string> {
  const headers = JSON.stringify([...response.headers])
  return headers + (await response.text()) + inspect(told, { depth: 20, showHidden: true })
}

/** What only the merchant and the service may see. */
const privateNames = ['metadata', 'payer_email', 'accepted_amount', 'shipped_at', 'source_url']

/** Any JSON with the key and metadata strewn into it, and objects that look like real replies. */
const echo = fc.letrec((tie) => ({
  text: fc.oneof(
    fc.string(),
    fc.constantFrom(apiKey, `Bearer ${apiKey}`, `${apiKey}${apiKey}`, `"${apiKey}\\`),
  ),
  name: fc.oneof(fc.constantFrom(...privateNames, 'error', 'data', 'message', 'details', apiKey)),
  value: fc.oneof(
    { maxDepth: 4 },
    tie('text'),
    fc.integer(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(tie('name') as fc.Arbitrary<string>, tie('value'), { maxKeys: 4 }),
  ),
})).value

const reply = fc.oneof(
  echo,
  fc
    .record({ data: fc.record({ metadata: echo, brand_color: fc.constant(apiKey) }) })
    .map(({ data }) => ({ data: { ...charge, ...data }, warnings: [data] })),
  fc.record({ extra: echo }).map(({ extra }) => ({ ...payment, uuid: apiKey, extra })),
  fc.record({ details: echo }).map(({ details }) => ({
    error: { type: apiKey, message: `your key ${apiKey} is bad`, details },
  })),
)

test('whatever the service answers, the api-key and what is private goes to nobody', async () => {
  const status = fc.constantFrom(200, 201, 400, 401, 404, 409, 429, 500, 503)
  await fc.assert(
    fc.asyncProperty(status, reply, async (given, body) => {
      const told: PayError[] = []
      const proxy = createPayProxy({
        baseUrl: 'https://pay.example',
        apiKey,
        createCharge: () => newCharge,
        onError: (error) => void told.push(error),
        fetch: async () =>
          new Response(JSON.stringify(body), {
            status: given,
            headers: { 'x-request-id': apiKey, 'retry-after': apiKey },
          }),
      })
      for (const request of requests()) {
        const response = await proxy(request)
        const all = await spoken(response.clone(), told)
        assert.ok(!all.includes(apiKey), all)
        assert.deepEqual(listPrivate(await response.json()), [])
      }
    }),
    { numRuns: 300 },
  )
})

function listPrivate(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) =>
    privateNames.includes(name) ? [name] : listPrivate(part),
  )
}

test('a fetch whose error holds the whole request tells nobody the key', async (t) => {
  const { proxy, told } = await setup(t, {
    fetch: (_, init) => {
      const cause = new Error(`headers: ${JSON.stringify(init.headers)}`)
      throw Object.assign(new Error(`failed with ${apiKey}`, { cause }), { config: init })
    },
  })
  for (const request of requests()) {
    const all = await spoken(await proxy(request), told)
    assert.ok(!all.includes(apiKey), all)
    assert.match(all, /failed with \[api-key\]/)
  }
})
