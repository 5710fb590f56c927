import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClient } from '../../../src/api/client/client.ts'
import type { BookRow } from '../../../src/api/schemas/books.ts'
import { execute } from '../../support/aging.ts'
import { deployFeed, feedAddress } from '../../support/feed.ts'
import { chainId, clientOf, wallet } from '../../support/harness.ts'
import { runOperator } from '../../support/operator.ts'
import { newCharge, paymentThatIs } from '../../support/paying.ts'
import { hasRealTokens } from '../../support/real-tokens.ts'
import { patience, until } from '../../support/wait.ts'
import { type Relaying, startRelaying } from './relaying.ts'

const native = '0x0000000000000000000000000000000000000000'

describe('the fee that a payer adds to a signed transfer', { skip: !hasRealTokens() }, () => {
  let relaying: Relaying

  before(async () => {
    relaying = await startRelaying({
      RELAY_FEE: '0.05',
      PRICE_FEEDS: JSON.stringify([
        {
          ...{ chainId, tokenAddress: native, feed: feedAddress(0), maxAgeSeconds: 3600 },
          ...{ min: 100, max: 10_000 },
        },
      ]),
    })
  })
  after(() => relaying.end())

  const offer = async (id: string) => {
    const [first] = await clientOf(relaying.harness).listAuthorizationOffers(id)
    return first
  }
  const readBooks = async () => {
    const { service, shop } = relaying.harness
    const { baseUrl } = service
    const { exportBooks } = createClient({ baseUrl, apiKey: shop.apiKey, timeoutMs: patience })
    const rows: BookRow[] = []
    for await (const row of exportBooks()) rows.push(row)
    return rows
  }
  const expectPaid = async (id: string, hash: string, received: string) => {
    const payment = await paymentThatIs(relaying.harness, id, hash, 'COMPLETED')
    assert.equal(payment.paidAmountInRequestedToken, received)
    assert.equal(payment.creditedAmount, '5')
    assert.equal(payment.reason, '')
    const { status, timeline } = await clientOf(relaying.harness).getCharge(id)
    assert.deepEqual([status, timeline?.at(-1)?.context], ['COMPLETED', undefined])
  }

  test('is shown before it is signed, arrives with the price, and is no overpayment', async () => {
    const [id, payer] = [await relaying.createCharge(), await relaying.createPayer()]
    const offered = await offer(id)
    assert.deepEqual([offered?.value, offered?.fee], ['5050000', '50000'])
    const without = await relaying.sign(id, payer, { amount: 5_000_000n })
    const error = await relaying.refusal(id, without)
    assert.equal(error.field, 'authorization.value')
    assert.match(error.message, /5050000/)
    const { payerTransactionHash } = await relaying.post(id, await relaying.sign(id, payer))
    await expectPaid(id, payerTransactionHash, '5.05')
  })

  test('is honored as it was offered, also after another one was set, and by whoever sends it', async () => {
    const payer = await relaying.createPayer()
    const ids = [await relaying.createCharge(), await relaying.createCharge()] as const
    const bodies = [await relaying.sign(ids[0], payer), await relaying.sign(ids[1], payer)] as const
    await relaying.restart({ RELAY_FEE: '0.20' })
    assert.equal((await offer(ids[0]))?.fee, '200000')
    const { payerTransactionHash } = await relaying.post(ids[0], bodies[0])
    await expectPaid(ids[0], payerTransactionHash, '5.05')
    await expectPaid(ids[1], await relaying.relayElsewhere(bodies[1]), '5.05')
    await relaying.restart()
  })

  test('is not taken out of what a payer has signed without one', async () => {
    const [id, payer] = [await relaying.createCharge(), await relaying.createPayer()]
    const bare = await relaying.sign(id, payer, { amount: 5_000_000n })
    await expectPaid(id, await relaying.relayElsewhere(bare), '5')
  })

  test('leaves what lies beyond it an overpayment', async () => {
    const [id, payer] = [await relaying.createCharge(), await relaying.createPayer()]
    const much = await relaying.sign(id, payer, { amount: 7_050_000n })
    const hash = await relaying.relayElsewhere(much)
    const payment = await paymentThatIs(relaying.harness, id, hash, 'COMPLETED')
    assert.deepEqual([payment.creditedAmount, payment.reason], ['7', 'OVERPAID'])
  })

  test('stands in the books with the money that it came with', async () => {
    const rows = await readBooks()
    const amounts = rows.map(({ amount, counted_amount }) => `${amount} ${counted_amount}`)
    assert.deepEqual(amounts.toSorted(), ['5 5', '5.05 5', '5.05 5', '5.05 5', '7.05 7'])
    const sum = rows.reduce((total, { base_units }) => total + BigInt(base_units ?? 0), 0n)
    assert.equal(sum, await relaying.readBalance(wallet))
  })

  test('is added to the amount that a payer chooses', async () => {
    const { harness, usdc } = relaying
    const [id, payer] = [
      await newCharge(
        harness,
        { tokenAddress: usdc },
        { pricing_type: 'no_price', local_price: undefined },
      ),
      await relaying.createPayer(),
    ]
    assert.equal((await offer(id))?.value, '50000')
    const feeAlone = await relaying.refusal(id, await relaying.sign(id, payer))
    assert.match(feeAlone.message, /more than 50000/)
    const body = await relaying.sign(id, payer, { amount: 3_050_000n })
    const { payerTransactionHash } = await relaying.post(id, body)
    const payment = await paymentThatIs(harness, id, payerTransactionHash, 'COMPLETED')
    assert.equal(payment.creditedAmount, '3')
  })

  test('is estimated by the network’s fee and the coin’s price, and is not offered without them', async () => {
    const { client } = relaying.harness.chain
    const sayPrice = await deployFeed(relaying.harness.chain)
    await sayPrice(3000n * 10n ** 8n)
    await relaying.restart({ RELAY_FEE: 'estimated' })
    const [id, payer] = [await relaying.createCharge(), await relaying.createPayer()]
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: 2_000_000_000n })
    await client.mine({ blocks: 1 })
    const { baseFeePerGas } = await client.getBlock()
    const tip = await client.estimateMaxPriorityFeePerGas()
    // 100,000 gas at the base fee and the tip, in cents of a coin of 3,000 dollars, rounded up.
    const cents =
      (100_000n * ((baseFeePerGas ?? 0n) + tip) * 300_000n + 10n ** 18n - 1n) / 10n ** 18n
    const first = await offer(id)
    assert.equal(first?.fee, String(cents * 10_000n))
    assert.ok(cents > 1n)
    const signed = await relaying.sign(id, payer)
    // The network's fee rises: what was offered stays as it is while it is valid.
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: 9_000_000_000n })
    await client.mine({ blocks: 1 })
    assert.deepEqual(await offer(id), first)
    const other = await relaying.createCharge()
    assert.ok(BigInt((await offer(other))?.fee ?? 0) > cents * 10_000n)
    const { payerTransactionHash } = await relaying.post(id, signed)
    await paymentThatIs(relaying.harness, id, payerTransactionHash, 'COMPLETED')
    await sayPrice(1n)
    assert.equal(await offer(await relaying.createCharge()), undefined)
  })

  test('is in books that equal the chain, to the last unit', async () => {
    const { harness } = relaying
    await relaying.createCharge()
    // Paid, and not by this test's own: money with no charge, so that the comparison is not of fees alone.
    await harness.chain.transfer(relaying.usdc, wallet, 1_000_001n)
    const rows = await until('the books to have all', async () => {
      await harness.chain.client.mine({ blocks: 1 })
      const found = await readBooks()
      const sum = found.reduce((total, { base_units }) => total + BigInt(base_units ?? 0), 0n)
      return sum === (await relaying.readBalance(wallet)) ? found : undefined
    })
    assert.ok(rows.some(({ amount, counted_amount }) => amount !== counted_amount))
    await harness.service.end()
    const head = await harness.chain.client.getBlockNumber()
    await execute(harness, `update scan_states set block = ${head}`)
    const verify = ['books', 'verify', '--account', harness.shop.id]
    const { stdout } = await runOperator(verify, relaying.environment)
    assert.match(stdout, /The books equal the chain, to the last unit\.$/m)
    assert.ok(stdout.includes(`: ${rows.length} rows, `), stdout)
  })
})
