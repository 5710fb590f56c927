import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi, parseEther } from 'viem'
import { createClient } from '../../../src/api/client/client.ts'
import type {
  AuthorizationOffer,
  NewAuthorization,
} from '../../../src/api/schemas/payments/authorization.ts'
import type { PayError } from '../../../src/errors.ts'
import { execute } from '../../support/aging.ts'
import type { TypedDataSigner } from '../../support/authorized-moves.ts'
import { deploy } from '../../support/contracts.ts'
import { isNightly } from '../../support/effort.ts'
import { chainId, clientOf, wallet } from '../../support/harness.ts'
import { transferCall } from '../../support/local-chain.ts'
import { runOperator } from '../../support/operator.ts'
import { paymentThatIs } from '../../support/paying.ts'
import { startService } from '../../support/service.ts'
import { withOptions } from '../../support/service-options.ts'
import { patience, until } from '../../support/wait.ts'
import { type Payer, type Relaying, startRelaying } from './relaying.ts'

const gwei = 1_000_000_000n
const hostileCount = isNightly ? 1000 : 200
const fiatAbi = parseAbi(['function blacklist(address account)'])

describe('the relayer in trouble', () => {
  let relaying: Relaying

  before(async () => {
    relaying = await startRelaying({
      ...{
        RELAYS_PER_HOUR: '1000000',
        RATE_LIMIT: '1000000',
        ...withOptions({ rateLimitAddress: 1_000_000 }),
      },
    })
  })
  after(() => relaying.end())
  // A test that fails must not keep the next one waiting.
  afterEach(() => relaying.harness.chain.client.setAutomine(true))

  const mineAt = async (baseFeePerGas: bigint) => {
    const { client } = relaying.harness.chain
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas })
    await client.mine({ blocks: 1 })
  }
  /** Lets minutes pass for all transactions that were signed, with the service stopped meanwhile. */
  const letWait = async () => {
    const { harness, environment } = relaying
    await harness.service.end()
    await execute(
      harness,
      `update relayed_transactions set created_at = created_at - interval '2 minutes'`,
    )
    harness.service = await startService(environment)
  }
  /** The transactions of the relayer that wait in the node. */
  const listWaiting = async () => {
    const { pending, queued } = await relaying.harness.chain.client.getTxpoolContent()
    const ours = relaying.relayers.map((address) => address.toLowerCase())
    return [pending, queued].flatMap((pool) =>
      Object.entries(pool)
        .filter(([account]) => ours.includes(account.toLowerCase()))
        .flatMap(([, byNonce]) => Object.values(byNonce)),
    )
  }

  test('replaces a transaction that no block takes by one with the same nonce and more fee', async () => {
    const { client } = relaying.harness.chain
    const [id, payer] = [await relaying.createCharge(), await relaying.createPayer()]
    const before = await relaying.readBalance(payer.address)
    const sentBefore = await relaying.countSent()
    await client.setAutomine(false)
    const body = await relaying.sign(id, payer)
    const { payerTransactionHash, uuid } = await relaying.post(id, body)
    const [first] = await listWaiting()
    assert.equal(first?.hash, payerTransactionHash)
    await mineAt(20n * gwei)
    await letWait()
    const replaced = await until('a replacement', async () =>
      (await listWaiting()).find(({ hash }) => hash !== payerTransactionHash),
    )
    assert.equal(BigInt(replaced.nonce), BigInt(first?.nonce ?? -1))
    assert.ok(BigInt(replaced.maxFeePerGas ?? 0) >= 20n * gwei)
    const again = await relaying.post(id, body)
    assert.deepEqual([again.uuid, again.payerTransactionHash], [uuid, replaced.hash])
    await client.mine({ blocks: 1 })
    await client.setAutomine(true)
    await paymentThatIs(relaying.harness, id, replaced.hash, 'COMPLETED')
    assert.equal(await relaying.readBalance(payer.address), before - 5_000_000n)
    assert.equal(await relaying.countSent(), sentBefore + 1)
    // The hash that the payer has leads to the same payment.
    const { status } = await clientOf(relaying.harness).getCharge(id)
    assert.equal(status, 'COMPLETED')
    await mineAt(gwei)
  })

  test('offers no more than the limit in a spike, and goes on when it is over', async () => {
    const { client } = relaying.harness.chain
    const [id, payer] = [await relaying.createCharge(), await relaying.createPayer()]
    const [later, laterPayer] = [await relaying.createCharge(), await relaying.createPayer()]
    const laterBody = await relaying.sign(later, laterPayer)
    await client.setAutomine(false)
    const { payerTransactionHash } = await relaying.post(id, await relaying.sign(id, payer))
    await mineAt(2000n * gwei)
    await letWait()
    assert.equal((await relaying.refusal(later, laterBody)).status, 503)
    // Looked at several times meanwhile: nothing else is signed.
    for (let look = 0; look < 3; look += 1) await mineAt(2000n * gwei)
    const { stdout } = await runOperator(['call', 'getRelayer'], relaying.environment)
    const { transactions } = JSON.parse(stdout) as { transactions: Record<string, unknown>[] }
    assert.deepEqual(
      transactions.map(({ hash, attempts, kind }) => [hash, attempts, kind]),
      [[payerTransactionHash, 1, 'relay']],
    )
    await mineAt(gwei)
    await client.mine({ blocks: 1 })
    await client.setAutomine(true)
    await until('the charge to be paid', async () => {
      await client.mine({ blocks: 1 })
      return (await clientOf(relaying.harness).getCharge(id)).status === 'COMPLETED' || undefined
    })
    const { payerTransactionHash: hash } = await relaying.post(later, laterBody)
    await paymentThatIs(relaying.harness, later, hash, 'COMPLETED')
  })

  test('uses another account where one is drained, and waits for coin where all are', async () => {
    const { client } = relaying.harness.chain
    const [one = '0x', other = '0x'] = relaying.relayers
    const countOf = (address: Address) => client.getTransactionCount({ address })
    await relaying.fund(parseEther('1'))
    await client.setBalance({ address: one, value: 0n })
    const before = [await countOf(one), await countOf(other)]
    const [id, payer] = [await relaying.createCharge(), await relaying.createPayer()]
    const { payerTransactionHash } = await relaying.post(id, await relaying.sign(id, payer))
    await paymentThatIs(relaying.harness, id, payerTransactionHash, 'COMPLETED')
    assert.deepEqual([await countOf(one), (await countOf(other)) - 1], before)
    await relaying.fund(0n)
    const next = await relaying.createCharge()
    const body = await relaying.sign(next, payer)
    assert.equal((await relaying.refusal(next, body)).status, 503)
    await relaying.fund(parseEther('1'))
    const { payerTransactionHash: hash } = await relaying.post(next, body)
    await paymentThatIs(relaying.harness, next, hash, 'COMPLETED')
  })

  test('sends again what a reorganization took back after it was final, and serves the next payer', async () => {
    const { client } = relaying.harness.chain
    await relaying.fund(parseEther('1'))
    const [id, payer] = [await relaying.createCharge(), await relaying.createPayer()]
    const [next, nextPayer] = [await relaying.createCharge(), await relaying.createPayer()]
    const [body, nextBody] = [await relaying.sign(id, payer), await relaying.sign(next, nextPayer)]
    const before = await client.snapshot()
    const { payerTransactionHash } = await relaying.post(id, body)
    await paymentThatIs(relaying.harness, id, payerTransactionHash, 'COMPLETED')
    await until('its nonce to be done', async () => {
      const { stdout } = await runOperator(['call', 'getRelayer'], relaying.environment)
      return (JSON.parse(stdout) as { transactions: [] }).transactions.length === 0 || undefined
    })
    await client.revert({ id: before })
    await client.mine({ blocks: 4 })
    await until('it to be mined again', async () => {
      await client.mine({ blocks: 1 })
      return (await relaying.readBalance(payer.address)) === 495_000_000n || undefined
    })
    await paymentThatIs(relaying.harness, id, payerTransactionHash, 'COMPLETED')
    const { payerTransactionHash: hash } = await until('the next one to be taken', () =>
      relaying.post(next, nextBody).catch(() => undefined),
    )
    await paymentThatIs(relaying.harness, next, hash, 'COMPLETED')
  })

  test('fills the nonces that a node has counted too many', async () => {
    const { client } = relaying.harness.chain
    const [one = '0x', other = '0x'] = relaying.relayers
    await relaying.fund(parseEther('1'))
    await client.setBalance({ address: other, value: 0n })
    const [id, payer] = [await relaying.createCharge(), await relaying.createPayer()]
    const body = await relaying.sign(id, payer)
    const nonce = await client.getTransactionCount({ address: one })
    await client.setAutomine(false)
    await client.setNonce({ address: one, nonce: nonce + 3 })
    await relaying.post(id, body)
    await client.setNonce({ address: one, nonce })
    await client.setAutomine(true)
    const charge = await until('it to be paid', async () => {
      await client.mine({ blocks: 1 })
      const charge = await clientOf(relaying.harness).getCharge(id)
      return charge.status === 'COMPLETED' ? charge : undefined
    })
    assert.equal(charge.payments.length, 1)
    assert.equal(await client.getTransactionCount({ address: one }), nonce + 4)
    await relaying.fund(parseEther('1'))
  })

  /** What a payer signs otherwise than it is offered, or changes afterwards. */
  type Attack = (offer: AuthorizationOffer) => Promise<NewAuthorization>

  test(`spends nothing on ${hostileCount} authorizations that fail, and serves honest payers beside them`, async (t) => {
    const { chain } = relaying.harness
    const { client } = chain
    await relaying.fund(parseEther('1'))
    const rich = await relaying.createPayer()
    const poor = await relaying.createPayer(4_999_999n)
    const blocked = await relaying.createPayer()
    const data = encodeFunctionData({
      ...{ abi: fiatAbi, functionName: 'blacklist', args: [blocked.address] },
    })
    await chain.send(relaying.usdc, data)
    const seconds = BigInt(Math.floor(Date.now() / 1000))
    const signedBy = async (offer: AuthorizationOffer, payer: Payer, signature: Hex) => ({
      ...(await relaying.signOffer(offer, payer)),
      signature,
    })
    const attacks: Record<string, Attack> = {
      expired: (offer) => relaying.signOffer(offer, rich, { validBefore: seconds - 1n }),
      'of a foreign domain': async (offer) => {
        const body = await relaying.signOffer(offer, rich)
        return { ...body, signature: await signElsewhere(body, rich) }
      },
      'short of money': (offer) => relaying.signOffer(offer, poor),
      blacklisted: (offer) => relaying.signOffer(offer, blocked),
      'in the name of another account': async (offer) => {
        const body = await relaying.signOffer(offer, rich)
        const { address: from } = blocked
        return { ...body, authorization: { ...body.authorization, from } }
      },
      'as of a contract, without one': (offer) => signedBy(offer, rich, `0x${'ab'.repeat(200)}`),
      'of another amount': (offer) => relaying.signOffer(offer, rich, { amount: 1n }),
      'to another recipient': (offer) => relaying.signOffer(offer, rich, { to: poor.address }),
    }
    async function signElsewhere({ authorization }: NewAuthorization, payer: Payer): Promise<Hex> {
      const { from, to, value, validAfter, validBefore, nonce } = authorization
      return await payer.signTypedData({
        domain: {
          ...{ name: 'USD Coin', version: '2', chainId: 1, verifyingContract: relaying.usdc },
        },
        types: {
          TransferWithAuthorization: [
            { name: 'from', type: 'address' },
            { name: 'to', type: 'address' },
            { name: 'value', type: 'uint256' },
            { name: 'validAfter', type: 'uint256' },
            { name: 'validBefore', type: 'uint256' },
            { name: 'nonce', type: 'bytes32' },
          ],
        },
        primaryType: 'TransferWithAuthorization',
        message: {
          ...{ from: from as Address, to: to as Address, nonce: nonce as Hex },
          ...{ value: BigInt(value), validAfter: BigInt(validAfter) },
          validBefore: BigInt(validBefore),
        },
      })
    }
    const id = await relaying.createCharge()
    const [offer] = await clientOf(relaying.harness).listAuthorizationOffers(id)
    assert.ok(offer)
    const bodies = await Promise.all(
      Object.entries(attacks).map(async ([name, attack]) => [name, await attack(offer)] as const),
    )
    const coinBefore = await sumCoin()
    const sentBefore = await relaying.countSent()
    // More at once would wait so long for a connection on a busy machine that the service answers 503.
    const batch = 40
    const honest: Hex[] = []
    for (let start = 0; start < hostileCount; start += batch) {
      const refusals = Array.from({ length: batch }, async (_, index) => {
        const [name, body] = bodies[(start + index) % bodies.length] as (typeof bodies)[number]
        const error = await relaying.refusal(id, body)
        assert.equal(error.status, 400, `${name}: ${error.message}`)
      })
      // An honest payer pays beside them.
      const [own, payer] = [await relaying.createCharge(), await relaying.createPayer()]
      const { payerTransactionHash } = await relaying.post(own, await relaying.sign(own, payer))
      await paymentThatIs(relaying.harness, own, payerTransactionHash, 'COMPLETED')
      honest.push(payerTransactionHash as Hex)
      await Promise.all(refusals)
    }
    const receipts = await Promise.all(honest.map((hash) => client.getTransactionReceipt({ hash })))
    const fees = receipts.map(({ gasUsed, effectiveGasPrice }) => gasUsed * effectiveGasPrice)
    const spent = coinBefore - (await sumCoin())
    // What the honest ones cost, and nothing more.
    assert.equal(
      spent,
      fees.reduce((sum, fee) => sum + fee, 0n),
    )
    assert.equal(await relaying.countSent(), sentBefore + honest.length)
    t.diagnostic(`${hostileCount} refused; ${honest.length} honest payers paid, for ${spent} wei`)
    // The charge that they were aimed at is still paid by its payer.
    const { payerTransactionHash } = await relaying.post(id, await relaying.sign(id, rich))
    await paymentThatIs(relaying.harness, id, payerTransactionHash, 'COMPLETED')
    assert.equal(await relaying.readBalance(poor.address), 4_999_999n)
    await client.mine({ blocks: 1 })
  })

  test('loses one fee for each transfer that fails only in its block, within the limit of its payer', async () => {
    const { chain } = relaying.harness
    const { client } = chain
    await relaying.restart({ RELAYS_PER_PAYER: '3' })
    await relaying.fund(parseEther('1'))
    const thief = await relaying.createPayer(5_000_000n)
    await client.setBalance({ address: thief.address, value: parseEther('1') })
    const sentBefore = await relaying.countSent()
    const outcomes: (number | undefined)[] = []
    for (let round = 0; round < 5; round += 1) {
      const id = await relaying.createCharge()
      const body = await relaying.sign(id, thief)
      const honest = [await relaying.createCharge(), await relaying.createPayer()] as const
      const honestBody = await relaying.sign(...honest)
      // The shop moves its money on. The next dollar costs more gas, whether or not the thief's was to come before it.
      const moving = await client.sendTransaction({
        ...{ account: wallet, to: relaying.usdc },
        data: transferCall(chain.payer.address, await relaying.readBalance(wallet)),
      })
      await client.waitForTransactionReceipt({ hash: moving })
      await client.setAutomine(false)
      const outcome = await relaying.post(id, body).catch((error: PayError) => error)
      outcomes.push(outcome instanceof Error ? outcome.status : 201)
      const own = await relaying.post(honest[0], honestBody)
      // The money leaves in the same block, before it.
      const hash = await client.sendTransaction({
        ...{ account: thief, to: relaying.usdc, maxPriorityFeePerGas: 50n * gwei },
        ...{ maxFeePerGas: 100n * gwei, gas: 100_000n },
        data: encodeFunctionData({
          ...{ abi: erc20Abi, functionName: 'transfer', args: [chain.payer.address, 5_000_000n] },
        }),
      })
      await client.mine({ blocks: 1 })
      await client.setAutomine(true)
      await client.mine({ blocks: 1 })
      assert.equal((await client.getTransactionReceipt({ hash })).status, 'success')
      await paymentThatIs(relaying.harness, honest[0], own.payerTransactionHash, 'COMPLETED')
      await chain.transfer(relaying.usdc, thief.address, 5_000_000n)
      assert.deepEqual((await clientOf(relaying.harness).getCharge(id)).payments, [])
    }
    assert.deepEqual(outcomes, [201, 201, 201, 429, 429])
    assert.equal(await relaying.countSent(), sentBefore + 3 + 5)
  })

  test('sends nothing for a contract that says yes where nobody pays, and one transaction for one that changes its mind', async () => {
    const { chain } = relaying.harness
    const { client } = chain
    await relaying.restart()
    await relaying.fund(parseEther('1'))
    const abi = parseAbi(['function hide(bool itHides)'])
    /** What the owner of a contract tells it. A contract takes any signature: that of its owner's key has the usual form, too. */
    const tell = (to: Address, itHides: boolean) =>
      client.sendTransaction({
        ...{ account: chain.payer.address, to, gas: 100_000n },
        ...{ maxPriorityFeePerGas: 50n * gwei, maxFeePerGas: 100n * gwei },
        data: encodeFunctionData({ abi, functionName: 'hide', args: [itHides] }),
      })
    const owner = await relaying.createPayer(0n)
    const createContract = async () => {
      const address = await deploy(chain, 'BurningAccount')
      await chain.transfer(relaying.usdc, address, 500_000_000n)
      return { address, signTypedData: owner.signTypedData }
    }
    const hand = async (contract: TypedDataSigner) => {
      const id = await relaying.createCharge()
      return [id, await relaying.sign(id, contract)] as const
    }

    const teller = await createContract()
    const sentBefore = await relaying.countSent()
    const error = await relaying.refusal(...(await hand(teller)))
    assert.deepEqual([error.code, error.field], ['invalid_request', 'signature'])
    assert.equal(await relaying.countSent(), sentBefore)

    const changing = await createContract()
    await client.waitForTransactionReceipt({ hash: await tell(changing.address, true) })
    const first = await hand(changing)
    await client.setAutomine(false)
    const { payerTransactionHash } = await relaying.post(...first)
    // Before its block, and while it is under way: one of a contract at a time.
    const beside = await relaying.refusal(...(await hand(changing)))
    assert.deepEqual([beside.code, beside.status], ['rate_limited', 429])
    await tell(changing.address, false)
    await client.mine({ blocks: 1 })
    await client.setAutomine(true)
    const hash = payerTransactionHash as Hex
    assert.equal((await client.getTransactionReceipt({ hash })).status, 'reverted')
    await client.waitForTransactionReceipt({ hash: await tell(changing.address, true) })
    await client.mine({ blocks: 10 })
    await until('it has ended', async () => {
      const again = await relaying.post(...first).catch((err: PayError) => err)
      return again instanceof Error && again.status === 429 ? again : undefined
    })
    const later = await relaying.refusal(...(await hand(changing)))
    assert.match(later.message, /reverted in the last 24 hours/)
    assert.equal(await relaying.countSent(), sentBefore + 1)

    // Another contract, and every key, is served as before.
    const honest = await createContract()
    await client.waitForTransactionReceipt({ hash: await tell(honest.address, true) })
    for (const payer of [honest, await relaying.createPayer()]) {
      const [id, body] = await hand(payer)
      const paid = await relaying.post(id, body)
      await paymentThatIs(relaying.harness, id, paid.payerTransactionHash, 'COMPLETED')
    }
  })

  test('sends no more of a payer at once than the balance covers, from any account and process', async () => {
    const { harness } = relaying
    const { client } = harness.chain
    await relaying.restart({ RELAYS_PER_PAYER: '100' })
    await relaying.fund(parseEther('1'))
    const thief = await relaying.createPayer(5_000_000n)
    const bodies: [string, NewAuthorization][] = []
    for (let count = 0; count < 5; count += 1) {
      const id = await relaying.createCharge()
      bodies.push([id, await relaying.sign(id, thief)])
    }
    // Several processes need a PostgreSQL.
    const second = process.env.TEST_DATABASE_URL
      ? await startService({ ...relaying.environment, RELAYS_PER_PAYER: '100' })
      : harness.service
    try {
      const other = createClient({
        ...{ baseUrl: second.baseUrl, apiKey: harness.shop.apiKey, retries: 0 },
        timeoutMs: patience,
      })
      const sentBefore = await relaying.countSent()
      await client.setAutomine(false)
      const outcomes = await Promise.all(
        bodies.map(([id, body], index) =>
          (index % 2 ? other.addAuthorization(id, body) : relaying.post(id, body)).then(
            () => 201,
            (error: PayError) => error.status,
          ),
        ),
      )
      assert.deepEqual(outcomes.toSorted(), [201, 429, 429, 429, 429])
      await client.setAutomine(true)
      await client.mine({ blocks: 1 })
      assert.equal(await relaying.countSent(), sentBefore + 1)
    } finally {
      await client.setAutomine(true)
      if (second !== harness.service) await second.end()
    }
  })

  test('sends two of a payer whose balance covers both, and a third as soon as the first two have left it', async () => {
    const { chain } = relaying.harness
    await relaying.restart({
      RELAYS_PER_PAYER: '100',
      CONFIRMATIONS: JSON.stringify({ [chainId]: 50 }),
    })
    await relaying.fund(parseEther('1'))
    const payer = await relaying.createPayer(15_000_000n)
    const [one, two, three] = [
      await relaying.createCharge(),
      await relaying.createCharge(),
      await relaying.createCharge(),
    ]
    await chain.client.setAutomine(false)
    await relaying.post(one, await relaying.sign(one, payer))
    await relaying.post(two, await relaying.sign(two, payer))
    await chain.client.setAutomine(true)
    await chain.client.mine({ blocks: 1 })
    // Neither is final yet, and both are in the balance.
    assert.equal(await relaying.readBalance(payer.address), 5_000_000n)
    await relaying.post(three, await relaying.sign(three, payer))
    await relaying.restart()
  })

  async function sumCoin(): Promise<bigint> {
    const { client } = relaying.harness.chain
    const balances = await Promise.all(
      relaying.relayers.map((address) => client.getBalance({ address })),
    )
    return balances.reduce((sum, balance) => sum + balance, 0n)
  }
})
