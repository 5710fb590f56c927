import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  createTestClient,
  encodeFunctionData,
  type Hex,
  publicActions,
  toHex,
  walletActions,
} from 'viem'
import { mainnet } from 'viem/chains'
import { packetToBytes } from 'viem/ens'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import { type Anvil, startAnvil } from '../../../demo/chain/anvil.ts'
import { localTransport, receiptActions } from '../../../demo/chain/client.ts'
import { compileContracts } from '../../../demo/contracts/compile.ts'
import type { PayError } from '../../../src/errors.ts'
import { clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { withOptions } from '../../support/service-options.ts'

const sourceFolder = fileURLToPath(new URL('../../contracts', import.meta.url))

let ethereum: Anvil
const harness = provideHarness(async () => {
  ethereum = await startAnvil({ port: 0, chainId: 1 })
  return withOptions({ ensRpcUrl: ethereum.rpcUrl })
})
after(() => ethereum.stop())

/** Puts the universal resolver where it is on the main network, and gives what calls it. */
async function resolver() {
  const { abi, bytecode } = (await compileContracts<'NameResolver'>({ sourceFolder })).NameResolver
  const { address } = mainnet.contracts.ensUniversalResolver
  const client = createTestClient({
    mode: 'anvil',
    account: demoAccount(1),
    chain: mainnet,
    transport: localTransport(ethereum.rpcUrl),
    pollingInterval: 50,
  })
    .extend(publicActions)
    .extend(walletActions)
    .extend(receiptActions)
  const mined = async (call: { to?: Hex; data: Hex }) =>
    await client.waitForTransactionReceipt({ hash: await client.sendTransaction(call) })
  const { contractAddress } = await mined({ data: bytecode })
  const code = await client.getCode({ address: contractAddress! })
  await client.setCode({ address, bytecode: code! })
  return async (functionName: 'set' | 'setOffchain', name: string, value: string) => {
    const args = [toHex(packetToBytes(name)), value]
    const { status } = await mined({
      to: address,
      data: encodeFunctionData({ abi, functionName, args }),
    })
    assert.equal(status, 'success')
  }
}

test('a recipient may be an ENS name', async (t) => {
  const say = await resolver()
  await say('set', 'shop.eth', wallet)
  const find = (recipient: string) => clientOf(harness).findRequest({ recipient, tokenAmount: '5' })

  await t.test('read on the main network, in its normal form', async () => {
    const { request, wasCreated } = await find('Shop.ETH')
    assert.equal(wasCreated, true)
    assert.equal(request.recipientAddress, wallet)
    const same = await find('shop.eth')
    assert.equal(same.wasCreated, false)
    assert.equal(same.request.uuid, request.uuid)
  })

  await t.test('that has no address is 404, that cannot be a name 400', async () => {
    const fails = async (name: string, status: number) =>
      await assert.rejects(find(name), (error: PayError) => {
        assert.equal(error.status, status, error.message)
        assert.equal(error.field, 'recipient')
        return true
      })
    await fails('nobody.eth', 404)
    await fails('a_b\u200d.eth', 400)
    await fails('shop..eth', 400)
    await fails('0xabc.eth', 404)
  })

  await t.test(
    'that answers off the chain is not followed: no stranger tells us whom to call',
    async (t) => {
      let called = 0
      const gateway = createServer((_, response) => {
        called += 1
        response.end('{}')
      }).listen(0, '127.0.0.1')
      t.after(() => {
        gateway.close()
        gateway.closeAllConnections()
      })
      await once(gateway, 'listening')
      const { port } = gateway.address() as AddressInfo
      await say('setOffchain', 'far.eth', `http://127.0.0.1:${port}/{sender}/{data}`)
      await assert.rejects(find('far.eth'), (error: PayError) => error.status === 404)
      assert.equal(called, 0)
    },
  )

  await t.test('is 503 while the main network cannot be read', async () => {
    await ethereum.stop()
    await assert.rejects(find('other.eth'), (error: PayError) => error.status === 503)
    // What needs no name works on.
    await find(wallet)
  })
})
