import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { Attribution } from 'ox/erc8021'
import pg from 'pg'
import { type Account, type Hex, parseEther, toHex } from 'viem'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import { createClient } from '../../../src/api/client/client.ts'
import type { Refund, RefundStatus } from '../../../src/api/schemas/payments/refund.ts'
import { createRefundMessage } from '../../../src/api/signed-messages.ts'
import {
  chainId,
  clientOf,
  databaseOf,
  type Harness,
  startHarness,
  wallet,
} from '../../support/harness.ts'
import { transferCall } from '../../support/local-chain.ts'
import { type Lie, type LyingNode, startLyingNode } from '../../support/lying-node.ts'
import { coin, newCharge, paymentThatIs, reportTo, rpc, suffixOf } from '../../support/paying.ts'
import { type ServiceProcess, startServiceProcess } from '../../support/service.ts'
import { patience, until } from '../../support/wait.ts'

// A refund leaves once, whatever the node, the wallet, the chain, the database and the people do.

/** Whose wallet sends refunds: the shop's. */
const merchant = demoAccount(5)
const five = 5_000_000n

let harness: Harness
let node: LyingNode
before(async () => {
  harness = await startHarness()
  node = await startLyingNode(harness.chain.rpcUrl)
  const CHAIN_RPC_URLS = JSON.stringify({ [chainId]: node.rpcUrl })
  await harness.restart({ CHAIN_RPC_URLS })
  await send(harness.chain.payer, wallet, 1_000_000_000n)
})
afterEach(() => node.lie(undefined))
after(async () => {
  await harness?.end()
  await node?.stop()
})

const client = () => clientOf(harness)
const dollars = () => harness.chain.dusd
const mine = () => harness.chain.client.mine({ blocks: 1 })
const conflict = (message: RegExp) => ({ code: 'conflict', message })

let homes = 0
/** Where a payer wants the money: each refund another address, so that no other transfer is taken for it. */
const newHome = () =>
  toHex(0x5000_0000_0000_0000_0000_0000_0000_0000n + BigInt(++homes), { size: 20 })

/** Sends dollars from an account. */
const send = (account: Account, to: Hex, amount: bigint, suffix?: Hex) =>
  harness.chain.transferBy(account, dollars(), to, amount, suffix)

const nameOf = ({ reference }: Refund): Hex => Attribution.toDataSuffix({ codes: [reference] })

async function pay(id: string, amount = five, account = harness.chain.payer): Promise<void> {
  const hash = await send(account, wallet, amount, suffixOf(id))
  await reportTo(client(), id, { hash, chainId: `${chainId}`, tokenAddress: dollars() })
  await paymentThatIs(harness, id, hash, 'COMPLETED')
}

async function paidCharge(): Promise<string> {
  const id = await newCharge(harness)
  await pay(id)
  return id
}

async function approvedRefund(id?: string, amount = '5'): Promise<Refund> {
  const begun = await client().createRefund(id ?? (await paidCharge()), { amount })
  return await client().approveRefund(begun.uuid, { recipientAddress: newHome() })
}

/** Says that the merchant's wallet is asked, as soon as the chain was searched. */
async function ask({ uuid }: Refund): Promise<Refund> {
  const question = { senderAddress: merchant.address, attempt: crypto.randomUUID() }
  return await until('the search before the wallet is asked', async () => {
    const answer = await client()
      .signRefund(uuid, question)
      .catch((cause: Error & { code?: string }) => {
        if (cause.code !== 'service_failed' && cause.code !== 'service_unavailable') throw cause
        return undefined
      })
    if (!answer) await mine()
    return answer
  })
}

const askOnce = ({ uuid }: Refund) =>
  client().signRefund(uuid, { senderAddress: merchant.address, attempt: crypto.randomUUID() })

const home = ({ recipientAddress }: Refund) => recipientAddress as Hex

/** Reads a refund until it is as wanted; `mining` lets the chain go on meanwhile. */
function refundWith(
  { uuid }: Refund,
  what: string,
  isWanted: (refund: Refund) => boolean,
  mining = true,
): Promise<Refund> {
  const read = async () => {
    if (mining) await mine()
    const refund = await client().getRefund(uuid)
    return isWanted(refund) ? refund : undefined
  }
  // A search that goes on from poll to poll takes many of them.
  return until(`the refund: ${what}`, read, 5 * patience)
}

