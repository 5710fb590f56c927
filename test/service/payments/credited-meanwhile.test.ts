import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nativeAddress } from '../../../src/api/formats.ts'
import { createId } from '../../../src/service/domain/id.ts'
import { createGetPaymentStatus } from '../../../src/service/routes/payments/payments.ts'
import { createStore } from '../../../src/service/store/store.ts'
import { brand, chargeOf, recipients, start } from '../../attack/reserving.ts'
import { openDatabase } from '../../support/database.ts'

const [recipient = ''] = recipients
const amount = 10n ** 18n

test('a payment that is credited while its status is read is not called refused', async (t) => {
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
  const report = {
    ...{ id: createId(), chargeId: charge.id, chainId: 1, hash, token: nativeAddress },
    ...{ signature: undefined, status: 'WAITING' as const, reason: '', attempts: 0 },
    ...{ createdAt: new Date(), pendingTransaction: undefined, assignedBy: undefined },
  }
  await store.addReport(report, { maxWaiting: 5, maxEnded: 5, creditsFirstReport: false })
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
  await store.endReports([report.id], '')

  const context = { store } as unknown as Parameters<typeof createGetPaymentStatus>[0]
  assert.equal((await createGetPaymentStatus(context)(charge, hash)).status, 'PENDING')
})
