import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import {
  type Address,
  createClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  http,
} from 'viem'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import type { Quote } from '../../../src/checkout/quote/payment-option.ts'
import {
  type HashInspection,
  inspectHash,
  parseTransactionHash,
} from '../../../src/wallet/track/inspect-transaction.ts'
import { bundle, deploy, execute, mintCall } from '../../support/contracts.ts'
import { type LocalChain, startLocalChain, transferCall } from '../../support/local-chain.ts'
import { otherSuffix, quote, recipient, suffix } from '../samples.ts'

// What a payer pastes as proof is read from a real chain.

let chain: LocalChain
let token: Address
let other: Address
let wallet: Address

before(async () => {
  chain = await startLocalChain()
  token = chain.dusd
  other = chain.token('OUSD').address
  wallet = await deploy(chain, 'SmartWallet')
  await chain.transfer(token, wallet, 100_000_000n)
  await chain.send(wallet, '0x', 10n ** 18n)
})
after(() => chain.stop())
afterEach(() => chain.client.setAutomine(true))

const ours = `0x${suffix}` as const
/** The suffix of another charge. */
const theirs = `0x${otherSuffix}` as const
const stranger = demoAccount(3).address
const short = (text: string) => {
  const address = getAddress(text)
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

const inspect = (of: Quote, hash: string): Promise<HashInspection> =>
  inspectHash(chain.client, of, hash)

/** Claims that a hash does not fit, for this reason and in these words. */
async function misses(of: Quote, hash: string, why: string, text: string | RegExp) {
  const said = await inspect(of, hash)
  assert.ok(said.fits === false, 'does not fit')
  assert.equal(said.reason, why)
  if (typeof text === 'string') assert.equal(said.message, text)
  else assert.match(said.message, text)
}

/** What fits, sent by the chain's own payer, which names no charge. */
const fits = () =>
  ({ fits: true, confirmations: 1, proof: 'signature', signers: [chain.payer.address] }) as const

describe('a text that a payer pastes', () => {
  const hash = `0x${'0123456789abcdef'.repeat(4)}`

  test('holds a hash: alone, with blanks, in capitals, in an explorer’s address', () => {
    for (const text of [
      hash,
      `  ${hash}\n`,
      hash.toUpperCase(),
      `https://etherscan.io/tx/${hash}`,
      `https://etherscan.io/tx/${hash}#eventlog`,
      `https://base.blockscout.com/tx/${hash}?tab=index`,
      `basescan.org/tx/${hash}/`,
      `https://explorer.example/#/tx/${hash}`,
      `https://explorer.example/?hash=${hash}&chain=1`,
    ])
      assert.equal(parseTransactionHash(text), hash, text)
  })

  test('holds none: too short, too long, no hex, no 0x, an address, two hashes', () => {
    for (const text of [
      '',
      '0x',
      hash.slice(0, -1),
      `${hash}0`,
      `${hash.slice(0, -1)}g`,
      hash.slice(2),
      recipient,
      `${hash} ${hash}`,
      `${hash.slice(0, 20)} ${hash.slice(20)}`,
      `https://etherscan.io/tx/${hash.slice(0, -2)}`,
      `https://etherscan.io/address/${recipient}`,
      `https://explorer.example/tx/${hash}/${hash.replaceAll('1', '2')}`,
      `my hash is ${hash}`,
    ])
      assert.equal(parseTransactionHash(text), undefined, text)
  })
})

describe('what fits', () => {
  test('a plain transfer of the price, which names no charge', async () => {
    const hash = await chain.transfer(token, recipient, 20n)
    assert.deepEqual(await inspect(quote(20n, token), hash), { ...fits(), amount: 20n })
  })

  test('less than the price, and more: it says how much', async () => {
    const hash = await chain.transfer(token, recipient, 7n)
    assert.deepEqual(await inspect(quote(20n, token), hash), { ...fits(), amount: 7n })
    assert.deepEqual(await inspect(quote(5n, token), hash), { ...fits(), amount: 7n })
  })

  test('it counts the blocks on top', async () => {
    const hash = await chain.transfer(token, recipient, 20n)
    await chain.client.mine({ blocks: 4 })
    assert.deepEqual(await inspect(quote(20n, token), hash), {
      ...fits(),
      confirmations: 5,
      amount: 20n,
    })
  })

  test('the chain’s own coin, to the wei', async () => {
    const hash = await chain.send(recipient, '0x', 5_432_100_000_000_001n)
    const amount = 5_432_100_000_000_001n
    assert.deepEqual(await inspect(quote(amount), hash), { ...fits(), amount })
  })

  test('a transfer that a contract account makes, though the transaction goes elsewhere', async () => {
    const hash = await chain.send(wallet, execute(token, 0n, transferCall(recipient, 9n)))
    const found = { ...fits(), amount: 9n, signers: [wallet] }
    assert.deepEqual(await inspect(quote(9n, token), hash), found)
  })

  test('coin that a contract account sends: how much, the service must tell', async () => {
    const hash = await chain.send(wallet, execute(recipient, 1000n, '0x'))
    const found = { ...fits(), amount: undefined, signers: [] }
    assert.deepEqual(await inspect(quote(1000n), hash), found)
  })

  test('of a token that keeps a part on the way, what arrived', async () => {
    const fee = await deploy(chain, 'FeeDollar')
    await chain.send(fee, mintCall(chain.payer.address, 10_000n))
    const hash = await chain.transfer(fee, recipient, 1000n)
    assert.deepEqual(await inspect(quote(1000n, fee), hash), { ...fits(), amount: 990n })
  })

  test('a transfer with this charge’s name, which proves it', async () => {
    const hash = await chain.transfer(token, recipient, 20n, ours)
    const found = { ...fits(), amount: 20n, proof: 'reference' }
    assert.deepEqual(await inspect(quote(20n, token), hash), found)
  })

  test('one of long ago: the service tells whether it is too old, by a clock that it has measured', async () => {
    const hash = await chain.transfer(token, recipient, 20n)
    await chain.client.increaseTime({ seconds: 86_400 })
    await chain.client.mine({ blocks: 1 })
    const { fits: isTaken } = await inspect(quote(20n, token), hash)
    assert.equal(isTaken, true)
  })

  test('a transfer that somebody else made of an allowance: who owned the money may sign', async () => {
    const spender = demoAccount(5)
    const approve = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [spender.address, 20n],
    })
    await chain.send(token, approve)
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transferFrom',
      args: [chain.payer.address, recipient as Address, 20n],
    })
    const hash = await chain.client.sendTransaction({ account: spender, to: token, data })
    await chain.client.waitForTransactionReceipt({ hash })
    assert.deepEqual(await inspect(quote(20n, token), hash), { ...fits(), amount: 20n })
  })

  test('an unnamed transfer of a contract account beside another’s name: only a name of its own is its word', async () => {
    const entry = await deploy(chain, 'EntryPoint')
    const one = { sender: wallet, callData: execute(token, 0n, transferCall(recipient, 31n)) }
    const foreign = { sender: wallet, callData: execute(stranger, 0n, theirs) }
    const hash = await chain.send(entry, bundle(one, foreign))
    const found = { ...fits(), signers: [wallet], amount: undefined }
    assert.deepEqual(await inspect(quote(31n, token), hash), found)
  })

  test('a transfer with several charges’ names, this one among them: the service tells the part', async () => {
    const hash = await chain.transfer(token, recipient, 20n, `${ours}${theirs.slice(2)}`)
    assert.deepEqual(await inspect(quote(20n, token), hash), {
      ...fits(),
      amount: undefined,
      proof: 'reference',
    })
  })
})

