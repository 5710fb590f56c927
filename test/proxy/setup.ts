import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import type { PayError } from '../../src/errors.ts'
import { createPayProxy, type PayErrorCode, type PayProxyOptions } from '../../src/proxy.ts'
import {
  charge,
  chargeId,
  newCharge,
  payment,
  reducedCharge,
  requestCharge,
} from '../api/samples.ts'
import { json, type Reply, startUpstream } from '../api/upstream.ts'

export const apiKey = 'key_test_0123456789abcdef'

/** Answers each of the four routes as the service does on success. */
export const healthy: Reply = ({ method, url }, response) => {
  const [path = '', query] = url.split('?')
  const joined = query === 'expand=request_charge' && { request_charge: requestCharge }
  if (method === 'POST' && path === '/charges') {
    const body = { data: charge, warnings: [], ...joined }
    return json(response, 201, body, { 'x-request-id': 'service-1' })
  }
  if (method === 'POST') return json(response, 201, payment)
  if (path.startsWith('/request-charges/')) return json(response, 200, requestCharge)
  return json(response, 200, { data: reducedCharge, warnings: [], ...joined })
}

/** The same of a service that does not know `expand`, as the shortest form of the interface. */
export const plain: Reply = (call, response, turn) =>
  healthy({ ...call, url: call.url.replace(/\?.*/, '') }, response, turn)

/** A proxy before a real server; `told` is what the operator heard. */
export async function setup(
  t: TestContext,
  options: Partial<PayProxyOptions> = {},
  reply: Reply = healthy,
) {
  const { url, seen } = await startUpstream(t, reply)
  const told: PayError[] = []
  const proxy = createPayProxy({
    baseUrl: url,
    apiKey,
    createCharge: () => newCharge,
    onError: (error) => void told.push(error),
    ...options,
  })
  return { proxy, seen, told, url }
}

export const site = 'https://shop.example'

export function get(path: string, headers: Record<string, string> = {}): Request {
  return new Request(site + path, { headers })
}

export function post(path: string, body: unknown, headers: Record<string, string> = {}): Request {
  return new Request(site + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

/** The answer as `[status, error.type, field]` and its message; fails for a body that is no error body. */
export async function readError(response: Response) {
  assert.equal(response.headers.get('content-type'), 'application/json')
  const { error } = (await response.json()) as {
    error: { type: string; message: string; details?: { field?: string }[] }
  }
  assert.equal(typeof error.message, 'string')
  const at = Array.isArray(error.details) ? error.details[0]?.field : undefined
  const brief: unknown[] = [response.status, error.type]
  if (at !== undefined) brief.push(at)
  return { brief, message: error.message, details: error.details }
}

export async function expectError(
  response: Response,
  brief: readonly unknown[],
  message = /./,
): Promise<void> {
  const read = await readError(response)
  assert.deepEqual(read.brief, brief)
  assert.match(read.message, message)
}

/** Asks for a charge of a service that answers so; the operator must have heard exactly this. */
export async function fails(
  t: TestContext,
  reply: (response: ServerResponse) => unknown,
  brief: unknown[],
  told: [PayErrorCode, RegExp] | [],
  options: Partial<PayProxyOptions> = {},
) {
  const made = await setup(t, options, (_, response) => reply(response))
  const response = await made.proxy(get(`/pay/charges/${chargeId}`))
  const read = await readError(response)
  assert.deepEqual(read.brief, brief)
  assert.deepEqual(
    made.told.map(({ code }) => code),
    told.length ? [told[0]] : [],
  )
  if (told.length) assert.match(made.told[0]?.message ?? '', told[1])
  assert.equal(response.headers.get('cache-control'), 'no-store')
  return { ...made, ...read, response }
}
