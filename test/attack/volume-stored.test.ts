import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { UnmatchedEvent } from '../../src/api/schemas/webhook.ts'
import { openStore } from '../../src/service/app/store.ts'
import {
  listedPayments,
  shownPayments,
  tooManyReason,
  tooSmallReason,
} from '../../src/service/charges/lists/payment-bounds.ts'
import type { ChargeRecord } from '../../src/service/charges/records.ts'
import { toReducedCharge } from '../../src/service/charges/replies.ts'
import { createId } from '../../src/service/kernel/id.ts'
import { computeReference } from '../../src/service/kernel/reference.ts'
import { checkAssignment } from '../../src/service/payments/assignment.ts'
import { decideCredit } from '../../src/service/payments/credit.ts'
import type { ArrivedTransaction, Transfer } from '../../src/service/payments/transfers.ts'
import { recordInParts } from '../../src/service/watcher/credit/record-parts.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/service.ts'
import { brand, chargeOf, start, token } from './reserving.ts'

// What strangers send in any number, on a real database: a charge, a merchant's receiver and the other merchants take no
// more of it than they can bear.

type Store = Awaited<ReturnType<typeof openStore>>

/** The price of a charge, five dollars; a hundredth of it is the least that it keeps. */
const price = 5_000_000n
const least = price / 100n

let store: Store
let database: TestDatabase | undefined
let folder: Awaited<ReturnType<typeof temporaryFolder>>
before(async () => {
  database = await freshDatabase()
  folder = await temporaryFolder()
  store = await openStore(
    database ? { url: database.url } : { dataDir: folder.path },
    assert.ifError,
  )
})
after(async () => {
  await store.close()
  await folder.remove()
  await database?.remove()
})

/** An account with a webhook, whose charges are paid at an address of its own. */
async function newAccount(to: string): Promise<string> {
  const { account } = await store.createAccount('Mugs')
  await store.setWebhook(account.id, 'https://mugs.example/hook', { delayMs: 0, author: 'cli' })
  await newCharge(account.id, to)
  return account.id
}

async function newCharge(
  accountId: string,
  to: string,
  terms: Partial<ChargeRecord> = {},
): Promise<ChargeRecord> {
  const id = createId()
  const made = chargeOf(1, to, price, start)
  const charge = { ...made, id, reference: computeReference(id), accountId, ...terms }
  await store.createCharge(charge, brand, undefined, { max: 10, since: new Date(start) })
  return charge
}

let hashes = 0
/** A transaction with so many transfers, as the watcher records it. */
function arrive(
  amounts: readonly bigint[],
  to: string,
  charge?: Pick<ChargeRecord, 'id' | 'reference'>,
): ArrivedTransaction {
  hashes += 1
  const transfers: Transfer[] = amounts.map((amount, position) => ({
    ...{ position, token, recipient: to, sender: '0x01', amount },
    references: charge ? [charge.reference] : [],
  }))
  const minedAt = new Date(start + 1000)
  return {
    mined: {
      ...{
        chainId: 1,
        hash: `0x${hashes.toString(16).padStart(64, '0')}`,
        minedAt,
        blockTime: minedAt,
        transfers,
      },
      ...{ block: { number: 9n, hash: '0x09' }, mentionedReferences: [] },
    },
    listChargeIds: () => (charge ? [charge.id] : []),
    decideCredit: (transfer, charges) =>
      decideCredit(transfer, {
        ...{ chainId: 1, minedAt, blockNumber: 9n, charges, reservations: [], assignments: [] },
        ...{
          offeredFees: [],
          signedChargeIds: [],
          reportedChargeId: undefined,
        },
      }),
  }
}

const read = async (accountId: string, { id }: { id: string }) => {
  const charge = await store.getCharge(accountId, id)
  assert.ok(charge)
  return charge
}

