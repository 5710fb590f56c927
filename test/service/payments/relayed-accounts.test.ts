import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Address, type Hex, hashTypedData, type TypedDataDefinition } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import type { TypedDataSigner } from '../../support/authorized-moves.ts'
import { deploy, transferCall } from '../../support/contracts.ts'
import { deployEntryPoint } from '../../support/entry-point.ts'
import { hasRealTokens } from '../../support/real-tokens.ts'
import { deploySafe } from '../../support/safe.ts'
import { clientOf } from '../harness.ts'
import { paymentThatIs, suffixOf } from '../paying.ts'
import { type Relaying, startRelaying } from '../relaying.ts'

// FiatToken 2.2 asks an account that has code by ERC-1271, also one that only delegates (EIP-7702). What it says decides.

describe('the kinds of account that sign transfers of real USDC', {
  skip: !hasRealTokens(),
}, () => {
  let relaying: Relaying
  before(async () => {
    relaying = await startRelaying()
  })
  after(() => relaying.end())

  const createKey = () => privateKeyToAccount(generatePrivateKey())
  /** An account whose signatures are another's: that of its owner. */
  const signsBy = (address: Address, owner: PrivateKeyAccount): TypedDataSigner => ({
    address,
    signTypedData: owner.signTypedData,
  })

  /** A key whose account delegates to a contract. Somebody else sends that, so it needs no coin. */
  async function delegate(name: Parameters<typeof deploy>[1]): Promise<PrivateKeyAccount> {
    const { chain } = relaying.harness
    const key = createKey()
    const address = await deploy(chain, name)
    const { chainId } = chain
    const authorization = await key.signAuthorization({ address, chainId, nonce: 0 })
    const sender = demoAccount(6)
    const hash = await chain.client.sendTransaction({
      account: sender,
      to: sender.address,
      authorizationList: [authorization],
    })
    await chain.client.waitForTransactionReceipt({ hash })
    const code = await chain.client.getCode({ address: key.address })
    assert.equal(code, `0xef0100${address.slice(2).toLowerCase()}`)
    return key
  }

  const paying: [kind: string, create: () => Promise<TypedDataSigner>][] = [
    ['an account of a key', async () => createKey()],
    [
      'one that delegates to a contract that takes its key’s signature',
      () => delegate('PlainDelegate'),
    ],
    ['one that delegates to an account of ERC-4337', () => delegate('AccountDelegate')],
    [
      'a Safe of two owners',
      async () => {
        const owners = [2, 3].map(demoAccount)
        const safe = await deploySafe(relaying.harness.chain, owners, 2, { signs: true })
        const signTypedData = (data: unknown) =>
          safe.sign(hashTypedData(data as TypedDataDefinition), owners)
        return { address: safe.address, signTypedData } as TypedDataSigner
      },
    ],
  ]
  for (const [kind, create] of paying) {
    test(`${kind} pays`, async () => {
      const account = await create()
      const { harness, usdc } = relaying
      await harness.chain.transfer(usdc, account.address, 5_000_000n)
      const id = await relaying.createCharge()
      const { payerTransactionHash } = await relaying.post(id, await relaying.sign(id, account))
      const payment = await paymentThatIs(harness, id, payerTransactionHash, 'COMPLETED')
      assert.equal(payment.payerAddress, account.address)
      assert.equal(await relaying.readBalance(account.address), 0n)
    })
  }

  const refused: [kind: string, create: () => Promise<TypedDataSigner>][] = [
    [
      'one that delegates to a contract that nests what is signed',
      () => delegate('NestingDelegate'),
    ],
    ['one that delegates to a contract that hashes it again', () => delegate('RehashingDelegate')],
    [
      'an account of ERC-4337 that says nothing about signatures',
      async () => {
        const owner = createKey()
        const entryPoint = await deployEntryPoint(relaying.harness.chain)
        return signsBy(await entryPoint.createAccount(owner), owner)
      },
    ],
    [
      'an account that is not deployed yet',
      async () => {
        const owner = createKey()
        const entryPoint = await deployEntryPoint(relaying.harness.chain)
        return signsBy(await entryPoint.predictAccount(owner), owner)
      },
    ],
  ]
  for (const [kind, create] of refused) {
    test(`${kind} is refused at no cost, with the token’s reason, and can pay by a transfer`, async () => {
      const account = await create()
      const { harness, usdc } = relaying
      const { chain } = harness
      await chain.transfer(usdc, account.address, 5_000_000n)
      const id = await relaying.createCharge()
      const sentBefore = await relaying.countSent()
      const error = await relaying.refusal(id, await relaying.sign(id, account))
      assert.deepEqual([error.code, error.field], ['invalid_request', 'signature'])
      assert.match(error.message, /the token refuses: .*invalid signature/i)
      assert.equal(await relaying.countSent(), sentBefore)
      assert.equal((await clientOf(harness).listAuthorizationOffers(id)).length, 1)
      // The account sends it itself, by whatever way it has.
      await chain.client.impersonateAccount({ address: account.address })
      await chain.client.setBalance({ address: account.address, value: 10n ** 18n })
      const { recipientAddress } = (await clientOf(harness).getRequestCharge(id)).requestLink
      const data: Hex = transferCall(recipientAddress as Address, 5_000_000n, suffixOf(id))
      const hash = await chain.client.sendTransaction({ account: account.address, to: usdc, data })
      await paymentThatIs(harness, id, hash, 'COMPLETED')
    })
  }
})
