import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Address, concatHex, createClient, custom, type Hex, parseGwei, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import { nativeAddress } from '../../../src/api/formats.ts'
import type { Intent } from '../../../src/checkout/ports/intent.ts'
import type { Quote } from '../../../src/checkout/quote/payment-option.ts'
import { createTransferCall, type TransferCall } from '../../../src/wallet/send/transfer-call.ts'
import { compareTransfer } from '../../../src/wallet/track/compare-transfer.ts'
import { hasHash, type RawTransaction } from '../../../src/wallet/track/signed-transaction.ts'
import { deploy } from '../../support/contracts.ts'
import { type LocalChain, startLocalChain } from '../../support/local-chain.ts'
import { intent, quote, recipient } from '../samples.ts'

// Whether what a wallet has sent pays somebody else, as another node than the wallet's shows it. The chain is real.

let chain: LocalChain
let token: Address
let otherToken: Address
before(async () => {
  chain = await startLocalChain()
  token = chain.dusd
  otherToken = chain.token('OUSD').address
})
after(() => chain.stop())

const thief = demoAccount(7).address
const lower = (address: string) => address.toLowerCase()
const priced = (amount = 5n) => quote(amount, token)

/** What the payer's wallet is about to be asked for. */
async function about(of: Quote): Promise<Intent> {
  const { address } = chain.payer
  const nonce = await chain.client.getTransactionCount({ address, blockTag: 'pending' })
  return intent(of, address, nonce, await chain.client.getBlockNumber({ cacheTime: 0 }))
}
const callFor = (of: Quote, attribution = true) => createTransferCall(chain.client, of, attribution)

/** The wallet sends a call in place of what it is asked for; returns what is made of it. */
async function send(of: Quote, call: TransferCall, change: Partial<Intent> = {}) {
  const wanted = { ...(await about(of)), ...change }
  const hash = await chain.client.sendTransaction({ ...call, gas: 500_000n })
  return { hash, wanted, comparison: await compareTransfer(chain.client, wanted, hash) }
}

const fine = { result: 'notMisdirected' } as const
const paysThief = (amount = 5n, of: string = token) => ({
  result: 'misdirected',
  misdirection: { recipient: lower(thief), token: lower(of), amount },
})
/** Nodes write addresses in lower case or not. */
const inLowerCase = (comparison: Awaited<ReturnType<typeof compareTransfer>>) =>
  comparison.result === 'misdirected'
    ? {
        result: comparison.result,
        misdirection: {
          ...comparison.misdirection,
          recipient: lower(comparison.misdirection.recipient),
          token: lower(comparison.misdirection.token),
        },
      }
    : comparison

describe('a theft', () => {
  for (const attribution of [true, false]) {
    const name = attribution ? 'in the name of the charge' : 'that names nothing'
    test(`of the token, ${name}, is one`, async () => {
      const call = await callFor(quote(5n, token, thief), attribution)
      assert.deepEqual(inLowerCase((await send(priced(), call)).comparison), paysThief())
    })

    test(`of native currency, ${name}, is one`, async () => {
      const call = await callFor(quote(7n, undefined, thief), attribution)
      const { comparison } = await send(quote(7n), call)
      assert.deepEqual(inLowerCase(comparison), paysThief(7n, nativeAddress))
    })
  }

  test('of more than the price, of another token, or of native currency for a token, is one', async () => {
    const more = await send(priced(), await callFor(quote(900n, token, thief)))
    assert.deepEqual(inLowerCase(more.comparison), paysThief(900n))
    const other = await send(priced(), await callFor(quote(5n, otherToken, thief)))
    assert.deepEqual(inLowerCase(other.comparison), paysThief(5n, otherToken))
    const native = await send(priced(), await callFor(quote(9n, undefined, thief)))
    assert.deepEqual(inLowerCase(native.comparison), paysThief(9n, nativeAddress))
  })

  test('is seen before it is mined', async () => {
    await chain.client.setAutomine(false)
    try {
      const call = await callFor(quote(5n, token, thief))
      assert.deepEqual(inLowerCase((await send(priced(), call)).comparison), paysThief())
    } finally {
      await chain.client.setAutomine(true)
      await chain.client.mine({ blocks: 1 })
    }
  })

  test('inside the call of a smart account is one, with the reference or with the very amount', async () => {
    const account = await deploy(chain, 'SmartWallet')
    for (const attribution of [true, false]) {
      const { data } = await callFor(quote(5n, token, thief), attribution)
      // As an account encodes it, whose code does not matter here.
      const call = {
        to: account,
        data: concatHex(['0xb61d27f6', pad(token), pad('0x00'), data]),
        value: 0n,
      }
      const { comparison } = await send(priced(), call)
      assert.deepEqual(inLowerCase(comparison), paysThief())
    }
    const wei = quote(123_456_789n)
    const data = concatHex(['0xb61d27f6', pad(thief), pad(toHex(wei.amount))])
    const { comparison } = await send(wei, { to: account, data, value: 0n })
    assert.deepEqual(inLowerCase(comparison), paysThief(wei.amount, nativeAddress))
  })
})

const pad = (hex: Hex): Hex => `0x${hex.slice(2).padStart(64, '0')}`

