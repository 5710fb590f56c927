import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Address, concatHex, encodeFunctionData, erc20Abi, parseEther } from 'viem'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import type { NewCharge } from '../../../src/api/schemas/charges/charge.ts'
import type { PayError } from '../../../src/errors.ts'
import { openStore } from '../../../src/service/app/store.ts'
import {
  call,
  chainId,
  clientOf,
  databaseOf,
  judged,
  provideHarness,
  wallet,
} from '../../support/harness.ts'
import {
  anyHash,
  payFor,
  reportNew,
  report as reportTransfer,
  suffixOf,
} from '../../support/paying.ts'
import { until } from '../../support/wait.ts'

const zero: Address = '0x0000000000000000000000000000000000000000'

const harness = provideHarness({ LOG_LEVEL: 'debug' })

type Props = Record<string, string>

/** A charge of 5 dollars in DUSD, unless said otherwise. */
async function charge(props: Props = {}, over: Partial<NewCharge> = {}): Promise<string> {
  const token = harness.chain.dusd
  const requestProps = { chainId: `${chainId}`, recipientAddress: wallet, tokenAddress: token }
  const made = await clientOf(harness).createCharge({
    pricing_type: 'fixed_price',
    local_price: { amount: '5' },
    requestProps: { ...requestProps, ...props },
    ...over,
  })
  return made.id
}

/** Reports a transfer as the widget does, whether or not the service has found it by itself. */
const report = (id: string, hash: string, tokenAddress?: Address) =>
  reportTransfer(harness, id, hash, tokenAddress)

/** How each charge's timeline shall read in the end; the interface shows it at creation only. */
const timelines = new Map<string, string[]>()

describe('POST /charges/:uuid/payments', () => {
  test('answers 201 with every field of interface 2.2, before the chain knows the hash', async () => {
    const id = await charge()
    const token = harness.chain.dusd
    const hash = anyHash()
    const body = { hash: hash.toUpperCase().replace('X', 'x'), chainId: `${chainId}` }
    const { status, body: reply } = await call(harness, 'POST', `/charges/${id}/payments`, {
      ...body,
      tokenAddress: token.toLowerCase(),
    })
    assert.equal(status, 201)
    const {
      status: _,
      payments: __,
      timeline: ___,
      updatedAt: ____,
      ...requestCharge
    } = await clientOf(harness).getRequestCharge(id)
    assert.deepEqual(reply, {
      uuid: (reply as { uuid: string }).uuid,
      payerTransactionHash: hash,
      payerChainId: `${chainId}`,
      paidTokenAddress: token,
      requestCharge,
    })
  })

  test('the same hash again is 409, and names the charge where it is the same one', async () => {
    const [id, second] = [await charge(), await charge()]
    const hash = anyHash()
    await report(id, hash)
    await assert.rejects(reportNew(harness, id, hash), (error: PayError) => {
      assert.deepEqual([error.status, error.details], [409, { chargeUuid: id }])
      return true
    })
    // What the chain has not shown is nobody's: each may wait for it.
    await report(second, hash)
  })

  const faults: [what: string, body: object, field: string][] = [
    ['no hash', { hash: undefined }, 'hash'],
    ['a short hash', { hash: '0x12' }, 'hash'],
    ['chainId as number', { chainId }, 'chainId'],
    ['another chain', { chainId: '1' }, 'chainId'],
    ['another token', { tokenAddress: zero }, 'tokenAddress'],
    ['a token that is none', { tokenAddress: 'USDC' }, 'tokenAddress'],
  ]
  for (const [what, over, field] of faults) {
    test(`${what} is 400, naming ${field}, and nothing is stored`, async () => {
      const id = await charge()
      const tokenAddress = harness.chain.dusd
      const good = { hash: anyHash(), chainId: `${chainId}`, tokenAddress }
      const path = `/charges/${id}/payments`
      const { status, body } = await call(harness, 'POST', path, { ...good, ...over })
      assert.equal(status, 400)
      assert.equal(
        (body as { error: { details: { field: string }[] } }).error.details[0]?.field,
        field,
      )
      assert.deepEqual((await clientOf(harness).getCharge(id)).payments, [])
    })
  }

  test('a charge of another account, or none, is 404', async () => {
    const id = await charge()
    const payment = { hash: anyHash(), chainId: `${chainId}`, tokenAddress: zero }
    for (const [account, one] of [
      [harness.other, id],
      [harness.shop, crypto.randomUUID()],
    ] as const) {
      await assert.rejects(
        clientOf(harness, account).addPayment(one, payment),
        (error: PayError) => error.status === 404,
      )
    }
  })
})

