import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { nativeAddress } from '../../src/api/formats.ts'
import { createStore, type Store } from '../../src/service/app/store.ts'
import { createId } from '../../src/service/kernel/id.ts'
import { computeReference } from '../../src/service/kernel/reference.ts'
import { computeAmountShare } from '../../src/service/payments/reserved-amounts/reserved-amounts.ts'
import { splitForRecording } from '../../src/service/payments/transfers.ts'
import { nothingRecorded, recordInParts } from '../../src/service/watcher/credit/record-parts.ts'
import { openDatabase } from '../support/tables.ts'
import { brand, chargeOf, recipients, start } from './reserving.ts'

const [recipient = ''] = recipients
const [safe, other] = ['0x00000000000000000000000000000000000000C1', '']
const amount = 10n ** 18n

let store: Store
let database: Awaited<ReturnType<typeof openDatabase>>
let accountId: string
before(async () => {
  database = await openDatabase()
  store = createStore(database.db)
  accountId = (await store.createAccount('Mugs')).account.id
})
after(() => database.close())

let charges = 0
async function newCharge() {
  charges += 1
  const made = { ...chargeOf(charges, recipient, amount, start), accountId }
  const quote = { ...made.quote, token: nativeAddress, tokenType: 'NATIVE' as const, decimals: 18 }
  const charge = { ...made, quote }
  await store.createCharge(charge, brand, undefined, { max: 10, since: new Date(start) })
  return charge
}

/** Writes down what a node tells of one transaction, and gives what it is worth to the charge. */
async function record(
  charge: Awaited<ReturnType<typeof newCharge>>,
  ...movements: { position: number; sender: string }[]
): Promise<bigint> {
  const hash = `0x${charge.reference}${charge.reference}`
  const block = { number: 7n, hash: '0x07' }
  const mined = {
    ...{ chainId: 1, hash, block, minedAt: new Date(start), blockTime: new Date(start) },
    mentionedReferences: [charge.reference],
    transfers: movements.map((one) => ({
      ...one,
      ...{ token: nativeAddress, recipient, amount, references: [charge.reference] },
    })),
  }
  const decision = { chargeId: charge.id, proof: 'reference', countedAmount: amount } as const
  await store.recordTransactions([
    {
      ...{ mined, transfers: mined.transfers, chargeIds: [charge.id] },
      decideCredit: () => decision,
    },
  ])
  const transfers = await store.listTransfers(1, hash)
  return transfers.reduce((sum, one) => sum + (one.countedAmount ?? 0n), 0n)
}

test('native currency that a Safe’s event told of is not credited again when a trace counts it otherwise', async () => {
  const charge = await newCharge()
  assert.equal(await record(charge, { position: -2, sender: safe }), amount)
  assert.equal(await record(charge, { position: -3, sender: safe }), amount)
  assert.equal(await record(charge, { position: -2, sender: safe }), amount)
})

test('native currency that a balance told of is not credited again when a trace tells whose it was', async () => {
  const charge = await newCharge()
  assert.equal(await record(charge, { position: -2, sender: other }), amount)
  assert.equal(await record(charge, { position: -4, sender: safe }), amount)
})

test('two equal movements of one transaction are two, however often they are read', async () => {
  const charge = await newCharge()
  const both = [-2, -3].map((position) => ({ position, sender: safe }))
  assert.equal(await record(charge, ...both), 2n * amount)
  assert.equal(await record(charge, ...both), 2n * amount)
  const counted = [-3, -5].map((position) => ({ position, sender: safe }))
  assert.equal(await record(charge, ...counted), 2n * amount)
})

test('a transaction with thousands of transfers is recorded as a whole, and once', async () => {
  const charge = await newCharge()
  const positions = Array.from({ length: 4000 }, (_, position) => ({ position, sender: safe }))
  assert.equal(await record(charge, ...positions), 4000n * amount)
  assert.equal(await record(charge, ...positions), 4000n * amount)
})

