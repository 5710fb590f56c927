import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { ServiceSettings } from '../../../src/service/app/settings.ts'
import { checkMail } from '../../../src/service/cli/doctor-mail.ts'
import type { Finding } from '../../../src/service/cli/doctor-report.ts'
import { signInAtDesk } from '../../support/desk.ts'
import { readPage } from '../../support/desk-page.ts'
import type { DeskVisitor } from '../../support/desk-visitor.ts'
import { provideHarness } from '../../support/harness.ts'
import { provideMailServer, refusal } from '../../support/mail-server.ts'
import { readTestSettings } from '../../support/read-settings.ts'
import { withOptions } from '../../support/service-options.ts'
import { until } from '../../support/wait.ts'
import { anyAddress, mailArrivesAt, mailSettings, mailTo, paidCharge, sender } from './mail.ts'

// What was not sent, as people and operators see it.

const server = provideMailServer()
const harness = provideHarness(() =>
  mailSettings(server, withOptions({ mailRetryDelaysMs: [], isMetricsPublic: true })),
)
before(() => harness.started)

const signIn = (account: string, role: 'decide' | 'manage') =>
  signInAtDesk({ environment: harness.environment, baseUrl: harness.service.baseUrl }, account, {
    role,
    name: `Who may ${role}`,
  })

/** The page about mail, once it shows an address. */
const pageWith = (visitor: DeskVisitor, address: string) =>
  until(`the line about ${address}`, async () => {
    const page = await visitor.open('/desk/mail')
    return page.html.includes(address) ? page : undefined
  })

/** The element of the list about an address. */
const lineOf = (html: string, address: string) =>
  html.split('<li class="um two">').find((line) => line.includes(address)) ?? ''

test('a message that was refused stands at the desk with its reason, and is sent again once', async () => {
  const address = anyAddress()
  let isFull = true
  server.answerRecipient = async (to) =>
    to === address && isFull ? refusal(552, 'Mailbox full') : undefined
  const id = await paidCharge(harness, address)
  const { visitor } = await signIn(harness.shop.id, 'manage')
  const { html } = await pageWith(visitor, address)
  const line = lineOf(html, address)
  assert.match(line, /552 Mailbox full/)
  assert.ok(line.includes(`/desk/charges/${id}`))
  isFull = false
  const [form] = readPage(line).forms
  assert.match(form?.action ?? '', /^\/desk\/mail\/[\da-f-]{36}\/send$/)
  const fields = Object.fromEntries(form?.fields.map(({ name, value }) => [name, value]) ?? [])
  const sent = await visitor.send(form?.action ?? '', fields)
  assert.equal(sent.status, 200)
  await visitor.send(form?.action ?? '', fields)
  await mailArrivesAt(server, address)
  await until('the line to go', async () =>
    (await visitor.open('/desk/mail')).html.includes(address) ? undefined : true,
  )
  assert.equal(mailTo(server, address).length, 1)
  const told = (await visitor.open('/desk/audit-log')).html.match(/sent a message again: .*?<\/a>/g)
  assert.equal(told?.filter((sentence) => sentence.includes(id)).length, 1)
})

test('the first page counts the rows of the list, until each was sent or is ignored', async () => {
  const shop = harness.other
  const addresses = [anyAddress(), anyAddress()]
  server.answerRecipient = async (to) =>
    addresses.includes(to) ? refusal(550, 'No such user') : undefined
  const { visitor } = await signIn(shop.id, 'manage')
  const { visitor: decider } = await signIn(shop.id, 'decide')
  const countTodo = async (of: DeskVisitor) =>
    Number(
      /href="\/desk\/mail">.*?<b class="count look">(\d+)/.exec((await of.open('/desk')).html)?.[1],
    )
  assert.equal(await countTodo(visitor), Number.NaN)
  for (const address of addresses) await paidCharge({ ...harness, shop }, address)
  for (const address of addresses) await pageWith(visitor, address)
  const { html } = await visitor.open('/desk/mail')
  const rows = html.split('<li class="um two">').slice(1)
  assert.equal(rows.length, 2)
  assert.equal(await countTodo(visitor), rows.length)
  assert.equal(
    await countTodo(decider),
    Number.NaN,
    'whoever cannot send them again reads nothing of them',
  )
  const form = readPage(lineOf(html, String(addresses[0]))).forms.find(({ action }) =>
    action.endsWith('/ignore'),
  )
  const fields = Object.fromEntries(form?.fields.map(({ name, value }) => [name, value]) ?? [])
  assert.equal(
    (await decider.send(form?.action ?? '', { ...fields, form_token: decider.formToken() })).status,
    403,
  )
  assert.equal((await visitor.send(form?.action ?? '', fields)).status, 200)
  assert.equal(await countTodo(visitor), 1)
  assert.ok(!(await visitor.open('/desk/mail')).html.includes(String(addresses[0])))
  assert.match((await visitor.open('/desk/audit-log')).html, /took a message off the list/)
})

test('a message that may have been sent says so, and nobody else sees or sends it', async () => {
  const address = anyAddress()
  server.answerMessage = async ({ to }) => (to.includes(address) ? 'lost' : undefined)
  await paidCharge(harness, address)
  const { visitor } = await signIn(harness.shop.id, 'manage')
  const { html } = await pageWith(visitor, address)
  const line = lineOf(html, address)
  assert.match(line, /It may have been sent/)
  const action = readPage(line).forms[0]?.action ?? ''
  const other = await signIn(harness.other.id, 'manage')
  const page = await other.visitor.open('/desk/mail')
  assert.equal(page.status, 200)
  assert.ok(!page.html.includes(address))
  const stolen = await other.visitor.send(action, {
    form_token: other.visitor.formToken(),
  })
  assert.equal(stolen.status, 404)
  const { visitor: decider } = await signIn(harness.shop.id, 'decide')
  assert.doesNotMatch((await decider.open('/desk/mail')).html, /may have been sent|\/send"/)
  assert.match((await visitor.open('/desk/settings')).html, /\/desk\/mail/)
})

test('attempts are counted', async () => {
  const address = anyAddress()
  await paidCharge(harness, address)
  await mailArrivesAt(server, address)
  const count = await until('the count', async () => {
    const text = await (await fetch(`${harness.service.baseUrl}/metrics`)).text()
    return /mail_tries_total\{outcome="sent"\} [1-9]/.test(text) ? text : undefined
  })
  assert.match(count, /pay_charge_waiting_mail \d/)
})

/** What the doctor says of the mail server of these settings. */
async function examine(over: Record<string, string>): Promise<Finding[]> {
  const settings: ServiceSettings = readTestSettings({
    SMTP_URL: server.url,
    MAIL_FROM: sender,
    ...over,
  })
  const findings: Finding[] = []
  await checkMail(settings, (state, subject, text) => findings.push({ state, subject, text }))
  return findings
}

test('the doctor signs in at the mail server and sends nothing', async () => {
  const before = server.received.length
  const [ok] = await examine({})
  assert.equal(ok?.state, 'ok')
  assert.match(ok?.text ?? '', /messages come from pay@operator\.example/)
  const [down] = await examine({ SMTP_URL: 'smtp://127.0.0.1:1' })
  assert.equal(down?.state, 'failed')
  assert.match(down?.text ?? '', /ECONNREFUSED/)
  const [unknown] = await examine({
    SMTP_URL: server.url.replace('smtp://', 'smtp://user:hunter2@'),
  })
  assert.equal(unknown?.state, 'failed')
  assert.doesNotMatch(JSON.stringify(unknown), /hunter2/)
  assert.equal(server.received.length, before)
})
