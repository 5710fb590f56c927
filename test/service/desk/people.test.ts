import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createClient } from '../../../src/api/client/client.ts'
import type { DeskRole } from '../../../src/api/routes/scope.ts'
import { execute } from '../../support/aging.ts'
import { createDeskKey, signInAtDesk } from '../../support/desk.ts'
import { type PageForm, readPage } from '../../support/desk-page.ts'
import { type DeskVisitor, visitDesk } from '../../support/desk-visitor.ts'
import { clientOf, provideHarness } from '../../support/harness.ts'
import { runOperator } from '../../support/operator.ts'
import { newCharge } from '../../support/paying.ts'

// People of a shop let others in, and send them away. Each test has an account of its own, so that it knows everybody in it.

const harness = provideHarness({ RATE_LIMIT_REPORTS: '1000' })

/** A shop of its own, with its operator's key. */
async function openShop(): Promise<{ id: string; apiKey: string }> {
  const args = ['account', 'create', '--name', `Shop ${crypto.randomUUID()}`, '--json']
  const { stdout } = await runOperator(args, harness.environment)
  return JSON.parse(stdout) as { id: string; apiKey: string }
}

const signIn = (account: string, role: DeskRole, name: string) => {
  const { environment, service } = harness
  return signInAtDesk({ environment, baseUrl: service.baseUrl }, account, { role, name })
}

async function findForm(visitor: DeskVisitor, page: string, end: string): Promise<PageForm> {
  const { forms } = readPage((await visitor.open(page)).html)
  return forms.find(({ action }) => action.endsWith(end)) ?? assert.fail(`${page} has no ${end}`)
}

/** Sends a form with the values of its page, and others for some fields. */
function send(visitor: DeskVisitor, form: PageForm, values: Record<string, string> = {}) {
  const own = form.fields
    .filter(({ type }) => type !== 'checkbox')
    .map(({ name, value }) => [name, value] as const)
  return visitor.send(form.action, { ...Object.fromEntries(own), ...values })
}

const readKey = (html: string) => /pc_(?:test_)?[0-9a-f]{8}_[\w-]{43}/.exec(html)?.[0]
const readToken = (html: string) => /\/desk\/join\/([\w-]{43})/.exec(html)?.[1]

/** Invites a person, and returns the token of the link. */
async function invite(
  visitor: DeskVisitor,
  apiKey: string,
  { name, role, days = '' }: { name: string; role: DeskRole; days?: string },
): Promise<string> {
  const form = await findForm(visitor, '/desk/keys', '/keys/invite')
  const { html } = await send(visitor, form, { name, role, days, own_key: apiKey })
  return readToken(html) ?? assert.fail('no link')
}

/** The actions of the audit log, newest first. */
async function readLog(apiKey: string) {
  const client = createClient({ baseUrl: harness.service.baseUrl, apiKey })
  return (await client.listAuditLog({ limit: 100 })).data
}