describe('what does not fit', () => {
  const price = () => quote(19_990_000n, token)

  test('a hash that the network does not know is unseen', async () => {
    assert.deepEqual(await inspect(price(), `0x${'ab'.repeat(32)}`), { fits: undefined })
  })

  test('before a block has it, it fits where it names the recipient, and is unseen otherwise', async () => {
    await chain.client.setAutomine(false)
    const pending = { ...fits(), confirmations: 0, amount: undefined, signers: [] }
    const cases = [
      { to: token, data: transferCall(recipient, 19_990_000n), before: pending, after: true },
      { to: recipient as Address, value: 5n, before: pending, after: false },
      { to: token, data: transferCall(stranger, 5n), before: { fits: undefined }, after: false },
      { to: stranger, value: 5n, before: { fits: undefined }, after: false },
    ]
    const sent = []
    for (const { before, after, ...transaction } of cases) {
      const hash = await chain.client.sendTransaction({ data: '0x', ...transaction } as const)
      sent.push({ hash, before, after })
    }
    for (const { hash, before } of sent) assert.deepEqual(await inspect(price(), hash), before)
    await chain.client.mine({ blocks: 1 })
    for (const { hash, after } of sent) assert.equal((await inspect(price(), hash)).fits, after)
  })

  test('one that was reverted, of a token or of coin', async () => {
    const rich = 10n ** 18n
    const hash = await chain.transfer(token, recipient, rich, '0x', 100_000n)
    await misses(price(), hash, 'reverted', /failed. You paid only the network fee/)
    // The token takes no coins: the value stands in the transaction all the same.
    const coin = await chain.send(token, '0x', 500n, 100_000n)
    await misses(
      quote(500n, undefined, token),
      coin,
      'reverted',
      /failed. You paid only the network fee/,
    )
  })

  test('one that names another charge, mined or not', async () => {
    const hash = await chain.transfer(token, recipient, 19_990_000n, theirs)
    await misses(price(), hash, 'other_charge', /belongs to another order/)
    await chain.client.setAutomine(false)
    const data = transferCall(recipient, 19_990_000n, theirs)
    const waiting = await chain.client.sendTransaction({ to: token, data })
    await misses(price(), waiting, 'other_charge', /belongs to another order/)
    await chain.client.mine({ blocks: 1 })
  })

  test('another token to the shop: it is the shop’s to give back', async () => {
    const hash = await chain.transfer(other, recipient, 5_500_000n)
    await misses(
      price(),
      hash,
      'other_token',
      `This transaction sends 5.5 OUSD (${short(other)}) to ${short(recipient)}, but this order is paid in DUSD (${short(token)}) to ${short(recipient)}. Ask the store about it.`,
    )
  })

  test('coin in place of the token, and a token in place of coin', async () => {
    const coin = await chain.send(recipient, '0x', 10n ** 17n)
    await misses(price(), coin, 'other_token', /sends 0\.1 ETH to .* paid in DUSD .* Ask the store/)
    const hash = await chain.transfer(token, recipient, 20n)
    await misses(quote(20n), hash, 'other_token', /sends 0\.00002 DUSD .* paid in ETH to/)
  })

  test('a token that does not say its name is told by its address', async () => {
    // MSTORE 1; LOG3 of that word.
    const mute = await deployLogger(`6001600052${mover}60206000a300`)
    const hash = await chain.send(mute, '0x')
    await misses(price(), hash, 'other_token', new RegExp(`another token \\(${short(mute)}\\)`))
  })

  test('the token, or coin, to somebody else', async () => {
    const hash = await chain.transfer(token, stranger, 19_990_000n)
    await misses(
      price(),
      hash,
      'other_recipient',
      `This transaction sends 19.99 DUSD to ${short(stranger)}, but this order is paid in DUSD to ${short(recipient)}. Enter the hash of the payment to the store.`,
    )
    const coin = await chain.send(stranger, '0x', 1n)
    await misses(quote(1n), coin, 'other_recipient', /sends 0\.000000000000000001 ETH to/)
  })

  test('one that transfers nothing', async () => {
    const nothing = await chain.send(recipient, '0x')
    await misses(quote(1n), nothing, 'nothing', /transfers no ETH/)
    const zero = await chain.transfer(token, recipient, 0n)
    await misses(price(), zero, 'nothing', /transfers no DUSD/)
    // Calldata that brings no coin to the recipient.
    await misses(quote(1n), zero, 'nothing', /transfers no ETH/)
  })

  test('a collectible, whose number is no amount', async () => {
    const collectible = await deployLogger(`6001${mover}60006000a400`)
    const hash = await chain.send(collectible, '0x')
    await misses(quote(1n, collectible), hash, 'nothing', /transfers no DUSD/)
  })

  test('what the shop sends to itself', async () => {
    const { address } = chain.payer
    const hash = await chain.transfer(token, address, 20n)
    await misses(quote(20n, token, address), hash, 'nothing', /transfers no DUSD/)
    const coin = await chain.send(address, '0x', 20n)
    await misses(quote(20n, undefined, address), coin, 'nothing', /transfers no ETH/)
  })
})

