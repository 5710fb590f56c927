import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Address, type Hex, numberToHex, pad, toEventSelector } from 'viem'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import type { Intent, Proposal } from '../../../src/checkout/ports/intent.ts'
import type { Quote } from '../../../src/checkout/quote/payment-option.ts'
import type { Provider } from '../../../src/wallet/connect/provider.ts'
import { createBatchId } from '../../../src/wallet/send/batch.ts'
import {
  executionTopics,
  findMinedHash,
  hasExecutionFailed,
} from '../../../src/wallet/send/safe.ts'
import { sendTransfer } from '../../../src/wallet/send/send.ts'
import { searchTransfer } from '../../../src/wallet/track/search-transfer.ts'
import { readTransactionStatus } from '../../../src/wallet/track/transaction-status.ts'
import { type LocalChain, startLocalChain } from '../../support/local-chain.ts'
import { deploySafe, type TestSafe } from '../../support/safe.ts'
import {
  createBundledWallet,
  createSafeWallet,
  refusal,
  type SmartWallet,
  takesBatches,
} from '../../support/smart-wallets.ts'
import { until } from '../../support/wait.ts'
import { intent, quote } from '../samples.ts'

// What smart accounts were asked for is looked for until somebody has sent it, on a real chain.

let chain: LocalChain
let token: Address
let safe: TestSafe

before(async () => {
  chain = await startLocalChain()
  token = chain.dusd
  safe = await deploySafe(chain, [2, 3, 4].map(demoAccount), 2)
  await fund(safe.address)
})
after(() => chain.stop())

/** An account gets tokens and coin. */
async function fund(address: Address) {
  await chain.transfer(token, address, 1_000_000n)
  await chain.send(address, '0x', 1_000_000n)
}

const capabilities = takesBatches
const bundled = async (options = { capabilities }) => {
  const wallet = await createBundledWallet(chain, options)
  await fund(wallet.address)
  return wallet
}

/** Asks a wallet for a transfer, and gives the intent as the journal keeps it. */
async function propose(wallet: SmartWallet, of: Quote): Promise<Intent> {
  const { address } = wallet
  const nonce = await chain.client.getTransactionCount({ address, blockTag: 'pending' })
  const asked = intent(of, address, nonce, await head())
  let told: Proposal | undefined
  const provider = wallet as unknown as Provider
  const sender = { client: chain.client, provider, attribution: true }
  const sending = sendTransfer(
    sender,
    asked,
    () => true,
    (proposal) => {
      told = proposal
    },
  )
  await assert.rejects(sending, { code: 'wallet_failed' })
  return { ...asked, proposal: told }
}

const head = () => chain.client.getBlockNumber({ cacheTime: 0 })
const search = (of: Intent, wallet?: Pick<SmartWallet, 'request'>, depth = 1) =>
  searchTransfer(chain.client, of, true, { depth }, wallet as unknown as Provider)
const fate = (hash: string, of: Intent, wallet?: SmartWallet) =>
  readTransactionStatus(chain.client, hash, of, 1, true, wallet as unknown as Provider)

/** What is seen while nothing has happened. */
const waits = async ({ proposal }: Intent, more: Partial<Proposal> = {}) => ({
  found: 'nothing',
  toBlock: await head(),
  proposal: { ...proposal, ...more },
})
const owners = (...approving: number[]) =>
  safe.owners.map((address, at) => ({ address, hasApproved: approving.includes(at) }))

for (const [name, of] of [
  ['token', () => quote(5n, token)],
  ['coin', () => quote(5n)],
] as const) {
  test(`a Safe’s ${name} payment waits for its owners, and is found when they have executed it`, async () => {
    const wallet = createSafeWallet(chain, safe)
    const of_ = await propose(wallet, of())
    const signers = { threshold: 2, owners: owners() }
    assert.deepEqual(await search(of_, wallet), await waits(of_, signers))
    // A page that was opened anew has no wallet yet.
    assert.deepEqual(await search(of_), await waits(of_, signers))
    await safe.approve(demoAccount(3), wallet.proposal().hash)
    const approved = { threshold: 2, owners: owners(1) }
    assert.deepEqual(await search(of_, wallet), await waits(of_, approved))
    const hash = await wallet.execute([2, 4])
    assert.deepEqual(await search(of_, wallet), { found: 'transfer', hash, hasReference: true })
    await chain.client.mine({ blocks: 20 })
    assert.deepEqual(await search(of_), { found: 'transfer', hash, hasReference: true })
    // An owner has sent it: his nonce says nothing of the Safe.
    assert.deepEqual(await fate(hash, of_), {
      status: 'mined',
      confirmations: 21,
      isReverted: false,
    })
  })

  test(`an operation’s ${name} payment is found in the bundler’s transaction, by the wallet’s word`, async () => {
    const wallet = await bundled()
    const of_ = await propose(wallet, of())
    assert.deepEqual(await search(of_, wallet), await waits(of_))
    const hash = await wallet.bundle()
    assert.deepEqual(await search(of_, wallet), { found: 'transfer', hash, hasReference: true })
    assert.deepEqual(await fate(hash, of_, wallet), {
      status: 'mined',
      confirmations: 1,
      isReverted: false,
    })
  })
}

