import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { Attribution } from 'ox/erc8021'
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import { type DeskRole, deskRoles } from '../../../src/api/routes/scope.ts'
import { createDeskKey, type DeskDay, playDay, signInAtDesk } from '../../support/desk.ts'
import { type PageForm, readPage } from '../../support/desk-page.ts'
import { formRoles, pageRoles } from '../../support/desk-roles.ts'
import type { DeskAnswer, DeskVisitor } from '../../support/desk-visitor.ts'
import { isNightly } from '../../support/effort.ts'
import { chainId, clientOf, type Harness, startHarness, wallet } from '../../support/harness.ts'
import { newCharge, paymentThatIs, report, suffixOf } from '../../support/paying.ts'
import { withOptions } from '../../support/service-options.ts'
import { until } from '../../support/wait.ts'
import { linkBody } from '../payment-links/links.ts'

// A person who opens every link of the desk, and presses every button, by what its own HTML says.

/** Where the shop's money goes, whose wallet also sends refunds. */
const merchant = demoAccount(5)
const payerHome = demoAccount(7).address
/** The page with the element is there once `npm run build` has run. */
const isBuilt = existsSync(new URL('../../../dist/integrity.json', import.meta.url))

let harness: Harness
let day: DeskDay
before(async () => {
  harness = await startHarness({
    CONFIRMATIONS: JSON.stringify({ [chainId]: 3 }),
    SETTINGS_DELAY_HOURS: '24',
    WEBHOOK_ALLOW_PRIVATE: 'on',
    // Nobody listens on port 1: the customer's receipt is not sent.
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'pay@operator.example',
    // It opens as many pages a minute as the machine is fast.
    ...withOptions({ webhookRetryDelaysMs: [100], mailRetryDelaysMs: [], rateLimitAddress: 0 }),
  })
  await playShop()
})
after(async () => {
  await day?.end()
  await harness.end()
})

const client = () => clientOf(harness)

/** Brings charges, refunds, unmatched money, endpoints and settings into each of their states. */
async function playShop(): Promise<void> {
  const { chain } = harness
  const tokenAddress = chain.dusd
  const receiving = { walletAddress: wallet, chainId, tokenAddress }
  await client().setReceivingWallet(receiving)
  await client().setUnderpaymentTolerance({ amount: '1', percent: '1' })
  day = await playDay({ chain, client: client(), recipient: wallet })
  // Settings and an endpoint that wait.
  await client().setReceivingWallet({ ...receiving, walletAddress: payerHome })
  await client().setUnderpaymentTolerance({ amount: '2', percent: '2' })
  await client().updateWebhookEndpoint(day.endpoint, { url: 'https://other.example.org/' })
  await client().createPaymentLink(linkBody(harness))
  await playRefunds()
  await playUnmatched()
  // On the chain, with no block after it.
  const pending = await newCharge(harness)
  const hash = await chain.transfer(tokenAddress, wallet, 5_000_000n, suffixOf(pending))
  await report(harness, pending, hash)
  await paymentThatIs(harness, pending, hash, 'PENDING')
}

/** Brings refunds of the paid charge into each of their states. */
async function playRefunds(): Promise<void> {
  const begin = () => client().createRefund(day.paid, { amount: '1' })
  const recipient = { recipientAddress: payerHome }
  const approve = async () => client().approveRefund((await begin()).uuid, recipient)
  const sign = async () => {
    const refund = await approve()
    const senderAddress = merchant.address
    return client().signRefund(refund.uuid, { senderAddress, attempt: crypto.randomUUID() })
  }
  await begin()
  await client().nameRefundRecipient(day.paid, (await begin()).uuid, recipient)
  await approve()
  await sign()
  await client().cancelRefund((await begin()).uuid)
  for (const blocks of [3, 0]) {
    const { uuid, reference } = await sign()
    const hash = await sendRefund(reference)
    await client().reportRefund(uuid, { hash })
    if (blocks > 0) await harness.chain.client.mine({ blocks })
    const status = blocks > 0 ? 'COMPLETED' : 'PENDING'
    await until(`a refund to be ${status}`, async () =>
      (await client().getRefund(uuid)).status === status ? true : undefined,
    )
  }
}

