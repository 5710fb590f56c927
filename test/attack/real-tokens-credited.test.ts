import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Address, concatHex, encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { createPaymentMessage } from '../../src/api/signed-messages.ts'
import { allow, authorizedCall, permittedCall } from '../support/authorized-moves.ts'
import { deployEntryPoint } from '../support/entry-point.ts'
import { chainId, clientOf, provideHarness, wallet } from '../support/harness.ts'
import { transferCall } from '../support/local-chain.ts'
import { chargeBody, newCharge, paymentThatIs, suffixOf, unmatchedOf } from '../support/paying.ts'
import { deployRealTokens, hasRealTokens, permit2 } from '../support/real-tokens.ts'
import { deploySafe, type TestSafe } from '../support/safe.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/wait.ts'

/** Whose money it is, and who moves it at that one's word. */
const [owner, stranger] = [demoAccount(2), demoAccount(6)]

const feeAbi = parseAbi(['function setParams(uint256 newBasisPoints, uint256 newMaxFee)'])

describe('real tokens, credited by the running service', { skip: !hasRealTokens() }, () => {
  let real: Awaited<ReturnType<typeof deployRealTokens>>
  let entryPoint: Awaited<ReturnType<typeof deployEntryPoint>>
  let account: Address
  let safe: TestSafe
  /** Of each token: what has to be sent so that 5 arrive. */
  let tokens: { name: string; token: Address; sent: bigint }[]
  /** The stranger's own charges: whatever he writes into transactions names one of them. */
  const strangers: string[] = []
  let nonce = 0n

  const harness = provideHarness()
  before(async () => {
    const { chain } = harness
    real = await deployRealTokens(chain)
    entryPoint = await deployEntryPoint(chain)
    account = await entryPoint.createAccount(owner)
    safe = await deploySafe(chain, [owner], 1)
    tokens = [
      // Its fee is a thousandth, rounded down.
      { name: 'USDT', token: real.usdt, sent: 5_005_005n },
      { name: 'USDC', token: real.usdc, sent: 5_000_000n },
    ]
    for (const to of [account, safe.address, owner.address]) {
      for (const { token } of tokens) await chain.transfer(token, to, 1_000_000_000n)
    }
    const dollars = tokens.map(({ token: address }) => ({ chainId, address, peg: 'USD' }))
    await harness.service.end()
    const environment = { ...harness.environment, TOKENS: JSON.stringify(dollars) }
    harness.service = await startService(environment)
    for (const { token } of tokens)
      strangers.push(await newCharge(harness, { tokenAddress: token }))
  })

  /** A payer's charge, and what the stranger writes behind a call that pays it. */
  async function charged(token: Address) {
    const id = await newCharge(harness, { tokenAddress: token })
    return { id, theirs: suffixOf(...strangers.filter((_, at) => tokens[at]?.token === token)) }
  }

  async function byStranger(to: Address, data: Hex): Promise<Hex> {
    const { client } = harness.chain
    const hash = await client.sendTransaction({ account: stranger, to, data, gas: 3_000_000n })
    const { status } = await client.waitForTransactionReceipt({ hash })
    assert.equal(status, 'success')
    return hash
  }

  async function isCredited(id: string, hash: Hex, payer: Address, arrived = '5'): Promise<void> {
    const payment = await paymentThatIs(harness, id, hash, 'COMPLETED')
    const { paidAmountInRequestedToken, creditedAmount, payerAddress } = payment
    assert.deepEqual(
      [paidAmountInRequestedToken, creditedAmount, payerAddress],
      [arrived, '5', payer],
    )
    await strangersHaveNothing()
  }

  async function isUnmatched(hash: Hex, sender: Address): Promise<void> {
    const found = await unmatchedOf(harness, hash)
    assert.equal(found.senderAddress, sender)
    await strangersHaveNothing()
  }

  async function strangersHaveNothing(): Promise<void> {
    for (const id of strangers) {
      const { status, payments } = await clientOf(harness).getCharge(id)
      assert.deepEqual([status, payments], ['NEW', []])
    }
  }

  async function signFor(id: string, hash: Hex, token: Address, by: typeof owner): Promise<void> {
    const { reference } = await clientOf(harness).getCharge(id)
    const signature = await by.signMessage({
      message: createPaymentMessage({ reference, recipient: wallet, chainId, hash }),
    })
    const body = { hash, chainId: `${chainId}`, tokenAddress: token, signature }
    await clientOf(harness).addPayment(id, body)
  }

  test('sent by their holder, with the charge’s name, pay it', async () => {
    for (const { token, sent } of tokens) {
      const { id } = await charged(token)
      const hash = await harness.chain.transfer(token, wallet, sent, suffixOf(id))
      await isCredited(id, hash, harness.chain.payer.address)
    }
  })

  test('of a reserved amount pay its charge; where the token takes its fee of it they are unmatched', async () => {
    const { payer } = harness.chain
    for (const { name, token } of tokens) {
      const { id } = await charged(token)
      const asked = { chainId: `${chainId}`, tokenAddress: token }
      const { amount } = await clientOf(harness).reserveAmount(id, asked)
      const units = BigInt(amount.replace('.', '').padEnd(7, '0'))
      const hash = await harness.chain.transfer(token, wallet, units)
      if (name === 'USDC') await isCredited(id, hash, payer.address, amount)
      else await isUnmatched(hash, payer.address)
    }
  })

  test('without a name are their sender’s to sign for', async () => {
    const { payer } = harness.chain
    for (const { token, sent } of tokens) {
      const { id } = await charged(token)
      const hash = await harness.chain.transfer(token, wallet, sent)
      await isUnmatched(hash, payer.address)
      await signFor(id, hash, token, payer)
      await isCredited(id, hash, payer.address)
    }
  })

  test('sent in a bundle pay the charge that their own account names, not the bundler’s', async () => {
    for (const { token, sent } of tokens) {
      const { id, theirs } = await charged(token)
      const call = { to: token, data: transferCall(wallet, sent, suffixOf(id)) }
      const bundle = entryPoint.bundle(await entryPoint.sign(owner, account, call))
      const hash = await byStranger(entryPoint.address, concatHex([bundle, theirs]))
      await isCredited(id, hash, account)
    }
  })

  test('sent by a Safe pay the charge that its owners named', async () => {
    for (const { token, sent } of tokens) {
      const { id } = await charged(token)
      const call = { to: token, data: transferCall(wallet, sent, suffixOf(id)), value: 0n }
      await isCredited(id, await safe.execute(call, [owner]), safe.address)
    }
  })

  test('in two tokens that one transaction moves are two payments of the charge that takes both', async () => {
    const accepts = [{ chainId: `${chainId}`, tokenAddress: real.usdt }]
    const { id } = await clientOf(harness).createCharge(
      chargeBody(harness, { tokenAddress: real.usdc, accepts }, { local_price: { amount: '50' } }),
    )
    const calls = [
      { to: real.usdc, data: transferCall(wallet, 30_000_000n, suffixOf(id)) },
      { to: real.usdt, data: transferCall(wallet, 20_000_000n, suffixOf(id)) },
    ]
    // Of what a token keeps a fee, another amount arrives than the call says: which of several calls it is, nobody can tell.
    await setFee(0n, 0n)
    const bundle = entryPoint.bundle(await entryPoint.sign(owner, account, ...calls))
    const hash = await byStranger(entryPoint.address, bundle)
    await setFee(10n, 5n)
    const payments = await until('both payments', async () => {
      const charge = await clientOf(harness).getCharge(id)
      return charge.status === 'COMPLETED' ? charge.payments : undefined
    })
    const told = payments.map((one) => [
      ...[one.payerTransactionHash, one.status, one.paidTokenAddress.toLowerCase()],
      one.paidAmountInRequestedToken,
    ])
    assert.deepEqual(
      told.toSorted(([, , , one], [, , , other]) => Number(other) - Number(one)),
      [
        [hash, 'COMPLETED', real.usdc.toLowerCase(), '30'],
        [hash, 'COMPLETED', real.usdt.toLowerCase(), '20'],
      ],
    )
  })

  /** Sets what USDT keeps of a transfer: points, and whole tokens at most. */
  async function setFee(points: bigint, most: bigint): Promise<void> {
    const args = [points, most] as const
    await harness.chain.send(
      real.usdt,
      encodeFunctionData({ abi: feeAbi, functionName: 'setParams', args }),
    )
  }

  /** Tokens that a stranger moved, with his own charge's name behind the call, are their holder's. */
  async function areTheHolders(id: string, hash: Hex, token: Address): Promise<void> {
    await isUnmatched(hash, owner.address)
    await signFor(strangers[0] ?? '', hash, tokens[0]?.token ?? token, stranger)
    await signFor(id, hash, token, owner)
    await isCredited(id, hash, owner.address)
  }

  test('moved by an allowance are their holder’s, whatever the mover writes', async () => {
    for (const { token, sent } of tokens) {
      const { id, theirs } = await charged(token)
      await allow(harness.chain, { token, owner, amount: sent }, stranger.address)
      const args = [owner.address, wallet, sent] as const
      const call = encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args })
      await areTheHolders(id, await byStranger(token, concatHex([call, theirs])), token)
    }
  })

  test('moved by a relayer with the holder’s authorization (EIP-3009) are the holder’s', async () => {
    const token = real.usdc
    const { id, theirs } = await charged(token)
    const move = { token, owner, to: wallet, amount: 5_000_000n, nonce: nonce++ }
    const call = await authorizedCall(harness.chain, move)
    await areTheHolders(id, await byStranger(token, concatHex([call, theirs])), token)
  })

  test('moved by Permit2 are the holder’s, whatever the mover writes', async () => {
    for (const { token, sent } of tokens) {
      const { id, theirs } = await charged(token)
      const move = { token, owner, to: wallet, amount: sent, nonce: nonce++ }
      await allow(harness.chain, move, permit2)
      const call = await permittedCall(harness.chain, move, stranger.address)
      await areTheHolders(id, await byStranger(permit2, concatHex([call, theirs])), token)
    }
  })
})