test('a token payment in a bundle is found without the wallet, too', async () => {
  for (const options of [{ capabilities }, undefined]) {
    const wallet = await createBundledWallet(chain, options)
    await fund(wallet.address)
    const of = await propose(wallet, quote(6n, token))
    assert.equal((await search(of)).found, 'nothing')
    const hash = await wallet.bundle()
    assert.deepEqual(await search(of), { found: 'transfer', hash, hasReference: true })
  }
})

test('a batch whose answer was lost is found by the id that follows from the intent', async () => {
  const wallet = await bundled()
  const { proposal, ...lost } = await propose(wallet, quote(7n))
  assert.deepEqual(proposal, { kind: 'batch', id: createBatchId(lost) })
  assert.deepEqual(await search(lost, wallet), await waits({ ...lost, proposal }))
  const hash = await wallet.bundle()
  assert.deepEqual(await search(lost, wallet), { found: 'transfer', hash, hasReference: true })
})

test('a batch that the wallet gave up pays nothing, and says so', async () => {
  const wallet = await bundled()
  const of = await propose(wallet, quote(8n, token))
  wallet.fail()
  assert.deepEqual(await search(of, wallet), {
    found: 'used',
    toBlock: await head(),
    proposal: { ...of.proposal, hasFailed: true },
  })
})

test('what a wallet gave up and a bundler sent all the same is found', async () => {
  const wallet = await bundled()
  const of = await propose(wallet, quote(9n, token))
  wallet.fail()
  const request = (ask: { method: string }) =>
    ask.method === 'wallet_getCallsStatus' ? Promise.resolve({ status: 400 }) : wallet.request(ask)
  const hash = await wallet.bundle()
  assert.deepEqual(await search(of, { request }), { found: 'transfer', hash, hasReference: true })
})

test('that a wallet gave up is not said before the whole chain was searched', async () => {
  const wallet = await bundled()
  const of = await propose(wallet, quote(10n))
  await chain.client.mine({ blocks: 80 })
  wallet.fail()
  assert.equal((await search(of, wallet)).found, 'nothing')
  const last = { depth: 1, fromBlock: await head() }
  const provider = wallet as unknown as Provider
  assert.equal((await searchTransfer(chain.client, of, true, last, provider)).found, 'used')
})

test('that a wallet has forgotten a batch is not said before the whole chain was searched', async () => {
  const wallet = await bundled()
  const of = await propose(wallet, quote(10n))
  await chain.client.mine({ blocks: 80 })
  wallet.forget()
  const { proposal } = of
  const early = await search(of, wallet)
  assert.ok(early.found === 'nothing')
  assert.deepEqual(early.proposal, proposal)
  const last = { depth: 1, fromBlock: await head() }
  const provider = wallet as unknown as Provider
  const all = await searchTransfer(chain.client, of, true, last, provider)
  assert.ok(all.found === 'nothing')
  assert.deepEqual(all.proposal, { ...proposal, isForgotten: true })
})

test('an operation that fails inside its bundle is reverted, though the transaction is not', async () => {
  const wallet = await bundled()
  const of = await propose(wallet, quote(10n ** 15n, token))
  const hash = await wallet.bundle()
  const sighted = await search(of, wallet)
  assert.deepEqual(sighted, { found: 'transfer', hash, hasReference: true })
  assert.deepEqual(await fate(hash, of), { status: 'mined', confirmations: 1, isReverted: true })
})

test('a hash that a wallet gives and the chain does not know is not taken', async () => {
  const wallet = await bundled()
  const of = await propose(wallet, quote(11n, token))
  for (const transactionHash of [`0x${'cd'.repeat(32)}`, of.proposal?.id, '0x1', 7, undefined]) {
    const request = async () => ({ status: 200, receipts: [{ transactionHash }] })
    assert.deepEqual(await search(of, { request }), await waits(of))
  }
})

