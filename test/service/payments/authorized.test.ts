import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  type Address,
  concatHex,
  encodeFunctionData,
  type Hex,
  parseAbi,
  toEventSelector,
} from 'viem'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import { computeAuthorizationNonce } from '../../../src/service/charges/authorization-nonce.ts'
import { computeReference } from '../../../src/service/kernel/reference.ts'
import { type Authorization, authorizedCall } from '../../support/authorized-moves.ts'
import { bundle, deploy } from '../../support/contracts.ts'
import { chainId, clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { askNode, startNode } from '../../support/node.ts'
import { newCharge, paymentThatIs, suffixOf, unmatchedOf } from '../../support/paying.ts'
import { startService } from '../../support/service.ts'
import { deployUsdc } from '../../support/usdc.ts'

/** Whose money it is, and who sends what that one has signed. Neither has told the service of it. */
const [payer, stranger] = [demoAccount(2), demoAccount(6)]
const price = 5_000_000n
const cancelAbi = parseAbi([
  'function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)',
])

const hiderAbi = parseAbi(['function put(address callee, bytes call)', 'function run()'])

/** A node that has forgotten each log of a used authorization but in receipts. */
function startForgetfulNode(rpcUrl: string) {
  const used = toEventSelector('AuthorizationUsed(address,bytes32)')
  return startNode(rpcUrl, async (call) => {
    const { result, ...rest } = await askNode(rpcUrl, call)
    const isUse = ({ topics }: { topics?: unknown[] }) => topics?.[0] === used
    return { ...rest, result: Array.isArray(result) ? result.filter((one) => !isUse(one)) : result }
  })
}

describe('authorizations of real USDC (EIP-3009), sent by a stranger', () => {
  let usdc: Address
  let entryPoint: Address

  const harness = provideHarness()
  before(async () => {
    usdc = await deployUsdc(harness.chain)
    entryPoint = await deploy(harness.chain, 'EntryPoint')
    await harness.chain.transfer(usdc, payer.address, 1_000_000_000n)
    await harness.service.end()
    const TOKENS = JSON.stringify([{ chainId, address: usdc, peg: 'USD' }])
    harness.service = await startService({ ...harness.environment, TOKENS })
  })

  const createCharge = () => newCharge(harness, { tokenAddress: usdc })
  const nonceOf = (id: string): Hex =>
    computeAuthorizationNonce({
      ...{ chainId, token: usdc, recipient: wallet, reference: computeReference(id) },
    }) as Hex
  const move = (id: string, amount = price): Authorization => ({
    ...{ token: usdc, owner: payer, to: wallet, amount, nonce: nonceOf(id) },
  })
  const send = async (to: Address, data: Hex) => {
    const { client } = harness.chain
    const hash = await client.sendTransaction({ account: stranger, to, data, gas: 3_000_000n })
    return { hash, status: (await client.waitForTransactionReceipt({ hash })).status }
  }
  const relay = async (authorization: Authorization, behind: Hex = '0x') =>
    await send(usdc, concatHex([await authorizedCall(harness.chain, authorization), behind]))

  test('pay the charge that the nonce is derived from, whatever the sender writes behind the call', async () => {
    const [id, strangers] = [await createCharge(), await createCharge()]
    const { hash } = await relay(move(id), suffixOf(strangers))
    const payment = await paymentThatIs(harness, id, hash, 'COMPLETED')
    assert.deepEqual([payment.payerAddress, payment.creditedAmount], [payer.address, '5'])
    assert.deepEqual((await clientOf(harness).getCharge(strangers)).payments, [])
    // The token refuses the same account a second payment of the same charge.
    assert.equal((await relay(move(id))).status, 'reverted')
  })

  test('of several charges in one transaction pay each its own, and a transfer beside them is unmatched', async () => {
    const ids = [await createCharge(), await createCharge()]
    const own = await authorizedCall(harness.chain, {
      ...{ token: usdc, owner: payer, to: wallet, amount: 1_000_000n, nonce: 77n },
    })
    const calls = [
      await authorizedCall(harness.chain, move(ids[0] as string)),
      own,
      await authorizedCall(harness.chain, move(ids[1] as string)),
    ].map((callData) => ({ sender: usdc, callData }))
    const { hash } = await send(entryPoint, bundle(...calls))
    for (const id of ids) {
      const { creditedAmount } = await paymentThatIs(harness, id, hash, 'COMPLETED')
      assert.equal(creditedAmount, '5')
    }
    assert.equal((await unmatchedOf(harness, hash)).amount, '1')
  })

  test('of a charge and of another token, recipient or amount pay it as far as they fit', async () => {
    const id = await createCharge()
    const elsewhere = demoAccount(7).address
    const { hash: lost } = await relay({ ...move(id), to: elsewhere })
    assert.equal((await clientOf(harness).getCharge(id)).payments.length, 0)
    // Another account's nonce is another one, though it has the same name.
    await harness.chain.transfer(usdc, stranger.address, price)
    const { hash } = await relay({ ...move(id, 2_000_000n), owner: stranger })
    const payment = await paymentThatIs(harness, id, hash, 'COMPLETED')
    assert.equal(payment.creditedAmount, '2')
    assert.notEqual(hash, lost)
    assert.notEqual((await clientOf(harness).getCharge(id)).status, 'COMPLETED')
  })

  test('that were canceled prove nothing of an ordinary transfer', async () => {
    const id = await createCharge()
    const nonce = nonceOf(id)
    const { client } = harness.chain
    const signature = await payer.signTypedData({
      domain: { name: 'USD Coin', version: '2', chainId, verifyingContract: usdc },
      types: {
        CancelAuthorization: [
          { name: 'authorizer', type: 'address' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'CancelAuthorization',
      message: { authorizer: payer.address, nonce },
    })
    const args = [payer.address, nonce, signature] as const
    const cancel = encodeFunctionData({ abi: cancelAbi, functionName: 'cancelAuthorization', args })
    const moved = await authorizedCall(harness.chain, {
      ...{ token: usdc, owner: payer, to: wallet, amount: price, nonce: 78n },
    })
    const calls = [cancel, moved].map((callData) => ({ sender: usdc, callData }))
    await client.setBalance({ address: stranger.address, value: 10n ** 19n })
    const { hash, status } = await send(entryPoint, bundle(...calls))
    assert.equal(status, 'success')
    await unmatchedOf(harness, hash)
    assert.deepEqual((await clientOf(harness).getCharge(id)).payments, [])
    assert.equal((await relay(move(id))).status, 'reverted')
  })

  test('with the name of another charge, by the same account, are the merchant’s to decide', async () => {
    const [id, other] = [await createCharge(), await createCharge()]
    const { client } = harness.chain
    const data = concatHex([await authorizedCall(harness.chain, move(id)), suffixOf(other)])
    const hash = await client.sendTransaction({ account: payer, to: usdc, data, gas: 3_000_000n })
    const { reason } = await unmatchedOf(harness, hash)
    assert.equal(reason, 'The sender authorized it for one charge, and named another.')
  })

  /** Sends a call by a contract, in a transaction whose calldata says nothing of it. */
  const hide = async (data: Hex) => {
    const hider = await deploy(harness.chain, 'Hider')
    const put = encodeFunctionData({ abi: hiderAbi, functionName: 'put', args: [usdc, data] })
    await send(hider, put)
    return await send(hider, encodeFunctionData({ abi: hiderAbi, functionName: 'run' }))
  }

  test('pay their charge when a contract of a stranger hides the nonce, and nobody reports it', async () => {
    const id = await createCharge()
    const { hash, status } = await hide(await authorizedCall(harness.chain, move(id)))
    assert.equal(status, 'success')
    await paymentThatIs(harness, id, hash, 'COMPLETED')
  })

  test('pay their charge by its report where the node showed only that money arrived', async () => {
    const id = await createCharge()
    const node = await startForgetfulNode(harness.chain.rpcUrl)
    const TOKENS = JSON.stringify([{ chainId, address: usdc, peg: 'USD' }])
    const CHAIN_RPC_URLS = JSON.stringify({ [chainId]: [node.rpcUrl] })
    await harness.restart({ TOKENS, CHAIN_RPC_URLS })
    const { hash } = await hide(await authorizedCall(harness.chain, move(id)))
    await unmatchedOf(harness, hash)
    assert.deepEqual((await clientOf(harness).getCharge(id)).payments, [])
    await clientOf(harness).addPayment(id, { hash, chainId: `${chainId}`, tokenAddress: usdc })
    await paymentThatIs(harness, id, hash, 'COMPLETED')
    await harness.restart({ TOKENS })
    await node.stop()
  })

  test('are found by a service that did not run when they were mined', async () => {
    const id = await createCharge()
    await harness.service.end()
    const { hash } = await relay(move(id))
    const TOKENS = JSON.stringify([{ chainId, address: usdc, peg: 'USD' }])
    harness.service = await startService({ ...harness.environment, TOKENS })
    await paymentThatIs(harness, id, hash, 'COMPLETED')
  })
})