const refundThatIs = (refund: Refund, status: RefundStatus, mining = true) =>
  refundWith(refund, status, (read) => read.status === status, mining)

async function eventsOf({ chargeUuid }: Refund): Promise<string[]> {
  const { data } = await client().listEvents({ charge: chargeUuid })
  return data
    .map(({ type }) => type)
    .filter((type) => type.startsWith('refund:'))
    .toReversed()
}

/** Says that nothing was sent while the node lies; it is not believed, and says why. */
async function holdsBack(refund: Refund, lie: Lie, reason: RegExp): Promise<void> {
  node.lie(lie)
  await client().releaseRefund(refund.uuid)
  const held = await refundWith(refund, `to wait for ${reason}`, ({ waitsFor }) =>
    reason.test(waitsFor),
  )
  assert.equal(held.status, 'SIGNING')
  await assert.rejects(askOnce(refund), conflict(/the outcome is not known/))
}

const emptyLogs: Lie = ({ method }) => (method === 'eth_getLogs' ? { result: [] } : undefined)

describe('that nothing was sent is believed only where the chain shows it', () => {
  test('not while the transfer waits in a pool, reported or not', async () => {
    const refund = await approvedRefund()
    await ask(refund)
    await harness.chain.client.setAutomine(false)
    try {
      const data = transferCall(home(refund), five, nameOf(refund))
      await harness.chain.client.sendTransaction({ account: merchant, to: dollars(), data })
      await client().releaseRefund(refund.uuid)
      const held = await refundWith(refund, 'to wait', ({ waitsFor }) => waitsFor !== '', false)
      assert.equal(held.status, 'SIGNING')
    } finally {
      await harness.chain.client.setAutomine(true)
    }
    await refundThatIs(refund, 'COMPLETED')
  })

  test('not while a node counts a transaction that waits', async () => {
    const refund = await approvedRefund()
    await ask(refund)
    const ahead: Lie = async ({ method, params }, askNode) =>
      method === 'eth_getTransactionCount' && params[1] === 'pending'
        ? { result: toHex(BigInt((await askNode(method, [params[0], 'latest'])) as Hex) + 1n) }
        : undefined
    await holdsBack(refund, ahead, /waits to be mined/)
    node.lie(undefined)
    await refundThatIs(refund, 'APPROVED')
  })

  test('not while a node refuses to say what waits', async () => {
    const refund = await approvedRefund()
    await ask(refund)
    const silent: Lie = ({ method, params }) =>
      method === 'eth_getTransactionCount' && params[1] === 'pending'
        ? { error: { code: -32000, message: 'not now' } }
        : undefined
    await holdsBack(refund, silent, /does not answer/)
    node.lie(undefined)
    await refundThatIs(refund, 'APPROVED')
  })

  test('not by a node whose logs lag behind its blocks', async () => {
    const refund = await approvedRefund()
    await ask(refund)
    node.lie(emptyLogs)
    await send(merchant, home(refund), five, nameOf(refund))
    await holdsBack(refund, emptyLogs, /cannot prove/)
    node.lie(undefined)
    await refundThatIs(refund, 'COMPLETED')
  })

  test('not by a node that is behind the block at which the wallet was asked', async () => {
    const refund = await approvedRefund()
    await ask(refund)
    const behind: Lie = async ({ method }, askNode) =>
      method === 'eth_blockNumber'
        ? { result: toHex(BigInt((await askNode(method, [])) as Hex) - 30n) }
        : undefined
    node.lie(behind)
    await send(merchant, home(refund), five, nameOf(refund))
    await client().releaseRefund(refund.uuid)
    const held = await refundWith(
      refund,
      'to wait for the node',
      ({ waitsFor }) => /The node is at block/.test(waitsFor),
      false,
    )
    assert.equal(held.status, 'SIGNING')
    node.lie(undefined)
    await refundThatIs(refund, 'COMPLETED')
  })

  test('then the same account is asked for the same nonce, and one of both is mined', async () => {
    const refund = await approvedRefund()
    const first = await ask(refund)
    await client().releaseRefund(refund.uuid)
    await refundThatIs(refund, 'APPROVED')
    const second = await ask(refund)
    assert.notEqual(first.senderNonce, '')
    assert.equal(second.senderNonce, first.senderNonce)
    await send(merchant, home(refund), five, nameOf(refund))
    await refundThatIs(refund, 'COMPLETED')
  })

  test('of native currency by its blocks, whatever a node says of the account', async () => {
    const id = await newCharge(harness, {
      tokenAddress: coin,
      tokenAmount: '0.5',
      tokenType: 'NATIVE',
    })
    const paid = await harness.chain.send(wallet, suffixOf(id), parseEther('0.5'))
    await paymentThatIs(harness, id, paid, 'COMPLETED')
    const refund = await approvedRefund(id, '0.2')
    const { senderNonce } = await ask(refund)
    const old: Lie = ({ method }) =>
      method === 'eth_getTransactionCount' ? { result: toHex(BigInt(senderNonce)) } : undefined
    node.lie(old)
    const value = parseEther('0.2')
    const account = merchant
    const hash = await harness.chain.client.sendTransaction({ account, to: home(refund), value })
    await client().releaseRefund(refund.uuid)
    assert.equal((await refundThatIs(refund, 'COMPLETED')).hash, hash)
  })
})