for (const [name, answer] of [
  ['an error', () => Promise.reject(refusal(-32603))],
  ['nothing', () => null],
  ['a word of the draft', () => ({ status: 'PENDING' })],
  ['no receipts', () => ({ status: 200 })],
  ['a failure on the chain without a transaction', () => ({ status: 500 })],
  ['receipts that are none', () => ({ status: 200, receipts: [null, 'x'] })],
] as const) {
  test(`a wallet that answers with ${name} leaves it open`, async () => {
    const wallet = await bundled()
    const of = await propose(wallet, quote(12n, token))
    const request = async () => await answer()
    assert.deepEqual(await search(of, { request }), await waits(of))
  })
}

test('a wallet that knows the batch no more says so, and the chain is searched all the same', async () => {
  const wallet = await bundled()
  const of = await propose(wallet, quote(12n, token))
  const request = () => Promise.reject(refusal(5730))
  const open = await waits(of)
  const found = await search(of, { request })
  assert.ok(open.found === 'nothing' && found.found === 'nothing')
  assert.deepEqual(found.proposal, { ...open.proposal, isForgotten: true })
  // One that it never answered for is none.
  const { proposal: _, ...lost } = of
  assert.deepEqual(await search(lost, { request }), { found: 'nothing', toBlock: found.toBlock })
  const hash = await wallet.bundle()
  assert.deepEqual(await search(of, { request }), { found: 'transfer', hash, hasReference: true })
})

test('of several transactions of a batch, the one that touched the token is it', async () => {
  const wallet = await bundled()
  const of = await propose(wallet, quote(13n, token))
  const hash = await wallet.bundle()
  const other = await chain.send(demoAccount(7).address, '0x', 1n)
  const logs = [{ address: token }]
  const receipts = [
    { transactionHash: hash, logs },
    { transactionHash: other, logs: [] },
  ]
  const request = async () => ({ status: 'CONFIRMED', receipts })
  const elsewhere = { ...of, block: await head() }
  assert.deepEqual(await search(elsewhere, { request }), {
    found: 'transfer',
    hash,
    hasReference: true,
  })
})

test('a wallet that never answers does not stop the search', async () => {
  const wallet = await bundled()
  const of = await propose(wallet, quote(14n, token))
  const request = () => new Promise(() => {})
  assert.equal((await search(of, { request })).found, 'nothing')
  const hash = await wallet.bundle()
  assert.deepEqual(await search(of, { request }), { found: 'transfer', hash, hasReference: true })
})

test('a Safe’s owners who put something else in its place have it end, by the wallet’s word', async () => {
  const wallet = createSafeWallet(chain, safe, { batches: true })
  const of = await propose(wallet, quote(15n, token))
  assert.equal(of.proposal?.kind, 'signatures')
  wallet.cancel()
  const { id } = of.proposal ?? {}
  const proposal = { kind: 'signatures', id, hasFailed: true }
  assert.deepEqual(await search(of, wallet), { found: 'used', toBlock: await head(), proposal })
})

test('a Safe’s execution that was reverted may come again: it still waits', async () => {
  const wallet = createSafeWallet(chain, safe, { batches: true })
  const of = await propose(wallet, quote(10n ** 11n, token))
  const reverted = await wallet.execute([2, 3])
  const { status } = await chain.client.getTransactionReceipt({ hash: reverted })
  assert.equal(status, 'reverted')
  assert.equal((await search(of, wallet)).found, 'nothing')
  // Money has come, and the owners execute the very same once more.
  await chain.transfer(token, safe.address, 10n ** 11n)
  const hash = await wallet.execute([2, 3])
  assert.deepEqual(await search(of, wallet), { found: 'transfer', hash, hasReference: true })
})

test('a Safe that pays its own gas goes on when the call fails: nothing was paid, for good', async () => {
  for (const paid of [quote(10n ** 15n, token), quote(10n ** 22n)]) {
    const wallet = createSafeWallet(chain, safe)
    const of = await propose(wallet, paid)
    const call = { ...wallet.proposal().call, safeTxGas: 100_000n }
    const id = await safe.hashOf(call)
    const hash = await safe.execute(call, [2, 3].map(demoAccount))
    const logged = { ...of, proposal: { kind: 'signatures', id } as const }
    assert.deepEqual(await search(logged), { found: 'transfer', hash, hasReference: true })
    assert.deepEqual(await fate(hash, logged), {
      status: 'mined',
      confirmations: 1,
      isReverted: true,
    })
  }
})

