import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, type Known, listBodyCalls, listHeadCalls } from '../attack/requests/calls.ts'
import { doors } from '../attack/requests/doors.ts'
import { chainEnvironment } from '../support/harness.ts'
import { startLocalChain } from '../support/local-chain.ts'
import { startPostgres } from '../support/postgres.ts'
import { createAccount, startServiceProcess, temporaryFolder } from '../support/service.ts'
import { withOptions } from '../support/service-options.ts'
import { drive } from './http.ts'
import { newCharge } from './writes.ts'

// `npm run bench -- health`: do hostile requests keep others waiting? Measured is the time of `GET /healthz`, one after the other:
// first in peace, then while strangers send the calls of the request fuzzer to every route, as fast as they are answered. No limit
// of calls is set, so that every call is read. On PostgreSQL where the machine has it, else on the embedded database.

/** Strangers who call at once. */
const width = 4
/** Looks in peace, and the milliseconds between two of them. */
const looks = 200
const lookMs = 10

/** Measures and prints. */
export async function benchHealth(): Promise<void> {
  const server = await startPostgres()
  const folder = await temporaryFolder()
  const chain = await startLocalChain()
  const environment = {
    ...chainEnvironment(chain),
    ...(server ? { DATABASE_URL: server.url } : { DATA_DIR: folder.path }),
    ...{ RATE_LIMIT: '0', RATE_LIMIT_REPORTS: '0', ...withOptions({ rateLimitAddress: 0 }) },
    LOG_LEVEL: 'error',
  }
  const { apiKey } = await createAccount(environment)
  const service = await startServiceProcess(environment)
  try {
    const { baseUrl } = service
    const chargeId = await newCharge({ baseUrl: () => baseUrl, apiKey, chain })
    const calls = listHostileCalls({ baseUrl, chargeId, callers: [{ formToken: '' }] })
    const url = `${baseUrl}/healthz`
    let left = looks
    const before = await measure(url, () => left-- > 0)
    let isUnderWay = true
    const flood = drive(width, nextOf(calls, baseUrl)).finally(() => {
      isUnderWay = false
    })
    const during = await measure(url, () => isUnderWay)
    const { perSecond } = await flood
    tell('in peace', before)
    tell('among hostile requests', during)
    console.log(`hostile requests         ${calls.length}, ${Math.round(perSecond)} per second`)
  } finally {
    await service.end()
    await chain.stop()
    await server?.stop()
    await folder.remove()
  }
}

function listHostileCalls(known: Known): Call[] {
  return doors
    .filter(({ at }) => at === 'service')
    .flatMap((door, turn) => [
      ...listHeadCalls(door, turn, known),
      ...listBodyCalls(door, turn, known),
    ])
}

const nextOf = (calls: readonly Call[], baseUrl: string) => {
  const queue = calls.values()
  return () => {
    const { value } = queue.next()
    return value && (() => send(value, baseUrl))
  }
}

async function send({ door, path, headers = {}, body }: Call, baseUrl: string): Promise<void> {
  const init = {
    method: door.method,
    // Strangers are many: each call has a connection of its own.
    headers: { ...headers, connection: 'close' },
    redirect: 'manual',
    ...(body && { body }),
  } as const
  await (await fetch(baseUrl + path, init)).arrayBuffer()
}

/** Returns the microseconds of one look after the other. */
async function measure(url: string, goesOn: () => boolean): Promise<RecordableHistogram> {
  const times = createHistogram()
  while (goesOn()) {
    const start = performance.now()
    const response = await fetch(url)
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${url} was answered with ${response.status}.`)
    times.record(Math.max(1, Math.round((performance.now() - start) * 1000)))
    await sleep(lookMs)
  }
  return times
}

function tell(when: string, times: RecordableHistogram): void {
  const ms = [50, 99, 100].map((part) => (times.percentile(part) / 1000).toFixed(1))
  console.log(
    `/healthz ${when.padEnd(24)}${ms[0]} ms median, ${ms[1]} ms p99, ${ms[2]} ms at most, ${times.count} looks`,
  )
}
