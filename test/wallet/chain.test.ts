import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Address, Hex } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { readFunds } from '../../src/wallet/balance/funds.ts'
import {
  createTransactionRequest,
  createTransferCall,
} from '../../src/wallet/send/transfer-call.ts'
import { type LocalChain, startLocalChain } from '../support/local-chain.ts'
import { quote, recipient, suffix } from './samples.ts'

// What is asked of a chain, on a real one.

let chain: LocalChain

before(async () => {
  chain = await startLocalChain()
})
after(() => chain.stop())

const padded = (hex: string) => hex.slice(2).toLowerCase().padStart(64, '0')

test('a token is paid by transfer to its contract, exact to the unit, with the uuid behind', async () => {
  const { address } = chain.token('DUSD')
  const call = await createTransferCall(chain.client, quote(19_990_000n, address), true)
  const plain = `0xa9059cbb${padded(recipient)}${padded(`0x${19_990_000n.toString(16)}`)}`
  assert.deepEqual(call, { to: address, data: plain + suffix, value: 0n })
  const without = await createTransferCall(chain.client, quote(19_990_000n, address), false)
  assert.equal(without.data, plain)
})

test('the chain’s own coin goes to the recipient as value', async () => {
  const call = await createTransferCall(chain.client, quote(5_432_100_000_000_001n), true)
  assert.deepEqual(call, { to: recipient, data: `0x${suffix}`, value: 5_432_100_000_000_001n })
  const without = await createTransferCall(chain.client, quote(1n), false)
  assert.equal(without.data, '0x')
})

test('a recipient that is a contract gets no calldata with its coins', async () => {
  const contract = chain.dusd
  assert.equal(
    (await createTransferCall(chain.client, quote(1n, undefined, contract), true)).data,
    '0x',
  )
})

test('the wallet is told the chain, and nothing about fees', () => {
  const call = { to: recipient as Address, data: '0x' as Hex, value: 255n }
  assert.deepEqual(createTransactionRequest(call, recipient, 31_337), {
    from: recipient,
    to: recipient,
    value: '0xff',
    chainId: '0x7a69',
  })
})

for (const symbol of ['DUSD', 'OUSD']) {
  test(`a transfer of ${symbol} with the uuid behind moves just the amount`, async () => {
    const { address } = chain.token(symbol)
    const call = await createTransferCall(chain.client, quote(123n, address), true)
    const hash = await chain.send(call.to, call.data)
    assert.equal((await chain.client.getTransactionReceipt({ hash })).status, 'success')
  })
}

test('what an account has is read, with its next nonce and the newest block', async () => {
  const { address } = chain.token('DUSD')
  const funds = await readFunds(chain.client, quote(1n, address), chain.payer.address, true)
  assert.equal(funds.nativeBalance, await chain.client.getBalance({ address: chain.payer.address }))
  assert.ok(funds.tokenBalance > 900_000_000_000n)
  assert.equal(funds.nativeSymbol, 'ETH')
  assert.equal(funds.blockNumber, await chain.client.getBlockNumber())
  const nonce = await chain.client.getTransactionCount({ address: chain.payer.address })
  assert.equal(funds.nonce, nonce)
})

test('the fee covers what the transfer then costs', async () => {
  const { address } = chain.token('DUSD')
  const of = quote(7n, address)
  const { fee } = await readFunds(chain.client, of, chain.payer.address, true)
  const call = await createTransferCall(chain.client, of, true)
  const hash = await chain.send(call.to, call.data)
  const { gasUsed, effectiveGasPrice } = await chain.client.getTransactionReceipt({ hash })
  assert.ok(fee >= gasUsed * effectiveGasPrice)
})

test('for the chain’s own coin, what is held is the balance', async () => {
  const funds = await readFunds(chain.client, quote(1n), chain.payer.address, true)
  assert.equal(funds.tokenBalance, funds.nativeBalance)
  assert.ok(funds.fee > 0n)
})

test('an account too poor to try has its fee told all the same', async () => {
  const poor = demoAccount(7).address
  const { address } = chain.token('DUSD')
  const noToken = await readFunds(chain.client, quote(1n, address), poor, true)
  assert.equal(noToken.tokenBalance, 0n)
  assert.ok(noToken.fee > 0n)
  await chain.client.setBalance({ address: poor, value: 0n })
  const nothing = await readFunds(chain.client, quote(1n), poor, true)
  assert.equal(nothing.nativeBalance, 0n)
  assert.ok(nothing.fee > 0n)
})

test('a few coins that do not cover the fee are no fault of the token', async () => {
  const poor = demoAccount(6).address
  const { address } = chain.token('DUSD')
  await chain.transfer(address, poor, 10n)
  await chain.client.setBalance({ address: poor, value: 1000n })
  const funds = await readFunds(chain.client, quote(10n, address), poor, true)
  assert.equal(funds.nativeBalance, 1000n)
  assert.ok(funds.fee > funds.nativeBalance)
  const coin = await readFunds(chain.client, quote(1000n), poor, true)
  assert.ok(coin.fee > 0n)
})

test('a token that refuses the transfer is said before the wallet opens', async () => {
  const { address } = chain.token('DUSD')
  const burn = quote(1n, address, '0x0000000000000000000000000000000000000000')
  await assert.rejects(readFunds(chain.client, burn, chain.payer.address, true), {
    code: 'payment_failed',
  })
})

test('a contract that is no token cannot be read, and the payer is told', async () => {
  await assert.rejects(readFunds(chain.client, quote(1n, recipient), chain.payer.address, true), {
    code: 'chain_unreachable',
    retryable: true,
  })
})