test('what a Safe’s wallet invents is no transaction, nor is the proposal’s hash ever one', async () => {
  const wallet = createSafeWallet(chain, safe)
  const of = await propose(wallet, quote(16n))
  const id = of.proposal?.id ?? ''
  const through = new Proxy(chain.client, {
    get(client, name) {
      const value = Reflect.get(client, name)
      return name === 'request' ? (call: never) => wallet.request(call) : value
    },
  })
  assert.equal(await findMinedHash(through, id), undefined)
  const hash = await wallet.execute([3, 4])
  // A node may give a receipt a moment before it finds the transaction in its block.
  assert.equal(await until('the transaction', () => findMinedHash(through, id)), hash)
  const read = searchTransfer(through, of, true, { depth: 1 }, wallet as unknown as Provider)
  assert.deepEqual(await read, { found: 'transfer', hash, hasReference: true })
})

test('the nonce of a contract account says nothing', async () => {
  const wallet = await bundled()
  const { proposal: _, ...of } = await propose(wallet, quote(17n, token))
  await chain.client.setNonce({ address: wallet.address, nonce: of.nonce + 10 })
  assert.deepEqual(await search(of), { found: 'nothing', toBlock: await head() })
  // Nor does that of an account that waits for a bundler.
  const { address } = chain.payer
  const nonce = await chain.client.getTransactionCount({ address })
  const batch = { kind: 'batch', id: `0x${'7'.repeat(64)}` } as const
  const mine = { ...intent(quote(17n, token), address, nonce, await head()), proposal: batch }
  await chain.send(demoAccount(7).address, '0x', 1n)
  assert.equal((await search(mine)).found, 'nothing')
  const { proposal: __, ...plain } = mine
  assert.equal((await search(plain)).found, 'used')
})

test('a bundler’s transaction that the chain has lost is not judged by anybody’s nonce', async () => {
  const wallet = await bundled()
  const of = await propose(wallet, quote(18n, token))
  const id = await chain.client.snapshot()
  const hash = await wallet.bundle()
  assert.equal((await fate(hash, of, wallet)).status, 'mined')
  await chain.client.revert({ id })
  await chain.client.setNonce({ address: wallet.address, nonce: 99 })
  await chain.client.mine({ blocks: 5 })
  assert.deepEqual(await fate(hash, of), { status: 'unknown' })
  const again = await wallet.bundle(2_900_000n)
  assert.notEqual(again, hash)
  assert.deepEqual(await fate(hash, of, wallet), { status: 'replaced', hash: again })
})

test('another’s payment of the charge is not taken for a failed call of ours', async () => {
  const wallet = await bundled()
  const of = await propose(wallet, quote(19n, token))
  const hash = await chain.send(demoAccount(7).address, '0x', 5n)
  assert.deepEqual(await fate(hash, of), { status: 'mined', confirmations: 1, isReverted: false })
})

test('coin of a Safe whose owners took their time is found in one look', async () => {
  const wallet = createSafeWallet(chain, safe)
  const of = await propose(wallet, quote(21n))
  await chain.client.mine({ blocks: 300 })
  const hash = await wallet.execute([2, 3])
  assert.deepEqual(await search(of), { found: 'transfer', hash, hasReference: true })
})

test('a Safe’s logs are known by their events, in either form', () => {
  const { success, failure } = executionTopics
  assert.equal(success, toEventSelector('ExecutionSuccess(bytes32,uint256)'))
  assert.equal(failure, toEventSelector('ExecutionFailure(bytes32,uint256)'))
  const hash: Hex = `0x${'9a'.repeat(32)}`
  const payment = pad(numberToHex(0), { size: 32 })
  const { address } = safe
  const now = { address, topics: [failure, hash], data: payment } as const
  const before = { address, topics: [failure], data: `${hash}${payment.slice(2)}` } as const
  for (const log of [now, before]) {
    assert.equal(
      hasExecutionFailed([{ ...log, topics: [...log.topics] }], address.toLowerCase(), hash),
      true,
    )
    assert.equal(hasExecutionFailed([{ ...log, topics: [success] }], address, hash), false)
    assert.equal(hasExecutionFailed([{ ...log, topics: [...log.topics] }], token, hash), false)
    assert.equal(hasExecutionFailed([{ ...log, topics: [...log.topics] }], address, payment), false)
  }
})
