// One file, longer than others, because its tests share a chain, a browser and a built wallet.
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { Browser, Page } from '@playwright/test'
import axe from 'axe-core'
import { Attribution } from 'ox/erc8021'
import {
  type Address,
  concatHex,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  numberToHex,
  parseEther,
  toHex,
  verifyMessage,
} from 'viem'
import { type Anvil, startAnvil } from '../../demo/chain/anvil.ts'
import { chainClient } from '../../demo/chain/client.ts'
import { type DemoToken, deployTokens } from '../../demo/chain/deploy.ts'
import { createFaucet } from '../../demo/chain/faucet.ts'
import { reservePort } from '../support/ports.ts'
import { patience } from '../support/wait.ts'
import { ask, launchBrowser, type Outcome, serveWalletPage, watchWallet } from './wallet-page.ts'

let anvil: Anvil
let browser: Browser
let site: Awaited<ReturnType<typeof serveWalletPage>>
let client: ReturnType<typeof chainClient>
let tokens: readonly DemoToken[]
let payer: Address
let shop: Address

const uuid = '3c90c3cc-0d44-4b50-8888-8dd25736052a'
const suffix = Attribution.toDataSuffix({ codes: [uuid] })

before(async () => {
  anvil = await startAnvil({ port: 0 })
  client = chainClient(anvil.rpcUrl)
  tokens = (await deployTokens(anvil.rpcUrl)).tokens
  payer = anvil.accounts[1]!
  shop = anvil.accounts[3]!
  const body = JSON.stringify({ address: payer })
  const faucet = createFaucet({ rpcUrl: anvil.rpcUrl, tokens })
  const reply = await faucet(new Request('http://shop.test', { method: 'POST', body }))
  assert.equal(reply.status, 200)
  site = await serveWalletPage(anvil.rpcUrl)
  browser = await launchBrowser()
})
after(async () => {
  await browser?.close()
  await site?.close()
  await anvil?.stop()
})

/** A page of its own for a test, with nothing remembered; its policy may not be broken once. */
async function open(t: TestContext, url = site.url): Promise<Page> {
  const context = await browser.newContext()
  context.setDefaultTimeout(patience)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  t.after(async () => {
    const violations = await page.evaluate(() => window.seen.violations)
    await context.close()
    assert.deepEqual({ violations, faults }, { violations: [], faults: [] })
  })
  await watchWallet(page)
  await page.goto(url)
  return page
}

const approve = (page: Page) => page.getByRole('button', { name: 'Approve' }).click()
const refuse = (page: Page) => page.getByRole('button', { name: 'Refuse' }).click()
const sheet = (page: Page) => page.getByRole('dialog')
const events = (page: Page) => page.evaluate(() => window.seen.events)

async function connected(t: TestContext): Promise<Page> {
  const page = await open(t)
  const answer = ask(page, 'eth_requestAccounts')
  await approve(page)
  assert.deepEqual(await answer, { result: [payer] })
  return page
}

function transfer(token: DemoToken, amount: bigint): { from: Address; to: Address; data: Hex } {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [shop, amount] })
  return { from: payer, to: token.address, data: concatHex([data, suffix]) }
}

function held(token: DemoToken, owner: Address): Promise<bigint> {
  const call = { address: token.address, abi: erc20Abi, functionName: 'balanceOf' } as const
  return client.readContract({ ...call, args: [owner] })
}

function codeOf(outcome: Outcome): unknown {
  return 'code' in outcome ? outcome.code : outcome
}

async function receiptOf(outcome: Outcome, chain = client) {
  assert.ok('result' in outcome, JSON.stringify(outcome))
  return await chain.waitForTransactionReceipt({ hash: outcome.result as Hex })
}

test('announces itself by EIP-6963, also when asked later', async (t) => {
  const page = await open(t)
  const info = await page.evaluate(() => window.seen.info!)
  assert.equal(info.name, 'Demo Wallet')
  assert.equal(info.rdns, 'example.pay-charge.demo-wallet')
  assert.match(info.icon, /^data:image\/svg\+xml,/)
  assert.match(info.uuid, /^[\da-f]{8}-[\da-f]{4}-4/)
  const again = await page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    window.addEventListener('eip6963:announceProvider', (event) => {
      resolve((event as CustomEvent).detail.info.uuid)
    })
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    return promise
  })
  assert.equal(again, info.uuid)
})

