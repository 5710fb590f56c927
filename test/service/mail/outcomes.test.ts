import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { runOn } from '../../support/database.ts'
import { createDeskKey } from '../../support/desk.ts'
import { provideHarness, startHarness } from '../../support/harness.ts'
import { provideMailServer, refusal, startMailServer } from '../../support/mail-server.ts'
import { startService, startServiceProcess } from '../../support/service.ts'
import { withOptions } from '../../support/service-options.ts'
import { until } from '../../support/wait.ts'
import {
  anyAddress,
  mailArrivesAt,
  mailSettings,
  mailTo,
  messagesTo,
  messageThatIs,
  paidCharge,
  skip,
} from './mail.ts'

// What becomes of a message: it is sent once, or a person is told that it was not.

const server = provideMailServer()
const harness = provideHarness(() =>
  mailSettings(server, withOptions({ mailRetryDelaysMs: [50, 50, 50, 50], mailAnswerMs: 3000 })),
)
before(() => harness.started)

/** Answers the recipient with errors, one after the other, and then takes it. */
function refuseFirst(address: string, ...errors: Error[]): void {
  const { answerRecipient } = server
  server.answerRecipient = async (to) => (to === address ? errors.shift() : answerRecipient(to))
}

describe('a message', { skip }, () => {
  test('is tried again after a temporary refusal, and sent once', async () => {
    const address = anyAddress()
    refuseFirst(address, refusal(450, 'Mailbox busy'), refusal(451, 'Try again later'))
    await paidCharge(harness, address)
    const { attempts } = await messageThatIs(harness, address, 'SENT')
    assert.equal(attempts, 3)
    assert.equal(mailTo(server, address).length, 1)
  })

  test('is given up when its address is refused for good, with the words of the mail server', async () => {
    const address = anyAddress()
    refuseFirst(address, refusal(550, 'No such user here'))
    await paidCharge(harness, address)
    const { attempts, last_error } = await messageThatIs(harness, address, 'FAILED')
    assert.equal(attempts, 1)
    assert.match(last_error, /550 No such user here/)
  })

  test('is given up when its content is refused for good', async () => {
    const address = anyAddress()
    server.answerMessage = async ({ to }) =>
      to.includes(address) ? refusal(554, 'Looks like spam') : undefined
    await paidCharge(harness, address)
    const { last_error } = await messageThatIs(harness, address, 'FAILED')
    assert.match(last_error, /554 Looks like spam/)
  })

  test('is not repeated when the connection was lost after it was handed over', async () => {
    const [address, later] = [anyAddress(), anyAddress()]
    let handedOver = 0
    server.answerMessage = async ({ to }) => {
      if (!to.includes(address)) return undefined
      handedOver += 1
      return 'lost'
    }
    await paidCharge(harness, address)
    await messageThatIs(harness, address, 'UNKNOWN')
    await paidCharge(harness, later)
    await mailArrivesAt(server, later)
    assert.equal(handedOver, 1)
  })

  test('is not repeated when the mail server does not answer in time', async () => {
    const address = anyAddress()
    let handedOver = 0
    const { promise, resolve } = Promise.withResolvers<undefined>()
    server.answerMessage = async ({ to }) => {
      if (!to.includes(address)) return undefined
      handedOver += 1
      return await promise
    }
    await paidCharge(harness, address)
    await messageThatIs(harness, address, 'UNKNOWN')
    resolve(undefined)
    assert.equal(handedOver, 1)
  })

  test('waits for a mail server that is slow, within its time', async () => {
    const address = anyAddress()
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    server.answerMessage = async ({ to }) => {
      if (!to.includes(address)) return undefined
      ask()
      return await promise
    }
    await paidCharge(harness, address)
    await asked
    assert.equal((await messagesTo(harness, address))[0]?.status, 'WAITING')
    resolve(undefined)
    await messageThatIs(harness, address, 'SENT')
    assert.equal(mailTo(server, address).length, 1)
  })

  test('waits while the mail server is down, and is given up after a day', async () => {
    const address = anyAddress()
    await server.die()
    await paidCharge(harness, address)
    const { attempts } = await messageThatIs(harness, address, 'FAILED')
    assert.equal(attempts, 5)
    await server.comeBack()
    assert.equal(mailTo(server, address).length, 0)
  })

  test('is sent by the next process where the service stops before it is handed over', async () => {
    const address = anyAddress()
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    const { promise, resolve } = Promise.withResolvers<undefined>()
    server.answerRecipient = async (to) => {
      if (to !== address) return undefined
      ask()
      return await promise
    }
    await paidCharge(harness, address)
    await asked
    await harness.restart({}, async () => {
      server.answerRecipient = async () => undefined
      resolve(undefined)
    })
    await messageThatIs(harness, address, 'SENT')
    assert.equal(mailTo(server, address).length, 1)
  })
})