describe('what the chain takes back', () => {
  test('is told, and ends when another transaction has its nonce', async () => {
    const refund = await approvedRefund()
    await ask(refund)
    const snapshot = await rpc(harness, 'evm_snapshot')
    const hash = await send(merchant, home(refund), five, nameOf(refund))
    await refundThatIs(refund, 'COMPLETED', false)
    await rpc(harness, 'evm_revert', snapshot)
    await harness.chain.client.mine({ blocks: 2 })
    await refundThatIs(refund, 'SIGNING', false)
    assert.deepEqual(await eventsOf(refund), ['refund:confirmed', 'refund:pending'])
    await assert.rejects(client().releaseRefund(refund.uuid), conflict(/was sent/))
    await harness.chain.client.sendTransaction({ account: merchant, to: merchant.address })
    const freed = await refundThatIs(refund, 'APPROVED')
    assert.match(freed.failure, /replaced/)
    assert.notEqual(freed.hash, hash)
    assert.deepEqual(await eventsOf(refund), [
      'refund:confirmed',
      'refund:pending',
      'refund:failed',
    ])
  })

  test('and shows again in the very same block is confirmed again', async () => {
    const refund = await approvedRefund()
    await ask(refund)
    const hash = await send(merchant, home(refund), five, nameOf(refund))
    await refundThatIs(refund, 'COMPLETED', false)
    const { blockNumber } = await harness.chain.client.getTransactionReceipt({ hash })
    const elsewhere: Lie = async ({ method, params }, askNode) => {
      if (/^eth_getTransaction(ByHash|Receipt)$/.test(method) && params[0] === hash)
        return { result: null }
      if (method !== 'eth_getBlockByNumber' || params[0] !== toHex(blockNumber)) return undefined
      const block = (await askNode(method, params)) as object
      return { result: { ...block, hash: `0x${'ab'.repeat(32)}` } }
    }
    node.lie(elsewhere)
    await refundThatIs(refund, 'SIGNING', false)
    node.lie(undefined)
    assert.equal((await refundThatIs(refund, 'COMPLETED', false)).hash, hash)
    assert.deepEqual((await eventsOf(refund)).slice(0, 2), ['refund:confirmed', 'refund:pending'])
  })
})