test('connects when approved, remembers it over a reload, and forgets it when told to', async (t) => {
  const page = await open(t)
  const refused = ask(page, 'eth_requestAccounts')
  await assertSays(page, ['Connect to this site?', new URL(site.url).host, 'No real money'])
  await refuse(page)
  assert.equal(codeOf(await refused), 4001)
  assert.deepEqual(await ask(page, 'eth_accounts'), { result: [] })

  const permitted = ask(page, 'wallet_requestPermissions', [{ eth_accounts: {} }])
  await approve(page)
  const { result } = (await permitted) as { result: { parentCapability: string }[] }
  assert.equal(result[0]?.parentCapability, 'eth_accounts')
  assert.deepEqual(await ask(page, 'eth_requestAccounts'), { result: [payer] })
  assert.deepEqual(await ask(page, 'eth_chainId'), { result: '0x7a69' })
  assert.deepEqual(await events(page), [
    ['connect', { chainId: '0x7a69' }],
    ['accountsChanged', [payer]],
  ])

  await page.reload()
  assert.deepEqual(await ask(page, 'eth_accounts'), { result: [payer] })
  assert.deepEqual(await ask(page, 'wallet_revokePermissions', [{ eth_accounts: {} }]), {
    result: null,
  })
  assert.deepEqual(await ask(page, 'eth_accounts'), { result: [] })
  assert.deepEqual(await ask(page, 'wallet_getPermissions'), { result: [] })
  assert.deepEqual((await events(page)).at(-1), ['accountsChanged', []])
})

test('sends both tokens to the last unit, with the reference shown and kept', async (t) => {
  const page = await connected(t)
  for (const token of tokens) {
    const [mine, theirs] = await Promise.all([held(token, payer), held(token, shop)])
    const asked = transfer(token, 19_990_001n)
    const answer = ask(page, 'eth_sendTransaction', [asked])
    const shown = [`19.990001 ${token.symbol}`, 'to 0x90F7…b906', 'Localhost', 'Reference', uuid]
    await assertSays(page, shown)
    assert.equal(await page.locator('.warning').count(), 0)
    await approve(page)
    const receipt = await receiptOf(await answer)
    assert.equal(receipt.status, 'success')
    assert.equal(await held(token, payer), mine - 19_990_001n)
    assert.equal(await held(token, shop), theirs + 19_990_001n)
    const sent = await client.getTransaction({ hash: receipt.transactionHash })
    assert.equal(sent.input, asked.data)
  }
})

test('sends ether to the last wei', async (t) => {
  const page = await connected(t)
  const balances = () => Promise.all([payer, shop].map((address) => client.getBalance({ address })))
  const [mine, theirs] = (await balances()) as [bigint, bigint]
  const value = parseEther('0.01') + 1n
  const asked = { from: payer, to: shop, value: numberToHex(value), data: suffix }
  const answer = ask(page, 'eth_sendTransaction', [asked])
  await assertSays(page, ['0.010000000000000001 ETH', 'to 0x90F7…b906', uuid])
  await approve(page)
  const { gasUsed, effectiveGasPrice } = await receiptOf(await answer)
  assert.deepEqual(await balances(), [mine - value - gasUsed * effectiveGasPrice, theirs + value])
})

test('refusing by button or Escape sends nothing', async (t) => {
  const page = await connected(t)
  const nonce = await client.getTransactionCount({ address: payer })
  const no = [() => refuse(page), () => page.keyboard.press('Escape')]
  for (const say of no) {
    const answer = ask(page, 'eth_sendTransaction', [transfer(tokens[0]!, 1n)])
    await sheet(page).waitFor()
    await say()
    assert.equal(codeOf(await answer), 4001)
  }
  assert.equal(await client.getTransactionCount({ address: payer }), nonce)
})

