import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeReport, type ReportedHash } from '../../../src/service/payments/reports.ts'

const unknown: ReportedHash = {
  ...{ hasTransfers: false, hasUnmatched: false, isFromLogs: false, hasPayment: false },
  ...{ isAssignedElsewhere: false, reportId: undefined, signature: undefined, isAssigned: false },
}
const reported = { ...unknown, reportId: 'report' }
const unmatched = { ...unknown, hasTransfers: true, hasUnmatched: true }
const byPayer = { signature: undefined, assignedBy: undefined }
const signed = { ...byPayer, signature: '0x1' }
const decided = { ...byPayer, assignedBy: { keyId: 'key', requestId: '' } }

test('a report that adds no evidence to a known one changes nothing', () => {
  assert.deepEqual(judgeReport(byPayer, reported), { outcome: 'known' })
  assert.deepEqual(judgeReport(signed, { ...reported, signature: '0x1' }), { outcome: 'known' })
  assert.deepEqual(judgeReport(decided, { ...reported, isAssigned: true }), { outcome: 'known' })
})

test('a new signature and the merchant’s decision are evidence', () => {
  const waiting = { outcome: 'new', isWaiting: true }
  assert.deepEqual(judgeReport(signed, reported), waiting)
  assert.deepEqual(judgeReport(signed, { ...reported, signature: '0x2' }), waiting)
  assert.deepEqual(judgeReport(decided, reported), waiting)
})

test('money that is credited elsewhere, or decided about, is taken', () => {
  const credited = { ...unknown, hasTransfers: true }
  assert.deepEqual(judgeReport(byPayer, credited), { outcome: 'taken' })
  assert.deepEqual(judgeReport(signed, credited), { outcome: 'taken' })
  assert.deepEqual(judgeReport(decided, { ...unmatched, isAssignedElsewhere: true }), {
    outcome: 'taken',
  })
})

test('what has paid the charge is reported again only for money that is still unmatched', () => {
  assert.deepEqual(judgeReport(signed, { ...unknown, hasTransfers: true, hasPayment: true }), {
    outcome: 'known',
  })
  assert.equal(judgeReport(byPayer, { ...unmatched, hasPayment: true }).outcome, 'known')
  assert.equal(judgeReport(signed, { ...unmatched, hasPayment: true }).outcome, 'new')
})

test('a transaction that was read as a whole is read again only for new evidence', () => {
  assert.deepEqual(judgeReport(byPayer, unmatched), { outcome: 'new', isWaiting: false })
  assert.deepEqual(judgeReport(byPayer, { ...unmatched, isFromLogs: true }), {
    outcome: 'new',
    isWaiting: true,
  })
  assert.deepEqual(judgeReport(signed, unmatched), { outcome: 'new', isWaiting: true })
})
