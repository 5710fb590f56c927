import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { conform } from '../../support/contract.ts'
import { effort } from '../../support/effort.ts'
import { clientOf, provideHarness } from '../../support/harness.ts'
import { chargeBody } from '../../support/paying.ts'
import { withOptions } from '../../support/service-options.ts'
import { isUnbuilt } from '../../support/unbuilt.ts'
import { patience } from '../../support/wait.ts'
import { calls, type FuzzCall } from './fuzz.ts'

/** How many calls, and how many at the same time. */
const all = 1_000 * effort
const width = 8

const harness = provideHarness({ RATE_LIMIT: '0', ...withOptions({ rateLimitAddress: 0 }) })

async function send({ method, path, headers, body }: FuzzCall): Promise<void> {
  const { baseUrl } = harness.service
  const response = await fetch(baseUrl + path, {
    method,
    headers: { 'api-key': harness.shop.apiKey, ...headers },
    redirect: 'manual',
    // A call that hangs rejects, and fails the test.
    signal: AbortSignal.timeout(patience),
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  assert.ok(response.status < 500 || isUnbuilt(response.status, text), `${response.status} ${text}`)
  assert.ok(response.headers.get('x-request-id'))
  const type = response.headers.get('content-type') ?? ''
  if (!type.startsWith('application/json') || path.startsWith('/pay/')) return
  await conform(baseUrl, method, path, response.status, JSON.parse(text))
}

test(`${all} random calls: never a 5xx, never a hang, always as documented`, async () => {
  const { id } = await clientOf(harness).createCharge(chargeBody(harness))
  const some = fc.array(calls(harness, id), { minLength: width, maxLength: width })
  await fc.assert(
    fc.asyncProperty(some, async (together) => void (await Promise.all(together.map(send)))),
    { numRuns: Math.ceil(all / width), endOnFailure: false },
  )
  // Whatever came, it still works.
  assert.equal((await clientOf(harness).getCharge(id)).id, id)
})