async function sendRefund(reference: string): Promise<Hex> {
  const { chain } = harness
  const to = chain.dusd
  const args = [payerHome, 1_000_000n] as const
  const call = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  const data = `${call}${Attribution.toDataSuffix({ codes: [reference] }).slice(2)}` as Hex
  const hash = await chain.client.sendTransaction({ account: merchant, to, data })
  await chain.client.waitForTransactionReceipt({ hash })
  return hash
}

/** Beside what the day has left: money that was assigned, and money that is hidden. */
async function playUnmatched(): Promise<void> {
  const { chain } = harness
  const send = (cents: bigint) => chain.transfer(chain.dusd, wallet, cents * 10_000n)
  const hashes = [await send(123n), await send(321n)]
  for (const cents of [456n, 567n, 678n]) await send(cents)
  await chain.client.mine({ blocks: 3 })
  const [assigned = '', hidden = ''] = await Promise.all(
    hashes.map((hash) =>
      until('the unmatched money', async () => {
        const { data } = await client().listUnmatched({ limit: 100 })
        return data.find((payment) => payment.hash === hash)?.uuid
      }),
    ),
  )
  // Its whole price: what is short of one is another day's order, whose acceptance no undone assignment takes away.
  const chargeUuid = await newCharge(harness, {}, { local_price: { amount: '1.23' } })
  await client().assignUnmatched(assigned, { chargeUuid })
  await client().ignoreUnmatched(hidden)
}

async function signIn(role: DeskRole, name: string) {
  const { environment, shop, service } = harness
  return await signInAtDesk({ environment, baseUrl: service.baseUrl }, shop.id, { role, name })
}

/** What strangers may write behind the address of any page. */
const hostile = new URLSearchParams({
  done: 'assigned',
  text: 'doneAssigned',
  payment: '../charges/01a21847-88d3-7184-a4a6-0b5adaac9ec8/refunds?',
  charge: '01a21847-88d3-7184-a4a6-0b5adaac9ec8',
  refund: '../cancel',
  undo: '../x',
  secret: 'whsec_x',
  place: '../x',
  note: 'done',
  back: 'https://evil.example/',
  next: '//evil.example/',
  path: '/desk/sign-out',
  form_key: 'aaaaaaaaaaaaaaaaaaaaaa',
})

/** A form without what is new each time. */
const describeForm = ({ method, action, fields }: PageForm) =>
  [
    method,
    action,
    ...fields
      .filter(({ name }) => name !== 'form_key')
      .map(({ name, type, value }) => `${name} ${type} ${value}`),
  ].join('\n')

/** Whether a form is there as long as nobody presses anything: one that sends an event again comes and goes with its deliveries. */
const isLasting = ({ action }: PageForm) => !/\/(send|retry)$/.test(action)

const describePage = ({ forms, links }: ReturnType<typeof readPage>) => ({
  forms: forms.filter(isLasting).map(describeForm),
  links,
})

/** Whether an address is that of a file, which has neither forms nor links. */
const isFile = (path: string) => /\/(file|code)([/?]|$)/.test(path)

/** Whether an address combines more filters of a list than two: all combinations of them are thousands. */
const isDeep = (search: string) => new URLSearchParams(search).size > 2

/** Opens pages of the desk, each once, and all that they lead to. */
class Crawl {
  readonly opened = new Map<string, readonly PageForm[]>()
  private readonly waiting: string[] = []
  private readonly visitor: DeskVisitor

  constructor(visitor: DeskVisitor) {
    this.visitor = visitor
  }