describe('an invitation', () => {
  test('is used up by its acceptance alone, which signs in and shows the key once', async () => {
    const shop = await openShop()
    const { visitor, apiKey, prefix } = await signIn(shop.id, 'manage', 'Mina Roth')
    const token = await invite(visitor, apiKey, { name: 'Ben Okoro', role: 'decide' })
    const browser = visitDesk(harness.service.baseUrl)
    for (let time = 0; time < 3; time++) {
      const { status, html, headers } = await browser.open(`/desk/join/${token}`)
      assert.equal(status, 200)
      assert.match(html, /Ben Okoro/)
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(browser.cookies.size, 0)
    }
    const joined = await browser.send('/desk/join', { token })
    assert.equal(joined.headers.get('cache-control'), 'no-store')
    const key = readKey(joined.html) ?? assert.fail('no key')
    assert.match((await browser.open('/desk')).html, /Ben Okoro.*?Can decide/s)
    // Whoever has the link later gets neither a key nor a session.
    const late = visitDesk(harness.service.baseUrl)
    const again = await late.send('/desk/join', { token })
    assert.deepEqual([again.status, readKey(again.html), late.cookies.size], [404, undefined, 0])
    assert.equal((await late.open(`/desk/join/${token}`)).status, 404)
    // The key is the person's: it signs in, and nobody else has seen it.
    const home = visitDesk(harness.service.baseUrl)
    assert.equal((await home.send('/desk/sign-in', { key })).path, '/desk')
    assert.doesNotMatch((await visitor.open('/desk/keys')).html, new RegExp(key.slice(-20)))
    const [created, invited] = await readLog(shop.apiKey)
    assert.deepEqual(
      [created?.action, created?.author, invited?.action],
      ['key.created', prefix, 'invitation.created'],
    )
    const log = JSON.stringify(await readLog(shop.apiKey))
    assert.ok(!log.includes(token) && !log.includes(key))
    // Signing in deletes what is over.
    const kept = 'exists (select from desk_invitations where ended_at is not null)'
    await execute(harness, `do $$ begin assert not ${kept}, 'an invitation is kept'; end $$`)
  })

  test('is accepted once by two browsers at the same time', async () => {
    const shop = await openShop()
    const { visitor, apiKey } = await signIn(shop.id, 'manage', 'Mina Roth')
    const token = await invite(visitor, apiKey, { name: 'Ben Okoro', role: 'see' })
    const answers = await Promise.all(
      [1, 2, 3].map(() => visitDesk(harness.service.baseUrl).send('/desk/join', { token })),
    )
    assert.equal(answers.filter(({ html }) => readKey(html)).length, 1)
  })

  test('ends with its withdrawal, and with the key of whoever invited', async () => {
    const shop = await openShop()
    const mina = await signIn(shop.id, 'manage', 'Mina Roth')
    const thief = await signIn(shop.id, 'manage', 'Theo')
    const withdrawn = await invite(mina.visitor, mina.apiKey, { name: 'Ben', role: 'see' })
    const form = await findForm(mina.visitor, '/desk/keys', '/withdraw')
    await send(mina.visitor, form)
    const thiefs = await invite(thief.visitor, thief.apiKey, { name: 'Thor', role: 'manage' })
    const revoke = await findForm(mina.visitor, '/desk/keys', `${thief.prefix}/revoke`)
    await send(mina.visitor, revoke)
    for (const token of [withdrawn, thiefs, 'x', 'a'.repeat(43)]) {
      const browser = visitDesk(harness.service.baseUrl)
      const { status, html } = await browser.send('/desk/join', { token })
      assert.deepEqual([status, readKey(html), browser.cookies.size], [404, undefined, 0])
    }
  })

  test('shows its link in one answer alone, and the form that is sent again says so', async () => {
    const shop = await openShop()
    const { visitor, apiKey } = await signIn(shop.id, 'manage', 'Mina Roth')
    const form = await findForm(visitor, '/desk/keys', '/keys/invite')
    const values = { name: 'Ben Okoro', role: 'see', own_key: apiKey }
    const first = await send(visitor, form, values)
    assert.ok(readToken(first.html))
    assert.equal(first.headers.get('cache-control'), 'no-store')
    assert.ok(!first.path.includes(readToken(first.html) ?? ''))
    const second = await send(visitor, form, values)
    assert.match(second.html, /It was shown once/)
    assert.equal(readToken(second.html), undefined)
    const page = await visitor.open('/desk/keys')
    assert.doesNotMatch(page.html, /It was shown once/)
    assert.equal(page.html.match(/Invited, until/g)?.length, 1)
  })
})

