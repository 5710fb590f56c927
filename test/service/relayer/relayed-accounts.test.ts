import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Address, type Hex, hashTypedData, type TypedDataDefinition } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import type { NewAuthorization } from '../../../src/api/schemas/payments/authorization.ts'
import { findAuthorizationRefusal } from '../../../src/wallet/authorize/refused-authorization.ts'
import type { TypedDataSigner } from '../../support/authorized-moves.ts'
import { deploy } from '../../support/contracts.ts'
import { deployEntryPoint } from '../../support/entry-point.ts'
import { clientOf } from '../../support/harness.ts'
import { transferCall } from '../../support/local-chain.ts'
import { paymentThatIs, suffixOf } from '../../support/paying.ts'
import { deploySafe } from '../../support/safe.ts'
import { intent, quote } from '../../wallet/samples.ts'
import { type Relaying, startRelaying } from './relaying.ts'

// FiatToken 2.2 asks an account that has code by ERC-1271, also one that only delegates (EIP-7702). What it says decides.

describe('the kinds of account that sign transfers of real USDC', () => {
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

  /** Asks the token as the payer's page does. */
  async function isRefused({ authorization, signature }: NewAuthorization): Promise<boolean> {
    const { client } = relaying.harness.chain
    const { from, to, value, validBefore, nonce } = authorization
    const signed = {
      ...{ value: BigInt(value), fee: 0n, nonce, validBefore: BigInt(validBefore), signature },
      domain: { name: 'USD Coin', version: '2' },
    }
    const paid = quote(BigInt(value), relaying.usdc, to)
    const payment = { ...intent(paid, from, 0, 0n), authorization: signed }
    return (await findAuthorizationRefusal(client, payment)) === 'refused'
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
      const body = await relaying.sign(id, account)
      assert.equal(await isRefused(body), false)
      const { payerTransactionHash } = await relaying.post(id, body)
      const payment = await paymentThatIs(harness, id, payerTransactionHash, 'COMPLETED')
      assert.equal(payment.payerAddress, account.address)
      assert.equal(await relaying.readBalance(account.address), 0n)
      // It was used, and not refused.
      assert.equal(await isRefused(body), false)
    })
  }

  test('what could be sent later, or in another form, is not taken for refused', async () => {
    const { harness, usdc } = relaying
    const account = createKey()
    await harness.chain.transfer(usdc, account.address, 5_000_000n)
    const id = await relaying.createCharge()
    const body = await relaying.sign(id, account)
    // Some wallets write 0 or 1 in the place of 27 or 28.
    const parity = (Number.parseInt(body.signature.slice(-2), 16) - 27)
      .toString(16)
      .padStart(2, '0')
    assert.equal(
      await isRefused({ ...body, signature: body.signature.slice(0, -2) + parity }),
      false,
    )
    assert.equal(await isRefused({ ...body, signature: `0x${'12'.repeat(64)}1b` }), true)
    // The money may come back while the signature is valid.
    const data = transferCall(demoAccount(6).address, 1n)
    const { client } = harness.chain
    await client.setBalance({ address: account.address, value: 10n ** 18n })
    const hash = await client.sendTransaction({ account, to: usdc, data })
    await client.waitForTransactionReceipt({ hash })
    assert.equal(await isRefused(body), false)
    // Nothing answers where there is no such token.
    const elsewhere = { ...intent(quote(5n, demoAccount(6).address), account.address, 0, 0n) }
    const { value, validBefore, nonce } = body.authorization
    const authorization = {
      ...{ value: BigInt(value), fee: 0n, nonce, validBefore: BigInt(validBefore) },
      ...{ signature: body.signature, domain: { name: '', version: '' } },
    }
    await assert.rejects(
      findAuthorizationRefusal(harness.chain.client, { ...elsewhere, authorization }),
      { code: 'chain_unreachable' },
    )
  })

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
      const body = await relaying.sign(id, account)
      assert.equal(await isRefused(body), true)
      const error = await relaying.refusal(id, body)
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
