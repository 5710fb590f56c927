import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createId } from '../../../src/service/domain/id.ts'
import type { RelayRecord } from '../../../src/service/domain/relayer/records.ts'
import { hasShareLeft } from '../../../src/service/domain/relayer/rules.ts'
import { createStore } from '../../../src/service/store/store.ts'
import { brand, chargeOf, recipients, start, token } from '../../attack/reserving.ts'
import { openDatabase } from '../../support/tables.ts'

const [recipient = ''] = recipients
const relayer = `0x${'99'.repeat(20)}`

test('a merchant that pays itself leaves a place for the first payer of another one, and what is refused is not written', async (t) => {
  const { db, close } = await openDatabase()
  t.after(close)
  const store = createStore(db)
  let number = 0
  /** Hands in what an account of its own has signed for a charge of its own. */
  async function begin(accountId: string, total: number) {
    number += 1
    const charge = { ...chargeOf(number, recipient, 100n, start), accountId }
    await store.createCharge(charge, brand, undefined, { max: 100, since: new Date(start) })
    const relay: RelayRecord = {
      ...{
        id: createId(),
        chargeId: charge.id,
        chainId: 1,
        token,
        recipient,
        value: 100n,
        fee: 0n,
      },
      ...{
        from: `0x${number.toString(16).padStart(40, '0')}`,
        validAfter: 0n,
        validBefore: 10n ** 10n,
      },
      ...{
        nonce: `0x${number.toString(16).padStart(64, '0')}`,
        signature: '0x12',
        status: 'RELAYING',
      },
      ...{ reason: '', hash: undefined, isExclusive: true, paymentId: undefined, sinceBlock: 0n },
      createdAt: new Date(),
    }
    const counts = { perAccount: 6, total, openSlots: 100 }
    const funds = { balance: 100n, usedIds: [] }
    const result = await store.beginRelay(relay, relayer, 0, counts, funds, () => undefined)
    return result.outcome === 'limited' ? result.by : result.outcome
  }
  const repeat = async (accountId: string, times: number, total: number) => {
    const outcomes: string[] = []
    for (let time = 0; time < times; time += 1) outcomes.push(await begin(accountId, total))
    return outcomes
  }
  const readCounts = async () => {
    const tables = ['relayed_authorizations', 'relayed_slots', 'accepted_authorizations'] as const
    const rows = await Promise.all(
      tables.map((table) => db.selectFrom(table).selectAll().execute()),
    )
    const accounts = await db.selectFrom('relayed_accounts').select('next_nonce').execute()
    return [...rows.map(({ length }) => length), Number(accounts[0]?.next_nonce)]
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
