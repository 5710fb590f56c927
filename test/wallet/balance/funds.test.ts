import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import {
  type Address,
  createClient,
  createWalletClient,
  custom,
  encodeFunctionData,
  type Hex,
  parseAbi,
  toFunctionSelector,
} from 'viem'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import { localTransport } from '../../../demo/chain/client.ts'
import { readFunds } from '../../../src/wallet/balance/funds.ts'
import { readRevertReason } from '../../../src/wallet/balance/transfer-check.ts'
import { createTransferCall } from '../../../src/wallet/send/transfer-call.ts'
import { deploy, mintCall } from '../../support/contracts.ts'
import { type LocalChain, startLocalChain } from '../../support/local-chain.ts'
import { quote, recipient } from '../samples.ts'

// Before a wallet opens: whether the token would refuse, and what the fee may be, on a real chain.

let chain: LocalChain
let dollar: Address
let pausable: Address
/** The chain as each test finds it. */
let fresh: Hex

const payer = demoAccount(4)
const ether = 10n ** 18n
const pusd = (amount: bigint, to?: string) => {
  const of = quote(amount, pausable, to)
  return { ...of, token: { ...of.token, symbol: 'PUSD' } }
}

before(async () => {
  chain = await startLocalChain()
  dollar = chain.dusd
  pausable = await deploy(chain, 'PausableToken')
  await chain.send(dollar, mintCall(payer.address, 1_000n))
  await chain.send(pausable, mintCall(payer.address, 1_000n))
  await setNative(ether)
  fresh = await chain.client.snapshot()
})
after(() => chain.stop())

const abi = parseAbi([
  'function pause(bool on)',
  'function blacklist(address account, bool on)',
  'function setManner(uint8 next)',
])
const tell = (data: Hex) => chain.send(pausable, data)
const pause = (on: boolean) => tell(encodeFunctionData({ abi, functionName: 'pause', args: [on] }))
const blacklist = (account: Address, on: boolean) =>
  tell(encodeFunctionData({ abi, functionName: 'blacklist', args: [account, on] }))
const setManner = (manner: keyof typeof manners) =>
  tell(encodeFunctionData({ abi, functionName: 'setManner', args: [manners[manner]] }))
const manners = { text: 0, custom: 1, panic: 2, silence: 3 }
const setNative = (value: bigint) => chain.client.setBalance({ address: payer.address, value })

beforeEach(async () => {
  await chain.client.revert({ id: fresh })
  fresh = await chain.client.snapshot()
})

const read = (of = pusd(5n)) => readFunds(chain.client, of, payer.address, true)

test('a quote with other decimals than the token’s own would send another amount, and is refused', async () => {
  for (const decimals of [5, 7, 18]) {
    const of = quote(5n, dollar)
    const lie = { ...of, token: { ...of.token, decimals } }
    await assert.rejects(read(lie), { code: 'quote_mismatch' })
  }
  assert.equal((await read(quote(5n, dollar))).tokenBalance, 1_000n)
})

const wayOut = 'Nothing was sent. Try another token or wallet, or ask the store.'
const refuses = (why: string, of = pusd(5n)) =>
  assert.rejects(read(of), {
    name: 'PayError',
    code: 'payment_failed',
    message: `PUSD rejects this transfer. ${wayOut}`,
    details: { kind: 'transfer_refused', reason: why },
  })

describe('a token that would refuse', () => {
  test('takes the transfer while nothing stands against it', async () => {
    assert.equal((await read()).tokenBalance, 1_000n)
  })

  test('is told with its own words: paused', async () => {
    await pause(true)
    await refuses(': “Pausable: paused”')
  })

  test('is told with its own words: payer or shop on its blacklist', async () => {
    const words = ': “Blacklistable: account is blacklisted”'
    await blacklist(payer.address, true)
    await refuses(words)
    await blacklist(payer.address, false)
    await blacklist(recipient, true)
    await refuses(words)
  })

  test('has an error that everybody knows', async () => {
    await setManner('custom')
    await pause(true)
    await refuses(': it is paused')
    assert.equal(toFunctionSelector('EnforcedPause()'), '0xd93c0665')
  })

  test('has an error that nobody knows', async () => {
    await setManner('custom')
    await blacklist(payer.address, true)
    await refuses(` (${toFunctionSelector('AccountFrozen(address)')})`)
  })

  test('fails by a fault of its own', async () => {
    await setManner('panic')
    await pause(true)
    await refuses(': it failed (panic 0x1)')
  })

  test('says nothing', async () => {
    await setManner('silence')
    await pause(true)
    await refuses(' and does not say why')
  })

  test('is told to a payer without coins for the fee, too, who need not fetch any', async () => {
    await setNative(0n)
    await pause(true)
    await refuses(': “Pausable: paused”')
  })

  test('is not asked by a payer who has too little of it: that comes first', async () => {
    await pause(true)
    assert.equal((await read(pusd(1_001n))).tokenBalance, 1_000n)
  })

  test('for the chain’s own coin it is the recipient', async () => {
    await assert.rejects(read(quote(5n, undefined, dollar)), {
      code: 'payment_failed',
      message: `The recipient rejects this transfer. ${wayOut}`,
    })
  })
})

