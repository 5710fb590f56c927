import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import type { PayError } from '../../../src/errors.ts'
import { atNight, isNightly } from '../../support/effort.ts'
import { chainId, clientOf, judged, provideProcessHarness, wallet } from '../../support/harness.ts'
import { anyHash, payFor, paymentThatIs } from '../../support/paying.ts'
import { createAccount, runCli, startServiceProcess } from '../../support/service.ts'
import { until } from '../../support/wait.ts'

/** How often the service is killed while it is busy. */
const rounds = isNightly ? 5 : 1

const harness = provideProcessHarness({ CONFIRMATIONS: JSON.stringify({ [chainId]: 3 }) })

/** What is about files is for the database that keeps them in a folder of ours. */
/** What the service does on any database is tested on PostgreSQL in every run. */
const either = process.env.TEST_DATABASE_URL ? {} : atNight
const embedded = { skip: process.env.TEST_DATABASE_URL ? 'about the embedded database' : false }

const folder = () => String(harness.environment.DATA_DIR)

async function newCharge(amount = '5'): Promise<string> {
  const { id } = await clientOf(harness).createCharge({
    pricing_type: 'fixed_price',
    local_price: { amount },
    metadata: { amount },
  })
  return id
}

async function killAndStart(): Promise<void> {
  await harness.service.end('SIGKILL')
  harness.service = await startServiceProcess(harness.environment)
}

test('after SIGKILL everything answered is there, and payments are followed to their end', async () => {
  const token = harness.chain.dusd
  const client = clientOf(harness)
  await client.setReceivingWallet({ walletAddress: wallet, chainId, tokenAddress: token })
  const id = await newCharge()
  const hash = await payFor(harness, id)
  await paymentThatIs(harness, id, hash, 'PENDING')
  const unseen = anyHash()
  await client.addPayment(id, { hash: unseen, chainId: `${chainId}`, tokenAddress: token })
  const before = await client.getCharge(id)
  await killAndStart()
  assert.equal((await clientOf(harness).getPaymentStatus(id, unseen)).status, 'UNSEEN')
  const after = await clientOf(harness).getCharge(id)
  const { waiting_report: report } = after
  assert.ok(report && before.waiting_report)
  // The page moved with the service's port, and a report grows older; nothing else did.
  const hosted_url = `${harness.service.baseUrl}/pay/${id}`
  const { age_seconds } = report
  const waiting_report = { ...before.waiting_report, age_seconds }
  assert.deepEqual(after, { ...before, hosted_url, waiting_report })
  assert.ok(age_seconds >= before.waiting_report.age_seconds)
  await harness.chain.client.mine({ blocks: 2 })
  assert.equal((await judged(harness, id, hash)).payment.status, 'COMPLETED')
  // The receiving wallet outlived the kill too.
  const quote = await clientOf(harness).getRequestCharge(await newCharge())
  assert.equal(quote.requestLink.recipientAddress, wallet)
})

test('killed at any moment of a busy time, no acknowledged charge or report is lost', async () => {
  const token = harness.chain.dusd
  const charges = new Map<string, string | undefined>()
  for (let round = 0; round < rounds; round++) {
    let busy = true
    const client = clientOf(harness)
    const work = async () => {
      while (busy) {
        const amount = `${Math.ceil(Math.random() * 1000)}.5`
        const id = await newCharge(amount)
        charges.set(id, undefined)
        const hash = anyHash()
        await client.addPayment(id, { hash, chainId: `${chainId}`, tokenAddress: token })
        charges.set(id, hash)
      }
    }
    const workers = Promise.allSettled([work(), work(), work()])
    const enough = charges.size + 10
    await until('some charges', () => (charges.size >= enough ? true : undefined))
    await sleep(Math.random() * 100)
    await harness.service.end('SIGKILL')
    busy = false
    for (const result of await workers) {
      if (result.status === 'rejected') assert.equal((result.reason as PayError).code, 'offline')
    }
    harness.service = await startServiceProcess(harness.environment)
  }
  for (const [id, hash] of charges) {
    await clientOf(harness).getCharge(id)
    if (hash) assert.equal((await clientOf(harness).getPaymentStatus(id, hash)).status, 'UNSEEN')
  }
})

test('confirmations are counted: the block it was mined in is the first', either, async () => {
  const id = await newCharge()
  const hash = await payFor(harness, id)
  await paymentThatIs(harness, id, hash, 'PENDING')
  await harness.chain.client.mine({ blocks: 1 })
  await sleep(2500)
  assert.equal((await clientOf(harness).getCharge(id)).payments[0]?.status, 'PENDING')
  await harness.chain.client.mine({ blocks: 1 })
  assert.equal((await judged(harness, id, hash)).payment.status, 'COMPLETED')
})

test(
  'while it runs, nobody else takes its folder; after a kill the next one does',
  embedded,
  async () => {
    await assert.rejects(
      runCli(['serve'], { SERVICE_PORT: '0', ...harness.environment }),
      (error: { stderr: string; code: number }) => {
        assert.equal(error.code, 1)
        assert.match(
          error.stderr,
          /^DATA_DIR: .* is in use by another process, of this or another container\. Stop that one/,
        )
        assert.equal(error.stderr.trim().split('\n').length, 1)
        return true
      },
    )
    await harness.service.end('SIGKILL')
    assert.match((await createAccount(harness.environment)).apiKey, /^pc_[\da-f]{8}_/)
    harness.service = await startServiceProcess(harness.environment)
  },
)

test('SIGTERM lets calls under way end, and exits with 0', either, async () => {
  const calls = Array.from({ length: 20 }, () => newCharge())
  await Promise.race(calls)
  const code = harness.service.end('SIGTERM')
  const settled = await Promise.allSettled(calls)
  assert.equal(await code, 0)
  harness.service = await startServiceProcess(harness.environment)
  for (const one of settled) {
    if (one.status === 'fulfilled') await clientOf(harness).getCharge(one.value)
    // One that had not yet been taken is refused at the door, never half done.
    else assert.equal((one.reason as PayError).code, 'offline')
  }
})

test('a database that a later version has changed is not opened', embedded, async () => {
  await harness.service.end()
  const change = async (statement: string) => {
    const database = await PGlite.create({ dataDir: join(folder(), 'database') })
    await database.exec(statement).finally(() => database.close())
  }
  await change(`insert into kysely_migration values ('9999_later', '2099-01-01')`)
  await assert.rejects(
    startServiceProcess(harness.environment),
    /DATA_DIR: .* cannot be used: .*9999_later/,
  )
  await change(`delete from kysely_migration where name = '9999_later'`)
  harness.service = await startServiceProcess(harness.environment)
})

test('keys are hashed at rest', embedded, async () => {
  await harness.service.end()
  const [, prefix, ...secret] = harness.shop.apiKey.split('_')
  let found = false
  const files = await readdir(join(folder(), 'database'), { recursive: true, withFileTypes: true })
  for (const file of files.filter((one) => one.isFile())) {
    const bytes = await readFile(join(file.parentPath, file.name))
    assert.ok(!bytes.includes(secret.join('_')), `the key stands in ${file.name}`)
    found ||= bytes.includes(`pc_${prefix}`)
  }
  assert.ok(found, 'the public prefix is found, so the key would have been')
  harness.service = await startServiceProcess(harness.environment)
})
