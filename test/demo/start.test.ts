import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { atNight } from '../support/effort.ts'
import { temporaryFolder } from '../support/service.ts'
import { patience, until } from '../support/wait.ts'
import {
  complaint,
  type DemoFacts,
  end,
  endAll,
  type OpenDemo,
  openDemo,
  portsFree,
  runDemo,
} from './demo-process.ts'
import {
  balance,
  buyMug,
  chargeIdOf,
  client,
  merchant,
  pageThatSays,
  pay,
  payer,
  text,
} from './visitor.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
before(async () => {
  folder = await temporaryFolder()
})
after(async () => {
  endAll()
  await folder.remove()
})

// Each test takes up what the one before has left: a start takes seconds.
describe('the life of a demo', { timeout: 15 * patience }, () => {
  let demo: OpenDemo
  let first: DemoFacts
  /** The page of an order that is paid, and its charge. */
  const paid = { place: '', chargeId: '', hash: '' }
  const file = (name: string) => join(folder.path, 'life', name)
  const environment = () => ({ DEMO_DATA: file('') })

  test('a signal while it is still starting ends it, and spoils nothing', async () => {
    const starting = runDemo(environment())
    await until('the start', () => (starting.stdout().includes('Starting') ? true : undefined))
    assert.equal(await end(starting), 0)
    assert.equal(starting.stderr(), '')
    demo = await openDemo(environment())
    first = demo.facts
  })

  test('Ctrl-C ends everything', async () => {
    paid.place = await buyMug(first)
    paid.chargeId = chargeIdOf(await text(paid.place))
    // Ended before the transfer is in a block.
    paid.hash = await pay(first, paid.chargeId, '19.99')
    // A terminal sends it to the whole process group.
    process.kill(-demo.pid, 'SIGINT')
    assert.equal(await demo.exited, 0)
    await portsFree(first)
  })

  test('a restart keeps charges, payments, money and the account', async () => {
    assert.equal((await stat(file('account.json'))).mode & 0o777, 0o600)
    demo = await openDemo({
      ...environment(),
      SHOP_PORT: new URL(first.shop).port,
      SERVICE_PORT: new URL(first.service).port,
      CHAIN_PORT: new URL(first.chain.rpcUrl).port,
    })
    assert.deepEqual(demo.facts, first)
    assert.equal(await balance(first, merchant), 19_990_000n)
    assert.match(await pageThatSays('Thank you.', `${paid.place}/success`), new RegExp(paid.hash))
  })

  test('a part that dies ends all of it, and is named', async () => {
    const [line] = (await readFile(file('service.log'), 'utf8')).split('\n')
    process.kill((JSON.parse(line!) as { pid: number }).pid, 'SIGKILL')
    assert.equal(await demo.exited, 1)
    assert.match(demo.stderr(), /^The service has ended by itself\. It ended with SIGKILL\. .*\n$/)
    await portsFree(demo.facts)
  })

  const isBack = 'a chain that is lost comes back with its tokens, beside the charges of before'
  test(isBack, atNight, async () => {
    await rm(file('chain.json'))
    demo = await openDemo(environment())
    assert.deepEqual(demo.facts.tokens, first.tokens)
    assert.equal(await balance(demo.facts, merchant), 0n)
    assert.equal(await balance(demo.facts, payer.address), 10_000_000_000n)
    const { payments } = await client(demo.facts).getCharge(paid.chargeId)
    assert.equal(payments[0]?.payerTransactionHash, paid.hash)
  })

  test('the chain that dies ends all of it too', atNight, async () => {
    process.kill(await chainProcess(file('chain.json')), 'SIGKILL')
    assert.equal(await demo.exited, 1)
    assert.equal(demo.stderr(), 'The chain has ended by itself.\n')
    await portsFree(demo.facts)
  })

  test('--fresh forgets everything', async () => {
    demo = await openDemo(environment(), ['--fresh'])
    assert.notEqual(demo.facts.apiKey, first.apiKey)
    const { pathname } = new URL(paid.place)
    assert.equal((await fetch(new URL(pathname, demo.shop))).status, 404)
    const known = client(demo.facts).getCharge(paid.chargeId)
    await assert.rejects(known, { code: 'not_found' })
  })

  test('a demo that is killed leaves nothing running', async () => {
    await end(demo, 'SIGKILL')
    await portsFree(demo.facts)
  })
})

describe('a demo that cannot start', () => {
  const data = () => ({ DEMO_DATA: join(folder.path, 'none') })

  test('a taken port is one line that names its variable', async (t) => {
    const names = ['SHOP_PORT', 'SERVICE_PORT', 'CHAIN_PORT']
    const taken = await Promise.all(
      names.map(async (name) => {
        const other = createServer().listen(0, '127.0.0.1')
        t.after(() => other.close())
        await once(other, 'listening')
        return [name, String((other.address() as AddressInfo).port)] as const
      }),
    )
    const lines = taken.map(
      ([name, port]) =>
        `${name}: port ${port} is taken. Stop what uses it, or set ${name} to another one, or to 0 for any free one.\n`,
    )
    assert.equal(await complaint({ ...data(), ...Object.fromEntries(taken) }), lines.join(''))
  })

  test('a wrong port or option is one line each', async () => {
    assert.equal(
      await complaint({ ...data(), SHOP_PORT: '70000', CHAIN_PORT: '-1' }, ['--frehs']),
      'SHOP_PORT must be a port from 0 (any free one) to 65535, not "70000".\n' +
        'CHAIN_PORT must be a port from 0 (any free one) to 65535, not "-1".\n' +
        "Unknown option '--frehs'. The only option is --fresh: npm start -- --fresh\n",
    )
  })
})

/** The process id of the chain that keeps its state in a file. */
async function chainProcess(stateFile: string): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,args='])
  const line = stdout.split('\n').find((one) => one.includes(`--state ${stateFile} `))
  assert.ok(line, 'the chain runs')
  return Number.parseInt(line, 10)
}
