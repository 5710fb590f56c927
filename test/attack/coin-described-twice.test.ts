import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { encodeFunctionData, formatEther, type Hex, parseAbi, parseEther } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { createPaymentMessage } from '../../src/api/signed-messages.ts'
import { deploy } from '../support/contracts.ts'
import { chainId, clientOf, provideHarness, wallet } from '../support/harness.ts'
import { transferCall } from '../support/local-chain.ts'
import { coin, newCharge, paymentThatIs, reportTo } from '../support/paying.ts'
import { until } from '../support/wait.ts'
import { busy, startUntracedNode } from './untraced-node.ts'

// A node that cannot trace shows coin of a contract by a balance, as one transfer; once it traces, as it was sent.

const abi = parseAbi(['function send(address to, uint256[] amounts, address other, bytes data)'])
const owner = demoAccount(2)

let node: Awaited<ReturnType<typeof startUntracedNode>>
const harness = provideHarness()
before(async () => {
  await harness.started
  node = await startUntracedNode(harness.chain.rpcUrl, busy)
  const CHAIN_RPC_URLS = JSON.stringify({ [chainId]: node.rpcUrl })
  await harness.restart({ CHAIN_RPC_URLS })
})
after(() => node.stop())

const newCoinCharge = (amount: bigint) =>
  newCharge(harness, { tokenAddress: coin, tokenAmount: formatEther(amount) })

/** Reports a transaction with the contract's signature, by its owner's key. */
async function sign(id: string, hash: Hex): Promise<void> {
  const { reference } = await clientOf(harness).getCharge(id)
  const message = createPaymentMessage({ reference, recipient: wallet, chainId, hash })
  const signature = await owner.signMessage({ message })
  const payment = { hash, chainId: `${chainId}`, tokenAddress: coin, signature }
  await clientOf(harness).addPayment(id, payment)
}

test('the same coin described in two ways is credited to one charge, and no second one', async () => {
  const { chain } = harness
  const dollar = chain.dusd
  const reserving = await newCoinCharge(parseEther('0.4'))
  const place = { chainId: `${chainId}`, tokenAddress: coin }
  const reserved = await clientOf(harness).reserveAmount(reserving, place)
  const amount = parseEther(reserved.amount)
  const second = await newCoinCharge(amount - 1n)

  const contract = await deploy(chain, 'SigningAccount', [owner.address])
  await chain.send(dollar, transferCall(contract, 10_000n))
  await newCharge(harness)
  // The dollar is nobody's, so the transaction may be reported again.
  const args = [wallet, [1n, amount - 1n], dollar, transferCall(wallet, 10_000n)] as const
  const data = encodeFunctionData({ abi, functionName: 'send', args })
  const hash = await chain.client.sendTransaction({ to: contract, data, value: amount })
  await reportTo(clientOf(harness), reserving, { ...place, hash })
  await paymentThatIs(harness, reserving, hash, 'COMPLETED')

  node.trace()
  await sign(second, hash)
  await until('the end of the report', async () => {
    const { status } = await clientOf(harness).getPaymentStatus(second, hash)
    return (status !== 'UNSEEN' && status !== 'PENDING') || undefined
  })
  const { status, payments } = await clientOf(harness).getCharge(second)
  assert.deepEqual([status, payments], ['NEW', []])
  const { data: unmatched } = await clientOf(harness).listUnmatched()
  const told = unmatched.filter((one) => one.hash === hash).map((one) => one.tokenAddress)
  assert.deepEqual(told, [dollar])
  assert.ok(harness.service.log.every(({ level }) => Number(level) < 50))
})
