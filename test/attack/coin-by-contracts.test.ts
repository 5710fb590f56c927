import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeFunctionData, type Hex, parseAbi, parseEther } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { deploy } from '../support/contracts.ts'
import { chainId, clientOf, provideHarness, wallet } from '../support/harness.ts'
import { coin, newCharge, paymentThatIs, unmatchedOf } from '../support/paying.ts'

// An exchange pays many withdrawals by one call of its contract. Its blocks name nobody, and nobody reports it.

const abi = parseAbi(['function send(address to, uint256[] amounts, address other, bytes data)'])

const harness = provideHarness()

/** Has a contract send coin to the shop and to somebody else's address. */
async function withdraw(amount: bigint): Promise<Hex> {
  const { client } = harness.chain
  const contract = await deploy(harness.chain, 'SigningAccount', [demoAccount(2).address])
  const args = [wallet, [amount], demoAccount(7).address, '0x'] as const
  const data = encodeFunctionData({ abi, functionName: 'send', args })
  return await client.sendTransaction({ to: contract, data, value: amount, gas: 300_000n })
}

test('a reserved amount that a contract sends is credited, although nobody reports it', async () => {
  const id = await newCharge(harness, { tokenAddress: coin, tokenAmount: '0.4' })
  const place = { chainId: `${chainId}`, tokenAddress: coin }
  const { amount } = await clientOf(harness).reserveAmount(id, place)
  const hash = await withdraw(parseEther(amount))
  const payment = await paymentThatIs(harness, id, hash, 'COMPLETED')
  assert.equal(payment.paidAmountInRequestedToken, amount)
})

test('any other amount that a contract sends is told, although nobody reports it', async () => {
  await newCharge(harness, { tokenAddress: coin, tokenAmount: '0.4' })
  const hash = await withdraw(parseEther('0.123'))
  const found = await unmatchedOf(harness, hash)
  assert.deepEqual([found.amount, found.tokenAddress], ['0.123', coin])
})
