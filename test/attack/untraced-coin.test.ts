import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Address, type Hex, parseEther } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import type { PayError } from '../../src/errors.ts'
import { deploy, execute } from '../support/contracts.ts'
import { chainId, clientOf, provideHarness, wallet } from '../support/harness.ts'
import { coin, newCharge, paymentThatIs, report, suffixOf, unmatchedOf } from '../support/paying.ts'
import { deploySafe, type TestSafe } from '../support/safe.ts'
import { until } from '../support/wait.ts'
import { startUntracedNode } from './untraced-node.ts'

// On a busy block of a node that does not trace, no balance tells what one call moved.

const value = parseEther('0.4')
const [owner, passerby] = [demoAccount(2), demoAccount(6)]

let node: Awaited<ReturnType<typeof startUntracedNode>>
let safe: TestSafe
/** Calls what it is told to by anybody. */
let contract: Address
const harness = provideHarness()
before(async () => {
  await harness.started
  const { chain } = harness
  node = await startUntracedNode(chain.rpcUrl)
  safe = await deploySafe(chain, [owner], 1)
  contract = await deploy(chain, 'SmartWallet')
  for (const one of [safe.address, contract]) await chain.send(one, '0x', parseEther('10'))
  const CHAIN_RPC_URLS = JSON.stringify({ [chainId]: node.rpcUrl })
  await harness.restart({ CHAIN_RPC_URLS })
})
after(() => node.stop())

const newCoinCharge = () => newCharge(harness, { tokenAddress: coin, tokenAmount: '0.4' })

/** Mines what `send` sends in a block that holds another contract's call, which might have moved coin there as well. */
async function inBusyBlock(send: () => Promise<Hex>): Promise<Hex> {
  const { client } = harness.chain
  await client.setAutomine(false)
  try {
    const sent = send()
    const data = execute(demoAccount(8).address, 1n, '0x')
    const call = { account: passerby, to: contract, data, gas: 200_000n } as const
    const beside = await client.sendTransaction(call)
    await until('both to wait', async () => {
      const { pending } = await client.getTxpoolStatus()
      return pending >= 2 || undefined
    })
    await client.mine({ blocks: 1 })
    const hash = await sent
    const [one, other] = await Promise.all(
      [hash, beside].map((each) => client.getTransactionReceipt({ hash: each })),
    )
    assert.equal(one?.blockNumber, other?.blockNumber)
    return hash
  } finally {
    await client.setAutomine(true)
  }
}

test('native currency of a Safe is credited by the Safe’s own event', async () => {
  const id = await newCoinCharge()
  const call = { to: wallet, value, data: suffixOf(id) }
  const hash = await inBusyBlock(() => safe.execute(call, [owner]))
  const payment = await paymentThatIs(harness, id, hash, 'COMPLETED')
  assert.deepEqual(
    [payment.paidAmountInRequestedToken, payment.payerAddress],
    ['0.4', safe.address],
  )
  assert.ok(node.refused() > 0)
})

test('native currency of another contract is left to the merchant, who says how much: it never fails', async () => {
  const id = await newCoinCharge()
  const { client } = harness.chain
  const data = execute(wallet, value, suffixOf(id))
  const hash = await inBusyBlock(() =>
    client.sendTransaction({ to: contract, data, gas: 200_000n }),
  )
  const found = await unmatchedOf(harness, hash)
  assert.deepEqual([found.amount, found.senderAddress], ['', ''])
  assert.match(found.reason, /does not show/)
  await report(harness, id, hash, coin).catch((error: PayError) => assert.equal(error.status, 409))
  const { status } = await clientOf(harness).getPaymentStatus(id, hash)
  assert.equal(status, 'UNMATCHED')
  assert.deepEqual((await clientOf(harness).getCharge(id)).payments, [])
  const assign = (amount?: string) =>
    clientOf(harness).assignUnmatched(found.uuid, { chargeUuid: id, ...(amount && { amount }) })
  await assert.rejects(assign(), (error: PayError) => error.status === 400)
  await assign('0.4')
  const payment = await paymentThatIs(harness, id, hash, 'COMPLETED')
  assert.equal(payment.paidAmountInRequestedToken, '0.4')
})

test('native currency of a contract that names nobody is told when its payer reports it', async () => {
  const id = await newCoinCharge()
  const { client } = harness.chain
  const data = execute(wallet, value, '0x')
  const hash = await inBusyBlock(() =>
    client.sendTransaction({ to: contract, data, gas: 200_000n }),
  )
  await report(harness, id, hash, coin)
  const found = await unmatchedOf(harness, hash)
  assert.deepEqual([found.amount, found.chargeUuid], ['', id])
})