describe('a transfer that does not say what it is', () => {
  test('is shown before the refund is freed, and is the refund if the merchant says so', async () => {
    const refund = await approvedRefund()
    await ask(refund)
    const hash = await send(merchant, home(refund), five - 5_000n)
    const shown = await refundWith(refund, 'shown', (read) => read.unclearTransfers.length > 0)
    assert.deepEqual(
      shown.unclearTransfers.map((found) => [found.hash, found.amount]),
      [[hash, '4.995']],
    )
    await assert.rejects(
      client().releaseRefund(refund.uuid),
      conflict(/may have been sent already/),
    )
    await client().reportRefund(refund.uuid, { hash, isRefund: true })
    const sent = await refundThatIs(refund, 'COMPLETED')
    assert.deepEqual([sent.hash, sent.sentAmount, sent.unclearTransfers], [hash, '4.995', []])
  })

  test('is not the refund if the merchant says so, and then that is free', async () => {
    const refund = await approvedRefund()
    await ask(refund)
    const hash = await send(merchant, home(refund), 1_000_000n)
    await refundWith(refund, 'shown', (read) => read.unclearTransfers.length > 0)
    await client().dismissRefundTransactions(refund.uuid, { hashes: [hash] })
    await client().releaseRefund(refund.uuid)
    assert.deepEqual((await refundThatIs(refund, 'APPROVED')).unclearTransfers, [])
  })

  test('of native currency is found behind any number of the account’s other transactions', async () => {
    const id = await newCharge(harness, {
      tokenAddress: coin,
      tokenAmount: '0.5',
      tokenType: 'NATIVE',
    })
    const paid = await harness.chain.send(wallet, suffixOf(id), parseEther('0.5'))
    await paymentThatIs(harness, id, paid, 'COMPLETED')
    const refund = await approvedRefund(id, '0.2')
    await ask(refund)
    const own = { account: merchant, to: merchant.address } as const
    for (let count = 0; count < 25; count++) await harness.chain.client.sendTransaction(own)
    const value = parseEther('0.2')
    const account = merchant
    const hash = await harness.chain.client.sendTransaction({ account, to: home(refund), value })
    assert.equal((await refundThatIs(refund, 'COMPLETED')).hash, hash)
  })
})

describe('whose money it is', () => {
  const other = demoAccount(8)

  async function signFor(refund: Refund, account: ReturnType<typeof demoAccount>) {
    const { reference, amount, tokenSymbol: symbol } = refund
    const recipient = account.address
    const message = createRefundMessage({ reference, amount, symbol, chainId, recipient })
    const signature = await account.signMessage({ message })
    return await client().nameRefundRecipient(refund.chargeUuid, refund.uuid, {
      recipientAddress: recipient,
      signature,
    })
  }

  /** A charge that two have paid five each. */
  async function sharedCharge(): Promise<string> {
    const id = await paidCharge()
    await send(harness.chain.payer, other.address, five)
    await pay(id, five, other)
    return id
  }

  test('who was refunded by the merchant’s word signs for nobody else’s part', async () => {
    const id = await sharedCharge()
    const { payer } = harness.chain
    const first = await client().createRefund(id, { amount: '5' })
    await client().approveRefund(first.uuid, { recipientAddress: payer.address })
    const second = await client().createRefund(id, { amount: '5' })
    await assert.rejects(signFor(second, payer), conflict(/paid less of this order/))
    assert.equal((await signFor(second, other)).status, 'APPROVED')
  })

  test('what was approved for an address of nobody who paid counts against each', async () => {
    const id = await sharedCharge()
    await approvedRefund(id)
    const second = await client().createRefund(id, { amount: '5' })
    for (const account of [harness.chain.payer, other])
      await assert.rejects(signFor(second, account), conflict(/paid less of this order/))
  })

  test('who has paid a part takes no more than that from what the others sign for', async () => {
    const id = await newCharge(harness)
    const third = demoAccount(9)
    for (const account of [third, other]) await send(harness.chain.payer, account.address, five)
    await pay(id, 1_000_000n, third)
    await pay(id)
    await pay(id, five, other)
    const first = await client().createRefund(id, { amount: '5' })
    await client().approveRefund(first.uuid, { recipientAddress: third.address })
    const second = await client().createRefund(id, { amount: '5' })
    for (const account of [harness.chain.payer, other])
      await assert.rejects(signFor(second, account), conflict(/paid less of this order/))
    const small = await client().createRefund(id, { amount: '1' })
    assert.equal((await signFor(small, other)).status, 'APPROVED')
  })

  test('a signature that covered a refund covers it no longer once the money was approved for its signer', async () => {
    const id = await sharedCharge()
    const { payer } = harness.chain
    const first = await client().createRefund(id, { amount: '5' })
    await signFor(first, payer)
    const second = await client().createRefund(id, { amount: '5' })
    await client().approveRefund(second.uuid, { recipientAddress: payer.address })
    await assert.rejects(askOnce(first), conflict(/no longer cover/))
    // Of two refunds of one charge, the other one goes its way.
    await ask(second)
    await send(merchant, payer.address, five, nameOf(second))
    await refundThatIs(second, 'COMPLETED')
  })

  test('addresses that are named with the link are told at once, then gathered, and not without end', async () => {
    const refund = await client().createRefund(await paidCharge(), {})
    const name = () =>
      client().nameRefundRecipient(refund.chargeUuid, refund.uuid, { recipientAddress: newHome() })
    for (let count = 0; count < 20; count++) await name()
    await assert.rejects(name(), conflict(/20 times/))
    const events = await eventsOf(refund)
    assert.ok(events.length <= 20, `${events.length} events`)
    // The payer still signs.
    assert.equal((await signFor(refund, harness.chain.payer)).status, 'APPROVED')
  })

  test('no money goes to an address that is nobody’s, wherever it is named', async () => {
    const refund = await client().createRefund(await paidCharge(), {})
    const nobodys = [
      `0x${'0'.repeat(40)}`,
      `0x${'e'.repeat(40)}`,
      `0x${'1'.padStart(40, '0')}`,
      `0x${'dead'.padStart(40, '0')}`,
      dollars(),
    ] as Hex[]
    const tokenAddress = dollars()
    for (const address of nobodys) {
      const place = { recipientAddress: address }
      const tries = [
        () => client().approveRefund(refund.uuid, place),
        () => client().nameRefundRecipient(refund.chargeUuid, refund.uuid, place),
        () => client().setReceivingWallet({ walletAddress: address, chainId, tokenAddress }),
        () => newCharge(harness, place),
      ]
      for (const attempt of tries) await assert.rejects(attempt(), { code: 'invalid_request' })
    }
  })
})

