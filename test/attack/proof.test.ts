import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type Address,
  concatHex,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  pad,
  parseAbi,
  parseEther,
  size,
  toFunctionSelector,
  toHex,
  zeroAddress,
} from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { createPaymentMessage } from '../../src/api/signed-messages.ts'
import { deploy } from '../support/contracts.ts'
import { deployEntryPoint, hashOperation } from '../support/entry-point.ts'
import { type LocalChain, startLocalChain, transferCall } from '../support/local-chain.ts'
import { deploySafe, type TestSafe } from '../support/safe.ts'
import { chainsOf, isSignedBy, prove, refA, refB, shares, shop, suffix } from './proving.ts'

const abi = parseAbi([
  'function release(address token, uint256 amount)',
  'function releaseCoin(uint256 amount)',
  'function forge(address escrow, address token, uint256 amount, bytes32 hash, bytes authorised)',
  'function relay(address to, bytes data)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  'function payout(address token, address to, uint256 one, uint256 other)',
])
const stranger = demoAccount(6)
const owner = demoAccount(2)

let chain: LocalChain
let token: Address
let entryPoint: Awaited<ReturnType<typeof deployEntryPoint>>
let account: Address
let otherAccount: Address
let safe: TestSafe
let forger: Address

before(async () => {
  chain = await startLocalChain()
  token = chain.dusd
  entryPoint = await deployEntryPoint(chain)
  account = await entryPoint.createAccount(owner)
  otherAccount = await entryPoint.createAccount(owner, 1n)
  safe = await deploySafe(chain, [owner], 1)
  forger = await deploy(chain, 'Forger')
  for (const one of [account, otherAccount, safe.address, forger]) {
    await chain.transfer(token, one, 10_000n)
    await chain.client.setBalance({ address: one, value: parseEther('5') })
  }
})
after(() => chain.stop())

/** A stranger's transaction. */
async function strange(to: Address, data: Hex, value = 0n): Promise<Hex> {
  const hash = await chain.client.sendTransaction({
    account: stranger,
    to,
    data,
    value,
    gas: 3_000_000n,
  })
  const { status } = await chain.client.waitForTransactionReceipt({ hash })
  assert.equal(status, 'success')
  return hash
}

const pays = (amount: bigint, ...codes: string[]) => ({
  to: token,
  data: transferCall(shop, amount, codes.length > 0 ? suffix(...codes) : '0x'),
})

describe('an escrow that anybody may release', () => {
  test('a stranger’s suffix claims nothing of its tokens', async () => {
    const escrow = await deploy(chain, 'Escrow', [shop])
    await chain.transfer(token, escrow, 300n)
    const call = encodeFunctionData({ abi, functionName: 'release', args: [token, 300n] })
    const hash = await strange(escrow, concatHex([call, suffix(refA)]))
    assert.deepEqual(await shares(chain, hash), [[300n]])
  })

  test('a stranger’s suffix claims nothing of its native currency, which is told all the same', async () => {
    const escrow = await deploy(chain, 'Escrow', [shop])
    await chain.client.setBalance({ address: escrow, value: 300n })
    const call = encodeFunctionData({ abi, functionName: 'releaseCoin', args: [300n] })
    const hash = await strange(escrow, concatHex([call, suffix(refA)]))
    const { transfers, hasUnknownNativeAmount, mentionedReferences } = await prove(chain, hash)
    assert.deepEqual(
      transfers.map(({ amount, sender, references }) => [amount, sender, references]),
      [[300n, escrow.toLowerCase(), []]],
    )
    assert.deepEqual([hasUnknownNativeAmount, mentionedReferences], [false, [refA]])
  })

  test('forged events of ERC-4337 and Safe claim nothing of it', async () => {
    const escrow = await deploy(chain, 'Escrow', [shop])
    await chain.transfer(token, escrow, 300n)
    const operation = await entryPoint.sign(stranger, escrow, pays(300n, refA))
    // The very hash that the operation would have if the forger were an EntryPoint.
    const forged = hashOperation(operation, chain.chainId, forger)
    const args = [escrow, token, 300n, forged, entryPoint.bundle(operation)] as const
    const hash = await strange(forger, encodeFunctionData({ abi, functionName: 'forge', args }))
    assert.deepEqual(await shares(chain, hash), [[300n]])
  })
})

