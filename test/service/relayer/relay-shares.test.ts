import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { createStore } from '../../../src/service/app/store.ts'
import { createId } from '../../../src/service/kernel/id.ts'
import type { RelayRecord, RelaySlot } from '../../../src/service/relayer/records.ts'
import { hasShareLeft } from '../../../src/service/relayer/rules.ts'
import { brand, chargeOf, recipients, start, token } from '../../attack/reserving.ts'
import { openDatabase } from '../../support/tables.ts'

const [recipient = ''] = recipients
const relayers = [`0x${'99'.repeat(20)}`, `0x${'98'.repeat(20)}`] as const

/** Opens a database, and returns what hands in a signed transfer of an account of its own, for a charge of its own. */
async function openRelays(t: TestContext) {
  const { db, close } = await openDatabase()
  t.after(close)
  const store = createStore(db)
  let number = 0

  async function begin(accountId: string, total: number, over: Partial<RelayRecord> = {}) {
    number += 1
    const own = number
    const { chainId = 1 } = over
    const charge = { ...chargeOf(own, recipient, 100n, start), accountId }
    await store.createCharge(charge, brand, undefined, { max: 100, since: new Date(start) })
    const relay: RelayRecord = {
      ...{ id: createId(), chargeId: charge.id, chainId, token, recipient, value: 100n, fee: 0n },
      ...{ from: hexOf(own, 40), validAfter: 0n, validBefore: 10n ** 10n },
      ...{ nonce: hexOf(own, 64), signature: '0x12', status: 'RELAYING', reason: '' },
      ...{ hash: undefined, isExclusive: true, isOfContract: false, paymentId: undefined },
      ...{ sinceBlock: 0n, createdAt: new Date() },
      ...over,
    }
    const counts = { perAccount: 6, total, openSlots: 100 }
    const funds = { balance: 1000n, usedIds: [] }
    // Those of contracts go by two accounts, which take no lock together.
    const by = relay.isOfContract && own % 2 ? relayers[1] : relayers[0]
    const result = await store.beginRelay(relay, by, 0, counts, funds, () => undefined)
    return result.outcome === 'limited' ? { outcome: result.by } : result
  }
  return { db, store, begin }
}

const hexOf = (number: number, digits: number): `0x${string}` =>
  `0x${number.toString(16).padStart(digits, '0')}`

test('a merchant that pays itself leaves a place for the first payer of another one, and what is refused is not written', async (t) => {
  const { db, store, begin } = await openRelays(t)
  const repeat = async (accountId: string, times: number, total: number) => {
    const outcomes: string[] = []
    for (let time = 0; time < times; time += 1)
      outcomes.push((await begin(accountId, total)).outcome)
    return outcomes
  }
  const readCounts = async () => {
    const tables = ['relayedAuthorizations', 'relayedSlots', 'acceptedAuthorizations'] as const
    const rows = await Promise.all(
      tables.map((table) => db.selectFrom(table).selectAll().execute()),
    )
    const accounts = await db.selectFrom('relayedAccounts').select('nextNonce').execute()
    return [...rows.map(({ length }) => length), Number(accounts[0]?.nextNonce)]
  }

  const busy = (await store.createAccount('Busy')).account.id
  assert.deepEqual(await repeat(busy, 3, 2), ['begun', 'begun', 'hour'])
  const shop = (await store.createAccount('Mugs')).account.id
  assert.deepEqual(await repeat(busy, 5, 8), ['begun', 'begun', 'hour', 'hour', 'hour'])
  assert.deepEqual(await readCounts(), [4, 4, 4, 4])
  assert.deepEqual(await repeat(shop, 3, 8), ['begun', 'begun', 'hour'])
  assert.deepEqual(await readCounts(), [6, 6, 6, 6])
})

test('merchants that take all they may never take more than the hour has', () => {
  for (const total of [1, 2, 12, 600]) {
    const taken: number[] = Array.from({ length: 4 }, () => 0)
    for (let round = 0; round < total; round += 1)
      for (const [index, ofMerchant] of taken.entries()) {
        const ofOthers = taken.reduce((sum, each) => sum + each, 0) - ofMerchant
        if (hasShareLeft({ ofMerchant, ofOthers, isAlone: false }, total))
          taken[index] = ofMerchant + 1
      }
    assert.ok(taken.reduce((sum, each) => sum + each, 0) <= total)
  }
})

test('twenty reverted transactions for contracts are all that a chain spends in a day, also where they are handed in at once', async (t) => {
  const { db, store, begin } = await openRelays(t)
  const shop = (await store.createAccount('Mugs')).account.id
  const ofContract = { isOfContract: true }
  const many = await Promise.all(Array.from({ length: 25 }, () => begin(shop, 600, ofContract)))
  assert.equal(many.filter(({ outcome }) => outcome === 'contract').length, 5)
  const begun = many.flatMap((result) => (result.outcome === 'begun' ? result.slot : []))
  assert.equal(begun.length, 20)

  /** Ends one as the chain shows it: by a transaction that was mined, or not. */
  async function end(slot: RelaySlot, wasMined: boolean, status: 'USED' | 'FAILED', by?: string) {
    // Both accounts have the same nonces.
    const hash = `${slot.account}${hexOf(slot.nonce, 24).slice(2)}`
    const fees = { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }
    const attempt = { hash, kind: 'relay', raw: '0x', gas: 1n, fees, ageMs: 0 } as const
    await store.saveAttempt(slot, 0, attempt)
    await store.endSlot(slot, wasMined ? hash : undefined, 9n, { status, reason: '', hash: by })
  }
  const [paid, unsent, ...others] = begun
  assert.ok(paid && unsent)
  // What has moved the money, and what was never in a block, has cost nothing for nothing.
  await end(paid, true, 'USED')
  await end(unsent, false, 'FAILED')
  // The second is reverted since somebody else has sent the same a moment before.
  for (const [index, slot] of others.entries())
    await end(slot, true, index % 2 ? 'USED' : 'FAILED', index % 2 ? hexOf(7, 64) : undefined)
  assert.equal((await begin(shop, 600, ofContract)).outcome, 'begun')
  const { from = '' } = others[0]?.relay ?? {}
  assert.equal((await begin(shop, 600, { ...ofContract, from })).outcome, 'contract')
  assert.equal((await begin(shop, 600, ofContract)).outcome, 'begun')
  assert.equal((await begin(shop, 600, ofContract)).outcome, 'contract')
  // Each chain has its own, and keys are not counted.
  assert.equal((await begin(shop, 600, { ...ofContract, chainId: 10 })).outcome, 'begun')
  assert.equal((await begin(shop, 600)).outcome, 'begun')
  await db
    .updateTable('relayedAuthorizations')
    .set({ createdAt: sql<Date>`created_at - interval '1 day'` })
    .where('status', '<>', 'RELAYING')
    .execute()
  assert.equal((await begin(shop, 600, { ...ofContract, from })).outcome, 'begun')
})