describe('a key for a program', () => {
  test('has what was chosen, is shown once, and every endpoint hears of it', async () => {
    const shop = await openShop()
    const { visitor, apiKey, prefix } = await signIn(shop.id, 'manage', 'Mina Roth')
    const client = createClient({ baseUrl: harness.service.baseUrl, apiKey: shop.apiKey })
    await client.addWebhookEndpoint({
      url: 'https://shop.example/hook',
      events: ['charge:created'],
    })
    const form = await findForm(visitor, '/desk/keys', '/keys/new')
    const values = { name: 'Till', 'charges:read': 'on', days: '30', own_key: apiKey }
    const { html } = await send(visitor, form, values)
    const key = readKey(html) ?? assert.fail('no key')
    const program = createClient({ baseUrl: harness.service.baseUrl, apiKey: key })
    assert.deepEqual((await program.listCharges()).data, [])
    await assert.rejects(program.listAuditLog(), { code: 'forbidden' })
    assert.equal(readKey((await send(visitor, form, values)).html), undefined)
    const { data } = await client.listEvents({ limit: 10 })
    const told = data.find(({ type }) => type === 'key.granted') ?? assert.fail('nobody hears')
    const { event } = await client.getEvent(told.uuid)
    assert.equal(told.deliveries.length, 1)
    const granted = { author: prefix, prefix: key.slice(0, 11), name: 'Till', from: [] }
    assert.deepEqual(
      { ...event.data, expires_at: '' },
      { ...granted, to: ['charges:read'], expires_at: '' },
    )
  })

  test('cannot be a person’s, and has at least one permission', async () => {
    const shop = await openShop()
    const { visitor, apiKey } = await signIn(shop.id, 'manage', 'Mina Roth')
    const form = await findForm(visitor, '/desk/keys', '/keys/new')
    const none = await send(visitor, form, { name: 'Till', own_key: apiKey })
    assert.match(none.html, /Choose at least one/)
    assert.ok(!none.html.includes(apiKey))
    const person = { name: 'Till', 'desk:manage': 'on', own_key: apiKey }
    assert.equal(readKey((await send(visitor, form, person)).html), undefined)
  })
})

describe('nobody gives more than they have', () => {
  test('a session alone lets nobody in: it takes the key that signed in', async () => {
    const shop = await openShop()
    const { visitor } = await signIn(shop.id, 'manage', 'Mina Roth')
    const other = await signIn(shop.id, 'manage', 'Ada')
    const before = await readLog(shop.apiKey)
    for (const end of ['/keys/invite', '/keys/new', `${other.prefix}/role`])
      for (const own_key of ['', 'pc_00000000_x', other.apiKey, shop.apiKey]) {
        const form = await findForm(visitor, '/desk/keys', end)
        const values = { name: 'Eve', role: 'refund', 'charges:read': 'on', own_key }
        const { status, html } = await send(visitor, form, values)
        assert.equal(status, 400, end)
        assert.equal(readKey(html) ?? readToken(html), undefined)
        assert.ok(own_key === '' || !html.includes(own_key))
        // What was chosen stands there still, and the key does not.
        assert.match(html, /value="refund" selected|name="charges:read" value="on" checked/)
      }
    assert.deepEqual(await readLog(shop.apiKey), before)
  })

  test('nor for longer: a key that ends makes none that outlives it', async () => {
    const shop = await openShop()
    const args = ['keys', 'create', '--account', shop.id, '--scope', 'desk:manage']
    const { stdout } = await runOperator(
      [...args, '--name', 'Guest', '--expires', '10d', '--json'],
      harness.environment,
    )
    const { apiKey } = JSON.parse(stdout) as { apiKey: string }
    const visitor = visitDesk(harness.service.baseUrl)
    await visitor.send('/desk/sign-in', { key: apiKey })
    const form = await findForm(visitor, '/desk/keys', '/keys/invite')
    const offered = form.fields.find(({ name }) => name === 'days')?.options
    assert.deepEqual(offered, ['9'])
    for (const days of ['', '11', '365']) {
      const values = { name: 'Eve', role: 'see', days, own_key: apiKey }
      assert.equal(readToken((await send(visitor, form, values)).html), undefined, days)
    }
    const fresh = await findForm(visitor, '/desk/keys', '/keys/invite')
    const ok = { name: 'Ben', role: 'see', days: '9', own_key: apiKey }
    assert.ok(readToken((await send(visitor, fresh, ok)).html))
  })

  test('nor by an invitation from before their role was lowered', async () => {
    const shop = await openShop()
    const mina = await signIn(shop.id, 'manage', 'Mina Roth')
    const ada = await signIn(shop.id, 'manage', 'Ada')
    const token = await invite(ada.visitor, ada.apiKey, { name: 'Eve', role: 'manage' })
    const form = await findForm(mina.visitor, '/desk/keys', `${ada.prefix}/role`)
    await send(mina.visitor, form, { role: 'see', own_key: mina.apiKey })
    const browser = visitDesk(harness.service.baseUrl)
    const { status, html } = await browser.send('/desk/join', { token })
    assert.deepEqual([status, readKey(html)], [404, undefined])
  })

  test('the last who manages stays, also when two send each other away at once', async () => {
    const shop = await openShop()
    const mina = await signIn(shop.id, 'manage', 'Mina Roth')
    const own = await findForm(mina.visitor, '/desk/keys', `${mina.prefix}/revoke`)
    const refused = await send(mina.visitor, own)
    assert.equal(refused.status, 409)
    assert.match(refused.html, /Nobody would be left/)
    const lower = await findForm(mina.visitor, '/desk/keys', `${mina.prefix}/role`)
    const lowered = await send(mina.visitor, lower, { role: 'see', own_key: mina.apiKey })
    assert.equal(lowered.status, 409)
    const ada = await signIn(shop.id, 'manage', 'Ada')
    const [first, second] = await Promise.all([
      findForm(mina.visitor, '/desk/keys', `${ada.prefix}/revoke`),
      findForm(ada.visitor, '/desk/keys', `${mina.prefix}/revoke`),
    ])
    await Promise.all([send(mina.visitor, first), send(ada.visitor, second)])
    const open = await Promise.all(
      [mina, ada].map(async ({ visitor }) => (await visitor.open('/desk')).path === '/desk'),
    )
    assert.deepEqual(open.toSorted(), [false, true])
  })

  test('another role holds from the next call on, also in open sessions', async () => {
    const shop = await openShop()
    const mina = await signIn(shop.id, 'manage', 'Mina Roth')
    const ben = await signIn(shop.id, 'see', 'Ben Okoro')
    assert.equal((await ben.visitor.open('/desk/charges/new')).status, 403)
    const form = await findForm(mina.visitor, '/desk/keys', `${ben.prefix}/role`)
    await send(mina.visitor, form, { role: 'decide', own_key: mina.apiKey })
    assert.equal((await ben.visitor.open('/desk/charges/new')).status, 200)
    const [entry] = await readLog(shop.apiKey)
    assert.deepEqual([entry?.action, entry?.author], ['key.changed', mina.prefix])
  })

  test('people of another shop are out of reach', async () => {
    const [shop, other] = [await openShop(), await openShop()]
    const { visitor, apiKey } = await signIn(shop.id, 'manage', 'Mina Roth')
    const stranger = await signIn(other.id, 'manage', 'Eve')
    const own = await findForm(visitor, '/desk/keys', '/keys/invite')
    for (const path of [`/keys/${stranger.prefix}/revoke`, `/keys/${stranger.prefix}/role`]) {
      const action = `/desk${path}`
      const { status } = await send(visitor, { ...own, action }, { role: 'see', own_key: apiKey })
      assert.equal(status, 404, path)
    }
    assert.equal((await stranger.visitor.open('/desk')).path, '/desk')
  })
})