test('a stray key approves nothing: Refuse has the focus', async (t) => {
  const page = await connected(t)
  const answer = ask(page, 'eth_sendTransaction', [transfer(tokens[0]!, 1n)])
  await sheet(page).waitFor()
  await page.keyboard.press('Enter')
  assert.equal(codeOf(await answer), 4001)
})

test('warns of too little money and of what would fail, and leaves the choice', async (t) => {
  const page = await connected(t)
  const answer = ask(page, 'eth_sendTransaction', [transfer(tokens[1]!, 10n ** 15n)])
  await assertSays(page, ['1,000,000,000 OUSD', 'Not enough OUSD: you have'])
  await approve(page)
  assert.equal((await receiptOf(await answer)).status, 'reverted')

  const asked = { ...transfer(tokens[1]!, 1n), data: '0x12345678' }
  const unknown = ask(page, 'eth_sendTransaction', [asked])
  await assertSays(page, ['Call a contract', '0x12345678', 'likely to fail'])
  await refuse(page)
  assert.equal(codeOf(await unknown), 4001)
})

test('signs a message that the payer has seen', async (t) => {
  const page = await connected(t)
  const message = 'Hello,\nthis is <b>me</b>.'
  const answer = ask(page, 'personal_sign', [toHex(message), payer])
  await assertSays(page, ['Sign this message?', message])
  await approve(page)
  const { result } = (await answer) as { result: Hex }
  assert.ok(await verifyMessage({ address: payer, message, signature: result }))
})

test('each kind of fault has its code', async (t) => {
  const page = await open(t)
  const tx = transfer(tokens[0]!, 1n)
  assert.equal(codeOf(await ask(page, 'eth_sendTransaction', [tx])), 4100)
  assert.equal(codeOf(await ask(page, 'personal_sign', ['0x00', payer])), 4100)
  const answer = ask(page, 'eth_requestAccounts')
  await approve(page)
  await answer

  const faults: [number, string, unknown][] = [
    [4100, 'eth_sendTransaction', [{ ...tx, from: shop }]],
    [4100, 'personal_sign', ['0x00', shop]],
    [4200, 'eth_sign', [payer, '0x00']],
    [4200, 'anvil_setBalance', [payer, '0x0']],
    [4200, 'toString', []],
    [4902, 'wallet_switchEthereumChain', [{ chainId: '0x2' }]],
    [-32600, undefined as unknown as string, []],
    [-32602, 'eth_sendTransaction', []],
    [-32602, 'eth_sendTransaction', [{ ...tx, value: '1' }]],
    [-32602, 'eth_sendTransaction', [{ ...tx, data: '0x123' }]],
    [-32602, 'eth_sendTransaction', [{ ...tx, input: '0x12' }]],
    [-32602, 'eth_sendTransaction', [{ ...tx, to: 'shop.eth' }]],
    [-32602, 'eth_sendTransaction', [{ from: payer }]],
    [-32602, 'eth_sendTransaction', [{ ...tx, gasPrice: '0x1', maxFeePerGas: '0x1' }]],
    [-32602, 'eth_sendTransaction', [{ ...tx, chainId: '0x1' }]],
    [-32602, 'personal_sign', ['0x00']],
    [-32602, 'wallet_switchEthereumChain', [{ chainId: '31337' }]],
    [-32602, 'wallet_addEthereumChain', [{ chainId: '0x7a6a' }]],
    [-32602, 'wallet_requestPermissions', [{ eth_everything: {} }]],
    // The node's own: a call that reverts.
    [3, 'eth_call', [{ ...transfer(tokens[0]!, 10n ** 30n) }, 'latest']],
  ]
  for (const [code, method, params] of faults) {
    const outcome = await ask(page, method, params)
    assert.equal(codeOf(outcome), code, `${method} ${JSON.stringify(outcome)}`)
  }
  assert.equal(await sheet(page).count(), 0)
})

test('reads pass through to the chain', async (t) => {
  const page = await open(t)
  const height = numberToHex(await client.getBlockNumber())
  assert.deepEqual(await ask(page, 'eth_blockNumber'), { result: height })
})

