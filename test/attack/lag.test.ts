import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { clientOf, provideHarness, wallet } from '../support/harness.ts'
import { runOperator } from '../support/operator.ts'
import { newCharge, payFor, paymentThatIs, reportNew } from '../support/paying.ts'
import { startService } from '../support/service.ts'
import { withOptions } from '../support/service-options.ts'
import { patience, until } from '../support/wait.ts'
import { startLaggingNode } from './lagging-node.ts'

let node: Awaited<ReturnType<typeof startLaggingNode>>
const harness = provideHarness(withOptions({ isMetricsPublic: true }))
before(async () => {
  await harness.started
  node = await startLaggingNode(harness.chain.rpcUrl)
  await harness.service.end()
  harness.environment.CHAIN_RPC_URLS = JSON.stringify({ 31337: node.rpcUrl })
  harness.service = await startService(harness.environment)
})
after(() => node.stop())

const unproved = () => harness.service.log.find(({ msg }) => String(msg).includes('does not prove'))
const dusd = () => harness.chain.dusd

async function metric(name: string): Promise<number> {
  const response = await fetch(`${harness.service.baseUrl}/metrics`)
  const line = (await response.text()).split('\n').find((one) => one.startsWith(name))
  return Number(line?.split(' ').at(-1))
}

test('what is reported again costs the chain nothing', async () => {
  const id = await newCharge(harness)
  const hash = await payFor(harness, id)
  await paymentThatIs(harness, id, hash, 'COMPLETED')
  const looks = node.count('eth_getTransactionByHash')
  for (let times = 0; times < 20; times += 1) {
    await assert.rejects(reportNew(harness, id, hash), /already/)
  }
  assert.equal(node.count('eth_getTransactionByHash'), looks)
})

test('a transfer that an index of logs did not show is found when it is there, however far behind', async () => {
  const id = await newCharge(harness)
  const { client } = harness.chain
  node.indexTo(await client.getBlockNumber())
  const hash = await payFor(harness, id)
  await client.mine({ blocks: 60 })
  // The head was read, and the fast cursor is past it: beyond all blocks that it reads again.
  await newCharge(harness)
  await harness.chain.transfer(dusd(), wallet, 1_000_000n)
  await client.mine({ blocks: 60 })
  const before = node.count('eth_getLogs')
  await until('three reads', async () => {
    // A chain that stands still is not read again.
    await client.mine({ blocks: 1 })
    return node.count('eth_getLogs') >= before + 3 || undefined
  })
  // A range is checked once a minute while somebody waits. The first check moves up to the last log that it sees.
  const ask = async () => {
    await clientOf(harness).getCharge(id)
    return unproved()
  }
  await until('the missing proof', ask, 5 * patience)
  assert.deepEqual((await clientOf(harness).getCharge(id)).payments, [])
  assert.ok((await metric('pay_charge_watcher_lag_blocks')) > 0)
  node.indexTo(undefined)
  await paymentThatIs(harness, id, hash, 'COMPLETED')
})

test('blocks that the operator names are read again', async () => {
  const id = await newCharge(harness)
  const from = await harness.chain.client.getBlockNumber()
  await harness.service.end()
  const hash = await payFor(harness, id)
  const options = ['--chain', '31337', '--from', `${from}`]
  const { stdout } = await runOperator(['rescan', ...options], harness.environment)
  assert.match(stdout, /will read chain \d+ again/)
  harness.service = await startService(harness.environment)
  await paymentThatIs(harness, id, hash, 'COMPLETED')
})
