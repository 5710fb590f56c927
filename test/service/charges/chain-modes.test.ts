import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createStore, type Store } from '../../../src/service/app/store.ts'
import type { ChargeRecord } from '../../../src/service/charges/records.ts'
import { createId } from '../../../src/service/kernel/id.ts'
import { computeReference } from '../../../src/service/kernel/reference.ts'
import { brand, chargeOf, recipients } from '../../attack/reserving.ts'
import { openDatabase } from '../../support/tables.ts'

// Whatever the code decides, and whatever the settings of two processes say: the database takes no charge of the one mode on a
// chain of the other.

const [liveChain, testChain, newChain] = [8453, 84_532, 5_000]

let database: Awaited<ReturnType<typeof openDatabase>>
let store: Store
let live: { id: string }
let inTest: { id: string }

before(async () => {
  database = await openDatabase()
  store = createStore(database.db)
  live = (await store.createAccount('Mug shop')).account
  inTest = await store.openTestAccount(live.id)
  await create(chargeOn(liveChain, live, true))
  await create(chargeOn(testChain, inTest, false))
})
after(async () => {
  await database.close()
})

function chargeOn(chainId: number, { id: accountId }: { id: string }, livemode: boolean) {
  const id = createId()
  const charge = chargeOf(1, recipients[0] ?? '', 5n, Date.now())
  const quote = { ...charge.quote, chainId }
  return { ...charge, id, reference: computeReference(id), accountId, livemode, quote, accepts: [] }
}

const create = (charge: ChargeRecord) =>
  store.createCharge(charge, brand, undefined, { max: 100, since: new Date(0) })

const otherMode = /has charges of the other mode/

test('a charge of the one mode on a chain of the other is refused', async () => {
  await assert.rejects(create(chargeOn(testChain, live, true)), otherMode)
  await assert.rejects(create(chargeOn(liveChain, inTest, false)), otherMode)
})

test('so is one that accepts a token there', async () => {
  const charge = chargeOn(liveChain, live, true)
  const accepts = [{ ...charge.quote, chainId: testChain }]
  await assert.rejects(create({ ...charge, accepts }), otherMode)
  assert.deepEqual(await store.findCharges({ ids: [charge.id] }), [])
})

test('a charge has the mode of its account', async () => {
  await assert.rejects(create(chargeOn(testChain, live, false)), /charges_account_id_livemode_fkey/)
  await assert.rejects(
    create(chargeOn(liveChain, inTest, true)),
    /charges_account_id_livemode_fkey/,
  )
})

test('a charge moves to no other chain, nor to the other mode', async () => {
  const charge = chargeOn(liveChain, live, true)
  await create(charge)
  const { db } = database
  for (const change of [{ chainId: testChain }, { livemode: false }])
    await assert.rejects(
      db.updateTable('charges').set(change).where('id', '=', charge.id).execute(),
      /never changes its chain or its mode/,
    )
  await assert.rejects(
    db.updateTable('chainModes').set({ livemode: false }).execute(),
    /mode of a chain never changes/,
  )
})

test('of two processes that disagree about a new chain, one is right from its first charge on', async () => {
  const results = await Promise.allSettled([
    create(chargeOn(newChain, live, true)),
    create(chargeOn(newChain, inTest, false)),
  ])
  assert.deepEqual(new Set(results.map(({ status }) => status)), new Set(['fulfilled', 'rejected']))
  const isTestChain = (chainId: number) => chainId !== liveChain
  const ids = [liveChain, testChain, newChain]
  const [ofLive] = results
  const check = store.checkChainModes({ ids, isTestChain })
  if (ofLive.status === 'fulfilled')
    await assert.rejects(check, { code: 'invalid_setting', message: /chain 5000 has live charges/ })
  else await check
})