test('a reorganization that brings less of one token keeps nothing else of the transaction from being recorded', async () => {
  const charge = await newCharge()
  const hash = `0x${'09'.repeat(32)}`
  const token = '0x00000000000000000000000000000000000000D1'
  const look = async (blockHash: string, ...amounts: [token: string, amount: bigint][]) => {
    const transfers = amounts.map(([one, sum], position) => ({
      ...{ position, sender: safe, token: one, recipient, amount: sum },
      references: [charge.reference],
    }))
    const mined = {
      ...{
        chainId: 1,
        hash,
        block: { number: 9n, hash: blockHash },
        minedAt: new Date(start),
        blockTime: new Date(start),
      },
      ...{ transfers, mentionedReferences: [charge.reference] },
    }
    await store.recordTransactions([
      {
        ...{ mined, transfers, chargeIds: [charge.id] },
        decideCredit: ({ token: one, amount: countedAmount = 0n }) =>
          one === nativeAddress
            ? { chargeId: charge.id, proof: 'reference', countedAmount }
            : { reason: 'Another token.' },
      },
    ])
    const rows = await store.listTransfers(1, hash)
    return rows.map((one) => `${one.token === token ? 'token' : 'coin'} ${one.amount}`).toSorted()
  }
  assert.deepEqual(await look('0x09', [nativeAddress, 50n]), ['coin 50'])
  // The payment of 50 is dropped once the watcher follows it; until then nothing of the 5 is added.
  const replaced = await look('0x0a', [nativeAddress, 5n], [token, 7n])
  assert.deepEqual(replaced, ['coin 50', 'token 7'])
  const [paid] = await store.findCharges({ ids: [charge.id] })
  const payment = { id: paid?.payments[0]?.id ?? '', chargeId: charge.id }
  await store.dropTransfers(payment, '0x0a', () => undefined)
  const followed = await look('0x0a', [nativeAddress, 5n], [token, 7n])
  assert.deepEqual(followed, ['coin 5', 'token 7'])
})

/** Makes many charges that are alike. By the service each one takes a thousandth of a second of the processor. */
async function copyCharge(count: number): Promise<{ id: string; reference: string }[]> {
  const { id } = await newCharge()
  const all = Array.from({ length: count }, () => {
    const copyId = createId()
    return { id: copyId, reference: computeReference(copyId) }
  })
  await sql`insert into charges overriding user value
    select (jsonb_populate_record(charges, copy)).*
    from charges, jsonb_array_elements(${JSON.stringify(all)}::jsonb) copy where id = ${id}`.execute(
    database.db,
  )
  return all
}

/** What PostgreSQL takes in one statement: 65,535 parameters are 3,449 payments. */
const crowd = 3_460

test('a transaction that pays more charges than a statement has parameters for pays each once, however often it is read', async () => {
  const all = await copyCharge(crowd)
  const block = { number: 8n, hash: '0x08' }
  const transfers = all.map(({ reference }, position) => ({
    ...{ position, sender: safe, token: nativeAddress, recipient, amount },
    references: [reference],
  }))
  const mined = {
    ...{
      chainId: 1,
      hash: `0x${'08'.repeat(32)}`,
      block,
      minedAt: new Date(start),
      blockTime: new Date(start),
    },
    ...{ transfers, mentionedReferences: [] },
  }
  const idOf = ({ position }: { position: number }) => all[position]?.id ?? ''
  const decideCredit = (transfer: { position: number }) => ({
    ...{ chargeId: idOf(transfer), proof: 'reference' as const, countedAmount: amount },
  })
  // Killed after the first part: the others are still to be done.
  const parts = { mined, listChargeIds: (one: { position: number }) => [idOf(one)], decideCredit }
  const [[first] = []] = splitForRecording([parts])
  await store.recordTransactions(first ? [first] : [])
  // Not in parts, so that each statement of the store is as large as it can be.
  const chargeIds = all.map(({ id }) => id)
  const whole = { mined, transfers, isFirstPart: true, chargeIds, decideCredit }
  const [credited] = await store.recordTransactions([whole])
  assert.equal(credited?.creditedChargeIds.length, crowd - (first?.transfers.length ?? 0))
  const again = await recordInParts({ store }, [parts])
  assert.deepEqual([...again.values()], [{ result: nothingRecorded }])
  const paid = await store.findCharges({ ids: chargeIds })
  assert.ok(paid.every(({ status, payments }) => status === 'PENDING' && payments.length === 1))
  assert.equal(paid.length, crowd)
})

test('amounts of a block with very many transfers are looked up among the reserved ones', async () => {
  const { id: chargeId } = await newCharge()
  const owed = 5_000_000n
  const reserved = await store.reserveAmount(
    {
      ...{ chargeId, chainId: 1, token: nativeAddress, recipient, owed, sinceBlock: 1n },
      ...{ createdAt: new Date(), expiresAt: new Date(Date.now() + 60_000) },
    },
    [owed + 7n],
    computeAmountShare(owed, { decimals: 18, isUsdPegged: false }),
  )
  assert.ok(reserved)
  const amounts = Array.from({ length: 30_000 }, (_, index) => BigInt(index + 1))
  const all = [...amounts, reserved.amount].map((one) => ({
    ...{ token: nativeAddress, recipient, amount: one },
  }))
  assert.deepEqual(await store.findReservations(1, all), [reserved])
})
