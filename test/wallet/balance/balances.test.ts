import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type Address, type Chain, createClient, custom, type Hex, http } from 'viem'
import * as viemChains from 'viem/chains'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import { localChain, localTransport } from '../../../demo/chain/client.ts'
import type { Quote } from '../../../src/checkout/quote/payment-option.ts'
import { readQuoteBalances } from '../../../src/wallet/balance/balances.ts'
import { builtInChains } from '../../../src/wallet/connect/built-in-chains.ts'
import { deploy, mintCall } from '../../support/contracts.ts'
import { type LocalChain, startLocalChain, transferCall } from '../../support/local-chain.ts'
import { quote, recipient } from '../samples.ts'

// What an account can pay with is read from a real chain, with Multicall3's real code and without.

let chain: LocalChain
let dollar: Address
let old: Address
let pausable: Address
/** Multicall3's code as it stands on chains. */
let multicall: Hex

const payer = demoAccount(5).address
const usual: Address = '0xca11bde05977b3631167028862be2a173976ca11'
const ether = 10n ** 18n

before(async () => {
  chain = await startLocalChain()
  dollar = chain.dusd
  old = chain.token('OUSD').address
  pausable = await deploy(chain, 'PausableToken')
  await chain.send(dollar, mintCall(payer, 500n))
  await chain.send(old, mintCall(payer, 70n))
  await chain.send(pausable, mintCall(payer, 9n))
  // viem has the creation code, and exports it to itself only.
  const constants = new URL('./constants/contracts.js', import.meta.resolve('viem'))
  const { multicall3Bytecode } = (await import(constants.href)) as { multicall3Bytecode: Hex }
  const { data } = await chain.client.call({ data: multicall3Bytecode })
  assert.ok(data && data.length > 2_000)
  multicall = data
})
after(() => chain.stop())
beforeEach(async () => {
  await chain.client.setBalance({ address: payer, value: ether })
  await chain.client.setCode({ address: usual, bytecode: '0x' })
})

/** A client that keeps account of what it asks. */
function counting(of: Chain = localChain(chain.rpcUrl)) {
  const calls: { method: string; to?: string }[] = []
  const { request } = createClient({ transport: localTransport(chain.rpcUrl) })
  const provider = {
    request: (asked: { method: string; params?: { to?: string }[] }) => {
      calls.push({ method: asked.method, ...(asked.params?.[0]?.to && { to: asked.params[0].to }) })
      return request(asked as Parameters<typeof request>[0])
    },
  }
  const client = createClient({ chain: of, transport: custom(provider, { retryCount: 0 }) })
  return { client, calls, views: () => calls.filter(({ method }) => method === 'eth_call') }
}

const install = (address: Address = usual) => chain.client.setCode({ address, bytecode: multicall })
const on = (id: number, ...quotes: Quote[]) => quotes.map((one) => ({ ...one, chainId: id }))

describe('with Multicall3', () => {
  test('all tokens are read in one call, and told in the order of the quotes', async () => {
    await install()
    const { client, calls, views } = counting()
    const quotes = [quote(20n, old), quote(501n, dollar), quote(1n), quote(9n, pausable)]
    const found = await readQuoteBalances(client, quotes, payer)
    assert.deepEqual(views(), [{ method: 'eth_call', to: usual }])
    assert.equal(calls.length, 3, 'besides the balance and the gas price')
    assert.deepEqual(
      found.map(({ balance, tokenShortfall }) => [balance, tokenShortfall]),
      [
        [70n, 0n],
        [500n, 1n],
        [ether, 0n],
        [9n, 0n],
      ],
    )
    assert.deepEqual(
      found.map((one) => one.quote),
      quotes,
    )
    for (const one of found) {
      assert.equal(one.nativeBalance, ether)
      assert.equal(one.feeShortfall, 0n)
      assert.equal(one.reason, undefined)
    }
  })

  test('a token that does not answer is nothing held, with a reason, and fails no other', async () => {
    await install()
    // An endless loop: JUMPDEST, PUSH1 0, JUMP.
    const burners = [demoAccount(7).address, demoAccount(8).address]
    for (const address of burners) await chain.client.setCode({ address, bytecode: '0x5b600056' })
    const mute = demoAccount(9).address
    // RETURN of one byte.
    await chain.client.setCode({ address: mute, bytecode: '0x60016000f3' })
    const broken = [recipient, mute, ...burners].map((address) => quote(5n, address))
    const { client } = counting()
    const found = await readQuoteBalances(
      client,
      [...broken, quote(500n, dollar), quote(70n, old)],
      payer,
    )
    for (const { balance, tokenShortfall, reason } of found.slice(0, 4)) {
      assert.deepEqual([balance, tokenShortfall], [0n, 5n])
      assert.equal(reason, 'DUSD doesn’t report a balance on this network.')
    }
    for (const { tokenShortfall, reason } of found.slice(4))
      assert.deepEqual([tokenShortfall, reason], [0n, undefined])
  })

  test('what fails among others may answer alone', async () => {
    await install()
    const shy = demoAccount(6).address
    // Reverts for a caller, and answers 7 to nobody: JUMPI over a RETURN to a REVERT.
    const bytecode = '0x33600e57600760005260206000f35b60006000fd'
    await chain.client.setCode({ address: shy, bytecode })
    const { client, views } = counting()
    const found = await readQuoteBalances(client, [quote(5n, shy), quote(5n, dollar)], payer)
    assert.deepEqual(
      found.map(({ balance, reason }) => [balance, reason]),
      [
        [7n, undefined],
        [500n, undefined],
      ],
    )
    assert.deepEqual(
      views().map(({ to }) => to),
      [usual, shy],
    )
  })

  test('a chain of the page has its own', async () => {
    const own = demoAccount(7).address
    await install(own)
    const given = { ...localChain(chain.rpcUrl), contracts: { multicall3: { address: own } } }
    const { client, views } = counting(given)
    const [first] = await readQuoteBalances(client, [quote(5n, dollar), quote(5n, old)], payer)
    assert.equal(first?.balance, 500n)
    assert.deepEqual(views(), [{ method: 'eth_call', to: own }])
  })

  for (const { id, name } of builtInChains.filter(({ id }) => id !== 31_337))
    test(`on ${name} it is where viem says`, async () => {
      const theirs = Object.values(viemChains).find(
        (one) => typeof one === 'object' && one.id === id,
      )
      const { contracts } = theirs as Chain
      const address = contracts?.multicall3?.address
      assert.ok(address)
      await install(address)
      const { client, views } = counting()
      await readQuoteBalances(client, on(id, quote(5n, dollar), quote(5n, old)), payer)
      const asked = views().map(({ to }) => to?.toLowerCase())
      assert.equal(asked.filter((to) => to === address.toLowerCase()).length, 1)
      assert.ok(!asked.includes(dollar.toLowerCase()), 'and no token was asked by itself')
    })
})

