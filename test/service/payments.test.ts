import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Attribution } from 'ox/erc8021'
import { type Address, concatHex, encodeFunctionData, erc20Abi, type Hex, parseEther } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import type { NewCharge } from '../../src/api/charge.ts'
import type { PayError } from '../../src/errors.ts'
import { openStore } from '../../src/service/store/store.ts'
import { until } from '../support/wait.ts'
import {
  call,
  chainId,
  clientOf,
  databaseOf,
  type Harness,
  judged,
  startHarness,
  wallet,
} from './harness.ts'

const zero: Address = '0x0000000000000000000000000000000000000000'

let harness: Harness
before(async () => {
  harness = await startHarness({ LOG_LEVEL: 'debug' })
})
after(() => harness.end())

type Props = Record<string, string>

/** A charge of 5 dollars in DUSD, unless said otherwise. */
async function charge(props: Props = {}, over: Partial<NewCharge> = {}): Promise<string> {
  const token = harness.chain.token('DUSD').address
  const requestProps = { chainId: `${chainId}`, recipientAddress: wallet, tokenAddress: token }
  const made = await clientOf(harness).createCharge({
    pricing_type: 'fixed_price',
    local_price: { amount: '5' },
    requestProps: { ...requestProps, ...props },
    ...over,
  })
  return made.id
}

/** Reports a transfer as the widget does. */
function report(id: string, hash: string, token = harness.chain.token('DUSD').address) {
  return clientOf(harness).addPayment(id, { hash, chainId: `${chainId}`, tokenAddress: token })
}

/** How each charge's timeline shall read in the end; the interface shows it at creation only. */
const timelines = new Map<string, string[]>()

/** Resolves when the watcher has asked the chain for a hash. */
const looked = (hash: string) =>
  until(`a look for ${hash}`, () =>
    harness.service.log.find((entry) => entry.msg === 'looked' && entry.hash === hash),
  )

const suffixOf = (...codes: string[]): Hex => Attribution.toDataSuffix({ codes })
const anyHash = () =>
  `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')}` as Hex

