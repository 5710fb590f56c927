import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Hono } from 'hono'
import { pino } from 'pino'
import type { DeskSession } from '../../../src/service/accounts/desk-sessions.ts'
import { createDeskApp } from '../../../src/service/app/desk-app.ts'
import type { DeskContext } from '../../../src/service/desk/respond.ts'
import { registerDesk } from '../../../src/service/desk/routes/desk.ts'
import type { Env } from '../../../src/service/http/context.ts'
import { createDeskKey } from '../../support/desk.ts'
import { visitDesk } from '../../support/desk-visitor.ts'
import { clientOf, provideHarness } from '../../support/harness.ts'
import { newCharge } from '../../support/paying.ts'

// Whoever may only see changes nothing: each page that changes something refuses it, and so does each route behind the pages.

/** Enough of a context to list routes, and to be refused by them: nothing of it may be reached. */
const untouchable = {
  publicUrl: 'http://127.0.0.1',
  log: pino({ level: 'silent' }),
  store: {},
  chains: {},
  limits: { idleMs: 1, lifetimeMs: 1 },
} as unknown as DeskContext & Parameters<typeof createDeskApp>[0]

/** The paths of an app that are not only read, each with uuids in place of its parameters. */
function listWritingPaths(app: Hono<Env>, uuid: string): string[] {
  const writing = app.routes.filter(({ method }) => !['GET', 'ALL'].includes(method))
  const paths = new Set(writing.map(({ path }) => path.replace(/:\w+/g, uuid)))
  return [...paths].filter((path) => !path.endsWith('*'))
}

const anybody = '01a21847-88d3-7184-a4a6-0b5adaac9ec8'

const harness = provideHarness()

describe('a session that may only see', () => {
  test('is refused by every form of the desk', async () => {
    const { environment, shop, service } = harness
    const { apiKey } = await createDeskKey(environment, shop.id, {
      scope: 'desk:read',
      name: 'Ben Okoro',
    })
    const visitor = visitDesk(service.baseUrl)
    await visitor.send('/desk/sign-in', { key: apiKey })
    const id = await newCharge(harness)
    const { html } = await visitor.open(`/desk/charges/${id}`)
    const token = visitor.formToken()
    // It is offered nothing but signing out.
    assert.deepEqual(html.match(/<form method="post" action="[^"]*"/g), [
      '<form method="post" action="/desk/sign-out"',
    ])
    const app = new Hono<Env>()
    registerDesk(app, untouchable, {
      api: createDeskApp(untouchable),
      readScript: async () => undefined,
      readChains: async () => new Map(),
      readIntegrity: async () => undefined,
    })
    // What a person sees is their own to set.
    const isPersonal = (path: string) => /\/(sign-(in|out)|settings\/time-zone)$/.test(path)
    const paths = listWritingPaths(app, id).filter((path) => !isPersonal(path))
    assert.ok(paths.length >= 14, `${paths}`)
    const logBefore = await clientOf(harness).listAuditLog()
    for (const path of paths) {
      const { status, html: page } = await visitor.send(path, { form_token: token })
      assert.equal(status, 403, path)
      // The calls of the element answer it in JSON.
      assert.match(page, /You can see this, not change it|can only view/, path)
    }
    assert.equal((await clientOf(harness).getCharge(id)).status, 'NEW')
    assert.deepEqual(await clientOf(harness).listAuditLog(), logBefore)
  })

  test('is refused by every route behind the desk that is not only read', async () => {
    const app = createDeskApp(untouchable)
    const deskSession = { canWrite: false, account: {}, keyId: anybody } as DeskSession
    const paths = listWritingPaths(app, anybody)
    assert.ok(paths.length >= 15, `${paths}`)
    for (const path of paths) {
      const request = new Request(`http://localhost${path}`, { method: 'POST' })
      const { status } = await app.fetch(request, { deskSession })
      assert.equal(status, 403, path)
    }
    // A call that creates what it does not find.
    const query = new URLSearchParams({ username: 'mugs', amount: '1' })
    const found = await app.fetch(new Request(`http://localhost/requests?${query}`), {
      deskSession,
    })
    assert.equal(found.status, 403)
  })

  test('nobody is let in without a session', async () => {
    const app = createDeskApp(untouchable)
    for (const path of ['/charges', '/keys', '/settings']) {
      const headers = { cookie: 'desk=x', 'api-key': harness.shop.apiKey }
      const { status } = await app.fetch(new Request(`http://localhost${path}`, { headers }), {})
      assert.equal(status, 401, path)
    }
  })
})