test('a token that returns nothing, as USDT does, is paid as any other', async () => {
  const { address } = chain.token('OUSD')
  await chain.send(address, mintCall(payer.address, 50n))
  const funds = await read(quote(50n, address))
  assert.equal(funds.tokenBalance, 50n)
  assert.ok(funds.fee > 0n)
})

describe('the words of a refusal are found', () => {
  const word = (text: string) => Buffer.from(text).toString('hex').padEnd(64, '0')
  const number = (value: number) => value.toString(16).padStart(64, '0')
  const data = `0x08c379a0${number(32)}${number(6)}${word('paused')}`
  const paused = ': “paused”'
  const forms: Record<string, unknown> = {
    'as geth puts them': { code: 3, message: 'execution reverted: paused', data },
    'as MetaMask wraps them': {
      code: -32603,
      message: 'Internal JSON-RPC error.',
      data: { code: 3, message: 'execution reverted: paused', data },
    },
    'as MetaMask Mobile wraps them': { code: -32603, data: { originalError: { code: 3, data } } },
    'as Parity put them': {
      code: -32015,
      message: 'VM execution error.',
      data: `Reverted ${data}`,
    },
    'as viem wraps them': Object.assign(new Error('Request body: {}'), { cause: { data } }),
    'without data': { code: -32000, message: 'execution reverted: paused' },
  }
  for (const [form, error] of Object.entries(forms))
    test(form, () => assert.equal(readRevertReason(error), paused))

  test('and there are none, where a call only ends', () => {
    for (const message of ['execution reverted', 'invalid opcode: INVALID', 'out of gas'])
      assert.equal(readRevertReason({ message }), ' and does not say why', message)
    assert.equal(readRevertReason({ data: '0x' }), ' and does not say why')
    const text = 'gas required exceeds allowance (50000000)'
    assert.equal(readRevertReason({ message: text }), ' and does not say why')
  })

  test('and other failures are no refusal', () => {
    for (const error of [
      new Error('fetch failed'),
      { code: -32005, message: 'limit exceeded' },
      { code: -32000, message: 'insufficient funds for gas * price + value' },
      { code: -32000, message: 'gas required exceeds allowance (412)' },
      'text',
      undefined,
    ])
      assert.equal(readRevertReason(error), undefined)
  })

  test('and a text that is no text, endless or hidden does no harm', () => {
    assert.equal(readRevertReason({ data: '0x08c379a0ffff' }), ' (0x08c379a0)')
    assert.equal(readRevertReason({ data: '0x1234' }), ' and does not say why')
    const said = readRevertReason({
      message: `execution reverted: a\u202e\u0000${'b'.repeat(999)}`,
    })
    assert.equal(said, `: “a${'b'.repeat(119)}”`)
    const loop: { cause?: unknown } = {}
    loop.cause = loop
    assert.equal(readRevertReason(loop), undefined)
  })
})