describe('a transfer that pays', () => {
  for (const symbol of ['DUSD', 'OUSD']) {
    test(`${symbol}: exactly the price completes the charge`, async () => {
      const { address } = harness.chain.token(symbol)
      const id = await charge({ tokenAddress: address })
      const suffix = suffixOf(id)
      const hash = await harness.chain.transfer(address, wallet, 5_000_000n, suffix)
      await report(id, hash, address)
      const { payment } = await judged(harness, id, hash)
      assert.deepEqual(payment, {
        ...payment,
        chargeUuid: id,
        payerTransactionHash: hash,
        payerChainId: `${chainId}`,
        paidTokenAddress: address,
        paidAmountInRequestedToken: '5',
        payerAddress: harness.chain.payer.address,
        status: 'COMPLETED',
        reason: '',
      })
      assert.ok(Date.parse(payment.verifiedAt) >= Date.parse(payment.createdAt))
      timelines.set(id, ['PENDING', 'COMPLETED'])
    })
  }

  test('the chain’s own coin: the value of the transaction counts', async () => {
    const id = await charge({ tokenAddress: zero, tokenAmount: '0.25' })
    const hash = await harness.chain.send(wallet, suffixOf(id), parseEther('0.25'))
    await report(id, hash, '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE')
    const { payment } = await judged(harness, id, hash)
    assert.equal(payment.status, 'COMPLETED')
    assert.equal(payment.paidAmountInRequestedToken, '0.25')
    assert.equal(payment.paidTokenAddress, zero)
  })

  test('too little leaves it pending as UNDERPAID; the rest completes it', async () => {
    const id = await charge()
    const first = await payFor(harness, id, 1_999_999n)
    await report(id, first)
    const short = await judged(harness, id, first)
    assert.equal(short.payment.status, 'COMPLETED')
    assert.equal(short.payment.reason, 'UNDERPAID')
    assert.equal(short.payment.paidAmountInRequestedToken, '1.999999')
    const rest = await payFor(harness, id, 3_000_001n)
    await report(id, rest)
    assert.equal((await judged(harness, id, rest)).payment.reason, '')
    timelines.set(id, ['PENDING', 'PENDING UNDERPAID', 'COMPLETED'])
  })

  test('too much completes it as OVERPAID; what comes later is recorded too', async () => {
    const id = await charge()
    const hash = await payFor(harness, id, 6_000_000n)
    await report(id, hash)
    assert.equal((await judged(harness, id, hash)).payment.reason, 'OVERPAID')
    const late = await payFor(harness, id, 50_000n)
    await report(id, late)
    const { payment } = await judged(harness, id, late)
    assert.equal(payment.status, 'COMPLETED')
    assert.equal(payment.paidAmountInRequestedToken, '0.05')
    timelines.set(id, ['PENDING', 'COMPLETED OVERPAID', 'COMPLETED OVERPAID'])
  })

  test('no_price completes with any amount from a cent on', async () => {
    const over = { pricing_type: 'no_price', local_price: { amount: '10' } } as const
    const id = await charge({}, over)
    const hash = await payFor(harness, id, 10_000n)
    await report(id, hash)
    const { payment } = await judged(harness, id, hash)
    assert.equal(payment.status, 'COMPLETED')
    assert.equal(payment.reason, '')
    timelines.set(id, ['PENDING', 'COMPLETED'])
  })

  test('a hash that is reported before it is mined is followed until it is', async () => {
    const { client, token, payer } = harness.chain
    const id = await charge()
    await client.setAutomine(false)
    try {
      const transfer = { abi: erc20Abi, functionName: 'transfer' } as const
      const data = encodeFunctionData({ ...transfer, args: [wallet, 5_000_000n] })
      const to = token('DUSD').address
      const input = concatHex([data, suffixOf(id)])
      const hash = await client.sendTransaction({ to, data: input, account: payer, gas: 200_000n })
      await report(id, hash)
      await until('the chain to show it', async () => {
        const { status } = await clientOf(harness).getPaymentStatus(id, hash)
        return status === 'PENDING' || undefined
      })
      assert.equal((await clientOf(harness).getCharge(id)).status, 'NEW')
      assert.equal((await clientOf(harness).getPaymentStatus(id, hash)).status, 'PENDING')
      await client.mine({ blocks: 1 })
      assert.equal((await judged(harness, id, hash)).payment.status, 'COMPLETED')
    } finally {
      await client.setAutomine(true)
    }
  })
})