describe('POST /charges/:uuid/payments', () => {
  test('answers 201 with every field of interface 2.2, before the chain knows the hash', async () => {
    const id = await charge()
    const token = harness.chain.token('DUSD').address
    const hash = anyHash()
    const body = { hash: hash.toUpperCase().replace('X', 'x'), chainId: `${chainId}` }
    const { status, body: reply } = await call(harness, 'POST', `/charges/${id}/payments`, {
      ...body,
      tokenAddress: token.toLowerCase(),
    })
    assert.equal(status, 201)
    assert.deepEqual(reply, {
      uuid: (reply as { uuid: string }).uuid,
      payerTransactionHash: hash,
      payerChainId: `${chainId}`,
      paidTokenAddress: token,
      requestCharge: {
        uuid: id,
        link: `${harness.service.baseUrl}/pay/${id}`,
        tokenAmount: '5',
        tokenSymbol: 'DUSD',
      },
    })
    timelines.set(id, ['PENDING'])
  })

  test('the same hash again is 409 and says which charge it pays, to its owner only', async () => {
    const [id, second] = [await charge(), await charge()]
    const hash = anyHash()
    await report(id, hash)
    for (const one of [id, second]) {
      await assert.rejects(report(one, hash), (error: PayError) => {
        assert.equal(error.status, 409)
        assert.deepEqual(error.details, { chargeUuid: id })
        return true
      })
    }
    const token = harness.chain.token('DUSD').address
    const theirs = await clientOf(harness, harness.other).createCharge({
      pricing_type: 'fixed_price',
      local_price: { amount: '5' },
      requestProps: { chainId: `${chainId}`, recipientAddress: wallet, tokenAddress: token },
    })
    const foreign = { hash, chainId: `${chainId}`, tokenAddress: token }
    await assert.rejects(
      clientOf(harness, harness.other).addPayment(theirs.id, foreign),
      (error: PayError) => error.status === 409 && error.details === undefined,
    )
  })

  test('of 30 simultaneous claims of one hash one is taken', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => charge()))
    const hash = anyHash()
    const answers = await Promise.all(
      ids.map((id) =>
        report(id, hash).then(
          () => 201,
          (error: PayError) => error.status,
        ),
      ),
    )
    assert.equal(answers.filter((status) => status === 201).length, 1)
    assert.equal(answers.filter((status) => status === 409).length, 29)
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
      const tokenAddress = harness.chain.token('DUSD').address
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

  test('a transfer without attribution is taken from who reports it first', async () => {
    const id = await charge()
    const token = harness.chain.token('DUSD').address
    const hash = await harness.chain.transfer(token, wallet, 5_000_000n)
    await report(id, hash)
    assert.equal((await judged(harness, id, hash)).payment.status, 'COMPLETED')
  })

  test('too little leaves it pending as UNDERPAID; the rest completes it', async () => {
    const id = await charge()
    const token = harness.chain.token('DUSD').address
    const first = await harness.chain.transfer(token, wallet, 1_999_999n, suffixOf(id))
    await report(id, first)
    const short = await judged(harness, id, first)
    assert.equal(short.payment.status, 'COMPLETED')
    assert.equal(short.payment.reason, 'UNDERPAID')
    assert.equal(short.payment.paidAmountInRequestedToken, '1.999999')
    const rest = await harness.chain.transfer(token, wallet, 3_000_001n, suffixOf(id))
    await report(id, rest)
    assert.equal((await judged(harness, id, rest)).payment.reason, '')
    timelines.set(id, ['PENDING', 'PENDING UNDERPAID', 'COMPLETED'])
  })

  test('too much completes it as OVERPAID; what comes later is recorded too', async () => {
    const id = await charge()
    const token = harness.chain.token('DUSD').address
    const hash = await harness.chain.transfer(token, wallet, 6_000_000n, suffixOf(id))
    await report(id, hash)
    assert.equal((await judged(harness, id, hash)).payment.reason, 'OVERPAID')
    const late = await harness.chain.transfer(token, wallet, 1n, suffixOf(id))
    await report(id, late)
    const { payment } = await judged(harness, id, late)
    assert.equal(payment.status, 'COMPLETED')
    assert.equal(payment.paidAmountInRequestedToken, '0.000001')
    timelines.set(id, ['PENDING', 'COMPLETED OVERPAID', 'COMPLETED OVERPAID'])
  })

  test('no_price completes with any amount', async () => {
    const over = { pricing_type: 'no_price', local_price: { amount: '10' } } as const
    const id = await charge({}, over)
    const token = harness.chain.token('DUSD').address
    const hash = await harness.chain.transfer(token, wallet, 1n, suffixOf(id))
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
      await looked(hash)
      const [payment] = (await clientOf(harness).getCharge(id)).payments
      assert.equal(payment?.status, 'PENDING')
      await client.mine({ blocks: 1 })
      assert.equal((await judged(harness, id, hash)).payment.status, 'COMPLETED')
    } finally {
      await client.setAutomine(true)
    }
  })
})

