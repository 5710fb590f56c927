import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { monthDays, planMonth } from '../../demo/start/month/plan.ts'
import { type Client, createClient } from '../../src/api/client/client.ts'
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

const dayMs = 86_400_000

let folder: Awaited<ReturnType<typeof temporaryFolder>>
before(async () => {
  folder = await temporaryFolder()
})
after(async () => {
  endAll()
  await folder.remove()
})

// Each test takes up what the one before has left: a start takes seconds.
describe('the life of a demo', { timeout: 20 * patience }, () => {
  let demo: OpenDemo
  let first: DemoFacts
  /** The page of an order that is paid, and its charge. */
  const paid = { place: '', chargeId: '', hash: '' }
  const file = (name: string) => join(folder.path, 'life', name)
  const environment = () => ({ DEMO_DATA: file('') })
  /** The service's client, with the key for everything. */
  async function operator(): Promise<Client> {
    const { apiKey } = JSON.parse(await readFile(file('account.json'), 'utf8'))
    return createClient({ baseUrl: demo.facts.service, apiKey })
  }

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
    // With a month, which the next tests read.
    demo = await openDemo({ ...environment(), DEMO_MONTH: 'on' }, ['--fresh'])
    assert.doesNotMatch(demo.stdout(), /could not be played/)
    assert.notEqual(demo.facts.apiKey, first.apiKey)
    const { pathname } = new URL(paid.place)
    assert.equal((await fetch(new URL(pathname, demo.shop))).status, 404)
    const known = client(demo.facts).getCharge(paid.chargeId)
    await assert.rejects(known, { code: 'not_found' })
  })

  test('a new demo has a month of charges behind it, paid in blocks of their days', async () => {
    const planned = planMonth().flat()
    const charges = await listCharges(await operator())
    assert.equal(charges.length, planned.length)
    const paid = charges.filter(({ status }) => status === 'COMPLETED')
    const isPaid = /^(paid|paidTwice|refunded|refundAsked)$/
    assert.equal(paid.length, planned.filter(({ fate }) => isPaid.test(fate)).length)
    const ages = paid.map(({ created_at }) =>
      Math.floor((Date.now() - Date.parse(created_at)) / dayMs),
    )
    assert.equal(Math.max(...ages), monthDays - 1)
    assert.equal(new Set(ages).size > monthDays - 6, true)
    for (const { created_at, payments } of paid) {
      const [first] = payments
      const waitedMs = Date.parse(first?.minedAt ?? '') - Date.parse(created_at)
      assert.ok(waitedMs >= 0 && waitedMs < dayMs, `${created_at} ${first?.minedAt}`)
    }
  })

  test('a new demo has refunds, and money that waits for a decision', async () => {
    const account = await operator()
    const { data: refunds } = await account.listRefunds()
    assert.deepEqual(
      refunds.map(({ status }) => status),
      ['NAMED', 'COMPLETED', 'COMPLETED', 'COMPLETED'],
    )
    const { data: unmatched } = await account.listUnmatched()
    assert.equal(unmatched.length, 3)
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
      "Unknown option '--frehs'. npm start -- --help lists the options.\n" +
        'SHOP_PORT must be a port from 0 (any free one) to 65535, not "70000".\n' +
        'CHAIN_PORT must be a port from 0 (any free one) to 65535, not "-1".\n',
    )
  })
})

/** Every charge of an account, the newest first. */
async function listCharges(account: Client) {
  const charges = []
  let after: string | undefined
  for (;;) {
    const { data, pagination } = await account.listCharges({
      limit: 100,
      ...(after && { starting_after: after }),
    })
    charges.push(...data)
    if (!pagination.has_more) return charges
    after = data.at(-1)?.id
  }
}

/** The process id of the chain that keeps its state in a file. */
async function chainProcess(stateFile: string): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,args='])
  const line = stdout.split('\n').find((one) => one.includes(`--state ${stateFile} `))
  assert.ok(line, 'the chain runs')
  return Number.parseInt(line, 10)
}