describe('no theft', () => {
  test('is what was asked for, with the reference or without, sped up, in part, or too much', async () => {
    for (const one of [priced(), priced(4n), priced(6n)]) {
      assert.deepEqual((await send(priced(), await callFor(one))).comparison, fine)
      assert.deepEqual((await send(priced(), await callFor(one, false))).comparison, fine)
    }
    assert.deepEqual((await send(quote(5n), await callFor(quote(5n)))).comparison, fine)
  })

  test('is another token to the store, which can give it back', async () => {
    const call = await callFor(quote(5n, otherToken))
    assert.deepEqual((await send(priced(), call)).comparison, fine)
  })

  test('is what the payer sends to the own account, as a wallet cancels', async () => {
    const { address: to } = chain.payer
    assert.deepEqual((await send(priced(), { to, data: '0x', value: 0n })).comparison, fine)
    assert.deepEqual((await send(priced(), { to, data: '0x', value: 1n })).comparison, fine)
  })

  test('is an earlier transaction, whose hash a wallet gives by mistake', async () => {
    const { hash } = await send(priced(), await callFor(quote(5n, token, thief), false))
    const later = await about(priced())
    assert.deepEqual(await compareTransfer(chain.client, later, hash), fine)
  })

  test('is a stranger’s transaction that names nothing', async () => {
    const stranger = { from: demoAccount(3).address }
    const call = await callFor(quote(5n, token, thief), false)
    assert.deepEqual((await send(priced(), call, stranger)).comparison, fine)
  })

  test('is a contract’s call in which the store’s address stands, however it pays', async () => {
    const account = await deploy(chain, 'SmartWallet')
    const { data } = await callFor(quote(5n, token, thief))
    // A fee for a paymaster beside the payment, or a router that is told whom to pay.
    const call = {
      to: account,
      data: concatHex(['0x12345678', pad(token), pad(recipient as Hex), data]),
      value: 0n,
    }
    assert.deepEqual((await send(priced(), call)).comparison, fine)
  })

  test('is a contract’s call that says nothing of a transfer', async () => {
    const account = await deploy(chain, 'SmartWallet')
    const call = { to: account, data: '0x12345678', value: 0n } as const
    assert.deepEqual((await send(priced(), call)).comparison, fine)
    const paid = { to: account, data: '0x12345678', value: 5n } as const
    assert.deepEqual((await send(quote(5n), paid)).comparison, fine)
  })
})

describe('what a node says', () => {
  /** A client whose node shows this for every hash. */
  const clientThatSays = (answer: unknown) =>
    createClient({ transport: custom({ request: async () => answer }, { retryCount: 0 }) })

  test('of a hash that it does not know is no verdict', async () => {
    const wanted = await about(priced())
    const comparison = await compareTransfer(chain.client, wanted, `0x${'ab'.repeat(32)}`)
    assert.deepEqual(comparison, { result: 'unknown' })
  })

  test('is not believed where it has made up recipient, amount, calldata or the transaction', async () => {
    const { hash, wanted } = await send(priced(), await callFor(priced()))
    const shown = await readRaw(hash)
    const theft = await send(priced(), await callFor(quote(5n, token, thief)))
    const stolen = await readRaw(theft.hash)
    const lies = [
      { ...shown, input: stolen.input },
      { ...shown, to: thief },
      { ...shown, value: '0x5', input: '0x', to: thief },
      { ...stolen, nonce: shown.nonce, hash },
      stolen,
      { ...stolen, accessList: 'nonsense' },
      { ...stolen, r: undefined },
      {},
    ]
    for (const lie of lies) {
      const comparison = await compareTransfer(clientThatSays(lie), wanted, hash)
      assert.deepEqual(comparison, { result: 'unknown' }, JSON.stringify(lie))
    }
    // The truth, by the same way.
    assert.deepEqual(await compareTransfer(clientThatSays(shown), wanted, hash), fine)
  })

  test('of a transaction of a kind that cannot be proved is no verdict, and is not asked again', async () => {
    const theft = await send(priced(), await callFor(quote(5n, token, thief)))
    const foreign = { ...(await readRaw(theft.hash)), type: '0x71' }
    const comparison = await compareTransfer(clientThatSays(foreign), theft.wanted, theft.hash)
    assert.deepEqual(comparison, { result: 'unreadable' })
  })

  test('is an error where it says nothing', async () => {
    const request = () => Promise.reject(new Error('gone'))
    const client = createClient({ transport: custom({ request }, { retryCount: 0 }) })
    const comparing = compareTransfer(client, await about(priced()), `0x${'ab'.repeat(32)}`)
    await assert.rejects(comparing, { code: 'chain_unreachable' })
  })

  test('is proved by the hash, for each kind of transaction that wallets send', async () => {
    const { address } = chain.payer
    const accessList = [{ address: token, storageKeys: [pad('0x01'), pad('0x02')] }]
    const to = demoAccount(4).address
    const newOwner = privateKeyToAccount(generatePrivateKey())
    const authorization = await newOwner.signAuthorization({
      contractAddress: token,
      chainId: 31_337,
      nonce: 0,
    })
    const gasPrice = parseGwei('9')
    const kinds = [
      { type: 'legacy', gasPrice },
      { type: 'eip2930', gasPrice, accessList },
      { type: 'eip1559', accessList },
      { type: 'eip1559' },
      { type: 'eip7702', authorizationList: [authorization] },
    ]
    for (const kind of kinds) {
      const nonce = await chain.client.getTransactionCount({ address, blockTag: 'pending' })
      const request = { ...kind, to, value: 1n, nonce, gas: 200_000n }
      const hash = await chain.client.sendTransaction(request as never)
      const raw = await readRaw(hash)
      assert.equal(hasHash(raw, hash), true, kind.type)
      assert.equal(hasHash({ ...raw, value: '0x2' }, hash), false, kind.type)
    }
  })

  async function readRaw(hash: Hex): Promise<RawTransaction> {
    const request = { method: 'eth_getTransactionByHash', params: [hash] }
    return (await chain.client.request(request as never)) as RawTransaction
  }
})