describe('a claim that is not true', () => {
  /** Its payment fails with this reason, its charge stays payable, and its hash is free again. */
  async function fails(id: string, hash: string, reason: RegExp) {
    await report(id, hash)
    const { payment } = await judged(harness, id, hash)
    assert.equal(payment.status, 'FAILED')
    assert.match(payment.reason, reason)
    assert.equal(payment.paidAmountInRequestedToken, '0')
    timelines.set(id, ['PENDING', 'FAILED'])
  }

  test('a transfer to somebody else fails, and can pay the charge it is for', async () => {
    const [id, theirs] = [demoAccount(6).address, demoAccount(7).address]
    const wrong = await charge({ recipientAddress: id })
    const right = await charge({ recipientAddress: theirs })
    const token = harness.chain.token('DUSD').address
    const hash = await harness.chain.transfer(token, theirs, 5_000_000n)
    await fails(wrong, hash, /no DUSD to 0x/)
    await report(right, hash)
    assert.equal((await judged(harness, right, hash)).payment.status, 'COMPLETED')
  })

  test('a transfer of another token fails', async () => {
    const id = await charge()
    const other = harness.chain.token('OUSD').address
    const hash = await harness.chain.transfer(other, wallet, 5_000_000n, suffixOf(id))
    await fails(id, hash, /another token than DUSD/)
  })

  test('a call that transfers nothing fails', async () => {
    const id = await charge()
    const hash = await harness.chain.send(wallet, '0x', 1n)
    await fails(id, hash, /transfers no token/)
  })

  test('a reverted transfer fails; a new one pays', async () => {
    const id = await charge()
    const token = harness.chain.token('DUSD').address
    const much = 10n ** 30n
    const hash = await harness.chain.transfer(token, wallet, much, suffixOf(id), 200_000n)
    await fails(id, hash, /reverted/)
    const good = await harness.chain.transfer(token, wallet, 5_000_000n, suffixOf(id))
    await report(id, good)
    assert.equal((await judged(harness, id, good)).payment.status, 'COMPLETED')
    timelines.set(id, ['PENDING', 'FAILED', 'PENDING', 'COMPLETED'])
  })

  test('a transfer that names charge A is refused for charge B, and pays A', async () => {
    const [a, b] = [await charge(), await charge()]
    const token = harness.chain.token('DUSD').address
    const hash = await harness.chain.transfer(token, wallet, 5_000_000n, suffixOf(a))
    await fails(b, hash, /names another charge/)
    await report(a, hash)
    assert.equal((await judged(harness, a, hash)).payment.status, 'COMPLETED')
  })

  test('another suffix behind ours changes nothing', async () => {
    const [a, b] = [await charge(), await charge()]
    const token = harness.chain.token('DUSD').address
    const suffix = concatHex([suffixOf(a), suffixOf('somewallet')])
    const hash = await harness.chain.transfer(token, wallet, 5_000_000n, suffix)
    await fails(b, hash, /names another charge/)
    await report(a, hash)
    assert.equal((await judged(harness, a, hash)).payment.status, 'COMPLETED')
  })

  test('a native transfer to somebody else, or of nothing, fails', async () => {
    const native = { tokenAddress: zero, tokenAmount: '0.25' }
    const reportNative = async (to: Address, value: bigint, reason: RegExp) => {
      const id = await charge(native)
      const hash = await harness.chain.send(to, suffixOf(id), value)
      await report(id, hash, zero)
      const { payment } = await judged(harness, id, hash)
      assert.equal(payment.status, 'FAILED')
      assert.match(payment.reason, reason)
    }
    await reportNative(demoAccount(6).address, parseEther('0.25'), /does not go to 0x/)
    await reportNative(wallet, 0n, /no value/)
  })

  test('an old transfer to the merchant pays no later charge', async () => {
    const { token, transfer, setTime } = harness.chain
    await setTime(Date.now() - 60_000)
    const hash = await transfer(token('DUSD').address, wallet, 5_000_000n)
    await setTime(Date.now())
    await fails(await charge(), hash, /older than the charge/)
  })
})

describe('what is kept', () => {
  test('every charge has the timeline of its life', async () => {
    await harness.service.end()
    const store = await openStore(databaseOf(harness), assert.ifError)
    try {
      for (const [id, expected] of timelines) {
        const charge = await store.charge(harness.shop.id, id)
        const moves = charge?.timeline.map((one) => [one.status, one.context].join(' ').trim())
        assert.deepEqual(moves, expected)
        assert.equal(charge?.status, expected.at(-1)?.split(' ')[0])
      }
    } finally {
      await store.close()
    }
  })
})
