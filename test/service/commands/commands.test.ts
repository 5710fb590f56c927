import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Address } from 'viem'
import type { UnmatchedPayment } from '../../../src/api/index.ts'
import { computeReference } from '../../../src/service/domain/charges/reference.ts'
import { runOperator } from '../../support/operator.ts'
import { until } from '../../support/wait.ts'
import { clientOf, type Harness, startHarness, wallet } from '../harness.ts'
import { newCharge, paymentThatIs, suffixOf } from '../paying.ts'

// The operator's commands while the service runs: on the embedded database they call that process by its socket.

let harness: Harness
let dusd: Address
before(async () => {
  harness = await startHarness()
  dusd = harness.chain.token('DUSD').address
})
after(() => harness.end())

const cli = async (...args: string[]) =>
  (await runOperator(args, harness.environment)).stdout.trim()

/** What a command says that refuses: one line, and the exit code 1. */
async function refusal(...args: string[]): Promise<string> {
  const error = await cli(...args).then(
    (said) => assert.fail(`it ran: ${said}`),
    (cause: { code: number; stderr: string }) => cause,
  )
  assert.equal(error.code, 1)
  const lines = error.stderr.trim().split('\n')
  assert.equal(lines.length, 1, error.stderr)
  return String(lines[0])
}

async function list(status = 'unmatched', account = harness.shop): Promise<UnmatchedPayment[]> {
  const args = ['unmatched', 'list', '--account', account.id, '--status', status, '--json']
  const said = await cli(...args)
  return said === '' ? [] : said.split('\n').map((line) => JSON.parse(line) as UnmatchedPayment)
}

/** Money that names nobody, as the list shows it. */
async function strayMoney(): Promise<UnmatchedPayment> {
  const hash = await harness.chain.transfer(dusd, wallet, 5_000_000n)
  return await until('it to be recorded', async () =>
    (await list()).find((one) => one.hash === hash),
  )
}

describe('pay-charge unmatched', () => {
  test('assign credits money to a charge, once', async () => {
    const id = await newCharge(harness)
    const stray = await strayMoney()
    assert.deepEqual([stray.status, stray.amount], ['UNMATCHED', '5'])
    const table = await cli('unmatched', 'list', '--account', harness.shop.id)
    assert.match(
      table,
      new RegExp(`${stray.uuid}  UNMATCHED  5 DUSD  from 0x\\w+  in ${stray.hash}`),
    )
    assert.match(await cli('unmatched', 'assign', stray.uuid, '--charge', id), /^Assigned/)
    await paymentThatIs(harness, id, stray.hash, 'COMPLETED')
    assert.ok((await list('assigned')).some((one) => one.uuid === stray.uuid))
    const other = await newCharge(harness)
    assert.match(
      await refusal('unmatched', 'assign', stray.uuid, '--charge', other),
      /already been assigned/,
    )
    assert.match(await refusal('unmatched', 'ignore', stray.uuid), /already been assigned/)
    assert.equal((await clientOf(harness).getCharge(other)).status, 'NEW')
  })

  test('ignore takes money off the list', async () => {
    const stray = await strayMoney()
    assert.equal(await cli('unmatched', 'ignore', stray.uuid), 'Ignored.')
    assert.ok(!(await list()).some((one) => one.uuid === stray.uuid))
    assert.ok((await list('ignored')).some((one) => one.uuid === stray.uuid))
  })

  test('shows an account nothing of what came to others', async () => {
    await strayMoney()
    assert.deepEqual(await list('unmatched', harness.other), [])
    const said = await cli('unmatched', 'list', '--account', harness.other.id)
    assert.equal(said, 'There are no such payments.')
  })

  test('says in one line what is wrong', async () => {
    const id = crypto.randomUUID()
    const account = ['--account', harness.shop.id]
    assert.match(await refusal('unmatched', 'list', ...account, '--status', 'x'), /^--status must/)
    assert.match(await refusal('unmatched', 'list', ...account, '--limit', '0'), /^--limit must/)
    assert.match(await refusal('unmatched', 'ignore', 'x'), /^id must be a UUID/)
    assert.match(
      await refusal('unmatched', 'ignore', id),
      /^There is no unmatched payment [\da-f-]{36}\./,
    )
    const stray = await strayMoney()
    const assign = ['unmatched', 'assign', stray.uuid, '--charge']
    assert.match(await refusal(...assign, id), /^--charge: There is no such charge/)
    assert.match(await refusal(...assign, 'x'), /^--charge must be a UUID/)
  })
})

describe('pay-charge charge', () => {
  test('show tells all of a charge by its id or its reference', async () => {
    const id = await newCharge(harness, {}, { metadata: { order: 'C-3' } })
    for (const name of [id, computeReference(id)]) {
      const shown = JSON.parse(await cli('charge', 'show', name)) as Record<string, unknown>
      assert.deepEqual([shown.id, shown.status], [id, 'NEW'])
      assert.match(String(shown.hosted_url), new RegExp(`^http://127\\.0\\.0\\.1:\\d+/pay/${id}$`))
      assert.deepEqual(shown.metadata, { order: 'C-3' })
    }
    assert.match(await refusal('charge', 'show', 'x'), /^There is no charge x/)
  })

  test('cancel ends one that is not paid, and no other', async () => {
    const id = await newCharge(harness)
    assert.equal(await cli('charge', 'cancel', computeReference(id)), 'Canceled.')
    assert.equal(await cli('charge', 'cancel', id), 'It was already canceled.')
    assert.equal((await clientOf(harness).getCharge(id)).status, 'CANCELLED')
    const paid = await newCharge(harness)
    const hash = await harness.chain.transfer(dusd, wallet, 5_000_000n, suffixOf(paid))
    await paymentThatIs(harness, paid, hash, 'COMPLETED')
    assert.match(await refusal('charge', 'cancel', paid), /cannot be canceled/)
  })
})

describe('pay-charge rescan', () => {
  const rescan = (...args: string[]) => ['rescan', '--chain', ...args]

  test('has the running service read the blocks again', async () => {
    await newCharge(harness)
    const said = await cli(...rescan('31337', '--from', '1', '--to', '3'))
    assert.match(said, /^A running service will read chain 31337 again from block 1/)
    const line = await until('it in the log', () =>
      harness.service.log.find(({ msg }) => msg === 'scanned again'),
    )
    assert.deepEqual([line.from, line.to], ['1', '3'])
  })

  test('says in one line what is wrong', async () => {
    assert.match(
      await refusal(...rescan('10', '--from', '1')),
      /^--chain must be a chain on which there was ever a charge/,
    )
    assert.match(await refusal(...rescan('31337', '--from', 'x')), /^--from must be a block/)
    const upside = rescan('31337', '--from', '5', '--to', '4')
    assert.match(await refusal(...upside), /^--to must not be before the first block/)
  })
})

test('where there is no database, a command makes none: it says whose settings it lacks', async () => {
  const missing = join(tmpdir(), `pay-charge-${crypto.randomUUID()}`)
  for (const args of [
    ['account', 'list'],
    ['webhooks', 'list'],
    ['unmatched', 'list', '--account', 'x'],
  ]) {
    const error = await runOperator(args, { DATA_DIR: missing }).then(
      ({ stdout }) => assert.fail(`it ran: ${stdout}`),
      (cause: { code: number; stderr: string }) => cause,
    )
    assert.equal(error.code, 1)
    assert.match(
      error.stderr,
      /^DATA_DIR: there is no database in .*Run this with the service's settings/,
    )
  }
  assert.equal(existsSync(missing), false)
})