test('questions wait for each other; a second wish to connect is told to wait', async (t) => {
  const page = await open(t)
  const first = ask(page, 'eth_requestAccounts')
  await sheet(page).waitFor()
  assert.equal(codeOf(await ask(page, 'eth_requestAccounts')), -32002)
  await approve(page)
  await first

  const before = await held(tokens[0]!, shop)
  const answers = [1n, 2n, 3n].map((amount) => {
    return ask(page, 'eth_sendTransaction', [transfer(tokens[0]!, amount)])
  })
  for (const text of ['0.000001 DUSD', '0.000002 DUSD', '0.000003 DUSD']) {
    await assertSays(page, [text])
    await (text.includes('2') ? refuse(page) : approve(page))
  }
  const [one, two, three] = await Promise.all(answers)
  assert.equal(codeOf(two!), 4001)
  await receiptOf(one!)
  await receiptOf(three!)
  assert.equal(await held(tokens[0]!, shop), before + 4n)
})

test('adds a second local chain, pays there, and comes back', async (t) => {
  const other = await startAnvil({ port: 0, chainId: 31_338 })
  t.after(other.stop)
  const route = site.route(other.rpcUrl)
  const page = await connected(t)
  const chain = { chainName: 'Other chain', rpcUrls: [route] }
  const wrong = await ask(page, 'wallet_addEthereumChain', [{ ...chain, chainId: '0x2' }])
  assert.equal(codeOf(wrong), -32602)

  const added = ask(page, 'wallet_addEthereumChain', [{ ...chain, chainId: '0x7a6a' }])
  await assertSays(page, ['Add and use this network?', 'Other chain', '31338'])
  await approve(page)
  assert.deepEqual(await added, { result: null })
  assert.deepEqual(await ask(page, 'eth_chainId'), { result: '0x7a6a' })
  assert.deepEqual((await events(page)).at(-1), ['chainChanged', '0x7a6a'])

  await page.reload()
  const asked = { from: payer, to: shop, value: '0x5', chainId: '0x7a6a' }
  const paid = ask(page, 'eth_sendTransaction', [asked])
  await assertSays(page, ['0.000000000000000005 ETH', 'Other chain'])
  await approve(page)
  const otherClient = chainClient(other.rpcUrl)
  await receiptOf(await paid, otherClient)
  const there = await otherClient.getBalance({ address: shop })
  assert.equal(there, parseEther('10000') + 5n)

  const back = ask(page, 'wallet_switchEthereumChain', [{ chainId: '0x7a69' }])
  await assertSays(page, ['Switch network?', 'Localhost'])
  await approve(page)
  assert.deepEqual(await back, { result: null })
  assert.deepEqual(await ask(page, 'eth_chainId'), { result: '0x7a69' })
})

test('a chain that is gone is 4900 and a disconnect event; a chain that is back, a connect', async (t) => {
  const own = await startAnvil({ port: await reservePort() })
  t.after(own.stop)
  const page = await open(t, site.pageFor(own.rpcUrl))
  assert.deepEqual(await ask(page, 'eth_chainId'), { result: '0x7a69' })
  await own.stop()
  assert.equal(codeOf(await ask(page, 'eth_blockNumber')), 4900)
  const back = await startAnvil({ port: own.port })
  t.after(back.stop)
  assert.deepEqual(await ask(page, 'eth_blockNumber'), { result: '0x0' })
  const seen = (await events(page)).map(([name]) => name)
  assert.deepEqual(seen, ['connect', 'disconnect', 'connect'])
})

test('the sheet has no accessibility fault, light or dark', async (t) => {
  const page = await connected(t)
  await page.evaluate(axe.source)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const answer = ask(page, 'eth_sendTransaction', [transfer(tokens[1]!, 10n ** 15n)])
    await sheet(page).waitFor()
    const { violations } = await page.evaluate(() => {
      return (window as unknown as { axe: typeof axe }).axe.run('[data-demo-wallet]')
    })
    assert.deepEqual(violations, [])
    await refuse(page)
    await answer
  }
})

/** Waits until the sheet says each of the texts. */
async function assertSays(page: Page, texts: string[]): Promise<void> {
  for (const text of texts) await sheet(page).getByText(text).first().waitFor()
}