describe('a claim that is not true', () => {
  /** The reporter is told why; the charge is what it was. */
  async function isRefused(id: string, hash: string, reason: RegExp) {
    await report(id, hash)
    const told = await until('the end of the report', async () => {
      const status = await clientOf(harness).getPaymentStatus(id, hash)
      return status.status === 'FAILED' ? status : undefined
    })
    assert.match(told.reason, reason)
    const { status, payments } = await clientOf(harness).getCharge(id)
    assert.deepEqual([status, payments], ['NEW', []])
  }

  test('a transfer of another token, or to somebody else, is nothing', async () => {
    const id = await charge()
    const other = harness.chain.token('OUSD').address
    const hash = await harness.chain.transfer(other, wallet, 5_000_000n, suffixOf(id))
    await report(id, hash)
    assert.deepEqual((await clientOf(harness).getCharge(id)).payments, [])
    const away = demoAccount(7).address
    const token = harness.chain.dusd
    await isRefused(id, await harness.chain.transfer(token, away, 5_000_000n), /transfers nothing/)
    await isRefused(await charge(), await harness.chain.send(away, '0x', 1n), /transfers nothing/)
  })

  test('a reverted transfer that names the charge, as anybody’s may, changes nothing; a new one pays', async () => {
    const id = await charge()
    const token = harness.chain.dusd
    const much = 10n ** 30n
    const hash = await harness.chain.transfer(token, wallet, much, suffixOf(id), 200_000n)
    await isRefused(id, hash, /reverted/)
    const good = await payFor(harness, id)
    await report(id, good)
    assert.equal((await judged(harness, id, good)).payment.status, 'COMPLETED')
    timelines.set(id, ['PENDING', 'COMPLETED'])
  })

  test('a reverted transfer of somebody else changes nothing of a charge that reports it', async () => {
    const id = await charge()
    const token = harness.chain.dusd
    const hash = await harness.chain.transfer(token, wallet, 10n ** 30n, '0x', 200_000n)
    await isRefused(id, hash, /reverted/)
  })

  test('a transfer that names charge A is refused for charge B, and pays A', async () => {
    const [a, b] = [await charge(), await charge()]
    const hash = await payFor(harness, a)
    assert.equal((await judged(harness, a, hash)).payment.status, 'COMPLETED')
    await assert.rejects(report(b, hash), (error: PayError) => error.status === 409)
    assert.deepEqual((await clientOf(harness).getCharge(b)).payments, [])
  })
})

describe('what is kept', () => {
  test('every charge has the timeline of its life', async () => {
    await harness.service.end()
    const store = await openStore(databaseOf(harness), assert.ifError)
    try {
      for (const [id, expected] of timelines) {
        const charge = await store.getCharge(harness.shop.id, id)
        const moves = charge?.timeline.map((one) => [one.status, one.context].join(' ').trim())
        assert.deepEqual(moves, expected)
        assert.equal(charge?.status, expected.at(-1)?.split(' ')[0])
      }
    } finally {
      await store.close()
    }
  })
})