describe('a bundle of user operations, in the real EntryPoint', () => {
  test('gives each account’s charge what left this account', async () => {
    const one = await entryPoint.sign(owner, account, pays(5n, refA))
    const two = await entryPoint.sign(owner, otherAccount, pays(7n, refB))
    const hash = await strange(entryPoint.address, entryPoint.bundle(one, two))
    assert.deepEqual(await shares(chain, hash), [
      [5n, refA],
      [7n, refB],
    ])
  })

  test('an honest payer’s unnamed transfer is not its neighbor’s', async () => {
    const honest = await entryPoint.sign(owner, account, pays(300n))
    const attacker = await entryPoint.sign(owner, otherAccount, pays(1n, refB))
    const bundle = concatHex([entryPoint.bundle(honest, attacker), suffix(refB)])
    const hash = await strange(entryPoint.address, bundle)
    assert.deepEqual(await shares(chain, hash), [[300n], [1n, refB]])
  })

  test('is read inside a bundler’s own contract by the operations’ hashes', async () => {
    // The EntryPoint pays whoever calls it, and 0.7 lets contracts call.
    const operation = await entryPoint.sign(owner, account, pays(5n, refA))
    const other = await entryPoint.sign(owner, account, pays(5n, refB))
    // An operation that nobody signed stands in the calldata before the one that is executed.
    const [invented, data] = [entryPoint.bundle(other), entryPoint.bundle(operation)]
    const call = concatHex([
      toFunctionSelector('relay(address,bytes)'),
      pad(entryPoint.address),
      toHex(64 + size(invented), { size: 32 }),
      invented,
      toHex(size(data), { size: 32 }),
      data,
    ])
    const hash = await strange(forger, concatHex([call, suffix(refB)]))
    assert.deepEqual(await shares(chain, hash), [[5n, refA]])
  })

  test('53 for one charge and 54 unnamed in one batch are 53 for this charge', async () => {
    const batch = await entryPoint.sign(owner, account, pays(53n, refA), pays(54n))
    const hash = await strange(entryPoint.address, entryPoint.bundle(batch))
    assert.deepEqual(await shares(chain, hash), [[53n, refA], [54n]])
    const turned = await entryPoint.sign(owner, account, pays(54n), pays(53n, refA))
    assert.deepEqual(
      await shares(chain, await strange(entryPoint.address, entryPoint.bundle(turned))),
      [[54n], [53n, refA]],
    )
  })

  test('an account’s native currency is its charge’s', async () => {
    const operation = await entryPoint.sign(owner, account, {
      to: shop,
      value: parseEther('0.4'),
      data: suffix(refA),
    })
    const hash = await strange(entryPoint.address, entryPoint.bundle(operation))
    assert.deepEqual(await shares(chain, hash), [[parseEther('0.4'), refA]])
  })
})

