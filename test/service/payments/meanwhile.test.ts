import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { nativeAddress } from '../../../src/api/formats.ts'
import { createStore } from '../../../src/service/app/store.ts'
import { createId } from '../../../src/service/kernel/id.ts'
import type { ReportRecord } from '../../../src/service/payments/reports.ts'
import { createGetPaymentStatus } from '../../../src/service/payments/routes/payments.ts'
import { brand, chargeOf, recipients, start } from '../../attack/reserving.ts'
import { openDatabase } from '../../support/tables.ts'

const [recipient = ''] = recipients
const amount = 10n ** 18n

/** A charge, and a report that somebody has made for it. */
async function reportHash(t: TestContext) {
  const { db, close } = await openDatabase()
  t.after(close)
  const store = createStore(db)
  const accountId = (await store.createAccount('Mugs')).account.id
  const made = { ...chargeOf(1, recipient, amount, start), accountId }
  const quote = { ...made.quote, token: nativeAddress, tokenType: 'NATIVE' as const, decimals: 18 }
  const limit = { max: 10, since: new Date(start) }
  await store.createCharge({ ...made, quote }, brand, undefined, limit)
  // As the caller has read it.
  const charge = await store.getCharge(accountId, made.id)
  assert.ok(charge)
  const hash = `0x${'ab'.repeat(32)}`
  const report: ReportRecord = {
    ...{ id: createId(), chargeId: charge.id, chainId: 1, hash, token: nativeAddress },
    ...{ signature: undefined, status: 'WAITING', reason: '', attempts: 0 },
    ...{ createdAt: new Date(), pendingTransaction: undefined, assignedBy: undefined },
  }
  await store.addReport(report, limits)
  const keys = await store.listApiKeys(accountId)
  return { store, charge, hash, report, keyId: keys[0]?.id ?? '' }
}

const limits = { maxWaiting: 5, maxEnded: 5 }

test('a payment that is credited while its status is read is not called refused', async (t) => {
  const { store, charge, hash, report } = await reportHash(t)
  const references = [charge.reference]
  const transfers = [
    { position: 0, sender: '0x01', token: nativeAddress, recipient, amount, references },
  ]
  const mined = {
    ...{
      chainId: 1,
      hash,
      block: { number: 7n, hash: '0x07' },
      minedAt: new Date(start),
      blockTime: new Date(start),
    },
    ...{ mentionedReferences: references, transfers },
  }
  const decision = { chargeId: charge.id, proof: 'reference', countedAmount: amount } as const
  await store.recordTransactions([
    { mined, transfers, chargeIds: [charge.id], decideCredit: () => decision },
  ])
  await store.endReports([report], '')

  const context = { store } as unknown as Parameters<typeof createGetPaymentStatus>[0]
  assert.equal((await createGetPaymentStatus(context)(charge, hash)).status, 'PENDING')
})

for (const [what, evidenceOf] of [
  ['a signature', () => ({ signature: '0x51' })],
  [
    'a decision of the merchant',
    (keyId: string) => ({ assignedBy: { keyId, requestId: 'req_1' } }),
  ],
] as const)
  test(`${what} that comes while its transaction is judged is judged too`, async (t) => {
    const { store, charge, hash, report, keyId } = await reportHash(t)
    const listDue = () => store.listDueReports(1, 10)
    const [read] = await listDue()
    assert.ok(read)
    await store.addReport({ ...report, ...evidenceOf(keyId) }, limits)
    // What was judged without it decides neither its end nor when it is read.
    await store.scheduleReports([{ ...read, delayMs: 60_000 }])
    await store.endReports([read], 'It names no charge.')
    const [due] = await listDue()
    assert.equal(due?.id, report.id)
    await store.endReports([due], '')
    assert.equal((await store.getReport(charge.id, 1, hash))?.status, 'ENDED')
  })
