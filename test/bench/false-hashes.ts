import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReducedCharge } from '../../src/api/schemas/charges/charge.ts'
import { serviceSettings } from '../../src/service/app/setting-table.ts'
import { chainEnvironment, chainId, wallet } from '../support/harness.ts'
import { startLocalChain } from '../support/local-chain.ts'
import { suffixOf } from '../support/paying.ts'
import { startPostgres } from '../support/postgres.ts'
import { createAccount, startServiceProcess, temporaryFolder } from '../support/service.ts'
import { send } from './http.ts'
import { newCharge, type Payable, report } from './writes.ts'

// `npm run bench -- false-hashes`: does a flood of false reports hold up an honest payment? Measured is the time from an
// honest report to its credit: of a transfer that names its charge, reported as soon as it is mined, with the charge
// read every 20 ms. First in peace, then while strangers post hashes that were never true: on the payment pages, as
// payers do, from several addresses, each as fast as its limit lets it without end; one half at one charge, the other
// at many. On PostgreSQL where the machine has it, else on the embedded database. The ratio of the medians comes first;
// it is to stay within 1.5.

/** Honest payments in peace, and at least so many under the flood. */
const honest = 15
/** Milliseconds between two looks at a charge. */
const scanIntervalMs = 20
const addresses = 40
/** The usual limit of an address a minute, evenly spent: more would be refused. */
const perMinute = serviceSettings.rateLimitReports.default
/** Charges that the second half of the hashes is posted at. */
const victims = 200

/** Measures and prints; `hashes` is how many false ones are posted in all. */
export async function benchFalseHashes({ hashes }: { hashes: number }): Promise<void> {
  const server = await startPostgres()
  const folder = await temporaryFolder()
  const chain = await startLocalChain()
  const environment = {
    ...chainEnvironment(chain),
    ...(server ? { DATABASE_URL: server.url } : { DATA_DIR: folder.path }),
    TRUSTED_PROXIES: '1',
    LOG_LEVEL: 'warn',
  }
  const { apiKey } = await createAccount(environment)
  const service = await startServiceProcess(environment)
  try {
    const shop: Payable = { baseUrl: () => service.baseUrl, apiKey, chain }
    await payHonestly(shop)
    const before = await measure(shop, () => false)
    const flood = startFlood(shop, await makeVictims(shop), hashes)
    const [during, { posted, refused, seconds }] = await Promise.all([
      measure(shop, flood.isUnderWay),
      flood.end,
    ])
    console.log(
      `honest payment, ratio   ${(median(during) / median(before)).toFixed(2)} under false hashes`,
    )
    tell('before', before)
    tell('during', during)
    console.log(
      `false hashes            ${posted} posted in ${Math.round(seconds)} s from ${addresses} addresses, ` +
        `${refused} refused; on ${server ? 'PostgreSQL' : 'the embedded database'}`,
    )
  } finally {
    await service.end()
    await chain.stop()
    await server?.stop()
    await folder.remove()
  }
}

/** Pays one charge after the other, at any moment of the watcher's turns; goes on while something else does. */
async function measure(shop: Payable, isUnderWay: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (times.length < honest || isUnderWay()) {
    await sleep(Math.random() * 1500)
    const time = await payHonestly(shop)
    if (time !== undefined) times.push(time)
  }
  return times.sort((one, other) => one - other)
}

/** Milliseconds from a report to its credit; undefined where the scan had found the transfer before it was reported. */
async function payHonestly(shop: Payable): Promise<number | undefined> {
  const { baseUrl, apiKey, chain } = shop
  const id = await newCharge(shop)
  const { address } = chain.token('DUSD')
  const hash = await chain.transfer(address, wallet, 5_000_000n, suffixOf(id))
  const start = performance.now()
  try {
    await report(shop, id, hash)
  } catch (error) {
    if (String(error).includes('was answered with 409')) return undefined
    throw error
  }
  const url = `${baseUrl()}/charges/${id}`
  for (;;) {
    const { data } = await send<{ data: ReducedCharge }>({ url, apiKey })
    if (data.status === 'COMPLETED') return performance.now() - start
    await sleep(scanIntervalMs)
  }
}

async function makeVictims(shop: Payable): Promise<string[]> {
  const ids: string[] = []
  while (ids.length <= victims) ids.push(await newCharge(shop))
  return ids
}

/** Posts false hashes from all addresses at once. */
function startFlood(
  { baseUrl, chain }: Payable,
  [first = '', ...many]: readonly string[],
  hashes: number,
) {
  let sent = 0
  let posted = 0
  let refused = 0
  let isUnderWay = true
  const start = performance.now()
  const { address: tokenAddress } = chain.token('DUSD')

  async function post(address: string, id: string): Promise<void> {
    const hash = `0x${randomBytes(32).toString('hex')}`
    const status = await postAsStranger(`${baseUrl()}/pay/${id}/charges/${id}/payments`, address, {
      hash,
      chainId: `${chainId}`,
      tokenAddress,
    })
    if (status === 201) posted += 1
    else if (status === 429) refused += 1
    else throw new Error(`A false hash was answered with ${status}.`)
  }

  async function payer(index: number): Promise<void> {
    for (let turn = 0; sent < hashes; turn += 1) {
      sent += 1
      const id = sent % 2 ? first : (many[(sent / 2) % many.length] ?? first)
      await post(`203.0.113.${index + 1}`, id)
      const due = start + ((turn + 1) * 60_000) / perMinute
      await sleep(Math.max(0, due - performance.now()))
    }
  }

  const end = Promise.all(Array.from({ length: addresses }, (_, index) => payer(index)))
    .finally(() => {
      isUnderWay = false
    })
    .then(() => ({ posted, refused, seconds: (performance.now() - start) / 1000 }))
  return { isUnderWay: () => isUnderWay, end }
}

/** Posts over a connection of its own, as a stranger's, without what `fetch` would cost: the machine's cores are shared. */
async function postAsStranger(url: string, address: string, body: object): Promise<number> {
  const text = JSON.stringify(body)
  const outgoing = request(url, {
    agent: false,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      'x-forwarded-for': address,
    },
  })
  outgoing.end(text)
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  return response.statusCode ?? 0
}

const median = (sorted: readonly number[]) => at(sorted, 0.5)
const at = (sorted: readonly number[], part: number) =>
  sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN

function tell(when: string, sorted: readonly number[]): void {
  const ms = [0, 0.25, 0.75, 1].map((part) => Math.round(at(sorted, part)))
  console.log(
    `  ${when.padEnd(22)}${Math.round(median(sorted))} ms median, half of them ${ms[1]} to ${ms[2]} ms, ` +
      `all ${ms[0]} to ${ms[3]} ms, ${sorted.length} payments`,
  )
}
