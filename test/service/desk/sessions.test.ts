import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { doors } from '../../attack/requests/doors.ts'
import { createDeskKey } from '../../support/desk.ts'
import { type DeskVisitor, visitDesk } from '../../support/desk-visitor.ts'
import { call, clientOf, provideHarness, startHarness, wallet } from '../../support/harness.ts'
import { runOperator } from '../../support/operator.ts'
import { newCharge } from '../../support/paying.ts'
import { expectStatuses } from '../../support/rate-limits.ts'

// A person's key becomes a session; nothing else opens the desk, and a session opens nothing but the desk.

const harness = provideHarness({ RATE_LIMIT_REPORTS: '60' })

const createKey = (scope: 'desk:see' | 'desk:manage' | 'admin', account = harness.shop.id) =>
  createDeskKey(harness.environment, account, { scope, name: 'Ruth Sand' })

async function signIn(apiKey: string): Promise<DeskVisitor> {
  const visitor = visitDesk(harness.service.baseUrl)
  const { status, path } = await visitor.send('/desk/sign-in', { key: apiKey })
  assert.deepEqual({ status, path }, { status: 200, path: '/desk' })
  return visitor
}

/** Whether a browser sees the desk, and not the form that signs in. */
const isSignedIn = async (visitor: DeskVisitor) => (await visitor.open('/desk')).path === '/desk'

describe('signing in', () => {
  test('makes of a key a session that no script and no other site can use', async () => {
    const { apiKey } = await createKey('desk:manage')
    const visitor = await signIn(apiKey)
    const [cookie = ''] = visitor.setCookies.filter((text) => !/max-age=0/i.test(text))
    assert.match(cookie, /^desk=[\w-]{43}; /)
    for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/'])
      assert.ok(cookie.split('; ').includes(attribute), attribute)
    const { html, headers } = await visitor.open('/desk')
    assert.match(html, /Ruth Sand/)
    assert.ok(!html.includes(apiKey))
    const policy = headers.get('content-security-policy') ?? ''
    for (const part of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"])
      assert.ok(policy.includes(part), part)
    assert.doesNotMatch(policy, /unsafe/)
    assert.equal(headers.get('cache-control'), 'no-store')
  })

  test('is refused to what is no key, to a revoked one, and to the key of a program', async () => {
    const { apiKey, prefix } = await createKey('desk:see')
    await runOperator(['keys', 'revoke', prefix], harness.environment)
    for (const key of ['', 'pc_00000000_x', apiKey, (await createKey('admin')).apiKey]) {
      const visitor = visitDesk(harness.service.baseUrl)
      const { status } = await visitor.send('/desk/sign-in', { key })
      assert.equal(status, 403)
      assert.equal(await isSignedIn(visitor), false)
    }
  })

  test('gives another token than the browser had, and ends the session of that one', async () => {
    const attacker = await signIn((await createKey('desk:see', harness.other.id)).apiKey)
    const planted = attacker.cookies.get('desk') ?? assert.fail('no cookie')
    const victim = visitDesk(harness.service.baseUrl)
    victim.cookies.set('desk', planted)
    await victim.send('/desk/sign-in', { key: (await createKey('desk:manage')).apiKey })
    assert.notEqual(victim.cookies.get('desk'), planted)
    assert.equal(await isSignedIn(victim), true)
    assert.equal(await isSignedIn(attacker), false)
  })

  test('leads to the page that was asked for, and never to another site', async () => {
    const { apiKey } = await createKey('desk:see')
    const visitor = visitDesk(harness.service.baseUrl)
    const { path, html } = await visitor.open('/desk/charges?show=paid')
    assert.equal(path, `/desk/sign-in?${new URLSearchParams({ next: '/charges?show=paid' })}`)
    assert.match(html, /name="next" value="\/charges\?show=paid"/)
    for (const next of ['//evil.example', 'https://evil.example', '/../pay', '/\\evil.example']) {
      const { path: reached } = await visitor.send('/desk/sign-in', { key: apiKey, next })
      assert.equal(reached, '/desk', next)
    }
  })

  test('is limited by the address, whatever key a call names', async () => {
    const limited = await startHarness({ RATE_LIMIT_REPORTS: '3' })
    try {
      const visitor = visitDesk(limited.service.baseUrl)
      const attempt = async () => {
        const header = { 'api-key': limited.shop.apiKey }
        return (await visitor.send('/desk/sign-in', { key: 'pc_00000000_x' }, header)).status
      }
      // A person sees a page, a program the error of the API.
      let page = { html: '', headers: new Headers() }
      const attemptAtPage = async () => {
        const accept = { accept: 'text/html' }
        const answer = await visitor.send('/desk/sign-in', { key: 'pc_00000000_x' }, accept)
        page = answer
        return answer.status
      }
      const calls = [attempt, attempt, attempt, attempt, attemptAtPage]
      await expectStatuses(calls, [403, 403, 403, 429, 429])
      assert.match(page.html, /<h1>Too many calls<\/h1>/)
      assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/)
      assert.match(page.headers.get('retry-after') ?? '', /^\d+$/)
    } finally {
      await limited.end()
    }
  })
})