test('of a process that is killed, handed over messages are not repeated and the others are sent', {
  skip,
}, async () => {
  const own = await startMailServer()
  const settings = await mailSettings({ ...own, started: Promise.resolve() })
  const shop = await startHarness({ SERVICE_ROLES: 'api,watcher' })
  try {
    const { DATABASE_URL = '' } = shop.environment
    const roles = { ...shop.environment, ...settings, SERVICE_ROLES: 'webhooks' }
    const [handedOver, begun] = [anyAddress(), anyAddress()]
    const pending = new Set<string>()
    own.answerMessage = async ({ to }) => {
      if (!to.includes(handedOver)) return undefined
      pending.add(handedOver)
      return await new Promise<undefined>(() => undefined)
    }
    own.answerRecipient = async (to) => {
      if (to !== begun) return undefined
      pending.add(begun)
      return await new Promise<undefined>(() => undefined)
    }
    const first = await startServiceProcess(roles)
    for (const address of [handedOver, begun]) await paidCharge(shop, address)
    await until('both', () => (pending.size === 2 ? true : undefined))
    await first.end('SIGKILL')
    own.answerMessage = async () => undefined
    own.answerRecipient = async () => undefined
    const second = await startService(roles)
    try {
      // As long as the lease of the process that was killed.
      await runOn(DATABASE_URL, 'update mail_messages set lease_expires_at = now()')
      await messageThatIs(shop, begun, 'SENT')
      await messageThatIs(shop, handedOver, 'UNKNOWN')
    } finally {
      await second.end()
    }
    assert.equal(mailTo(own, begun).length, 1)
    assert.equal(mailTo(own, handedOver).length, 0)
  } finally {
    await shop.end()
    await own.die()
  }
})

test('two processes send each message once', { skip }, async () => {
  const own = await startMailServer()
  const settings = await mailSettings({ ...own, started: Promise.resolve() })
  const shop = await startHarness({ SERVICE_ROLES: 'api,watcher' })
  const roles = { ...shop.environment, ...settings, SERVICE_ROLES: 'webhooks' }
  const senders = await Promise.all([startService(roles), startService(roles)])
  try {
    const addresses = Array.from({ length: 12 }, () => anyAddress())
    for (const address of addresses) await paidCharge(shop, address)
    for (const address of addresses) await messageThatIs(shop, address, 'SENT')
    for (const address of addresses) assert.equal(mailTo(own, address).length, 1)
  } finally {
    await Promise.all(senders.map((one) => one.end()))
    await shop.end()
    await own.die()
  }
})

test('what waits is written only if it is still wanted, and not after three days', {
  skip,
}, async () => {
  const own = await startMailServer()
  const settings = await mailSettings(
    { ...own, started: Promise.resolve() },
    { MAIL_PER_HOUR: '1' },
  )
  const shop = await startHarness(settings)
  try {
    const database = String(shop.environment.DATABASE_URL)
    const [first, late, person] = [anyAddress(), anyAddress(), anyAddress('person')]
    await createDeskKey(shop.environment, shop.shop.id, { scope: 'desk:see', name: 'Ruth Sand' })
    await runOn(
      database,
      `insert into mail_people (key_id, account_id, address, locale, confirmed_at, payments, decisions, webhooks)
        select id, account_id, $1, 'en', now(), true, true, true from api_keys where name = 'Ruth Sand'`,
      [person],
    )
    // The bound is one message: the others wait.
    await paidCharge(shop, first)
    await mailArrivesAt(own, first)
    await paidCharge(shop, late)
    await messageThatIs(shop, late, 'WAITING')
    assert.equal((await messageThatIs(shop, person, 'WAITING')).attempts, 0)
    await runOn(
      database,
      `update mail_messages set next_attempt_at = now() - interval '73 hours' where recipient = $1`,
      [late],
    )
    assert.match((await messageThatIs(shop, late, 'FAILED')).last_error, /three days/)
    // Still at this address, and for something else.
    await runOn(database, 'update mail_people set payments = false')
    await runOn(database, `update mail_messages set attempted_at = now() - interval '2 hours'`)
    await messageThatIs(shop, person, 'IGNORED')
    assert.deepEqual(
      own.received.map(({ to }) => to[0]),
      [first],
    )
  } finally {
    await shop.end()
    await own.die()
  }
})

test('without a mail server nothing is written for mail', { skip }, async () => {
  const shop = await startHarness()
  try {
    const address = anyAddress()
    await paidCharge(shop, address)
    const { rows } = await runOn(
      String(shop.environment.DATABASE_URL),
      'select (select count(*) from mail_messages) + (select count(*) from mail_events) as count',
    )
    assert.deepEqual(rows, [{ count: '0' }])
  } finally {
    await shop.end()
  }
})