// The embedded database lets nobody in beside the service.
const skip = process.env.TEST_DATABASE_URL ? false : 'a second connection needs a PostgreSQL'

describe('of two processes on one database', { skip }, () => {
  let second: ServiceProcess
  before(async () => {
    const CHAIN_RPC_URLS = JSON.stringify({ [chainId]: node.rpcUrl })
    second = await startServiceProcess({ ...harness.environment, CHAIN_RPC_URLS })
  })
  after(() => second?.end('SIGKILL'))

  const both = () => {
    const other = createClient({ baseUrl: second.baseUrl, apiKey: harness.shop.apiKey })
    return [client(), other] as const
  }
  const question = () => ({ senderAddress: merchant.address, attempt: crypto.randomUUID() })

  test('one asks the wallet, and the other is told that it was asked', async () => {
    for (let round = 0; round < 5; round++) {
      const refund = await approvedRefund()
      // A block of after the start of both.
      await mine()
      const answers = await Promise.allSettled(
        both().map((desk) => desk.signRefund(refund.uuid, question())),
      )
      const [asked, ...others] = answers.filter(({ status }) => status === 'fulfilled')
      assert.ok(asked && others.length === 0)
      const [refused] = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      assert.match(`${(refused as Error).message}`, /was asked for this refund/)
      await send(merchant, home(refund), five, nameOf(refund))
      assert.equal((await refundThatIs(refund, 'COMPLETED')).sentAmount, '5')
      assert.equal((await eventsOf(refund)).filter((type) => type === 'refund:confirmed').length, 1)
    }
  })

  test('one is killed while it searches, and the other asks the wallet', async () => {
    const refund = await approvedRefund()
    await mine()
    const searching = Promise.withResolvers<void>()
    const held = Promise.withResolvers<undefined>()
    node.lie(({ method }) => {
      if (method !== 'eth_getLogs') return undefined
      searching.resolve()
      return held.promise
    })
    const [own, other] = both()
    const lost = assert.rejects(other.signRefund(refund.uuid, question()))
    await searching.promise
    await second.end('SIGKILL')
    node.lie(undefined)
    held.resolve(undefined)
    await lost
    assert.equal((await own.getRefund(refund.uuid)).status, 'APPROVED')
    await ask(refund)
    await send(merchant, home(refund), five, nameOf(refund))
    await refundThatIs(refund, 'COMPLETED')
  })
})