describe('a session', () => {
  test('ends by signing out, for every copy of its token', async () => {
    const visitor = await signIn((await createKey('desk:see')).apiKey)
    const copy = visitDesk(harness.service.baseUrl)
    for (const [name, value] of visitor.cookies) copy.cookies.set(name, value)
    const { html } = await visitor.send('/desk/sign-out', { form_token: visitor.formToken() })
    assert.match(html, /You have signed out/)
    assert.equal(await isSignedIn(copy), false)
  })

  test('ends by signing out on an old page too, and by no page of another site', async () => {
    const visitor = await signIn((await createKey('desk:see')).apiKey)
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    assert.equal((await visitor.send('/desk/sign-out', {}, foreign)).status, 403)
    assert.equal(await isSignedIn(visitor), true)
    const { html } = await visitor.send('/desk/sign-out', { form_token: 'of an earlier session' })
    assert.match(html, /You have signed out/)
    assert.equal(await isSignedIn(visitor), false)
  })

  test('ends at once when its key is revoked', async () => {
    const { apiKey, prefix } = await createKey('desk:manage')
    const visitor = await signIn(apiKey)
    await runOperator(['keys', 'revoke', prefix], harness.environment)
    assert.equal(await isSignedIn(visitor), false)
  })

  test('opens no call of the API, nor does the key of the desk', async () => {
    const { apiKey } = await createKey('desk:manage')
    const visitor = await signIn(apiKey)
    const cookie = `desk=${visitor.cookies.get('desk')}`
    const withCookie = await call(harness, 'GET', '/charges', undefined, { cookie, 'api-key': '' })
    assert.equal(withCookie.status, 401)
    const withKey = await call(harness, 'GET', '/charges', undefined, { 'api-key': apiKey })
    assert.equal(withKey.status, 403)
  })

  test('cannot be named by a call, neither at the port nor in a header', async () => {
    for (const name of ['desk-session', 'deskSession', 'x-desk-session']) {
      const headers = { 'api-key': '', [name]: '{"role":"manage"}' }
      assert.equal((await call(harness, 'GET', '/charges', undefined, headers)).status, 401)
    }
    // The desk's own routes are not at the port.
    for (const path of ['/figures?since=2026-01-01T00:00:00Z', '/keys', '/settings'])
      assert.equal((await call(harness, 'GET', path)).status, 404, path)
  })
})

describe('a form', () => {
  test('from another site is refused, also with the cookie and the token', async () => {
    const visitor = await signIn((await createKey('desk:manage')).apiKey)
    const id = await newCharge(harness)
    await visitor.open(`/desk/charges/${id}`)
    const fields = { form_token: visitor.formToken() }
    const elsewhere = 'https://evil.example'
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', origin: elsewhere },
      { 'sec-fetch-site': 'same-site', origin: elsewhere },
      { 'sec-fetch-site': '', origin: elsewhere },
      { 'sec-fetch-site': '', origin: 'null' },
      { 'sec-fetch-site': 'cross-site', origin: elsewhere, 'content-type': 'text/plain' },
    ])
      assert.equal((await visitor.send(`/desk/charges/${id}/cancel`, fields, headers)).status, 403)
    assert.equal((await clientOf(harness).getCharge(id)).status, 'NEW')
    assert.equal((await visitor.send(`/desk/charges/${id}/cancel`, fields)).status, 200)
    assert.equal((await clientOf(harness).getCharge(id)).status, 'CANCELLED')
  })

  test('without the token of its session is refused', async () => {
    const visitor = await signIn((await createKey('desk:manage')).apiKey)
    const other = await signIn((await createKey('desk:manage')).apiKey)
    const id = await newCharge(harness)
    for (const token of ['', 'x', other.formToken()]) {
      const { status } = await visitor.send(`/desk/charges/${id}/cancel`, { form_token: token })
      assert.equal(status, 403)
    }
    assert.equal((await clientOf(harness).getCharge(id)).status, 'NEW')
  })
})