describe('sessions', () => {
  test('are listed in words, and ended: one’s own, and by whoever manages those of all', async () => {
    const shop = await openShop()
    const ben = await signIn(shop.id, 'see', 'Ben Okoro')
    const phone = visitDesk(harness.service.baseUrl)
    const agent = `Mozilla/5.0 (iPhone; "><b>x) Version/17 Safari/604 ${'x'.repeat(400)}`
    await phone.send('/desk/sign-in', { key: ben.apiKey }, { 'user-agent': agent })
    const mina = await signIn(shop.id, 'manage', 'Mina Roth')
    const own = (await ben.visitor.open('/desk/keys')).html
    assert.match(own, /Safari · iPhone/)
    assert.doesNotMatch(own, /<b>x/)
    const endings = (html: string) =>
      readPage(html).forms.filter(({ action }) => /\/sessions\/[\w-]{36}\/end$/.test(action))
    assert.equal(endings(own).length, 1)
    assert.equal(endings((await mina.visitor.open('/desk/keys')).html).length, 2)
    // A person ends none of another's.
    const [foreign] = endings((await phone.open('/desk/keys')).html)
    const eve = await signIn(shop.id, 'refund', 'Eve')
    const token = await findForm(eve.visitor, '/desk/settings', '/settings/time-zone')
    const action = foreign?.action ?? ''
    assert.equal((await send(eve.visitor, { ...token, action })).status, 404)
    assert.equal((await ben.visitor.open('/desk')).path, '/desk')
    await send(ben.visitor, await findForm(ben.visitor, '/desk/keys', '/sessions/end-others'))
    assert.match((await phone.open('/desk')).path, /sign-in/)
    assert.equal((await ben.visitor.open('/desk')).path, '/desk')
    const [last] = endings((await mina.visitor.open('/desk/keys')).html).filter((form) =>
      action.length > 0 ? form.action === action : false,
    )
    await send(mina.visitor, last ?? assert.fail('it is not listed'))
    assert.match((await ben.visitor.open('/desk')).path, /sign-in/)
    const [entry] = await readLog(shop.apiKey)
    assert.deepEqual([entry?.action, entry?.author], ['session.ended', mina.prefix])
  })
})