  /** Opens a page and follows its links to the end. */
  async follow(path: string): Promise<void> {
    this.waiting.push(path)
    for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift())
      if (!this.opened.has(next)) await this.open(next)
  }

  /** Opens a page, holds it against what its address can say, and returns its forms. */
  async open(path: string): Promise<readonly PageForm[]> {
    const answer = await this.visitor.open(path)
    this.check(path, answer)
    const { forms, links } = readPage(answer.html)
    const isFirst = !this.opened.has(path)
    this.opened.set(path, forms)
    if (isFirst && path.startsWith('/desk') && !isFile(path)) {
      const told = await this.visitor.open(`${path}${path.includes('?') ? '&' : '?'}${hostile}`)
      assert.doesNotMatch(told.html, /class="notice"|evil\.example/, path)
      const there = describePage(readPage(told.html))
      // A payment that is credited meanwhile changes its pages: then both show the later state.
      if (!isDeepStrictEqual(there, describePage({ forms, links })))
        assert.deepEqual(there, describePage(readPage((await this.visitor.open(path)).html)), path)
    }
    const { baseUrl } = harness.service
    for (const link of links) {
      const { origin, pathname, search } = new URL(link, `${baseUrl}${path}`)
      if (origin === baseUrl && !isDeep(search)) this.waiting.push(pathname + search)
    }
    for (const form of forms) if (form.method === 'get') this.waiting.push(fillQuery(form))
    return forms
  }

  check(path: string, { status, html }: DeskAnswer): void {
    // What needs the build says so without it.
    if (!isBuilt && /^\/pay\/|\/sign\//.test(path)) return
    // A link that was ended says so.
    if (path.startsWith('/l/') && status === 410) return
    const title = /<h1>(.*?)<\/h1><p>(.*?)<\/p>/.exec(html)?.slice(1).join(': ') ?? ''
    assert.equal(status, 200, `${path}: ${title}`)
  }
}

/** What a batch of postings needs, and an order that money may be for. */
const asked: Record<string, string> = {
  find: 'Order 1042',
  datev_consultant: '29098',
  datev_client: '55003',
  datev_rate: '1.0853',
}

function fillQuery({ action, fields }: PageForm): string {
  const query = fields.map(({ name, value, options }) => [
    name,
    options.at(-1) ?? asked[name] ?? value,
  ])
  return `${action}?${new URLSearchParams(Object.fromEntries(query) as Record<string, string>)}`
}

/** The key of the person who presses buttons. */
let ownKey = ''

/** Fills in a form as a person would who reads its labels. */
function fill({ fields }: PageForm, charge: string): Record<string, string> {
  const byName: Record<string, string> = {
    charge,
    recipient: payerHome,
    account: merchant.address,
    amount: '1',
    percent: '1',
    own_key: ownKey,
    // Another one each time, so that it changes something.
    description: `Crawled ${crypto.randomUUID()}`,
  }
  return Object.fromEntries(
    fields.map(({ name, type, value, isRequired, options }) => {
      if (type === 'hidden') return [name, value]
      // All types of events.
      if (type === 'checkbox') return [name, /^(all|charges:read)$/.test(name) ? value : '']
      if (type === 'url') return [name, 'https://crawled.example.org/webhooks']
      if (options.length > 0) return [name, options.at(-1) ?? '']
      return [name, byName[name] ?? (isRequired ? 'A text' : '')]
    }),
  )
}

/** What there is of all that a form can make. */
async function takeStock() {
  const [refunds, endpoints, log, charges, events] = await Promise.all([
    client().listRefunds({ limit: 100 }),
    client().listWebhookEndpoints(),
    client().listAuditLog({ limit: 100 }),
    client().listCharges({ limit: 100 }),
    client().listEvents({ limit: 100 }),
  ])
  return {
    refunds: refunds.data.length,
    endpoints: endpoints.length,
    charges: charges.data.length,
    tests: events.data.filter(({ type }) => type === 'webhook:test').length,
    log: log.data,
  }
}

/** The forms that change a person's own view or mail alone, and stand on the page that their path begins with. */
const personalForms = ['/desk/settings/time-zone', '/desk/mail/mine']

test('whoever may only see is led through the whole desk, and offered nothing that acts', async () => {
  const { visitor } = await signIn('see', 'Ben Okoro')
  const crawl = new Crawl(visitor)
  const before = await takeStock()
  await crawl.follow('/desk')
  for (const [path, forms] of crawl.opened) {
    const acting = forms.filter(({ method }) => method === 'post').map(({ action }) => action)
    const personal = personalForms.filter(
      (action) => action.slice(0, action.lastIndexOf('/')) === path,
    )
    if (path.startsWith('/desk') && !isFile(path))
      assert.deepEqual(acting, ['/desk/sign-out', ...personal], path)
  }
  assert.deepEqual(await takeStock(), before)
  // Of each kind that has pages.
  for (const kind of ['charges', 'links', 'unmatched', 'refunds', 'webhooks', 'events'])
    assert.ok(
      [...crawl.opened.keys()].some((path) => path.startsWith(`/desk/${kind}/`)),
      kind,
    )
  for (const place of ['books/file', 'books', 'settings', 'chains', 'keys', 'audit-log'])
    assert.ok(
      [...crawl.opened.keys()].some((path) => path.startsWith(`/desk/${place}`)),
      place,
    )
})