describe('without Multicall3', () => {
  test('each token is asked by itself', async () => {
    const { client, views } = counting()
    const quotes = [quote(20n, old), quote(501n, dollar), quote(5n, recipient)]
    const found = await readQuoteBalances(client, quotes, payer)
    assert.deepEqual(
      found.map(({ balance, tokenShortfall }) => [balance, tokenShortfall]),
      [
        [70n, 0n],
        [500n, 1n],
        [0n, 5n],
      ],
    )
    assert.equal(views().length, 4)
  })

  test('a single token is no reason to look for it', async () => {
    const { client, views } = counting()
    const [only] = await readQuoteBalances(client, [quote(5n, dollar)], payer)
    assert.equal(only?.balance, 500n)
    assert.deepEqual(views(), [{ method: 'eth_call', to: dollar }])
  })

  test('one token of two amounts is asked once', async () => {
    const { client, views } = counting()
    const found = await readQuoteBalances(client, [quote(5n, dollar), quote(600n, dollar)], payer)
    assert.deepEqual(
      found.map(({ tokenShortfall }) => tokenShortfall),
      [0n, 100n],
    )
    assert.equal(views().length, 1)
  })
})

describe('the network’s fee', () => {
  const read = async (of: Quote) => (await readQuoteBalances(chain.client, [of], payer))[0]!
  const setNative = (value: bigint) => chain.client.setBalance({ address: payer, value })

  test('without any coins, all of it is missing', async () => {
    await setNative(0n)
    const { fee, feeShortfall, nativeBalance, tokenShortfall } = await read(quote(5n, dollar))
    assert.deepEqual([nativeBalance, tokenShortfall], [0n, 0n])
    assert.ok(fee > 0n)
    assert.equal(feeShortfall, fee)
  })

  test('who then has what was missing, misses nothing', async () => {
    await setNative(1000n)
    const { fee, feeShortfall } = await read(quote(5n, dollar))
    assert.equal(feeShortfall, fee - 1000n)
    await setNative(1000n + feeShortfall)
    assert.equal((await read(quote(5n, dollar))).feeShortfall, 0n)
  })

  test('who has enough for this token is not turned away for what is usual', async () => {
    const data = transferCall(recipient, 5n)
    const gas = await chain.client.estimateGas({ account: payer, to: old, data })
    assert.ok(gas < 60_000n)
    const price = await chain.client.getGasPrice()
    await setNative(60_000n * price)
    const { fee, feeShortfall } = await read(quote(5n, old))
    assert.equal(feeShortfall, 0n)
    assert.ok(fee <= 60_000n * price && fee >= gas * price)
  })

  test('of the coin itself, what is paid is not there for the fee', async () => {
    const exact = await read(quote(ether))
    assert.deepEqual([exact.tokenShortfall, exact.feeShortfall], [0n, exact.fee])
    const over = await read(quote(ether + 7n))
    assert.deepEqual([over.tokenShortfall, over.feeShortfall], [7n, over.fee])
    const under = await read(quote(ether / 2n))
    assert.deepEqual([under.tokenShortfall, under.feeShortfall], [0n, 0n])
  })

  test('what the rollup charges for L1 is in it', async () => {
    await setNative(0n)
    const plain = await read(quote(5n, dollar))
    const oracle = await deploy(chain, 'OpOracle')
    const bytecode = (await chain.client.getCode({ address: oracle }))!
    await chain.client.setCode({
      address: '0x420000000000000000000000000000000000000F',
      bytecode,
    })
    const price = await chain.client.getGasPrice()
    const [local, rollup] = [
      await read(quote(5n, dollar)),
      await read({ ...quote(5n, dollar), chainId: 10 }),
    ]
    assert.ok(plain.fee > 0n)
    assert.equal(local.fee, 2n * 65_000n * price)
    assert.ok(rollup.fee > local.fee)
  })
})

test('no quotes, no question', async () => {
  const { client, calls } = counting()
  assert.deepEqual(await readQuoteBalances(client, [], payer), [])
  assert.deepEqual(calls, [])
})

test('a chain that cannot be read is said', async () => {
  const away = createClient({ transport: http('http://127.0.0.1:9', { retryCount: 0 }) })
  await assert.rejects(readQuoteBalances(away, [quote(1n, dollar), quote(1n)], payer), {
    code: 'chain_unreachable',
    retryable: true,
  })
})