describe('live and test', () => {
  test('are two views of one session: a form of one does nothing in the other', async () => {
    const shop = await openShop()
    const { stdout } = await runOperator(
      ['keys', 'create', '--account', shop.id, '--test', '--scope', 'admin', '--json'],
      harness.environment,
    )
    const test = JSON.parse(stdout) as { account: string; apiKey: string }
    const { visitor } = await signIn(shop.id, 'manage', 'Mina Roth')
    const tab = await findForm(visitor, '/desk/settings', '/settings/tolerance')
    await send(visitor, await findForm(visitor, '/desk', '/mode'))
    const page = await visitor.open('/desk/settings')
    assert.match(page.html, /class="frame testing"/)
    const { status } = await send(visitor, tab, { amount: '1', percent: '1' })
    assert.equal(status, 403)
    const tolerances = () =>
      Promise.all(
        [shop, test].map(async ({ apiKey }) =>
          (await readLog(apiKey)).filter(({ action }) => action.startsWith('tolerance')),
        ),
      )
    assert.deepEqual(await tolerances(), [[], []])
    const here = await findForm(visitor, '/desk/settings', '/settings/tolerance')
    await send(visitor, here, { amount: '1', percent: '1' })
    assert.deepEqual(
      (await tolerances()).map((entries) => entries.length),
      [0, 1],
    )
    await send(visitor, await findForm(visitor, '/desk', '/mode'))
    assert.doesNotMatch((await visitor.open('/desk')).html, /class="frame testing"/)
  })

  test('a test key opens test alone', async () => {
    const shop = await openShop()
    const test = ['--test', '--scope', 'desk:manage', '--name', 'Tess', '--json']
    const { stdout } = await runOperator(
      ['keys', 'create', '--account', shop.id, ...test],
      harness.environment,
    )
    const visitor = visitDesk(harness.service.baseUrl)
    const { apiKey } = JSON.parse(stdout) as { apiKey: string }
    const { html } = await visitor.send('/desk/sign-in', { key: apiKey })
    assert.match(html, /class="frame testing"/)
    assert.doesNotMatch(html, /\/desk\/mode"/)
    const form = await findForm(visitor, '/desk/settings', '/settings/time-zone')
    const values = { mode: 'live', next: '' }
    assert.equal((await send(visitor, { ...form, action: '/desk/mode' }, values)).status, 404)
    assert.match((await visitor.open('/desk')).html, /class="frame testing"/)
  })

  test('what belongs to the other mode says so, and offers the switch', async () => {
    const { shop, environment, service } = harness
    const { apiKey } = await createDeskKey(environment, shop.id, { scope: 'desk:see', name: 'Ben' })
    const visitor = visitDesk(service.baseUrl)
    await visitor.send('/desk/sign-in', { key: apiKey })
    const id = await newCharge(harness)
    const test = ['keys', 'create', '--account', shop.id, '--test', '--scope', 'admin']
    await runOperator(test, environment)
    await send(visitor, await findForm(visitor, '/desk', '/mode'))
    const there = await visitor.open(`/desk/charges/${id}`)
    assert.equal(there.status, 404)
    assert.match(there.html, /This is in live mode/)
    const back = readPage(there.html).forms.find(({ action }) => action.endsWith('/mode'))
    const answer = await send(visitor, back ?? assert.fail('no switch'))
    assert.deepEqual([answer.status, answer.path], [200, `/desk/charges/${id}`])
    assert.equal((await clientOf(harness).getCharge(id)).id, id)
  })
})