/** The role that a path below /desk takes by a table. */
function readRole(roles: Readonly<Record<string, DeskRole>>, path: string): DeskRole | undefined {
  const parts = path.replace(/\?.*/, '').slice('/desk'.length).split('/')
  const matches = (pattern: string) => {
    const wanted = pattern.split('/')
    return (
      wanted.length === parts.length &&
      wanted.every((part, index) => part.startsWith(':') || part === parts[index])
    )
  }
  const found = Object.keys(roles).find(matches)
  return found === undefined ? undefined : roles[found]
}

test('everyone is offered exactly what their role may do, on every page that there is', async () => {
  const { visitor } = await signIn('manage', 'Mina Roth')
  const crawl = new Crawl(visitor)
  await crawl.follow('/desk')
  const pages = [...crawl.opened.keys()].filter(
    (path) => path.startsWith('/desk') && !isFile(path) && !path.includes('?'),
  )
  const offered = new Set<string>()
  for (const role of ['see', 'decide', 'refund'] as const) {
    const { visitor: person } = await signIn(role, `A person who may ${role}`)
    const includes = (wanted: DeskRole | undefined) =>
      deskRoles.indexOf(role) >= deskRoles.indexOf(wanted ?? 'see')
    const readActions = async (browser: DeskVisitor, path: string) => {
      const { forms } = readPage((await browser.open(path)).html)
      return forms
        .filter(isLasting)
        .filter(({ method, action }) => method === 'post' && !action.startsWith('/desk/sessions/'))
    }
    for (const path of pages) {
      if (!includes(readRole(pageRoles, path))) continue
      const [all, own] = [await readActions(visitor, path), await readActions(person, path)]
      const allowed = all.filter(({ action }) => includes(readRole(formRoles, action)))
      assert.deepEqual(
        own.map(({ action }) => action),
        allowed.map(({ action }) => action),
        `${path} as ${role}`,
      )
      for (const { action } of own) offered.add(`${role} ${readRole(formRoles, action)}`)
    }
  }
  for (const one of ['decide decide', 'refund decide', 'refund refund'])
    assert.ok(offered.has(one), one)
})

test('whoever decides presses every button: each does something, once, though it is pressed twice', async () => {
  const spare = await createDeskKey(harness.environment, harness.shop.id, {
    scope: 'desk:see',
    name: 'Spare',
  })
  const { visitor, prefix, apiKey } = await signIn('manage', 'Ruth Sand')
  ownKey = apiKey
  const crawl = new Crawl(visitor)
  const [pressed, counts] = [new Set<string>(), new Map<string, number>()]
  const last = `/desk/keys/${prefix}/revoke`
  // Of the keys the spare one: this test needs the others.
  // An order that money is assigned to, by whoever looks for it.
  const open = await newCharge(harness)
  asked.find = open
  const isKept = ({ action }: PageForm) =>
    action === '/desk/sign-out' ||
    action === `/desk/charges/${open}/cancel` ||
    // What is assigned to it is taken back by another button.
    action === `/desk/charges/${open}/accept` ||
    (action.startsWith('/desk/keys/pc_') && !action.includes(spare.prefix))
  const isWaiting = (form: PageForm) =>
    form.method === 'post' &&
    // A customer's form, on the page of a link, is no button of the desk.
    form.action.startsWith('/desk') &&
    !isKept(form) &&
    !pressed.has(nameForm(form)) &&
    (counts.get(toKind(form)) ?? 0) < mostOfKind
  await crawl.follow('/desk')
  // What a button leads to has buttons of its own.
  for (let found = true; found; ) {
    found = false
    for (const path of [...crawl.opened.keys()]) {
      if (!crawl.opened.get(path)?.some(isWaiting)) continue
      const form = (await crawl.open(path)).find(isWaiting)
      if (!form) continue
      found = true
      pressed.add(nameForm(form))
      const leads = await press(crawl, visitor, { form, open })
      await crawl.open(path)
      if (leads === undefined) continue
      counts.set(toKind(form), (counts.get(toKind(form)) ?? 0) + 1)
      await crawl.open(leads)
      await crawl.follow(leads)
    }
  }
  for (const kind of [
    'books/close',
    'charges/:/accept',
    'charges/:/cancel',
    'charges/:/refunds',
    'charges/:/shipped',
    'charges/:/unaccept',
    'charges/new',
    'invitations/:/withdraw',
    'keys/:/revoke',
    'keys/:/role',
    'keys/invite',
    'keys/new',
    'links/:/end',
    'links/new',
    'refunds/:/approve',
    'refunds/:/cancel',
    'refunds/:/release',
    'refunds/:/sign',
    'sessions/:/end',
    'mail/mine',
    'settings/time-zone',
    'settings/tolerance',
    'settings/tolerance/cancel',
    'settings/wallet/cancel',
    'unmatched/:/assign',
    'unmatched/:/ignore',
    'unmatched/:/restore',
    'unmatched/:/return',
    'unmatched/:/unassign',
    'webhooks',
    'webhooks/:/edit',
    'webhooks/:/events/:/send',
    'webhooks/:/keep',
    'webhooks/:/off',
    'webhooks/:/on',
    'webhooks/:/remove',
    'webhooks/:/retry',
    'webhooks/:/rotate-secret',
    'webhooks/:/test',
    'webhooks/:/twin',
  ])
    assert.ok(counts.has(`/desk/${kind}`), `${kind} has done nothing`)
  // At last what ends the session.
  const revoke = (await crawl.open('/desk/keys')).find(({ action }) => action === last)
  const gone = await visitor.send(last, fill(revoke ?? assert.fail('no button'), ''))
  assert.match(gone.path, /^\/desk\/sign-in/)
})

