import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { Hono } from 'hono'
import { pino } from 'pino'
import { type DeskRole, deskRoles } from '../../../src/api/routes/scope.ts'
import type { DeskSession } from '../../../src/service/accounts/desk-sessions.ts'
import { createDeskApp } from '../../../src/service/app/desk-app.ts'
import type { DeskContext } from '../../../src/service/desk/desk.ts'
import { registerDesk } from '../../../src/service/desk/routes/desk.ts'
import type { Env } from '../../../src/service/http/context.ts'
import { signInAtDesk } from '../../support/desk.ts'
import { formRoles, pageRoles, routeRoles } from '../../support/desk-roles.ts'
import type { DeskVisitor } from '../../support/desk-visitor.ts'
import { clientOf, provideHarness } from '../../support/harness.ts'

// Every route of the desk, and every route behind it, with every role: each is let through or refused exactly as the table says.

/** Enough of a context to list routes, and to be refused by them: nothing of it may be reached. */
const untouchable = {
  publicUrl: 'http://127.0.0.1',
  log: pino({ level: 'silent' }),
  store: {},
  chains: {},
  hasMail: true,
  limits: { idleMs: 1, lifetimeMs: 1 },
} as unknown as DeskContext & Parameters<typeof createDeskApp>[0]

const anything = '01a21847-88d3-7184-a4a6-0b5adaac9ec8'
const fill = (path: string) => path.replace(/:\w+/g, anything)
const includes = (role: DeskRole, wanted: DeskRole) =>
  deskRoles.indexOf(role) >= deskRoles.indexOf(wanted)

const listRoutes = (app: Hono<Env>) => [
  ...new Set(
    app.routes
      .filter(({ method, path }) => method !== 'ALL' && !path.endsWith('*'))
      .map(({ method, path }) => `${method} ${path}`),
  ),
]

/** The routes of the desk for people who are signed in. */
function listDeskRoutes(method: 'GET' | 'POST'): string[] {
  const app = new Hono<Env>()
  registerDesk(app, untouchable, {
    api: createDeskApp(untouchable),
    readScript: async () => undefined,
    readChains: async () => new Map(),
    getRates: () => [],
    readIntegrity: async () => undefined,
  })
  const isOpen = (path: string) => /^\/(assets|join|sign-(in|out)$)/.test(path)
  return listRoutes(app)
    .filter((route) => route.startsWith(`${method} /desk`))
    .map((route) => route.slice(`${method} /desk`.length))
    .filter((path) => !isOpen(path))
}

const people = { see: 'Sol', decide: 'Dora', refund: 'Rafa', manage: 'Mina' } as const
// Nobody listens on port 1.
const harness = provideHarness({
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'pay@operator.example',
})
const visitors = new Map<DeskRole, DeskVisitor>()
const visitorOf = (role: DeskRole) => visitors.get(role) ?? assert.fail(role)
before(async () => {
  await harness.started
  const { environment, shop, service } = harness
  for (const role of deskRoles) {
    const at = { environment, baseUrl: service.baseUrl }
    const person = { role, name: people[role] }
    visitors.set(role, (await signInAtDesk(at, shop.id, person)).visitor)
  }
})

/** Sends a form that says nothing, about what is not there. */
async function send(role: DeskRole, path: string) {
  const visitor = visitorOf(role)
  await visitor.open('/desk/settings')
  return await visitor.send(`/desk${fill(path)}`, { form_token: visitor.formToken() })
}

describe('the table of roles', () => {
  test('names every form of the desk, and every route that is refused to some', () => {
    assert.deepEqual(listDeskRoutes('POST').toSorted(), Object.keys(formRoles).toSorted())
    const pages = listDeskRoutes('GET')
    for (const path of Object.keys(pageRoles)) assert.ok(pages.includes(path), path)
    const behind = listRoutes(createDeskApp(untouchable))
    for (const route of Object.keys(routeRoles)) assert.ok(behind.includes(route), route)
    for (const route of behind)
      if (route.startsWith('POST')) assert.ok(Object.hasOwn(routeRoles, route), route)
  })
})

for (const role of deskRoles)
  describe(`a person with the role ${role}`, () => {
    test('may send exactly the forms of that role', async () => {
      const before = await clientOf(harness).listAuditLog()
      for (const [path, wanted] of Object.entries(formRoles)) {
        const { status, html } = await send(role, path)
        if (includes(role, wanted)) {
          assert.ok(status !== 403 && status < 500, `${path}: ${status}`)
          continue
        }
        assert.equal(status, 403, path)
        // The element's calls answer it in JSON.
        if (path.endsWith('/payments')) continue
        // Who can is named, and nobody who cannot.
        for (const one of deskRoles)
          assert.equal(html.includes(people[one]), includes(one, wanted), `${path}: ${one}`)
      }
      assert.deepEqual(await clientOf(harness).listAuditLog(), before)
    })

    test('sees exactly the pages of that role', async () => {
      for (const path of listDeskRoutes('GET')) {
        const { status } = await visitorOf(role).open(`/desk${fill(path)}`)
        const isAllowed = includes(role, pageRoles[path] ?? 'see')
        assert.equal(status === 403, !isAllowed, `${path}: ${status}`)
      }
    })

    test('reaches exactly the routes of that role behind the desk', async () => {
      const app = createDeskApp(untouchable)
      const deskSession = { role, account: {}, keyId: anything } as DeskSession
      for (const route of listRoutes(app)) {
        const [method = '', path = ''] = route.split(' ')
        const request = new Request(`http://localhost${fill(path)}`, { method })
        const { status } = await app.fetch(request, { deskSession })
        const isAllowed = includes(role, routeRoles[route] ?? 'see')
        assert.equal(status === 403, !isAllowed, `${route}: ${status}`)
      }
    })
  })

test('nobody is let in behind the desk without a session', async () => {
  const app = createDeskApp(untouchable)
  for (const path of ['/charges', '/keys', '/settings']) {
    const headers = { cookie: 'desk=x', 'api-key': harness.shop.apiKey }
    const { status } = await app.fetch(new Request(`http://localhost${path}`, { headers }), {})
    assert.equal(status, 401, path)
  }
})
