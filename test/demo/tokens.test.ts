import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  parseAbi,
  parseEther,
  toHex,
} from 'viem'
import { sendTransaction } from 'viem/actions'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { type Anvil, startAnvil } from '../../demo/chain/anvil.ts'
import { chainClient } from '../../demo/chain/client.ts'
import { type DemoToken, deployTokens } from '../../demo/chain/deploy.ts'
import { createFaucet } from '../../demo/chain/faucet.ts'

const fiatTokenAbi = parseAbi([
  'function version() view returns (string)',
  'function mint(address to, uint256 amount) returns (bool)',
])

let anvil: Anvil
let tokens: readonly DemoToken[]
let client: ReturnType<typeof chainClient>
let faucet: (request: Request) => Promise<Response>
before(async () => {
  anvil = await startAnvil({ port: 0 })
  tokens = (await deployTokens(anvil.rpcUrl)).tokens
  client = chainClient(anvil.rpcUrl)
  faucet = createFaucet({ rpcUrl: anvil.rpcUrl, tokens })
})
after(() => anvil.stop())

function post(body: unknown): Request {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return new Request('http://shop.test/faucet', { method: 'POST', body: text })
}

function balanceOf(token: DemoToken, owner: Address): Promise<bigint> {
  const call = { address: token.address, abi: erc20Abi, functionName: 'balanceOf' } as const
  return client.readContract({ ...call, args: [owner] })
}

/** What a call of a token's contract returns, unread. */
async function returned(token: DemoToken, data: Hex, account: Address): Promise<Hex | undefined> {
  return (await client.call({ account, to: token.address, data })).data
}

test('two dollars are deployed, always at the same addresses', async () => {
  assert.deepEqual(tokens, [
    { symbol: 'DUSD', address: '0xb19b36b1456E65E3A6D514D3F715f204BD59f431', decimals: 6 },
    { symbol: 'OUSD', address: '0x8ce361602B935680E8DeC218b820ff5056BeB7af', decimals: 6 },
  ])
  for (const { address, symbol, decimals } of tokens) {
    const token = { address, abi: erc20Abi } as const
    assert.equal(await client.readContract({ ...token, functionName: 'symbol' }), symbol)
    assert.equal(await client.readContract({ ...token, functionName: 'decimals' }), decimals)
  }
})

test('a chain whose deployer was used for something else says so', async (t) => {
  const other = await startAnvil({ port: 0 })
  t.after(other.stop)
  const { request } = chainClient(other.rpcUrl)
  const params = [demoAccount(9).address, toHex(5)]
  await request({ method: 'anvil_setNonce' as 'eth_call', params: params as never })
  await assert.rejects(deployTokens(other.rpcUrl), /has sent 5 transactions.*--fresh/)
})

test('a deployment that was ended in the middle is taken up', async (t) => {
  const other = await startAnvil({ port: 0 })
  t.after(other.stop)
  const begun = chainClient(other.rpcUrl)
  const { input, gas } = await client.getTransaction({ blockNumber: 1n, index: 0 })
  const deployer = demoAccount(9)
  const hash = await sendTransaction(begun, {
    account: deployer,
    data: input,
    gas,
    nonce: 0,
    chain: null,
  })
  await begun.waitForTransactionReceipt({ hash })
  assert.deepEqual(await deployTokens(other.rpcUrl), { tokens })
  const [{ address }] = tokens as [DemoToken]
  const call = { address, abi: fiatTokenAbi, functionName: 'version' } as const
  assert.equal(await begun.readContract(call), '2')
  assert.equal(await begun.getBlockNumber(), 2n)
})

test('only the faucet mints DUSD', async () => {
  const [{ address }] = tokens as [DemoToken]
  const mint = async (account: Address) =>
    await client.simulateContract({
      ...{ address, abi: fiatTokenAbi, functionName: 'mint', account },
      args: [demoAccount(2).address, 1n],
    })
  assert.equal((await mint(demoAccount(8).address)).result, true)
  for (const index of [0, 1, 2, 9])
    await assert.rejects(mint(demoAccount(index).address), /caller is not a minter/)
})

