import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Address, type Hex, parseEther } from 'viem'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import { createPaymentMessage } from '../../../src/api/signed-messages.ts'
import type { PayError } from '../../../src/errors.ts'
import { mintCall } from '../../support/contracts.ts'
import { deployEntryPoint } from '../../support/entry-point.ts'
import { chainId, clientOf, judged, secondChainId, wallet } from '../../support/harness.ts'
import { transferCall } from '../../support/local-chain.ts'
import { coin, paymentThatIs, suffixOf, timelines, unmatchedOf } from '../../support/paying.ts'
import { deploySafe } from '../../support/safe.ts'
import { acceptingCharge, provideTwoChains } from '../../support/two-chains.ts'
import { until } from '../../support/wait.ts'

const dollars = 5_000_000n
/** Of the Safe and of the account of ERC-4337. */
const owner = demoAccount(2)
/** The whole price in the second chain's coin. */
const price = parseEther('0.003')
/** How each charge's timeline shall read in the end. */
const expected = new Map<string, string[]>()

let dusd: Address
let ousd: Address
// Not the same, so that a payment which waits for the wrong chain's is seen.
const CONFIRMATIONS = JSON.stringify({ [chainId]: 2, [secondChainId]: 1 })
const harness = provideTwoChains({ LOG_LEVEL: 'debug', CONFIRMATIONS })
before(async () => {
  await harness.started
  dusd = harness.chain.dusd
  ousd = harness.chain.token('OUSD').address
})

function report(id: string, hash: Hex, chain: number, tokenAddress: Address) {
  return clientOf(harness).addPayment(id, { hash, chainId: `${chain}`, tokenAddress })
}

/** Pays, and gives the verdict. */
async function pay(id: string, chain: number, token: Address, amount: bigint) {
  const { chain: first, second } = harness
  const at = chain === chainId ? first : second
  const suffix = suffixOf(id)
  const hash =
    token === coin
      ? await at.send(wallet, suffix, amount)
      : await at.transfer(token, wallet, amount, suffix)
  // The first chain wants a second block.
  if (at === first) await first.client.mine({ blocks: 1 })
  return (await judged(harness, id, hash)).payment
}

