import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { Attribution } from 'ox/erc8021'
import pg from 'pg'
import { type Address, erc20Abi, type Hex, parseUnits, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { Refund } from '../../../src/api/schemas/payments/refund.ts'
import { PayError } from '../../../src/errors.ts'
import { clientOf, databaseOf, provideProcessHarness } from '../../support/harness.ts'
import { newCharge, suffixOf, unmatchedOf } from '../../support/paying.ts'
import { provideReceiver } from '../../support/receiver.ts'
import { runCli, startServiceProcess, temporaryFolder } from '../../support/service.ts'
import { withOptions } from '../../support/service-options.ts'
import { patience, until } from '../../support/wait.ts'

// The database is destroyed, and a backup of an earlier time put in its place. What came on the chain since then is found
// again, and what the backup knows is told again.

const runProgram = promisify(execFile)

/** An address of this test's own: what it holds in the end is what must be accounted for. */
const recipient = privateKeyToAddress(generatePrivateKey())
const price = 5_000_000n

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let token: Address
const harness = provideProcessHarness({
  ...withOptions({ leaseMs: 1000, isMetricsPublic: true }),
  WEBHOOK_ALLOW_PRIVATE: 'on',
})
const receiver = provideReceiver(harness)
before(async () => {
  await receiver.started
  folder = await temporaryFolder()
  token = harness.chain.dusd
})
after(async () => {
  await folder.remove()
})

const createCharge = () => newCharge(harness, { recipientAddress: recipient })
const pay = (id: string) => harness.chain.transfer(token, recipient, price, suffixOf(id))

/** Waits until a charge is paid and its webhook has come. Returns the hashes that have paid it. */
async function waitUntilPaid(id: string): Promise<string[]> {
  return await until(`the payment of ${id}`, async () => {
    const { status, payments } = await clientOf(harness).getCharge(id)
    if (status !== 'COMPLETED' || confirmations(id).length === 0) return undefined
    assert.ok(payments.every((one) => one.status === 'COMPLETED'))
    return payments.map((one) => one.payerTransactionHash)
  })
}

/** The genuine calls that have confirmed a charge. */
const confirmations = (id: string) =>
  receiver.received.filter(({ event, genuine }) => {
    assert.ok(genuine, `${event.type} is signed with the secret of before`)
    return event.type === 'charge:confirmed' && event.data.id === id
  })

/**
 * Waits until the saved cursor of the watcher is at the newest block: from there a restored service goes on. Somebody asks
 * for an open charge meanwhile, since the cursor is moved once a minute only while somebody waits.
 */
async function waitUntilScanned(openId: string): Promise<void> {
  const head = await harness.chain.client.getBlockNumber()
  const isScanned = async () => {
    await clientOf(harness).getCharge(openId)
    const text = await (await fetch(`${harness.service.baseUrl}/metrics`)).text()
    const [, block = '-1'] = /^pay_charge_watcher_scanned_block\{.*\} (\d+)/m.exec(text) ?? []
    return BigInt(block) >= head || undefined
  }
  await until('the cursor', isScanned, 5 * patience)
}

/** Takes everything that the database has. */
async function destroyDatabase(): Promise<void> {
  const database = databaseOf(harness)
  if ('dataDir' in database)
    return await rm(join(database.dataDir, 'database'), { recursive: true })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('drop schema public cascade; create schema public').finally(() => client.end())
}

const file = () => join(folder.path, 'drill.backup')

/** Copies the database, as docs/operations.md says. */
async function backUp(): Promise<void> {
  const database = databaseOf(harness)
  if ('dataDir' in database) await runCli(['backup', file()], harness.environment)
  else await runProgram('pg_dump', ['--format=custom', '--file', file(), database.url])
}

/** Puts the copy back, as docs/operations.md says. */
async function restore(backedUpAt: string): Promise<void> {
  const database = databaseOf(harness)
  if ('dataDir' in database) {
    const { stdout } = await runCli(['restore', file()], harness.environment)
    assert.match(stdout, /^Restored the database of \d{4}-.*, with 2 accounts\./)
    return
  }
  const flags = ['--clean', '--if-exists', '--single-transaction', '--exit-on-error']
  const place = ['--no-owner', '--no-privileges', '--dbname', database.url]
  await runProgram('pg_restore', [...flags, ...place, file()])
  const { stdout } = await runCli(['settings', 'postpone', backedUpAt], harness.environment)
  assert.match(stdout, /^Changes whose delay restarted: 0\./)
}

test('after a restore, every payment of a charge that the backup knows is credited once and told, and no refund is sent twice', async (t) => {
  const settled = await createCharge()
  const [paidAfterBackup, paidWhileDown] = [await createCharge(), await createCharge()]
  const settledHash = await pay(settled)
  await waitUntilPaid(settled)
  const refund = await approveRefund(settled)
  await waitUntilScanned(paidAfterBackup)

  const backedUpAt = new Date().toISOString()
  await backUp()

  const hashAfterBackup = await pay(paidAfterBackup)
  await waitUntilPaid(paidAfterBackup)
  const forgotten = await createCharge()
  const forgottenHash = await pay(forgotten)
  await waitUntilPaid(forgotten)
  const sent = await sendRefund(refund)
  const forgottenRefund = await sendRefund(await approveRefund(settled))
  const [firstId] = confirmations(paidAfterBackup).map(({ event }) => event.id)

  await harness.service.end('SIGKILL')
  await destroyDatabase()
  const hashWhileDown = await pay(paidWhileDown)
  receiver.received.length = 0

  await restore(backedUpAt)
  const start = Date.now()
  harness.service = await startServiceProcess(harness.environment)

  assert.deepEqual(await waitUntilPaid(paidAfterBackup), [hashAfterBackup])
  assert.deepEqual(await waitUntilPaid(paidWhileDown), [hashWhileDown])
  t.diagnostic(`credited and told again ${Date.now() - start} ms after the start`)
  // The event is written anew. A receiver knows the charge, and not the event.
  const [call] = confirmations(paidAfterBackup)
  assert.notEqual(call?.event.id, firstId)

  // What was settled before the backup stays as it was, and is not told again. What was sent back since is found below.
  const { status, payments } = await clientOf(harness).getCharge(settled)
  assert.equal(status, 'COMPLETED')
  assert.deepEqual(
    payments.map((one) => one.payerTransactionHash),
    [settledHash],
  )
  assert.deepEqual(confirmations(settled), [])

  await checkRefund(refund, sent)
  await checkRefund(await approveRefund(settled), forgottenRefund)
  await checkRefundsTold(settled, 2)
  await checkForgotten(forgotten, forgottenHash)
  await checkMoney([settled, paidAfterBackup, paidWhileDown])
})

let homes = 0
/** A refund of a part, to an address to which nothing else was sent. */
async function approveRefund(id: string): Promise<Refund> {
  const { uuid } = await clientOf(harness).createRefund(id, { amount: '2' })
  const recipientAddress = toHex(BigInt(++homes) << 128n, { size: 20 })
  return await clientOf(harness).approveRefund(uuid, { recipientAddress })
}

const askWallet = ({ uuid }: Refund) => {
  const senderAddress = harness.chain.payer.address
  return clientOf(harness).signRefund(uuid, { senderAddress, attempt: crypto.randomUUID() })
}

const completed = ({ uuid }: Refund) =>
  until('the refund', async () => {
    const refund = await clientOf(harness).getRefund(uuid)
    return refund.status === 'COMPLETED' ? refund : undefined
  })

/** The wallet is asked, and sends. */
async function sendRefund(refund: Refund): Promise<Refund> {
  await harness.chain.client.mine({ blocks: 1 })
  await askWallet(refund)
  const suffix = Attribution.toDataSuffix({ codes: [refund.reference] })
  await harness.chain.transfer(token, refund.recipientAddress as Hex, parseUnits('2', 6), suffix)
  return await completed(refund)
}

/** No wallet is asked for a refund that the chain shows as sent, though the backup does not know of it. */
async function checkRefund(refund: Refund, sent: Refund): Promise<void> {
  assert.equal(refund.reference, sent.reference)
  assert.ok(['APPROVED', 'COMPLETED'].includes(refund.status))
  await assert.rejects(askWallet(refund), { code: 'conflict' })
  const { hash, sentAmount, recipientAddress } = await completed(refund)
  assert.deepEqual([hash, sentAmount, recipientAddress], [sent.hash, '2', sent.recipientAddress])
}

/** The restored service has told of each refund once. */
async function checkRefundsTold(id: string, count: number): Promise<void> {
  const { data } = await clientOf(harness).listEvents({ charge: id, type: 'refund:confirmed' })
  assert.equal(data.length, count)
}

/** A charge that the backup does not know is gone, and its money waits for the merchant's decision. */
async function checkForgotten(id: string, hash: Hex): Promise<void> {
  await assert.rejects(
    clientOf(harness).getCharge(id),
    (cause) => cause instanceof PayError && cause.code === 'not_found',
  )
  const transfer = await unmatchedOf(harness, hash)
  assert.equal(transfer.status, 'UNMATCHED')
  const told = await until('the news of it', () =>
    receiver.received.find(({ event }) => (event.type as string) === 'payment:unmatched'),
  )
  assert.ok(told.body.includes(hash))
}

/** To the last unit, what arrived is credited or unmatched. */
async function checkMoney(ids: readonly string[]): Promise<void> {
  const charges = await Promise.all(ids.map((id) => clientOf(harness).getCharge(id)))
  const credited = charges
    .flatMap(({ payments }) => payments)
    .reduce((sum, one) => sum + parseUnits(one.paidAmountInRequestedToken, 6), 0n)
  const { data } = await clientOf(harness).listUnmatched()
  const unmatched = data.reduce((sum, one) => sum + parseUnits(one.amount, 6), 0n)
  const held = await harness.chain.client.readContract({
    ...{ abi: erc20Abi, address: token, functionName: 'balanceOf', args: [recipient] },
  })
  assert.equal(credited + unmatched, held)
}