describe('the desk', () => {
  test('shows no charge of another account, and decides about none', async () => {
    const visitor = await signIn((await createKey('desk:manage', harness.other.id)).apiKey)
    const id = await newCharge(harness)
    const { status, html } = await visitor.open(`/desk/charges/${id}`)
    assert.equal(status, 404)
    assert.ok(!html.includes(id))
    await visitor.open('/desk')
    const fields = { form_token: visitor.formToken() }
    assert.equal((await visitor.send(`/desk/charges/${id}/cancel`, fields)).status, 404)
    assert.equal((await clientOf(harness).getCharge(id)).status, 'NEW')
    assert.ok(!(await visitor.open('/desk/charges')).html.includes(id))
  })

  test('gives the books as the route does, to nobody who is not signed in', async () => {
    const visitor = await signIn((await createKey('desk:see')).apiKey)
    const { status, html, headers } = await visitor.open(
      '/desk/books/file?format=csv&from=2026-01-01&to=2026-01-31',
    )
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/csv/)
    assert.match(headers.get('content-disposition') ?? '', /books-2026-01-01-2026-02-01\.csv/)
    assert.ok(html.includes(','))
    const stranger = await visitDesk(harness.service.baseUrl).open('/desk/books/file')
    assert.match(stranger.path, /^\/desk\/sign-in/)
  })

  test('revokes a key by the form of its page, and ends what it has opened', async () => {
    const stolen = await createKey('desk:manage')
    const thief = await signIn(stolen.apiKey)
    const visitor = await signIn((await createKey('desk:manage')).apiKey)
    const { html } = await visitor.open('/desk/keys')
    const action = `/desk/keys/${stolen.prefix}/revoke`
    assert.ok(html.includes(`action="${action}"`))
    const fields = { form_token: visitor.formToken() }
    const { status, path } = await visitor.send(action, fields)
    assert.deepEqual({ status, path }, { status: 200, path: '/desk/keys' })
    assert.equal(await isSignedIn(thief), false)
    for (const prefix of ['pc_00000000', 'pc_', stolen.apiKey, '..%2Fkeys'])
      assert.equal((await visitor.send(`/desk/keys/${prefix}/revoke`, fields)).status, 404, prefix)
  })

  test('writes who has decided into the audit log, by name', async () => {
    const { apiKey, prefix } = await createKey('desk:manage')
    const visitor = await signIn(apiKey)
    const id = await newCharge(harness, { recipientAddress: wallet })
    await visitor.open(`/desk/charges/${id}`)
    await visitor.send(`/desk/charges/${id}/cancel`, { form_token: visitor.formToken() })
    const { data } = await clientOf(harness).listAuditLog({ limit: 1 })
    const [{ author, authorName, action } = assert.fail('nothing was written')] = data
    assert.deepEqual(
      { author, authorName, action },
      { author: prefix, authorName: 'Ruth Sand', action: 'charge.canceled' },
    )
    const { html } = await visitor.open(`/desk/charges/${id}`)
    assert.match(html.replace(/<[^>]*>/g, ''), /Ruth Sand canceled Charge [\da-f]{6}/)
  })

  test('shows what a merchant or a payer has written as text', async () => {
    const visitor = await signIn((await createKey('desk:see')).apiKey)
    const nasty = '<img src=x onerror=alert(1)>"\'&'
    const id = await newCharge(harness, {}, { name: nasty, metadata: { [nasty]: nasty } })
    for (const path of [
      `/desk/charges/${id}`,
      '/desk',
      `/desk/charges?search=${encodeURIComponent(nasty)}`,
    ]) {
      const { status, html } = await visitor.open(path)
      assert.equal(status, 200)
      assert.ok(!html.includes('<img src=x'), path)
      assert.ok(html.includes('&lt;img src=x'), path)
    }
  })
})

describe('an address of the desk', () => {
  test('that names what cannot be is no fault of the service', async () => {
    const visitor = await signIn((await createKey('desk:manage')).apiKey)
    const found = doors.filter(({ method, path }) => method === 'GET' && /^\/desk\/.*:/.test(path))
    assert.ok(found.length > 5, `${found.length} were found`)
    // A byte that PostgreSQL keeps in no text, one that is no UTF-8, and half of an escape.
    for (const { path } of found)
      for (const value of ['%00', '%ff', '%']) {
        const address = path.replace(/:\w+(\{[^}]*\})?/g, value)
        const { status } = await visitor.open(address)
        assert.ok(status >= 400 && status < 500, `${address}: ${status}`)
      }
    assert.equal(harness.service.log.filter(({ level }) => level === 50).length, 0)
  })
})

describe('a form', () => {
  const tooLarge = { form_token: 'x'.repeat(70_000) }
  const forms = [
    '/desk/sign-in',
    '/desk/sign-out',
    '/desk/settings/time-zone',
    '/desk/charges/x/cancel',
  ]

  for (const path of forms)
    test(`that is too large is refused in its reader’s words at ${path}`, async () => {
      const visitor = await signIn((await createKey('desk:manage')).apiKey)
      const answer = await visitor.send(path, tooLarge, { 'accept-language': 'de' })
      assert.deepEqual([answer.path, answer.status], [path, 413])
      assert.match(answer.html, /<h1>Es wurde nichts geändert<\/h1>.*größer als 64 KB/s)
    })

  test('that is none is refused with a page, and is no fault of the service', async () => {
    const visitor = await signIn((await createKey('desk:manage')).apiKey)
    for (const type of [
      'application/json',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
    ])
      for (const path of forms) {
        const answer = await visitor.send(path, { a: 'b' }, { 'content-type': type })
        assert.deepEqual([answer.path, answer.status], [path, 415], type)
        assert.match(answer.html, /<h1>/)
      }
    assert.equal(harness.service.log.filter(({ level }) => level === 50).length, 0)
  })
})
