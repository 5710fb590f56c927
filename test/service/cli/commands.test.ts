import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import type { Address } from 'viem'
import type { UnmatchedPayment } from '../../../src/api/index.ts'
import { computeReference } from '../../../src/service/kernel/reference.ts'
import { clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { commandsOf, refusalOf, runOperator } from '../../support/operator.ts'
import { newCharge, payFor, paymentThatIs } from '../../support/paying.ts'
import { runCli } from '../../support/service.ts'
import { until } from '../../support/wait.ts'

// The operator's commands while the service runs: on the embedded database they call that process by its socket.

let dusd: Address
const harness = provideHarness()
before(async () => {
  await harness.started
  dusd = harness.chain.dusd
})

const cli = commandsOf(harness)

/** Calls an endpoint by the command, and returns its reply. */
const call = async (...args: string[]) => JSON.parse(await cli('call', ...args))
const as = ({ id }: { id: string }) => ['--account', id]

const refusal = (...args: string[]) => refusalOf(cli(...args))

const list = async (status = 'UNMATCHED', account = harness.shop): Promise<UnmatchedPayment[]> =>
  (await call('listUnmatched', ...as(account), '--status', status)).data

/** Money that names nobody, as the list shows it. */
async function strayMoney(): Promise<UnmatchedPayment> {
  const hash = await harness.chain.transfer(dusd, wallet, 5_000_000n)
  return await until('it to be recorded', async () =>
    (await list()).find((one) => one.hash === hash),
  )
}

describe('pay-charge call', () => {
  const decide = (route: string, uuid: string, ...fields: string[]) => [
    ...['call', route, ...as(harness.shop), '--uuid', uuid, ...fields],
  ]

  test('assign credits money to a charge, once', async () => {
    const id = await newCharge(harness)
    const stray = await strayMoney()
    assert.deepEqual([stray.status, stray.amount], ['UNMATCHED', '5'])
    const found = await call('findUnmatched', '--id', stray.uuid)
    assert.deepEqual([found.account, found.payment.uuid], [harness.shop.id, stray.uuid])
    const assigned = decide('assignUnmatched', stray.uuid, '--chargeUuid', id)
    assert.equal(JSON.parse(await cli(...assigned)).status, 'ASSIGNED')
    await paymentThatIs(harness, id, stray.hash, 'COMPLETED')
    assert.ok((await list('ASSIGNED')).some((one) => one.uuid === stray.uuid))
    const other = await newCharge(harness)
    assert.match(
      await refusal(...decide('assignUnmatched', stray.uuid, '--chargeUuid', other)),
      /already been assigned/,
    )
    assert.match(await refusal(...decide('ignoreUnmatched', stray.uuid)), /already been assigned/)
    assert.equal((await clientOf(harness).getCharge(other)).status, 'NEW')
  })

  test('ignore takes money off the list', async () => {
    const stray = await strayMoney()
    assert.equal(JSON.parse(await cli(...decide('ignoreUnmatched', stray.uuid))).status, 'IGNORED')
    assert.ok(!(await list()).some((one) => one.uuid === stray.uuid))
    assert.ok((await list('IGNORED')).some((one) => one.uuid === stray.uuid))
  })

  test('shows an account nothing of what came to others', async () => {
    await strayMoney()
    assert.deepEqual(await list('UNMATCHED', harness.other), [])
  })

  test('says in one line what is wrong', async () => {
    const id = crypto.randomUUID()
    const listed = ['call', 'listUnmatched', ...as(harness.shop)]
    assert.match(await refusal(...listed, '--status', 'x'), /^--status must/)
    assert.match(await refusal(...listed, '--limit', '0'), /^--limit must/)
    assert.match(await refusal(...decide('ignoreUnmatched', 'x')), /^--uuid must be a UUID/)
    assert.match(
      await refusal(...decide('ignoreUnmatched', id)),
      /^There is no such unmatched payment\./,
    )
    const stray = await strayMoney()
    const assign = decide('assignUnmatched', stray.uuid, '--chargeUuid')
    assert.match(await refusal(...assign, id), /^--chargeUuid: There is no such charge/)
    assert.match(await refusal(...assign, 'x'), /^--chargeUuid must be a UUID/)
    assert.match(await refusal('call', 'listUnmatched'), /^Give --account or --service\.$/)
  })

  test('show tells all of a charge by its id or its reference', async () => {
    const id = await newCharge(harness, {}, { metadata: { order: 'C-3' } })
    for (const name of [id, computeReference(id)]) {
      const { account, charge } = await call('findCharge', '--name', name)
      assert.deepEqual([account, charge.id, charge.status], [harness.shop.id, id, 'NEW'])
      assert.match(String(charge.hosted_url), new RegExp(`^http://127\\.0\\.0\\.1:\\d+/pay/${id}$`))
      assert.deepEqual(charge.metadata, { order: 'C-3' })
    }
    assert.match(await refusal('call', 'findCharge', '--name', 'x'), /^There is no charge x/)
  })

  test('cancel ends one that is not paid, and no other', async () => {
    const cancel = (uuid: string) => decide('cancelCharge', uuid)
    const id = await newCharge(harness)
    for (const _ of ['once', 'again'])
      assert.equal(JSON.parse(await cli(...cancel(id))).data.status, 'CANCELLED')
    assert.equal((await clientOf(harness).getCharge(id)).status, 'CANCELLED')
    const paid = await newCharge(harness)
    const hash = await payFor(harness, paid)
    await paymentThatIs(harness, paid, hash, 'COMPLETED')
    assert.match(await refusal(...cancel(paid)), /cannot be canceled/)
  })

  test('takes a text as it is and anything else as JSON, by api-key too', async () => {
    const { apiKey } = harness.shop
    const { stdout } = await runCli(
      [
        ...['call', 'createCharge', '--service', harness.service.baseUrl],
        ...['--pricing_type', 'fixed_price', '--local_price', '{"amount":"5"}', '--name', '17'],
        ...['--metadata', '{"order":7}'],
        '--requestProps',
        JSON.stringify({ chainId: '31337', recipientAddress: wallet, tokenAddress: dusd }),
      ],
      { PAY_CHARGE_KEY: apiKey },
    )
    const { data } = JSON.parse(stdout)
    assert.deepEqual([data.name, data.metadata], ['17', { order: 7 }])
    // A number that reading would change is sent as text, or not at all.
    assert.match(
      await refusal(
        'call',
        'createCharge',
        ...as(harness.shop),
        '--metadata',
        '{"id":9007199254740993}',
      ),
      /^--metadata holds the number 9007199254740993/,
    )
    const unpaid = ['call', 'getCharge', '--service', harness.service.baseUrl, '--id', data.id]
    await assert.rejects(runCli(unpaid, { PAY_CHARGE_KEY: '' }), { stderr: /Set PAY_CHARGE_KEY/ })
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
    ['call', 'listWebhookEvents'],
    ['call', 'listUnmatched', '--account', 'x'],
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
