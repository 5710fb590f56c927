import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { checksumAddress, toHex } from 'viem'
import type { PayError } from '../../../src/errors.ts'
import type { WatchedDestination } from '../../../src/service/chain/types/watch.ts'
import { groupFilters } from '../../../src/service/watcher/watched-destinations.ts'
import { startLaggingNode } from '../../attack/lagging-node.ts'
import { chainId, clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { chargeBody, newCharge, payFor, paymentThatIs } from '../../support/paying.ts'

/** The address of this number. */
const addressOf = (number: number) =>
  checksumAddress(toHex(0xb000_0000n + BigInt(number), { size: 20 }))

describe('recipients of one account', () => {
  let node: Awaited<ReturnType<typeof startLaggingNode>>
  const harness = provideHarness({ RECIPIENTS_PER_ACCOUNT: '3' })
  before(async () => {
    node = await startLaggingNode(harness.chain.rpcUrl)
  })
  after(() => node.stop())

  const chargeFor = (account = harness.shop, recipientAddress: string = wallet) =>
    clientOf(harness, account).createCharge(chargeBody(harness, { recipientAddress }))

  test('are bounded: a further one is 409, those that are there go on, and others have their own', async () => {
    for (const one of [1, 2, 3]) await chargeFor(harness.shop, addressOf(one))
    await assert.rejects(chargeFor(harness.shop, addressOf(4)), (error: PayError) => {
      assert.deepEqual([error.status, error.field], [409, 'requestProps.recipientAddress'])
      assert.match(error.message, /3 watched places .* RECIPIENTS_PER_ACCOUNT/)
      return true
    })
    await chargeFor(harness.shop, addressOf(2))
    await chargeFor(harness.other, addressOf(4))
    const { data } = await clientOf(harness).listCharges({ limit: 100 })
    assert.equal(data.length, 4, 'what was refused left nothing')
  })

  test('simultaneously made do not pass the bound', async () => {
    const made = await Promise.allSettled(
      [5, 6, 7, 8, 9].map((one) => chargeFor(harness.other, addressOf(one))),
    )
    assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 2)
  })

  test('cost calls of their own account’s, and multiply nobody else’s', async () => {
    await harness.restart({
      RECIPIENTS_PER_ACCOUNT: '1000',
      CHAIN_RPC_URLS: JSON.stringify({ [chainId]: node.rpcUrl }),
    })
    for (let one = 10; one < 460; one += 10) {
      const ten = Array.from({ length: 10 }, (_, index) => addressOf(one + index))
      await Promise.all(ten.map((address) => chargeFor(harness.other, address)))
    }
    const pay = async () => {
      const id = await newCharge(harness)
      const hash = await payFor(harness, id)
      await paymentThatIs(harness, id, hash, 'COMPLETED')
    }
    await pay()
    const before = node.count('eth_getLogs')
    await pay()
    const calls = node.count('eth_getLogs') - before
    // One for all small accounts and one for each 200 recipients: read at once, and once more where a proof is due.
    assert.ok(calls >= 4 && calls <= 12, `${calls} calls`)
  })
})

test('a filter asks for accounts together only while they fit into one call', () => {
  const place = (accountId: string, recipient: number): WatchedDestination => ({
    ...{ accountId, token: addressOf(0), recipient: addressOf(recipient) },
    ...{ oldestChargeAt: new Date(0), newestChargeAt: new Date(0) },
  })
  const small = Array.from({ length: 150 }, (_, index) => place(`a${index}`, index))
  const large = Array.from({ length: 1000 }, (_, index) => place('large', 1000 + index))
  const filters = groupFilters([...large, ...small])
  assert.deepEqual(
    filters.map(({ recipients }) => recipients.length),
    [150, 200, 200, 200, 200, 200],
  )
  assert.deepEqual(new Set(filters.flatMap(({ recipients }) => recipients)).size, 1150)
  assert.ok(filters.every(({ tokens }) => tokens.length === 1))
})