describe('a transfer in an accepted pair', () => {
  test('of its whole price pays the charge, on whichever chain', async () => {
    const ways: [number, Address, bigint][] = [
      [chainId, ousd, dollars],
      [secondChainId, dusd, dollars],
      [secondChainId, coin, price],
    ]
    for (const [chain, token, amount] of ways) {
      const id = await acceptingCharge(harness)
      const payment = await pay(id, chain, token, amount)
      assert.equal(payment.status, 'COMPLETED', payment.reason)
      assert.equal(payment.reason, '')
      assert.equal(payment.paidAmountInRequestedToken, '5')
      assert.equal(payment.payerChainId, `${chain}`)
      assert.equal(payment.paidTokenAddress, token)
      expected.set(id, ['PENDING', 'COMPLETED'])
    }
  })

  test('waits for its own chain’s confirmations', async () => {
    const id = await acceptingCharge(harness)
    const hash = await harness.chain.transfer(ousd, wallet, dollars, suffixOf(id))
    await paymentThatIs(harness, id, hash, 'PENDING')
    await harness.chain.client.mine({ blocks: 1 })
    await paymentThatIs(harness, id, hash, 'COMPLETED')
  })

  test('of a part counts its share; parts of several pairs complete the charge', async () => {
    const id = await acceptingCharge(harness)
    const first = await pay(id, secondChainId, coin, price / 3n)
    assert.deepEqual([first.paidAmountInRequestedToken, first.reason], ['1.666666', 'UNDERPAID'])
    const second = await pay(id, secondChainId, dusd, 1_333_334n)
    assert.deepEqual([second.paidAmountInRequestedToken, second.reason], ['1.333334', 'UNDERPAID'])
    const rest = await pay(id, chainId, dusd, 2_000_000n)
    assert.deepEqual([rest.paidAmountInRequestedToken, rest.reason], ['2', ''])
    expected.set(id, ['PENDING', 'PENDING UNDERPAID', 'PENDING UNDERPAID', 'COMPLETED'])
  })

  test('in three parts that no last place fits is the whole price all the same', async () => {
    const id = await acceptingCharge(harness)
    const parts = []
    for (const _ of [1, 2, 3]) parts.push(await pay(id, secondChainId, coin, price / 3n))
    const worth = parts.map((one) => one.paidAmountInRequestedToken)
    assert.deepEqual(worth, ['1.666666', '1.666667', '1.666667'])
    expected.set(id, ['PENDING', 'PENDING UNDERPAID', 'PENDING UNDERPAID', 'COMPLETED'])
  })

  test('of too much is OVERPAID by what it is worth', async () => {
    const id = await acceptingCharge(harness)
    const payment = await pay(id, secondChainId, coin, 2n * price)
    assert.deepEqual([payment.paidAmountInRequestedToken, payment.reason], ['10', 'OVERPAID'])
    expected.set(id, ['PENDING', 'COMPLETED OVERPAID'])
  })

  test('of dust is unmatched: the charge keeps no payment of it', async () => {
    const id = await acceptingCharge(harness)
    const hash = await harness.second.send(wallet, suffixOf(id), 1n)
    const found = await unmatchedOf(harness, hash)
    assert.match(found.reason, /^TOO SMALL/)
    assert.deepEqual((await clientOf(harness).getCharge(id)).payments, [])
  })

  test('of no_price without a suggestion counts 1:1', async () => {
    const over = { pricing_type: 'no_price', local_price: { amount: '0' } } as const
    const accepts = [{ chainId: `${secondChainId}`, tokenAddress: dusd }]
    const id = await acceptingCharge(harness, over, accepts)
    const payment = await pay(id, secondChainId, dusd, 7_250_000n)
    assert.deepEqual([payment.status, payment.paidAmountInRequestedToken], ['COMPLETED', '7.25'])
    expected.set(id, ['PENDING', 'COMPLETED'])
  })

  test('pays one charge: a second that takes the pair gets 409', async () => {
    const [id, other] = [await acceptingCharge(harness), await acceptingCharge(harness)]
    const { payerTransactionHash: hash } = await pay(id, secondChainId, dusd, dollars)
    for (const one of [id, other]) {
      await assert.rejects(report(one, hash as Hex, secondChainId, dusd), (error: PayError) => {
        // Whose charge it is else is nobody's to know.
        assert.deepEqual(error.details, one === id ? { chargeUuid: id } : undefined)
        return error.status === 409
      })
    }
  })

  test('of the other chain’s token does not pay on this one', async () => {
    const id = await acceptingCharge(harness)
    const hash = await harness.second.transfer(dusd, wallet, dollars, suffixOf(id))
    await report(id, hash, chainId, dusd)
    const payment = await paymentThatIs(harness, id, hash, 'COMPLETED')
    assert.equal(payment.payerChainId, `${secondChainId}`)
    assert.equal((await clientOf(harness).getCharge(id)).payments.length, 1)
  })

  test('stands in the request’s history with its own chain, token and amount', async () => {
    const { uuid: requestId } = await clientOf(harness).createRequest({
      recipientAddress: wallet,
      chainId: `${chainId}`,
      tokenAddress: dusd,
      tokenAmount: '5',
    })
    const { id } = await clientOf(harness).createCharge({
      pricing_type: 'fixed_price',
      local_price: { amount: '5' },
      requestId,
      requestProps: {
        accepts: [{ chainId: `${secondChainId}`, tokenAddress: coin, tokenAmount: '0.003' }],
      },
    })
    const { payerTransactionHash: txHash } = await pay(id, secondChainId, coin, price)
    const { history } = await clientOf(harness).getRequest(requestId)
    const money = history.map(({ type, amount, chainId: at, tokenSymbol, tokenAddress }) => [
      ...[type, amount, at, tokenSymbol, tokenAddress],
    ])
    assert.deepEqual(money, [
      ['REQUEST', '5', `${chainId}`, 'DUSD', dusd],
      ['PAYMENT', '0.003', `${secondChainId}`, 'ETH', coin],
    ])
    assert.equal(history[1]?.txHash, txHash)
  })
})

