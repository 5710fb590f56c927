import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStore } from '../../../src/service/app/store.ts'
import { createId } from '../../../src/service/kernel/id.ts'
import type { RelayRecord } from '../../../src/service/relayer/records.ts'
import { brand, chargeOf, recipients, start } from '../../attack/reserving.ts'
import { openDatabase } from '../../support/tables.ts'

// A stranger's transaction may be recorded from the log of its transfer, before anybody hands in the authorization that it carries
// out. It is read as a whole once the service looks for that.

const [recipient = ''] = recipients
const amount = 100n
const nonce = `0x${'5a'.repeat(32)}`
const hash = `0x${'ab'.repeat(32)}`
const sender = `0x${'cd'.repeat(20)}`

test('a transfer that was recorded from its log has its nonce once it was read as a whole', async (t) => {
  const { db, close } = await openDatabase()
  t.after(close)
  const store = createStore(db)
  const accountId = (await store.createAccount('Mugs')).account.id
  const charge = { ...chargeOf(1, recipient, amount, start), accountId }
  const { chainId, token } = charge.quote
  await store.createCharge(charge, brand, undefined, { max: 10, since: new Date(start) })
  const relay = createRelay({ chargeId: charge.id, chainId, token })
  const counts = { perAccount: 10, total: 10, openSlots: 10 }
  const funds = { balance: amount, usedIds: [] }
  await store.beginRelay(relay, `0x${'11'.repeat(20)}`, 0, counts, funds, () => undefined)
  const record = async (isFromLogs: boolean) => {
    const transfer = { position: 0, sender, token, recipient, amount, references: [] }
    const transfers = [isFromLogs ? transfer : { ...transfer, authorization: nonce }]
    const block = { number: 7n, hash: '0x07' }
    const times = { minedAt: new Date(start), blockTime: new Date(start) }
    const mined = { ...{ chainId, hash, block, ...times, isFromLogs }, mentionedReferences: [] }
    const decideCredit = () => ({ reason: 'Somebody else has sent it.' })
    await store.recordTransactions([
      { mined: { ...mined, transfers }, transfers, chargeIds: [], decideCredit },
    ])
  }
  await record(true)
  assert.equal(await store.readMoney(relay.id), undefined)
  await record(false)
  assert.equal(await store.readMoney(relay.id), 'waiting')
})

const createRelay = (charge: Pick<RelayRecord, 'chargeId' | 'chainId' | 'token'>): RelayRecord => ({
  ...{
    ...charge,
    id: createId(),
    from: sender,
    recipient,
    value: amount,
    nonce,
    signature: '0x51',
  },
  ...{ validAfter: 0n, validBefore: 2n ** 40n, status: 'RELAYING', reason: '', hash: undefined },
  ...{ fee: 0n, isExclusive: true, isOfContract: false, paymentId: undefined, sinceBlock: 1n },
  createdAt: new Date(),
})