describe('a node', () => {
  test('that cannot be reached is no reason to say that the payment is unknown', async () => {
    const client = createClient({
      chain: chain.client.chain,
      transport: http('http://127.0.0.1:1', { retryCount: 0 }),
    })
    const hash = `0x${'ab'.repeat(32)}`
    await assert.rejects(inspectHash(client, quote(1n, token), hash), {
      code: 'chain_unreachable',
      retryable: true,
    })
  })

  test('that keeps no balances of long ago leaves coin of a contract account to the service', async () => {
    const request = async (call: { method: string; params?: unknown }) => {
      if (call.method === 'eth_getBalance') throw new Error('missing trie node')
      return await chain.client.request(call as never)
    }
    const client = createClient({ chain: chain.client.chain, transport: custom({ request }) })
    const hash = await chain.send(wallet, execute(recipient, 1000n, '0x'))
    const said = await inspectHash(client, quote(1000n), hash)
    assert.deepEqual(said, { ...fits(), amount: undefined, signers: [] })
  })
})

/** Puts the topics of a Transfer from the sender to the recipient on the stack. */
const mover = `73${recipient.slice(2)}337fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef`

/** A contract with no functions: whatever it is called with, it runs this code. */
async function deployLogger(code: string): Promise<Address> {
  const size = (code.length / 2).toString(16).padStart(2, '0')
  const hash = await chain.client.deployContract({
    abi: [],
    bytecode: `0x60${size}80600b6000396000f3${code}`,
  })
  const { contractAddress } = await chain.client.waitForTransactionReceipt({ hash })
  assert.ok(contractAddress)
  return contractAddress
}
