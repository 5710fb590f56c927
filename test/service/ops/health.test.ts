import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Hono } from 'hono'
import { addHealthRoutes, type HealthChecks } from '../../../src/service/ops/health.ts'
import type { Env } from '../../../src/service/routes/context.ts'

async function ready(vitals: HealthChecks) {
  const app = new Hono<Env>()
  addHealthRoutes(app, vitals)
  const response = await app.request('/readyz')
  return { status: response.status, body: (await response.json()) as unknown }
}

const well: HealthChecks = {
  ping: async () => undefined,
  getHeartbeats: () => new Map([['webhooks', Date.now()]]),
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
  const getHeartbeats = () => new Map([['webhooks', Date.now() - 10 * 60_000]])
  assert.deepEqual(await ready({ ...well, getHeartbeats }), {
    status: 503,
    body: { status: 'not ready', database: 'ok', loops: { webhooks: 'silent' } },
  })
})
