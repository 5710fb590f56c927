import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { createPaymentMessage } from '../../../src/api/signed-messages.ts'
import type { Chains } from '../../../src/service/chain/types/chains.ts'
import type { ChargeRecord } from '../../../src/service/charges/records.ts'
import type { ReportRecord } from '../../../src/service/payments/reports.ts'
import type { Transfer } from '../../../src/service/payments/transfers.ts'
import { readSignatures } from '../../../src/service/watcher/attribute/signatures.ts'
import type { WatcherContext } from '../../../src/service/watcher/context.ts'

const [chainId, hash, token, shop] = [1, '0xhash', '0xtoken', '0xshop']
const log = pino({ enabled: false })

/** A charge of 50, and a report of it with a signature. */
function reported(id: string, signature: string, status: ReportRecord['status'] = 'WAITING') {
  const quote = { chainId, token, recipient: shop, amount: 50n }
  const charge = { id, reference: `name of ${id}`, quote, accepts: [], payments: [] }
  const report = { id: `report of ${id}`, chargeId: id, chainId, hash, token, signature, status }
  return { charge: charge as unknown as ChargeRecord, report: report as ReportRecord }
}

const paid = (sender: string, amount: bigint): Transfer => ({
  ...{ position: 0, token, recipient: shop, sender, amount, references: [] },
})

/** Reads signatures of a chain on which `0xc…` are contracts. A signature is its signer's name and the message. */
async function read(
  transfers: readonly Transfer[],
  all: readonly ReturnType<typeof reported>[],
  isSigned: (account: string, signature: string) => boolean = () => false,
) {
  const calls: string[] = []
  const chains: Pick<Chains, 'recoverSigner' | 'hasCode' | 'isSignedByContract'> = {
    recoverSigner: async (message, signature) =>
      signature.endsWith(message) ? signature.slice(0, -message.length) : undefined,
    hasCode: async (_, account) => {
      calls.push(`code ${account}`)
      return account.startsWith('0xc')
    },
    isSignedByContract: async (_, account, __, signature) => {
      calls.push(`ask ${account}`)
      return isSigned(account, signature)
    },
  }
  const signatures = await readSignatures(
    { chains, log } as unknown as WatcherContext,
    { chainId, hash, reports: all.map(({ report }) => report) },
    all.map(({ charge }) => charge),
    transfers,
  )
  return { calls, signatures }
}

const textOf = (id: string) =>
  createPaymentMessage({ reference: `name of ${id}`, recipient: shop, chainId, hash })
const crowd = (begin: string, amount: bigint) =>
  Array.from({ length: 100 }, (_, index) => paid(`${begin}${index}`, amount))

test('a key’s signature counts among transfers of a hundred others, without a call', async () => {
  const all = [reported('a', `0xholder${textOf('a')}`)]
  const { calls, signatures } = await read([...crowd('0x', 60n), paid('0xholder', 40n)], all)
  assert.deepEqual(signatures.getSignedChargeIds(paid('0xholder', 40n)), ['a'])
  assert.deepEqual(calls, [])
})

test('a contract is asked first when it paid the price, whoever else’s transfers are there', async () => {
  const transfers = [...crowd('0xc', 60n), paid('0xcontract', 50n)]
  const all = [reported('a', 'proof')]
  const { calls, signatures } = await read(transfers, all, (one) => one === '0xcontract')
  assert.deepEqual(signatures.getSignedChargeIds(paid('0xcontract', 50n)), ['a'])
  assert.equal(calls.length, 8)
})

test('false signatures cost a few calls for each report, and none where a key paid', async () => {
  const all = Array.from({ length: 100 }, (_, index) => reported(`${index}`, 'rubbish'))
  const byKey = await read([paid('0xkey', 50n)], all)
  assert.deepEqual(byKey.calls, ['code 0xkey'])
  const byContract = await read([paid('0xcontract', 50n)], all)
  assert.equal(byContract.calls.length, 1 + 100)
  const ended = all.map(({ report }) => reported(report.chargeId, 'rubbish', 'ENDED'))
  assert.deepEqual((await read([paid('0xcontract', 50n)], ended)).calls, [])
})

test('a contract that no node can answer about keeps its own report waiting, and no other', async () => {
  const fail = (_: string, signature: string) => {
    if (signature === 'endless') throw new Error('The node did not answer in time.')
    return true
  }
  const all = [reported('a', 'endless'), reported('b', 'proof')]
  const { signatures } = await read([paid('0xcontract', 50n)], all, fail)
  assert.deepEqual([...signatures.unreadReportIds], ['report of a'])
  assert.deepEqual(signatures.getSignedChargeIds(paid('0xcontract', 50n)), ['b'])
})