describe('a charge', () => {
  const to = '0x00000000000000000000000000000000000000D1'
  let accountId: string
  before(async () => {
    accountId = await newAccount(to)
  })

  test('keeps no payment of a dust transfer, and what completes its price, however small', async () => {
    const charge = await newCharge(accountId, to)
    const dust = Array.from({ length: 300 }, () => arrive([1n], to, charge))
    await recordInParts({ store }, [...dust, arrive([least - 1n], to, charge)])
    assert.deepEqual((await read(accountId, charge)).payments, [])
    const unmatched = await store.listUnmatched(accountId, {
      ...{ limit: 100, cursor: undefined, isHidden: false, status: 'UNMATCHED' },
    })
    assert.deepEqual(
      new Set(unmatched?.transfers.map(({ reason }) => reason)),
      new Set([tooSmallReason]),
    )
    await recordInParts({ store }, [arrive([least], to, charge)])
    const paid = await read(accountId, charge)
    assert.deepEqual([paid.status, paid.payments.length], ['PENDING', 1])
    // All but one unit was paid: then one unit is enough.
    const credited = { ...paid.payments[0], status: 'COMPLETED', creditedAmount: price - 1n }
    const almost = { ...paid, payments: [credited] } as ChargeRecord
    const { decideCredit: decide, mined } = arrive([1n], to, charge)
    const decision = decide(mined.transfers[0] as Transfer, new Map([[charge.id, almost]]))
    assert.equal('chargeId' in decision && decision.chargeId, charge.id)
  })

  test('keeps a bounded number of payments, of which replies, lists and events show a page', async () => {
    const charge = await newCharge(accountId, to)
    const all = Array.from({ length: 160 }, () => arrive([least], to, charge))
    await recordInParts({ store }, all)
    const { payments, ...paid } = await read(accountId, charge)
    // A price is reached by a hundred: what is refused would only overpay it.
    assert.equal(payments.length, 120)
    assert.ok(shownPayments > 120)
    const listed = await store.listCharges(accountId, {
      ...{ limit: 1, cursor: undefined, filter: {} },
    })
    const [one] = listed?.charges ?? assert.fail('there is one')
    assert.ok(one)
    assert.equal(one.payments.length, listedPayments + 1, 'no more is read than is shown')
    const reply = toReducedCharge(one, '', { payments: listedPayments })
    assert.deepEqual([reply.payments.length, reply.payments_has_more], [listedPayments, true])
    assert.equal(reply.payments.at(-1)?.uuid, payments.at(-1)?.id, 'the newest are shown')
    assert.ok(JSON.stringify(reply).length < 20_000)
    const whole = toReducedCharge({ ...paid, payments }, '')
    assert.deepEqual([whole.payments.length, whole.payments_has_more], [120, undefined])
    const unmatched = await store.listUnmatched(accountId, {
      ...{ limit: 40, cursor: undefined, isHidden: false, status: 'UNMATCHED' },
    })
    for (const { reason } of unmatched?.transfers ?? []) assert.equal(reason, tooManyReason)
    // The merchant may assign some of it all the same.
    const [first] = unmatched?.transfers ?? []
    assert.ok(first?.amount)
    const stated = { ...first, usdAmount: undefined, unit: undefined }
    checkAssignment({ ...paid, payments }, first, stated)
    const full = Array.from({ length: 200 }, () => payments[0] as (typeof payments)[0])
    assert.throws(
      () => checkAssignment({ ...paid, payments: full }, first, stated),
      /cannot keep more/,
    )
  })

  test('without a price asks more of each payment the more it has, and so is never filled by cents', async () => {
    const charge = await newCharge(accountId, to, { pricingType: 'no_price' })
    const cents = Array.from({ length: 60 }, () => arrive([10_000n], to, charge))
    await recordInParts({ store }, [arrive([9_999n], to, charge), ...cents])
    assert.equal((await read(accountId, charge)).payments.length, 50)
    await recordInParts({ store }, [arrive([20_000n], to, charge)])
    assert.equal((await read(accountId, charge)).payments.length, 51)
  })
})

test('dust counts as no money that waits, and is never between the others', async () => {
  const to = '0x00000000000000000000000000000000000000D3'
  const accountId = await newAccount(to)
  const count = await store.countUnmatched()
  const arrived = arrive([9_999n, 10_000n, 1n], to)
  const usdPrices = new Map([
    [token, { source: 'peg', rate: { answer: 1n, decimals: 0 } } as const],
  ])
  await recordInParts({ store }, [{ ...arrived, mined: { ...arrived.mined, usdPrices } }])
  assert.equal(await store.countUnmatched(), count + 1)
  const list = async (isHidden: boolean) => {
    const asked = { limit: 2, cursor: undefined, isHidden, status: 'UNMATCHED' } as const
    const page = await store.listUnmatched(accountId, asked)
    return page?.transfers.map(({ amount }) => amount)
  }
  assert.deepEqual([await list(false), await list(true)], [[10_000n], [1n, 9_999n]])
})

