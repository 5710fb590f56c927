import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Hono } from 'hono'
import { healthRoutes, type Vitals } from '../../../src/service/ops/health.ts'
import type { Env } from '../../../src/service/routes/context.ts'

async function ready(vitals: Vitals) {
  const app = new Hono<Env>()
  healthRoutes(app, vitals)
  const response = await app.request('/readyz')
  return { status: response.status, body: (await response.json()) as unknown }
}

const well: Vitals = {
  ping: async () => undefined,
  loops: () => new Map([['webhooks', Date.now()]]),
}

test('/readyz is 200 when the database answers and every loop lives', async () => {
  assert.deepEqual(await ready(well), {
    status: 200,
    body: { status: 'ok', database: 'ok', loops: { webhooks: 'ok' } },
  })
})

test('/readyz is 503 when the database refuses, or says nothing', async () => {
  for (const ping of [() => Promise.reject(new Error('gone')), () => new Promise<void>(() => {})]) {
    assert.deepEqual(await ready({ ...well, ping }), {
      status: 503,
      body: { status: 'not ready', database: 'unreachable', loops: { webhooks: 'ok' } },
    })
  }
})

test('/readyz is 503 when a loop has been silent for long', async () => {
  const loops = () => new Map([['webhooks', Date.now() - 10 * 60_000]])
  assert.deepEqual(await ready({ ...well, loops }), {
    status: 503,
    body: { status: 'not ready', database: 'ok', loops: { webhooks: 'silent' } },
  })
})