describe('the fee', () => {
  const of = () => quote(5n, dollar)
  /** What the transfer costs now, at the price that the node tells. */
  const cost = async () => {
    const { to, data } = await createTransferCall(chain.client, of(), true)
    const gas = await chain.client.estimateGas({ account: payer.address, to, data })
    return { gas, price: await chain.client.getGasPrice() }
  }

  /** Pays as wallets do, with a cap of twice the base fee and the tip on top. */
  const pay = async (gas: bigint) => {
    const { baseFeePerGas } = await chain.client.getBlock()
    assert.ok(baseFeePerGas)
    const maxPriorityFeePerGas = (await chain.client.getGasPrice()) - baseFeePerGas
    const maxFeePerGas = 2n * baseFeePerGas + maxPriorityFeePerGas
    const { to, data } = await createTransferCall(chain.client, of(), true)
    const account = payer
    const wallet = createWalletClient({
      account,
      chain: chain.client.chain,
      transport: localTransport(chain.rpcUrl),
    })
    return wallet.sendTransaction({ to, data, gas, maxFeePerGas, maxPriorityFeePerGas })
  }

  test('is the cost for who has it: nobody who has enough is stopped', async () => {
    const { gas, price } = await cost()
    await setNative(gas * price)
    const { fee, nativeBalance } = await read(of())
    assert.equal(fee, gas * price)
    assert.equal(nativeBalance, fee)
  })

  test('is what wallets want for who has less, and with that they send', async () => {
    const { gas, price } = await cost()
    await setNative(gas * price - 1n)
    const { fee } = await read(of())
    assert.equal(fee, 2n * gas * price)
    // With just the cost, the transaction would not be taken.
    await setNative(gas * price)
    await assert.rejects(pay(gas), /funds/i)
    await setNative(fee)
    assert.ok((await read(of())).fee <= fee)
    const hash = await pay(gas)
    const { status } = await chain.client.waitForTransactionReceipt({ hash })
    assert.equal(status, 'success')
  })

  test('of the coin itself is beside what is paid', async () => {
    const all = await read(quote(ether))
    const half = await read(quote(ether / 2n))
    assert.equal(all.fee, 2n * half.fee)
  })

  test('has in it what a rollup charges for L1', async () => {
    const plain = await read(of())
    const bytecode = await chain.client.getCode({ address: await deploy(chain, 'OpOracle') })
    await chain.client.setCode({
      address: '0x420000000000000000000000000000000000000F',
      bytecode: bytecode!,
    })
    const price = await chain.client.getGasPrice()
    const local = await read(of())
    const rollup = await read({ ...of(), chainId: 10 })
    assert.ok(plain.fee > 0n && local.fee < 100_000n * price)
    // By the oracle's formula for calldata of 118 bytes in an envelope of 71.
    const estimated = 836_500n * (189n + 68n + 1n + 16n) - 42_585_600n
    const l1 = (estimated * (5227n * 16n * 10n ** 10n + 1_014_213n * 3n * 10n ** 9n)) / 10n ** 12n
    assert.equal(rollup.fee - local.fee, l1)
  })
})

describe('a node that', () => {
  /** The real chain, but for some methods, which fail as they are told. */
  const failing = (error: unknown, methods = ['eth_estimateGas']) => {
    const { request } = createClient({ transport: localTransport(chain.rpcUrl) })
    const provider = {
      request: async (asked: { method: string }) => {
        if (methods.includes(asked.method)) throw error
        return request(asked as Parameters<typeof request>[0])
      },
    }
    return createClient({ transport: custom(provider, { retryCount: 0 }) })
  }
  const readFrom = (error: unknown) =>
    readFunds(failing(error), quote(5n, dollar), payer.address, true)

  test('does not estimate is no refusal of the token: the wallet estimates by itself', async () => {
    const { fee } = await readFrom({ code: -32005, message: 'limit exceeded' })
    assert.ok(fee > 0n)
  })

  const hints = {
    eth_estimateGas: {},
    eth_gasPrice: { fee: 0n },
    eth_getBalance: { nativeBalance: 2n ** 256n - 1n },
    eth_getTransactionCount: { nonce: 0, isNonceUnknown: true },
    eth_blockNumber: {},
  }
  for (const methods of [...Object.keys(hints).map((one) => [one]), Object.keys(hints)]) {
    test(`refuses ${methods.join(', ')} stops no payment`, async () => {
      const client = failing({ code: 4200, message: 'Unsupported.' }, methods)
      const known = Object.fromEntries(
        Object.entries(await read(quote(5n, dollar))).filter(([key]) => key !== 'fee'),
      )
      const expected = Object.assign(known, ...methods.map((one) => Reflect.get(hints, one)))
      const { fee, ...found } = await readFunds(client, quote(5n, dollar), payer.address, true)
      assert.deepEqual({ fee, ...found }, { fee, ...expected })
      await readFunds(client, quote(5n), payer.address, true)
    })
  }

  test('will not estimate what the balance cannot pay for leaves that to the fee', async () => {
    for (const message of [
      'insufficient funds for gas * price + value: balance 0, tx cost 1',
      'Not enough balance to cover the fee',
      'gas required exceeds allowance (412)',
    ]) {
      const { fee } = await readFrom({ code: -32000, message })
      assert.ok(fee > 0n, message)
    }
  })

  test('estimates nothing for an account without coins leaves that to the fee, too', async () => {
    await setNative(0n)
    const { fee, nativeBalance } = await readFrom({ code: -32000, message: 'who are you?' })
    assert.ok(fee > nativeBalance)
  })
})
