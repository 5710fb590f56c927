import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { erc20Abi } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { startAnvil } from '../../demo/chain/anvil.ts'
import { anvilBinary } from '../../demo/chain/anvil-binary.ts'
import { chainClient } from '../../demo/chain/client.ts'
import { deployTokens } from '../../demo/chain/deploy.ts'
import { createGrant } from '../../demo/chain/grant.ts'
import { patience } from '../support/wait.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pay-charge-chain-'))
})
after(() => rm(folder, { recursive: true }))

test('a chain answers on 127.0.0.1 with its id and ten funded accounts', async (t) => {
  const anvil = await startAnvil({ port: 0, chainId: 31_338 })
  t.after(anvil.stop)
  const client = chainClient(anvil.rpcUrl)
  assert.equal(new URL(anvil.rpcUrl).hostname, '127.0.0.1')
  assert.equal(new URL(anvil.rpcUrl).port, `${anvil.port}`)
  assert.equal(await client.getChainId(), 31_338)
  assert.equal(anvil.accounts.length, 10)
  for (const address of anvil.accounts) {
    assert.equal(await client.getBalance({ address }), 10_000n * 10n ** 18n)
  }
})

test('blocks come by themselves with a block time', async (t) => {
  const anvil = await startAnvil({ port: 0, blockTime: 1 })
  t.after(anvil.stop)
  const client = chainClient(anvil.rpcUrl)
  const first = await client.getBlockNumber()
  const { promise, resolve } = Promise.withResolvers<bigint>()
  const stop = client.watchBlockNumber({
    onBlockNumber: (number) => number >= first + 2n && resolve(number),
  })
  assert.ok((await promise) >= first + 2n)
  stop()
})

test('a taken port is one line that names the port and CHAIN_PORT', async (t) => {
  const anvil = await startAnvil({ port: 0 })
  t.after(anvil.stop)
  await assert.rejects(startAnvil({ port: anvil.port }), {
    name: 'PayError',
    field: 'CHAIN_PORT',
    message: `Port ${anvil.port} is taken: set CHAIN_PORT to another one, or to 0 for any free one.`,
  })
})

test('a port that is none is refused by name', async () => {
  for (const port of [-1, 65_536, 1.5, Number.NaN]) {
    await assert.rejects(startAnvil({ port }), { name: 'PayError', field: 'CHAIN_PORT' })
  }
})

test('a machine without anvil is told so', () => {
  assert.throws(
    () => anvilBinary('sunos', 'mips'),
    /@foundry-rs\/anvil-sunos-mips is not installed/,
  )
})

test('a state file that cannot be read names itself and the way out', async () => {
  const statePath = join(folder, 'broken.json')
  await writeFile(statePath, '{ "half a fi')
  await assert.rejects(startAnvil({ port: 0, statePath }), (error: Error) => {
    assert.match(error.message, /broken\.json/)
    assert.match(error.message, /--fresh/)
    return true
  })
})

test('balances, receipts and tokens survive a restart', async (t) => {
  const options = { port: 0, statePath: join(folder, 'kept', 'chain.json') }
  const first = await startAnvil(options)
  t.after(first.stop)
  const { tokens } = await deployTokens(first.rpcUrl)
  const to = '0x00000000000000000000000000000000000a11ce'
  const withAmounts = tokens.map((token) => ({ ...token, amount: 5n }))
  const given = await createGrant({ rpcUrl: first.rpcUrl, tokens: withAmounts, ether: 7n })(to)
  await first.stop()
  await first.stop()

  const second = await startAnvil(options)
  t.after(second.stop)
  const client = chainClient(second.rpcUrl)
  assert.deepEqual(await deployTokens(second.rpcUrl), { tokens })
  assert.equal(await client.getTransactionCount({ address: demoAccount(9).address }), 11)
  assert.equal(await client.getBalance({ address: to }), 7n)
  for (const { address } of tokens) {
    const balance = { address, abi: erc20Abi, functionName: 'balanceOf', args: [to] } as const
    assert.equal(await client.readContract(balance), 5n)
  }
  for (const { hash } of given) {
    assert.equal((await client.getTransactionReceipt({ hash })).status, 'success')
  }
})

test('a chain whose parent is killed ends too, and keeps its state', {
  timeout: 2 * patience,
}, async () => {
  const statePath = join(folder, 'orphan.json')
  const parent = spawn(process.execPath, [
    fileURLToPath(new URL('./chain-parent.ts', import.meta.url)),
    statePath,
  ])
  const [line] = await once(parent.stdout.setEncoding('utf8'), 'data')
  const client = chainClient(String(line).trim())
  const block = await client.getBlockNumber()
  parent.kill('SIGKILL')
  await once(parent, 'exit')
  await gone(client)
  const state = await written(statePath)
  assert.ok(BigInt(state.block.number) >= block)
})

/** The state file, once all of it is there. */
async function written(path: string): Promise<{ block: { number: string } }> {
  for (;;) {
    try {
      return JSON.parse(await readFile(path, 'utf8'))
    } catch {
      await look()
    }
  }
}

/** Resolves once the chain no longer answers. */
async function gone(client: ReturnType<typeof chainClient>): Promise<void> {
  for (;;) {
    const reached = await client.request({ method: 'eth_chainId' }, { retryCount: 0 }).then(
      () => true,
      () => false,
    )
    if (!reached) return
    await look()
  }
}

/** The time between two looks at something that tells nobody when it happens. */
function look(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20))
}
