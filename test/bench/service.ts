import { chainEnvironment } from '../support/harness.ts'
import { type LocalChain, startLocalChain } from '../support/local-chain.ts'
import { startPostgres } from '../support/postgres.ts'
import { createAccount, type ServiceProcess, startServiceProcess } from '../support/service.ts'
import { withOptions } from '../support/service-options.ts'
import { benchBooks } from './books.ts'
import { benchCredits } from './credits.ts'
import { benchExpiry } from './expiry.ts'
import { width } from './http.ts'
import { benchLists } from './lists.ts'
import { benchLookups } from './lookups.ts'
import { benchMemory } from './memory.ts'
import { insertsPerSecond } from './pgbench.ts'
import { benchWrites } from './writes.ts'

/** Two processes of the service on one PostgreSQL, and who calls them. */
export interface Bench {
  services: readonly [ServiceProcess, ServiceProcess]
  apiKey: string
  databaseUrl: string
  chain: LocalChain
  /** The address of either process, one after the other. */
  baseUrl: () => string
}

export interface ServiceBenchOptions {
  /** Minutes that memory is watched under load. */
  minutes: number
  /** Charges of the large account, and those that expire. */
  charges: number
  /** PostgreSQL's `shared_buffers`; its own default is 128MB. */
  sharedBuffers: string
  /** What is measured: `lists`, `lookups`, `books`, `expiry`, `credits`, `writes`, `memory`. @default all of it */
  parts: readonly string[]
}

/** `npm run bench -- service`: figures of the service on PostgreSQL, each as a ratio to something of the same run. */
export async function benchService({
  minutes,
  charges,
  sharedBuffers,
  parts,
}: ServiceBenchOptions): Promise<void> {
  const isMeasured = (part: string) => parts.length === 0 || parts.includes(part)
  const server = await startPostgres(undefined, [`shared_buffers=${sharedBuffers}`])
  if (!server)
    throw new Error('There is no PostgreSQL: install it, on Debian the package postgresql.')
  const chain = await startLocalChain()
  try {
    const inserts = await insertsPerSecond(server.url)
    console.log(`pgbench, one INSERT     ${round(inserts)} a second, ${width} clients`)
    if (isMeasured('lists')) await benchLists(server.url, chain, charges)
    if (isMeasured('lookups')) await benchLookups(server.url, chain, charges)
    if (isMeasured('books')) await benchBooks(server.url, chain, charges)
    if (isMeasured('expiry')) await benchExpiry(server.url, chain, charges)
    if (isMeasured('credits')) await benchCredits(server.url)
    const bench = await startBench(server.url, chain)
    if (isMeasured('writes')) await benchWrites(bench)
    if (isMeasured('memory')) await benchMemory(bench, minutes)
    await Promise.all(bench.services.map((one) => one.end()))
  } finally {
    await chain.stop()
    await server.stop()
  }
}

async function startBench(databaseUrl: string, chain: LocalChain): Promise<Bench> {
  const environment = benchEnvironment(databaseUrl, chain)
  const { apiKey } = await createAccount(environment)
  const services = await Promise.all([
    startServiceProcess(environment),
    startServiceProcess(environment),
  ])
  let turn = 0
  const baseUrl = () => {
    turn += 1
    return (services[turn % 2] ?? services[0]).baseUrl
  }
  return { services, apiKey, databaseUrl, chain, baseUrl }
}

/** The settings of a service under load. */
export function benchEnvironment(databaseUrl: string, chain: LocalChain) {
  return {
    ...chainEnvironment(chain),
    DATABASE_URL: databaseUrl,
    RATE_LIMIT: '0',
    LOG_LEVEL: 'info',
    ...withOptions({ rateLimitAddress: 0, isMetricsPublic: true }),
  }
}

export const round = (value: number) => Math.round(value).toLocaleString('en-US')

/** SQL for an id as the service makes it (domain/id.ts): it begins with the time. */
export function idOf(time: string): string {
  const milliseconds = `(extract(epoch from ${time}) * 1000)::bigint`
  return `overlay(overlay(gen_random_uuid()::text placing lpad(to_hex(${milliseconds} >> 16), 8, '0') from 1)
    placing lpad(to_hex(${milliseconds} & 65535), 4, '0') || '-7' from 10)::uuid`
}
