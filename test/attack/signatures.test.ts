import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  type Address,
  concatHex,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  parseAbi,
} from 'viem'
import { serializeErc6492Signature } from 'viem/utils'
import { demoAccount } from '../../demo/chain/accounts.ts'
import type { UnmatchedEvent } from '../../src/api/schemas/webhook.ts'
import { createPaymentMessage } from '../../src/api/signed-messages.ts'
import { compiled, deploy, mintCall } from '../support/contracts.ts'
import { chainId, clientOf, provideHarness, wallet } from '../support/harness.ts'
import { transferCall } from '../support/local-chain.ts'
import { newCharge, paymentThatIs, suffixOf } from '../support/paying.ts'
import { provideReceiver } from '../support/receiver.ts'
import { until } from '../support/wait.ts'

const abi = parseAbi(['function execute(address to, bytes data)', 'function init(address its)'])
/** Deploys what it is sent at an address that follows from it (Arachnid's proxy); every chain has it. */
const factory: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const dollars = 5_000_000n
const [owner, stranger] = [demoAccount(2), demoAccount(6)]

let token: Address
const harness = provideHarness({ WEBHOOK_ALLOW_PRIVATE: 'on' })
const receiver = provideReceiver(harness)
before(async () => {
  await receiver.started
  token = harness.chain.dusd
})

/** Reports a transfer with a signature over it. */
async function sign(id: string, hash: Hex, by: typeof owner, wrap = (signature: Hex) => signature) {
  const { reference } = await clientOf(harness).getCharge(id)
  const message = createPaymentMessage({ reference, recipient: wallet, chainId, hash })
  const signature = wrap(await by.signMessage({ message }))
  const body = { hash, chainId: `${chainId}`, tokenAddress: token, signature }
  await clientOf(harness).addPayment(id, body)
}

/** What the merchant is told by the webhook of money that is nobody's. */
const toldOf = (hash: Hex) =>
  until(`the webhook of ${hash}`, () => {
    const events = receiver.received.map(({ body }) => JSON.parse(body) as UnmatchedEvent)
    // What comes soon after another event is gathered.
    const told = events
      .filter(({ type }) => type === 'payment:unmatched')
      .flatMap(({ data, more }) => [data, ...(more?.payments ?? [])])
    const data = told.findLast((one) => one.hash === hash)
    return data && { data }
  })

/** Has a contract pay without a name. */
async function payFrom(account: Address): Promise<Hex> {
  const { client, send } = harness.chain
  await send(token, mintCall(account, dollars))
  const args = [token, transferCall(wallet, dollars)] as const
  const data = encodeFunctionData({ abi, functionName: 'execute', args })
  await client.setBalance({ address: owner.address, value: 10n ** 18n })
  const hash = await client.sendTransaction({ account: owner, to: account, data, gas: 300_000n })
  const { status } = await client.waitForTransactionReceipt({ hash })
  assert.equal(status, 'success')
  return hash
}

/** Until a report has been looked at, and nothing was credited by it. */
async function provesNothing(id: string, hash: Hex): Promise<void> {
  await until('the end of the report', async () => {
    const { status } = await clientOf(harness).getPaymentStatus(id, hash)
    return status === 'UNMATCHED' || undefined
  })
  // A later one is credited: what came before it was looked at.
  const later = await newCharge(harness)
  const own = await harness.chain.transfer(token, wallet, dollars)
  await sign(later, own, harness.chain.payer)
  await paymentThatIs(harness, later, own, 'COMPLETED')
  const { status, payments } = await clientOf(harness).getCharge(id)
  assert.deepEqual([status, payments], ['NEW', []])
}

describe('money from a contract that names nobody', () => {
  test('is whose the contract says by its owner’s key (ERC-1271), and no stranger’s', async () => {
    const [id, theirs] = [await newCharge(harness), await newCharge(harness)]
    const account = await deploy(harness.chain, 'SigningAccount', [owner.address])
    const hash = await payFrom(account)
    await sign(theirs, hash, stranger)
    await provesNothing(theirs, hash)
    await sign(id, hash, owner)
    const payment = await paymentThatIs(harness, id, hash, 'COMPLETED')
    assert.equal(payment.payerAddress, account)
  })

  test('is whose a signature says that brings the contract’s deployment with it (ERC-6492)', async () => {
    const [id, theirs] = [await newCharge(harness), await newCharge(harness)]
    const salt: Hex = `0x${'07'.repeat(32)}`
    const { abi: its, bytecode } = await compiled('SigningAccount')
    const code = encodeDeployData({ abi: its, bytecode, args: [owner.address] })
    const account = getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode: code })
    const data = concatHex([salt, code])
    const wrap = (signature: Hex) =>
      serializeErc6492Signature({ address: factory, data, signature })
    await harness.chain.send(factory, data)
    const hash = await payFrom(account)
    await sign(theirs, hash, stranger, wrap)
    await provesNothing(theirs, hash)
    await sign(id, hash, owner, wrap)
    const payment = await paymentThatIs(harness, id, hash, 'COMPLETED')
    assert.equal(payment.payerAddress, account)
  })

  test('a call that is wrapped around a signature is not made before the contract is asked', async () => {
    const theirs = await newCharge(harness)
    const account = await deploy(harness.chain, 'OpenAccount')
    const hash = await payFrom(account)
    // The contract would say yes, in the state that this call leaves behind.
    const data = encodeFunctionData({ abi, functionName: 'init', args: [stranger.address] })
    const wrap = (signature: Hex) =>
      serializeErc6492Signature({ address: account, data, signature })
    await sign(theirs, hash, stranger, wrap)
    await provesNothing(theirs, hash)
  })

  test('a signature that deploys another contract than the one that paid proves nothing', async () => {
    const theirs = await newCharge(harness)
    const account = await deploy(harness.chain, 'SigningAccount', [owner.address])
    const hash = await payFrom(account)
    const { abi: its, bytecode } = await compiled('SigningAccount')
    const code = encodeDeployData({ abi: its, bytecode, args: [stranger.address] })
    const data = concatHex([`0x${'08'.repeat(32)}`, code])
    const wrap = (signature: Hex) =>
      serializeErc6492Signature({ address: factory, data, signature })
    await sign(theirs, hash, stranger, wrap)
    await provesNothing(theirs, hash)
  })
})

test('the merchant is told of money whose name is of two charges, and why neither has it', async () => {
  const ids = [await newCharge(harness), await newCharge(harness)] as const
  const hash = await harness.chain.transfer(token, wallet, dollars, suffixOf(...ids))
  const { data } = await toldOf(hash)
  const charges = await Promise.all(ids.map((id) => clientOf(harness).getCharge(id)))
  assert.match(data.reason, /several charges/)
  assert.deepEqual(data.references.toSorted(), charges.map(({ reference }) => reference).toSorted())
  assert.deepEqual([data.amount, data.status], ['5', 'UNMATCHED'])
  assert.ok(charges.every(({ status, payments }) => status === 'NEW' && payments.length === 0))
})
