import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import {
  type Address,
  type Chain,
  createClient,
  type Hex,
  http,
  serializeTransaction,
  size,
} from 'viem'
import * as viemChains from 'viem/chains'
import { localTransport } from '../../../demo/chain/client.ts'
import { envelopeSize, readL1Fee, signatureSize } from '../../../src/wallet/balance/l1-fee.ts'
import { builtInChains } from '../../../src/wallet/connect/built-in-chains.ts'
import { createTransferCall } from '../../../src/wallet/send/transfer-call.ts'
import { deploy } from '../../support/contracts.ts'
import { type LocalChain, startLocalChain } from '../../support/local-chain.ts'
import { quote } from '../samples.ts'

// Oracles with the formulas of the real ones stand on a real chain, where rollups have theirs.

let chain: LocalChain
let data: Hex

before(async () => {
  chain = await startLocalChain()
  const call = await createTransferCall(chain.client, quote(19_990_000n, chain.dusd), true)
  data = call.data
})
after(() => chain.stop())

const { celo, optimism, zora } = viemChains
const optimismAt: Address = '0x420000000000000000000000000000000000000F'
const scrollAt: Address = '0x5300000000000000000000000000000000000002'
afterEach(async () => {
  for (const address of [optimismAt, scrollAt])
    await chain.client.setCode({ address, bytecode: '0x' })
})

async function install(name: 'OpOracle' | 'OldOpOracle' | 'ScrollOracle', address: Address) {
  const code = await chain.client.getCode({ address: await deploy(chain, name) })
  await chain.client.setCode({ address, bytecode: code! })
}

/** Of a byte on the OP stack by its spec: wei with 12 places. */
const price = 5227n * 16n * 10_000_000_000n + 1_014_213n * 3_000_000_000n
function upperBound(unsigned: bigint): bigint {
  const length = unsigned + 68n
  const estimated = 836_500n * (length + length / 255n + 16n) - 42_585_600n
  return ((estimated > 100_000_000n ? estimated : 100_000_000n) * price) / 1_000_000_000_000n
}

/** A transfer as a wallet signs it, with numbers as large as they come. */
function signed(of: Hex, value: bigint) {
  const transaction = {
    type: 'eip1559',
    chainId: 11_155_420,
    nonce: 65_000,
    maxPriorityFeePerGas: 2n ** 48n,
    maxFeePerGas: 2n ** 48n,
    gas: 300_000n,
    to: optimismAt,
    value,
    data: of,
  } as const
  const part = `0x${'f'.repeat(64)}` as const
  return {
    unsigned: size(serializeTransaction(transaction)),
    signed: size(serializeTransaction(transaction, { r: part, s: part, yParity: 1 })),
  }
}

test('the size that is reckoned with is that of a real transaction, or a little more', () => {
  for (const [of, value] of [
    [data, 0n],
    ['0x', 10n ** 24n],
    [data, 10n ** 24n],
  ] as const) {
    const real = signed(of, value)
    const ours = envelopeSize + size(of)
    assert.ok(ours >= real.unsigned && ours < real.unsigned + 30, `${ours} for ${real.unsigned}`)
    assert.equal(real.signed - real.unsigned, signatureSize)
  }
})

describe('the OP stack', () => {
  for (const id of [10, 8453, 84_532, 11_155_420])
    test(`chain ${id} tells its fee by the upper bound for our size`, async () => {
      await install('OpOracle', optimismAt)
      const expected = upperBound(BigInt(71 + size(data)))
      assert.ok(expected > 0n)
      assert.equal(await readL1Fee(chain.client, id, data), expected)
      assert.ok((await readL1Fee(chain.client, id, '0x')) < expected, 'less for less data')
    })

  test('before Fjord it is asked by the transaction itself', async () => {
    await install('OldOpOracle', optimismAt)
    const zeros = BigInt((data.slice(2).match(/../g) ?? []).filter((byte) => byte === '00').length)
    const gas = 16n * BigInt(68 + 71 + size(data)) - 12n * zeros
    assert.equal(await readL1Fee(chain.client, 10, data), (gas * price) / 16_000_000n)
  })

  test('a chain of the page that says it has the oracle is asked, too', async () => {
    await install('OpOracle', optimismAt)
    const client = createClient({ chain: zora, transport: localTransport(chain.rpcUrl) })
    assert.equal(await readL1Fee(client, zora.id, data), upperBound(BigInt(71 + size(data))))
  })

  test('Celo charges nothing, so our own chain is not asked', async () => {
    await install('OpOracle', optimismAt)
    for (const id of [celo.id, 11_142_220])
      assert.equal(await readL1Fee(chain.client, id, data), 0n)
  })
})

describe('Scroll', () => {
  for (const id of [534_351, 534_352])
    test(`chain ${id} tells its fee by the signed transaction`, async () => {
      await install('ScrollOracle', scrollAt)
      const each = (20n * 10n + 3n * 2n) * 10n ** 18n
      const expected = (each * BigInt(71 + 67 + size(data)) * 2n) / 10n ** 9n
      assert.equal(await readL1Fee(chain.client, id, data), expected)
    })
})

test('of our chains, those are asked that viem says are of the OP stack, and Scroll', async () => {
  await install('OpOracle', optimismAt)
  await install('ScrollOracle', scrollAt)
  for (const { id, name } of builtInChains) {
    const theirs = Object.values(viemChains).find((one) => typeof one === 'object' && one.id === id)
    const { contracts } = theirs as Chain
    // viem lists the predeploys of Celo, too.
    const isOptimism = contracts?.gasPriceOracle !== undefined && !name.startsWith('Celo')
    const charges = isOptimism || name.startsWith('Scroll')
    assert.equal((await readL1Fee(chain.client, id, data)) > 0n, charges, name)
  }
})

test('an oracle that is not there, or fails, is no fee and no failure', async () => {
  for (const id of [optimism.id, 534_352]) {
    assert.equal(await readL1Fee(chain.client, id, data), 0n)
    const address = id === optimism.id ? optimismAt : scrollAt
    // REVERT of nothing.
    await chain.client.setCode({ address, bytecode: '0x60006000fd' })
    assert.equal(await readL1Fee(chain.client, id, data), 0n)
  }
  const away = createClient({ transport: http('http://127.0.0.1:9', { retryCount: 0 }) })
  assert.equal(await readL1Fee(away, 10, data), 0n)
})