describe('a Safe, executed by a stranger', () => {
  test('pays tokens for the charge that its owners signed', async () => {
    const hash = await safe.execute({ ...pays(20n, refA), value: 0n }, [owner])
    assert.deepEqual(await shares(chain, hash), [[20n, refA]])
  })

  test('pays native currency for the charge that its owners signed', async () => {
    const hash = await safe.execute({ to: shop, value: parseEther('0.4'), data: suffix(refA) }, [
      owner,
    ])
    assert.deepEqual(await shares(chain, hash), [[parseEther('0.4'), refA]])
  })

  test('pays for whom its owners named, whatever its executor writes behind it', async () => {
    for (const [call, expected] of [
      [pays(21n), [21n]],
      [pays(22n, refA), [22n, refA]],
    ] as const) {
      const id = await chain.client.snapshot()
      const { input } = await chain.client.getTransaction({
        hash: await safe.execute({ ...call, value: 0n }, [owner]),
      })
      await chain.client.revert({ id })
      const relayed = encodeFunctionData({
        abi,
        functionName: 'relay',
        args: [safe.address, input],
      })
      // What the owners never signed stands behind it, with a suffix at the end.
      const [to, rest] = [token, [0, 0n, 0n, 0n, zeroAddress, zeroAddress, '0x']] as const
      const args = [to, 0n, pays(21n, refB).data, ...rest] as const
      const invented = encodeFunctionData({ abi, functionName: 'execTransaction', args })
      const hash = await strange(forger, concatHex([relayed, invented, suffix(refB)]))
      assert.deepEqual(await shares(chain, hash), [expected])
    }
  })
})

test('two references in one suffix name nobody, and both are told', async () => {
  const hash = await chain.transfer(token, shop, 5n, suffix(refA, refB))
  assert.deepEqual(await shares(chain, hash), [[5n, refA, refB]])
})

test('two withdrawals of an exchange in one transaction are two transfers that name nobody', async () => {
  const args = [token, shop, 11n, 12n] as const
  const call = encodeFunctionData({ abi, functionName: 'payout', args })
  const hash = await strange(forger, concatHex([call, suffix(refB)]))
  assert.deepEqual(await shares(chain, hash), [[11n], [12n]])
})

test('who moves another’s money by an allowance names nobody with his own suffix', async () => {
  await chain.send(
    token,
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [stranger.address, 50n] }),
  )
  const call = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transferFrom',
    args: [chain.payer.address, shop, 50n],
  })
  const hash = await strange(token, concatHex([call, suffix(refB)]))
  assert.deepEqual(await shares(chain, hash), [[50n]])
})

describe('a signature', () => {
  const hash: Hex = `0x${'cd'.repeat(32)}`
  const textOf = (reference: string) =>
    createPaymentMessage({ reference, recipient: shop, chainId: 31_337, hash })
  const message = textOf(refA)
  const verify = (by: Address, signature: string, text = message) =>
    isSignedBy(chain, by, text, signature)

  test('of the paying key proves, and of any other does not', async () => {
    assert.equal(await verify(owner.address, await owner.signMessage({ message })), true)
    assert.equal(await verify(owner.address, await stranger.signMessage({ message })), false)
    assert.equal(
      await verify(owner.address, await owner.signMessage({ message: textOf(refB) })),
      false,
    )
  })

  test('of a contract’s owner proves by the contract’s word (ERC-1271)', async () => {
    const contract = await deploy(chain, 'SigningAccount', [owner.address])
    assert.equal(await verify(contract, await owner.signMessage({ message })), true)
    assert.equal(await verify(contract, await stranger.signMessage({ message })), false)
    assert.equal(await verify(token, await owner.signMessage({ message })), false)
  })

  test('that is none is no signature, whatever it holds', async () => {
    for (const none of [
      '',
      '0x',
      '0x12',
      'hello',
      `0x${'ff'.repeat(65)}`,
      `0x${'00'.repeat(65)}`,
      `0x${'6492'.repeat(16)}`,
      `0x12${'8010'.repeat(16)}`,
      `0x${'12'.repeat(5000)}`,
    ]) {
      assert.equal(await verify(owner.address, none), false, none.slice(0, 20))
      assert.equal(await verify(safe.address, none), false, none.slice(0, 20))
    }
  })

  test('is not refused because the node does not answer', async () => {
    const chains = chainsOf({ chainId: 31_337, rpcUrl: 'http://127.0.0.1:9' })
    await assert.rejects(
      chains.isSignedByContract(31_337, safe.address, message, `0x${'12'.repeat(90)}`),
      { code: 'chain_unreachable' },
    )
  })
})