test('OUSD returns nothing where DUSD returns true, as USDT does', async () => {
  const owner = demoAccount(2).address
  await faucet(post({ address: owner }))
  const [dusd, ousd] = tokens as [DemoToken, DemoToken]
  const calls = [
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [anvil.accounts[3]!, 1n] }),
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [anvil.accounts[3]!, 1n] }),
    encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transferFrom',
      args: [owner, anvil.accounts[3]!, 0n],
    }),
  ]
  for (const data of calls) {
    assert.equal(await returned(dusd, data, owner), `0x${'1'.padStart(64, '0')}`)
    // viem gives undefined for 0x.
    assert.equal(await returned(ousd, data, owner), undefined)
  }
})

test('OUSD refuses what its sender does not have, and to nobody', async () => {
  const [, ousd] = tokens as [DemoToken, DemoToken]
  const transfer = { abi: erc20Abi, functionName: 'transfer' } as const
  const tooMuch = encodeFunctionData({ ...transfer, args: [anvil.accounts[3]!, 10n ** 30n] })
  await assert.rejects(returned(ousd, tooMuch, anvil.accounts[2]!), /revert/)
  const toNobody = encodeFunctionData({ ...transfer, args: [`0x${'0'.repeat(40)}`, 1n] })
  await assert.rejects(returned(ousd, toNobody, anvil.accounts[2]!), /revert/)
})

test('ten faucet calls at once, two of them for one address, all give exactly', async () => {
  const visitors = Array.from({ length: 9 }, (_, index) =>
    getAddress(toHex(0xf00 + index, { size: 20 })),
  )
  const asking = [...visitors, visitors[0]!]
  const replies = await Promise.all(asking.map((address) => faucet(post({ address }))))
  assert.deepEqual(
    replies.map(({ status }) => status),
    asking.map(() => 200),
  )
  for (const [index, address] of visitors.entries()) {
    const times = index === 0 ? 2n : 1n
    assert.equal(await client.getBalance({ address }), times * parseEther('10'))
    for (const token of tokens) {
      assert.equal(await balanceOf(token, address), times * 1_000n * 10n ** 6n)
    }
  }
  const body = await replies[1]!.json()
  assert.equal(body.address, visitors[1])
  assert.deepEqual(
    body.given.map((one: { symbol: string; amount: string }) => [one.symbol, one.amount]),
    [
      ['DUSD', '1000'],
      ['OUSD', '1000'],
      ['ETH', '10'],
    ],
  )
})

test('a bad address is a 400 that names the field, and gives nothing', async () => {
  const before = await client.getTransactionCount({ address: demoAccount(8).address })
  const good = demoAccount(4).address
  const bad = [
    {},
    'no json',
    '',
    'null',
    '[]',
    { address: 7 },
    { address: '' },
    { address: '0x1234' },
    { address: `0x${'0'.repeat(40)}` },
    // One letter's case off: the checksum (EIP-55) is what catches a slip of the hand.
    { address: good.replace(/[a-f]/, (letter) => letter.toUpperCase()) },
    { address: good, more: 'x'.repeat(2_000) },
  ]
  for (const body of bad) {
    const reply = await faucet(post(body))
    const { error } = await reply.json()
    assert.equal(reply.status, 400, JSON.stringify(body))
    assert.equal(error.type, 'validation_error')
    assert.equal(error.details[0].field, 'address')
    assert.ok(error.message)
  }
  assert.equal(await client.getTransactionCount({ address: demoAccount(8).address }), before)
})

test('GET gives nothing: 405 with what is allowed', async () => {
  const before = await client.getTransactionCount({ address: demoAccount(8).address })
  const reply = await faucet(new Request('http://shop.test/faucet'))
  assert.equal(reply.status, 405)
  assert.equal(reply.headers.get('allow'), 'POST')
  assert.equal((await reply.json()).error.type, 'method_not_allowed')
  assert.equal(await client.getTransactionCount({ address: demoAccount(8).address }), before)
})

test('one failure leaves the faucet working for the next', async () => {
  // The token's contract takes no ether, so this one's last transaction reverts.
  const failed = await faucet(post({ address: tokens[0]!.address }))
  assert.equal(failed.status, 500)
  assert.equal((await failed.json()).error.type, 'internal_server_error')
  assert.equal((await faucet(post({ address: demoAccount(5).address }))).status, 200)
})

test('a faucet whose own ether has run out fills up again', async () => {
  const { address } = demoAccount(8)
  await client.request({
    method: 'anvil_setBalance' as 'eth_call',
    params: [address, toHex(5)] as never,
  })
  assert.equal((await faucet(post({ address: demoAccount(6).address }))).status, 200)
})