test('thousands of transfers of a stranger make few events, which count them all and show some', async () => {
  const to = '0x00000000000000000000000000000000000000D2'
  const accountId = await newAccount(to)
  let earlier = await claim(32)
  for (; earlier.length > 0; earlier = await claim(32))
    for (const one of earlier) await store.markDelivered(one)
  const amounts = Array.from({ length: 1_200 }, (_, index) => BigInt(index + 1))
  const outcomes = await recordInParts({ store }, [arrive(amounts, to), arrive([7n], to)])
  for (const { error } of outcomes.values()) assert.ifError(error)
  const isTold = (one: { accountId: string; type: string }) =>
    one.accountId === accountId && one.type === 'payment:unmatched'
  // One for each of 13 parts, were they not gathered: two, where the parts do not take long.
  const told = (await store.listEvents('WAITING', 1000)).filter(isTold)
  assert.ok(told.length < 13, `${told.length} events`)
  // The first one at once, of the first part of a hundred. On a slow machine the next one is due by now, too.
  const events = (await claim(32))
    .filter(({ event, ...one }) => isTold({ ...one, type: event.type }))
    .map(({ event }) => event as UnmatchedEvent)
  const first = events.find(({ more }) => more?.count === 99)
  assert.ok(first?.more, JSON.stringify(events.map(({ more }) => more?.count)))
  const { data, more } = first
  assert.equal(data.status, 'UNMATCHED')
  assert.equal(more.payments.length, 19)
})

const claim = (limit: number) =>
  store.claimDeliveries({
    limit,
    maxPerEndpoint: 4,
    maxPerAccount: 8,
    maxUncertain: 16,
    leaseMs: 60_000,
  })

test('receivers that do not answer leave slots to those that do', async () => {
  await claim(1000)
  const accounts: string[] = []
  for (let number = 0; number < 20; number += 1) {
    const to = `0x${(0xe0_00_00 + number).toString(16).padStart(40, '0')}`
    const { account } = await store.createAccount('Mugs')
    accounts.push(account.id)
    await store.setWebhook(account.id, 'https://mugs.example/hook', { delayMs: 0, author: 'cli' })
    for (let count = 0; count < 5; count += 1) await newCharge(account.id, to)
  }
  const [answering = ''] = accounts
  const isOf = (id: string) => (one: { accountId: string }) => one.accountId === id
  const own = (list: Awaited<ReturnType<typeof claim>>) =>
    list.filter((one) => accounts.includes(one.accountId))
  const first = own(await claim(32))
  // One for each, and half of the slots at most.
  assert.equal(first.length, 16)
  assert.equal(new Set(first.map(({ accountId }) => accountId)).size, 16)
  const delivery = first.find(isOf(answering))
  assert.ok(delivery && !delivery.isAnswering)
  await store.markDelivered(delivery)
  const second = await store.claimDeliveries({
    ...{ limit: 16, maxPerEndpoint: 4, maxPerAccount: 8, maxUncertain: 0, leaseMs: 60_000 },
  })
  assert.deepEqual(new Set(second.map(({ accountId }) => accountId)), new Set([answering]))
  assert.equal(second.length, 4)
  // It hangs from now on: the next claim gives it one slot.
  for (const one of second)
    await store.markFailed(one, { error: 'No answer within 10 s.', isRefused: false }, 1)
  const third = await store.claimDeliveries({
    ...{ limit: 16, maxPerEndpoint: 4, maxPerAccount: 8, maxUncertain: 0, leaseMs: 60_000 },
  })
  assert.deepEqual(third.filter(isOf(answering)), [])
})

test('an account with many endpoints takes no slots of others, whether they answer or hang', async () => {
  await claim(1000)
  const to = `0x${(0xf0_00_00).toString(16).padStart(40, '0')}`
  const [many, one] = await Promise.all(['Many', 'One'].map((name) => store.createAccount(name)))
  assert.ok(many && one)
  for (let number = 0; number < 16; number += 1) {
    const endpoint = {
      url: `https://many.example/${number}`,
      events: [],
      shop: '',
      description: '',
    }
    await store.addEndpoint(many.account.id, endpoint, { author: 'cli', allowSameUrl: true })
  }
  await store.setWebhook(one.account.id, 'https://one.example/hook', { delayMs: 0, author: 'cli' })
  for (const { account } of [many, one])
    for (let count = 0; count < 5; count += 1) await newCharge(account.id, to)
  const of = (id: string) => (delivery: { accountId: string }) => delivery.accountId === id
  const ofMany = of(many.account.id)
  let claimed = await claim(32)
  assert.equal(claimed.filter(ofMany).length, 2)
  assert.equal(claimed.filter(of(one.account.id)).length, 1)
  // Until each of them has answered once.
  for (let round = 0; round < 16 && claimed.some(({ isAnswering }) => !isAnswering); round += 1) {
    for (const delivery of claimed.filter(ofMany)) await store.markDelivered(delivery)
    claimed = await claim(32)
  }
  assert.equal(claimed.filter(ofMany).length, 8)
  assert.equal((await claim(32)).filter(ofMany).length, 0)
})
