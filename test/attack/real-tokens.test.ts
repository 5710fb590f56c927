import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Address, concatHex, encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { createPaymentMessage } from '../../src/api/signed-messages.ts'
import {
  generateCandidateAmounts,
  isReservable,
} from '../../src/service/payments/reserved-amounts/reserved-amounts.ts'
import { allow, authorizedCall, permittedCall } from '../support/authorized-moves.ts'
import { deployEntryPoint } from '../support/entry-point.ts'
import { type LocalChain, startLocalChain, transferCall } from '../support/local-chain.ts'
import { deployRealTokens, hasRealTokens } from '../support/real-tokens.ts'
import { deploySafe, type TestSafe } from '../support/safe.ts'
import { chainsOf, isSignedBy, prove, refA, refB, shop, suffix } from './proving.ts'

const abi = parseAbi([
  'function disperseToken(address token, address[] recipients, uint256[] values)',
])
const [owner, relayer] = [demoAccount(2), demoAccount(6)]

describe('real tokens', { skip: !hasRealTokens() }, () => {
  let chain: LocalChain
  let real: Awaited<ReturnType<typeof deployRealTokens>>
  let entryPoint: Awaited<ReturnType<typeof deployEntryPoint>>
  let account: Address
  let safe: TestSafe

  before(async () => {
    chain = await startLocalChain()
    real = await deployRealTokens(chain)
    entryPoint = await deployEntryPoint(chain)
    account = await entryPoint.createAccount(owner)
    safe = await deploySafe(chain, [owner], 1)
    for (const to of [account, safe.address, owner.address]) {
      for (const token of [real.usdt, real.usdc]) await chain.transfer(token, to, 1_000_000_000n)
    }
  })
  after(() => chain.stop())

  const tokens = () => [
    { name: 'USDT', token: real.usdt, arrives: (sent: bigint) => sent - sent / 1000n },
    { name: 'USDC', token: real.usdc, arrives: (sent: bigint) => sent },
  ]
  const shares = async (hash: Hex) => {
    const { transfers } = await prove(chain, hash, [real.usdt, real.usdc])
    return transfers.map(({ amount, references }) => [amount, ...references])
  }
  /** By somebody who is not the payer. */
  const relay = async (to: Address, data: Hex) => {
    const hash = await chain.client.sendTransaction({ account: relayer, to, data, gas: 3_000_000n })
    const { status } = await chain.client.waitForTransactionReceipt({ hash })
    assert.equal(status, 'success')
    return hash
  }

  test('sent by their holder pay the charge that they name, less the token’s fee', async () => {
    for (const { token, arrives } of tokens()) {
      const hash = await chain.transfer(token, shop, 5_000_000n, suffix(refA))
      assert.deepEqual(await shares(hash), [[arrives(5_000_000n), refA]])
    }
  })

  test('sent in a bundle pay the charge that their own account names', async () => {
    for (const { token, arrives } of tokens()) {
      const call = { to: token, data: transferCall(shop, 5_000_000n, suffix(refA)) }
      const bundle = entryPoint.bundle(await entryPoint.sign(owner, account, call))
      const hash = await relay(entryPoint.address, concatHex([bundle, suffix(refB)]))
      assert.deepEqual(await shares(hash), [[arrives(5_000_000n), refA]])
    }
  })

  test('sent by a Safe pay the charge that its owners named', async () => {
    for (const { token, arrives } of tokens()) {
      const data = transferCall(shop, 5_000_000n, suffix(refA))
      const hash = await safe.execute({ to: token, data, value: 0n }, [owner])
      assert.deepEqual(await shares(hash), [[arrives(5_000_000n), refA]])
    }
  })

  test('moved by an allowance are nobody’s, whatever the mover writes', async () => {
    for (const { token, arrives } of tokens()) {
      await chain.send(
        token,
        encodeFunctionData({
          abi: erc20Abi,
          functionName: 'approve',
          args: [relayer.address, 7_000_000n],
        }),
      )
      const args = [chain.payer.address, shop, 7_000_000n] as const
      const call = encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args })
      const hash = await relay(token, concatHex([call, suffix(refB)]))
      assert.deepEqual(await shares(hash), [[arrives(7_000_000n)]])
    }
  })

  test('moved by a relayer with the payer’s authorization (EIP-3009) are nobody’s until the payer signs', async () => {
    const move = { token: real.usdc, owner, to: shop, amount: 8_000_000n, nonce: 7n }
    const call = await authorizedCall(chain, move)
    const hash = await relay(real.usdc, concatHex([call, suffix(refB)]))
    const {
      transfers: [transfer],
    } = await prove(chain, hash, [real.usdc])
    assert.deepEqual(
      [transfer?.amount, transfer?.references, transfer?.sender],
      [8_000_000n, [], owner.address.toLowerCase()],
    )
    const message = createPaymentMessage({
      ...{ reference: refA, recipient: shop, chainId: chain.chainId, hash },
    })
    const says = async (by: typeof owner) =>
      await isSignedBy(
        chain,
        (transfer?.sender ?? '0x') as Address,
        message,
        await by.signMessage({ message }),
      )
    assert.deepEqual([await says(owner), await says(relayer)], [true, false])
  })

  test('moved by Permit2 are nobody’s, whatever the mover writes', async () => {
    for (const [index, { token, arrives }] of tokens().entries()) {
      const move = { token, owner, to: shop, amount: 9_000_000n, nonce: BigInt(index) }
      await allow(chain, move, real.permit2)
      const data = await permittedCall(chain, move, relayer.address)
      const sent = await relay(real.permit2, concatHex([data, suffix(refB)]))
      assert.deepEqual(await shares(sent), [[arrives(9_000_000n)]])
    }
  })

  test('paid out by another’s batch contract are nobody’s, whatever its caller writes', async () => {
    const allow = {
      abi: erc20Abi,
      functionName: 'approve',
      args: [real.disperse, 30_000_000n],
    } as const
    await chain.send(real.usdc, encodeFunctionData(allow))
    const args = [real.usdc, [shop, shop], [10_000_000n, 20_000_000n]] as const
    const call = encodeFunctionData({ abi, functionName: 'disperseToken', args })
    const hash = await chain.send(real.disperse, concatHex([call, suffix(refA)]))
    assert.deepEqual(await shares(hash), [[10_000_000n], [20_000_000n]])
  })

  test('of a reserved amount arrive as this amount where the token takes no fee', async () => {
    const [reserved = 0n] = generateCandidateAmounts(
      5_000_000n,
      { decimals: 6, isUsdPegged: true },
      Math.random,
    )
    const hash = await chain.transfer(real.usdc, shop, reserved)
    const head = await chainsOf(chain).getBlockNumber(chain.chainId)
    const wanted = { tokens: [real.usdc], recipients: [shop] }
    const [found] = await chainsOf(chain).findTransfers(
      chain.chainId,
      { from: head, to: head },
      wanted,
    )
    assert.deepEqual(
      [found?.hash, found?.amount, found?.sender],
      [hash, reserved, chain.payer.address.toLowerCase()],
    )
    assert.ok(isReservable(found?.amount ?? 0n, 6))
  })
})