describe('after a restore', { skip }, () => {
  let database: pg.Client
  before(async () => {
    const options = databaseOf(harness)
    database = new pg.Client({ connectionString: 'url' in options ? options.url : '' })
    await database.connect()
  })
  after(() => database?.end())

  /** The database as it was before these refunds were begun. */
  const forget = (...refunds: Refund[]) =>
    database.query('delete from refunds where id = any($1)', [refunds.map(({ uuid }) => uuid)])

  async function sentRefund(amount = '5', id?: string): Promise<Refund> {
    const refund = await approvedRefund(id, amount)
    await ask(refund)
    const units = BigInt(amount) * 1_000_000n
    await send(merchant, home(refund), units, nameOf(refund))
    return await refundThatIs(refund, 'COMPLETED', false)
  }

  test('a refund that was sent since is found before its wallet is asked again', async () => {
    const refund = await sentRefund()
    await database.query(
      `update refunds set status = 'APPROVED', attempt_id = null, attempt_account = null, attempt_from_block = null,
        attempt_nonce = null, hash = null, position = null, sent_amount = null, block_number = null, block_hash = null,
        mined_at = null, sender = null, block_time = null, usd_price = null, usd_source = null, fee = null, fee_symbol = null,
        fee_usd_price = null, fee_usd_source = null, searched_account = null, searched_to = null where id = $1`,
      [refund.uuid],
    )
    await assert.rejects(askOnce(refund), conflict(/was sent already/))
    const found = await refundThatIs(refund, 'COMPLETED')
    assert.deepEqual([found.hash, found.sentAmount], [refund.hash, '5'])
  })

  test('a refund of the same charge is known for the one that was sent since', async () => {
    const lost = await sentRefund()
    await forget(lost)
    const begun = await approvedRefund(lost.chargeUuid)
    assert.equal(begun.reference, lost.reference)
    await assert.rejects(askOnce(begun), conflict(/was sent already/))
    const found = await refundThatIs(begun, 'COMPLETED')
    assert.deepEqual([found.hash, found.recipientAddress], [lost.hash, lost.recipientAddress])
  })

  test('one that names a later refund which nobody knows is shown', async () => {
    const canceled = await approvedRefund()
    await client().cancelRefund(canceled.uuid)
    const lost = await sentRefund('5', canceled.chargeUuid)
    await forget(canceled, lost)
    const begun = await approvedRefund(lost.chargeUuid)
    await assert.rejects(askOnce(begun), conflict(new RegExp(lost.hash)))
    const { status, unclearTransfers } = await client().getRefund(begun.uuid)
    assert.deepEqual([status, unclearTransfers.map(({ hash }) => hash)], ['APPROVED', [lost.hash]])
    await client().reportRefund(begun.uuid, { hash: lost.hash, isRefund: true })
    await client().getRefund(begun.uuid)
  })

  test('one that names nothing is shown, and the wallet is asked once the merchant has looked', async () => {
    const refund = await approvedRefund()
    const hash = await send(merchant, home(refund), five)
    await assert.rejects(askOnce(refund), conflict(new RegExp(hash)))
    await client().dismissRefundTransactions(refund.uuid, { hashes: [hash] })
    assert.equal((await ask(refund)).status, 'SIGNING')
  })

  test('nothing is asked by the word of a node that lags or does not prove what it shows', async () => {
    const lost = await sentRefund()
    await forget(lost)
    const begun = await approvedRefund(lost.chargeUuid)
    node.lie(emptyLogs)
    await assert.rejects(askOnce(begun))
    const { blockNumber } = await harness.chain.client.getTransactionReceipt({
      hash: lost.hash as Hex,
    })
    node.lie(({ method }) =>
      method === 'eth_blockNumber' ? { result: toHex(blockNumber - 3n) } : undefined,
    )
    await assert.rejects(askOnce(begun))
    node.lie(undefined)
    await assert.rejects(askOnce(begun), conflict(/was sent already/))
  })
})