/** How many of the same button, of things in the same state or in another, are pressed. */
const mostOfKind = isNightly ? 2 : 1

const toKind = ({ action }: PageForm) => action.replace(/[\da-f-]{36}|pc_\w+/g, ':')

/** Tells forms apart, of which one is pressed for all others like it: what is done again with the same thing is the same. */
function nameForm({ action, fields }: PageForm): string {
  const hidden = fields.filter(({ name, type }) => type === 'hidden' && !/^form_/.test(name))
  const isTurned =
    /\/(on|off|test|rotate-secret|edit|keep|remove|retry|twin|tolerance|time-zone|mine)$/.test(
      action,
    )
  return isTurned ? action : `${action} ${hidden.map(({ value }) => value).join(' ')}`.trim()
}

/** Presses a button twice at once, and returns the page that both answers lead to; undefined for what a rule has refused. */
async function press(
  crawl: Crawl,
  visitor: DeskVisitor,
  { form, open }: { form: PageForm; open: string },
): Promise<string | undefined> {
  assert.ok(form.buttons >= 1, `${form.action} has no button`)
  const values = fill(form, open)
  const before = await takeStock()
  const answers = await Promise.all([1, 2].map(() => visitor.send(form.action, values)))
  const stock = await takeStock()
  const [first, second] = answers
  if (/\/keys\/(invite|new)$/.test(form.action)) {
    // One answer shows the secret, and the other says so.
    const shown = answers.filter(({ html }) => html.includes('Shown only this once'))
    const said = answers.filter(({ html }) => html.includes('It was shown once'))
    assert.deepEqual([shown.length, said.length], [1, 1], form.action)
  } else assert.deepEqual([first?.path, first?.status], [second?.path, second?.status], form.action)
  // Why it cannot be done now is said, and nothing is.
  if (first?.status === 409) {
    assert.deepEqual(stock, before, form.action)
    return undefined
  }
  for (const answer of answers) crawl.check(answer.path, answer)
  for (const name of ['refunds', 'endpoints', 'charges', 'tests'] as const)
    assert.ok(stock[name] - before[name] <= 1, `${form.action}: ${name}`)
  const known = new Set(before.log.map(({ uuid }) => uuid))
  const written = stock.log.filter(({ uuid }) => !known.has(uuid)).map(({ action }) => action)
  assert.equal(new Set(written).size, written.length, `${form.action}: ${written}`)
  const isSeen = written.length > 0 || JSON.stringify(stock) !== JSON.stringify(before)
  // A zone is the browser's own, mail the person's, and a delivery is not in the log.
  assert.ok(
    isSeen || /\/(time-zone|mine|send|retry|test)$/.test(form.action),
    `${form.action} did nothing`,
  )
  return answers.find(({ path }) => path !== form.action)?.path ?? first?.path
}