describe('a transfer in an accepted pair that nobody reported', () => {
  test('is found in another token of the chain, on another chain, and as its coin', async () => {
    const ids: [string, Hex][] = []
    const { chain, second } = harness
    const next = async (send: (suffix: Hex) => Promise<Hex>) => {
      const id = await acceptingCharge(harness)
      ids.push([id, await send(suffixOf(id))])
    }
    await next((suffix) => chain.transfer(ousd, wallet, dollars, suffix))
    await next((suffix) => second.transfer(dusd, wallet, dollars, suffix))
    await next((suffix) => second.send(wallet, suffix, price))
    const safe = await deploySafe(second, [owner], 1)
    await second.send(safe.address, '0x', parseEther('1'))
    await next((data) => safe.execute({ to: wallet, value: price, data }, [owner]))
    await chain.client.mine({ blocks: 2 })
    for (const [id, hash] of ids) {
      const payment = await paymentThatIs(harness, id, hash, 'COMPLETED')
      assert.equal(payment.paidAmountInRequestedToken, '5')
      expected.set(id, ['PENDING', 'COMPLETED'])
    }
  })

  test('that is in a token which is not accepted stays nobody’s', async () => {
    const id = await acceptingCharge(harness)
    const { second } = harness
    await second.transfer(ousd, wallet, dollars, suffixOf(id))
    // A later one is found, so the one before it was looked at.
    const later = await acceptingCharge(harness)
    const hash = await second.transfer(dusd, wallet, dollars, suffixOf(later))
    await paymentThatIs(harness, later, hash, 'COMPLETED')
    assert.deepEqual((await clientOf(harness).getCharge(id)).payments, [])
  })

  test('is credited though it was reported in another token: by its name', async () => {
    const { client, payer } = harness.chain
    const id = await acceptingCharge(harness)
    await client.setAutomine(false)
    try {
      const data = transferCall(wallet, dollars, suffixOf(id))
      const hash = await client.sendTransaction({ to: ousd, data, account: payer, gas: 200_000n })
      await report(id, hash, chainId, dusd)
      await client.mine({ blocks: 1 })
      const told = await paymentThatIs(harness, id, hash, 'PENDING')
      assert.equal(told.paidTokenAddress, ousd)
      await client.mine({ blocks: 1 })
      await paymentThatIs(harness, id, hash, 'COMPLETED')
    } finally {
      await client.setAutomine(true)
    }
    expected.set(id, ['PENDING', 'COMPLETED'])
  })

  test('without a name is credited by its sender’s signature, whichever token the report names', async () => {
    const { chain } = harness
    const id = await acceptingCharge(harness)
    const hash = await chain.transfer(ousd, wallet, dollars)
    const { reference } = await clientOf(harness).getCharge(id)
    const message = createPaymentMessage({ reference, recipient: wallet, chainId, hash })
    const signature = await chain.payer.signMessage({ message })
    const body = { hash, chainId: `${chainId}`, tokenAddress: dusd, signature }
    await clientOf(harness).addPayment(id, body)
    await chain.client.mine({ blocks: 1 })
    const payment = await paymentThatIs(harness, id, hash, 'COMPLETED')
    assert.equal(payment.paidTokenAddress, ousd)
  })

  test('that moves two of a charge’s tokens is a payment of each', async () => {
    const id = await acceptingCharge(harness)
    const { chain } = harness
    const entryPoint = await deployEntryPoint(chain)
    const account = await entryPoint.createAccount(owner)
    for (const token of [dusd, ousd]) await chain.send(token, mintCall(account, dollars))
    const calls = [
      { to: dusd, data: transferCall(wallet, 3_000_000n, suffixOf(id)) },
      { to: ousd, data: transferCall(wallet, 2_000_000n, suffixOf(id)) },
    ]
    const operation = await entryPoint.sign(owner, account, ...calls)
    const hash = await chain.send(entryPoint.address, entryPoint.bundle(operation))
    await chain.client.mine({ blocks: 1 })
    const both = await until('both credits', async () => {
      const { status, payments } = await clientOf(harness).getCharge(id)
      return status === 'COMPLETED' ? payments : undefined
    })
    const told = both.map((one) => [one.paidTokenAddress, one.paidAmountInRequestedToken])
    assert.deepEqual(
      told.toSorted(),
      [
        [dusd, '3'],
        [ousd, '2'],
      ].toSorted(),
    )
    for (const { payerTransactionHash, status } of both) {
      assert.deepEqual([payerTransactionHash, status], [hash, 'COMPLETED'])
    }
    await assert.rejects(report(id, hash, chainId, ousd), (error: PayError) => error.status === 409)
  })
})

test('every charge has the timeline of what happened to it', async () => {
  assert.deepEqual(await timelines(harness, [...expected.keys()]), [...expected.values()])
})
