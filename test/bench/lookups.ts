import type { RecordableHistogram } from 'node:perf_hooks'
import pg from 'pg'
import { createDatabase } from '../support/database.ts'
import type { LocalChain } from '../support/local-chain.ts'
import { createAccount, startServiceProcess } from '../support/service.ts'
import { busyPayer, fillShop } from './fill-shop.ts'
import { drive, send } from './http.ts'
import { benchEnvironment, round } from './service.ts'

/** Calls of each kind, and calls under way at once: what is measured is how long one takes, not how many there can be. */
const calls = 300
const width = 2

/** What the URLs are made of, at random. */
interface Sample {
  /** Of a charge, its payment, its event and its refund, of all ages. */
  charge: string
  payment: string
  event: string
  refund: string
  unmatched: string
  /** The oldest of the charges. */
  oldest: string
  endpoint: string
  number: number
  reference: string
  /** Thirty days, as `since=…&before=…`. */
  month: string
}

const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
const nobody = `0x${'cd'.repeat(20)}`

/** Every look-up and list: pages at all places, values that most have, few have, and none has. */
const urls: Record<string, (sample: Sample) => string> = {
  charge: ({ charge }) => `/charges/${charge}`,
  'charges: newest': () => '/charges?limit=100',
  'charges: older': ({ charge }) => `/charges?limit=100&starting_after=${charge}`,
  'charges: last': ({ oldest }) => `/charges?ending_before=${oldest}`,
  'charges: status of many': ({ charge }) => `/charges?status=COMPLETED&starting_after=${charge}`,
  'charges: status of few': () => '/charges?status=CANCELLED',
  'charges: status of none': () => '/charges?status=FAILED',
  'charges: created': ({ month }) => `/charges?${month.replaceAll(/since|before/g, 'created_$&')}`,
  'charges: paid': ({ month }) => `/charges?${month.replaceAll(/since|before/g, 'paid_$&')}`,
  'charges: paid and expired': ({ month }) =>
    `/charges?status=EXPIRED&${month.replaceAll(/since|before/g, 'paid_$&')}`,
  'charges: order number': ({ number }) => `/charges?metadata_key=order&metadata_value=A-${number}`,
  'charges: metadata of all': ({ charge }) =>
    `/charges?metadata_key=channel&metadata_value=web&starting_after=${charge}`,
  'charges: metadata of none': () => '/charges?metadata_key=nothing&metadata_value=web',
  'charges: metadata of all, few': () =>
    '/charges?metadata_key=channel&metadata_value=web&status=CANCELLED',
  'charges: reference': ({ reference }) => `/charges?reference=${reference}`,
  'charges: hash': ({ number }) => `/charges?hash=${hashOf(number)}`,
  'charges: payer of many': ({ charge }) => `/charges?payer=${busyPayer}&starting_after=${charge}`,
  'charges: payer of many, none': () => `/charges?payer=${busyPayer}&status=EXPIRED`,
  'charges: payer of none': () => `/charges?payer=${nobody}`,
  'charges: e-mail of none': () => '/charges?payer_email=nobody@shop.example',
  'charges: amount of most': ({ charge }) => `/charges?amount=5&starting_after=${charge}`,
  'charges: amount of few': () => '/charges?amount=13',
  'charges: amount of none': () => '/charges?amount=77777',
  'charges: amount of most, few': () => '/charges?amount=5&status=CANCELLED',
  'search: order number': ({ number }) => `/charges?search=a-${number}`,
  'search: hash': ({ number }) => `/charges?search=${hashOf(number)}`,
  'search: of all': () => '/charges?search=mug',
  'search: of none': () => '/charges?search=nothing',
  'search: two of all': () => '/charges?search=mug%205',
  payment: ({ payment }) => `/payments/${payment}`,
  'payments: newest': () => '/payments?limit=100',
  'payments: older': ({ payment }) => `/payments?limit=100&starting_after=${payment}`,
  'payments: month': ({ month }) => `/payments?${month}`,
  'payments: status of none': () => '/payments?status=FAILED',
  'payments: payer of many': ({ payment }) =>
    `/payments?payer=${busyPayer}&starting_after=${payment}`,
  'payments: payer of many, none': () => `/payments?payer=${busyPayer}&status=PENDING`,
  'payments: hash': ({ number }) => `/payments?hash=${hashOf(number)}`,
  'payments: charge': ({ charge }) => `/payments?charge=${charge}`,
  event: ({ event }) => `/events/${event}`,
  'events: newest': () => '/events?limit=100',
  'events: older': ({ event }) => `/events?limit=100&starting_after=${event}`,
  'events: month': ({ month }) => `/events?${month}`,
  'events: failed': () => '/events?status=FAILED',
  'events: delivered': ({ event }) => `/events?status=DELIVERED&starting_after=${event}`,
  'events: of an endpoint': ({ event, endpoint }) =>
    `/events?endpoint=${endpoint}&starting_after=${event}`,
  'events: failed of an endpoint': ({ endpoint }) => `/events?endpoint=${endpoint}&status=FAILED`,
  'events: charge': ({ charge }) => `/events?charge=${charge}`,
  'events: delivered of a charge': ({ charge }) => `/events?charge=${charge}&status=DELIVERED`,
  refund: ({ refund }) => `/refunds/${refund}`,
  'refunds: newest': () => '/refunds?limit=100',
  'refunds: older': ({ refund }) => `/refunds?status=COMPLETED&starting_after=${refund}`,
  'refunds: status of none': () => '/refunds?status=NEW',
  'refunds: charge': ({ charge }) => `/charges/${charge}/refunds`,
  'unmatched, suggestions': ({ unmatched }) => `/unmatched-payments/${unmatched}`,
  'unmatched: newest': () => '/unmatched-payments?limit=100',
  'unmatched: older': ({ unmatched }) => `/unmatched-payments?starting_after=${unmatched}`,
  'unmatched: ignored': () => '/unmatched-payments?status=IGNORED',
  'unmatched: assigned': () => '/unmatched-payments?status=ASSIGNED',
  'unmatched: hidden': () => '/unmatched-payments?hidden=true',
  'audit log': () => '/audit-log',
}

/** How long each look-up and page of a large account takes, among so many charges. */
export async function benchLookups(
  server: string,
  chain: LocalChain,
  charges: number,
): Promise<void> {
  const database = await createDatabase(server)
  const environment = benchEnvironment(database.url, chain)
  const { apiKey, id: account } = await createAccount(environment)
  const others: string[] = []
  for (let count = 0; count < 9; count += 1) others.push((await createAccount(environment)).id)
  const client = new pg.Client({ connectionString: database.url })
  // What has ended the connection is told by the statement.
  client.on('error', () => undefined)
  await client.connect()
  const start = performance.now()
  await fillShop(client, [account, ...others], charges)
  console.log(`${round(charges)} charges in ${round((performance.now() - start) / 1000)} s`)
  const samples = await readSamples(client, account, charges)
  await client.end()
  const service = await startServiceProcess(environment)
  const ask = async (name: string, count: number): Promise<RecordableHistogram> => {
    let left = count
    const { times } = await drive(width, () => {
      const sample = samples[Math.floor(Math.random() * samples.length)]
      const path = sample && urls[name]?.({ ...sample, month: randomMonth() })
      return left-- > 0 && path ? () => send({ url: service.baseUrl + path, apiKey }) : undefined
    })
    return times
  }
  console.log(`Look-ups and pages      ${round(charges)} charges, ${calls} calls each, ms`)
  for (const name of Object.keys(urls)) {
    try {
      // How fast a disk is that nobody has read from is not what is asked.
      await ask(name, 60)
      const times = await ask(name, calls)
      const [p50, p99] = [50, 99].map((part) => (times.percentile(part) / 1000).toFixed(1))
      console.log(`  ${name.padEnd(32)}p50 ${p50}, p99 ${p99}`)
    } catch (error) {
      // The others were asked of the same charges, which take minutes to make.
      console.log(`  ${name.padEnd(32)}${(error as Error).message}`)
    }
  }
  await service.end()
  await database.remove()
}

async function readSamples(
  client: pg.Client,
  account: string,
  charges: number,
): Promise<Omit<Sample, 'month'>[]> {
  const { rows } = await client.query<Omit<Sample, 'month'>>(
    `select charge_id as charge, payment.id as payment, reference, charge.seq::int as number,
        (select id from webhook_events where charge_id = charge.id limit 1) as event,
        (select id from refunds where account_id = $1 offset (random() * $2)::int limit 1) as refund,
        (select id from transfers where account_id = $1 and status = 'UNMATCHED'
          and payment.id is not null order by random() limit 1) as unmatched,
        (select id from charges where account_id = $1 order by created_at limit 1) as oldest,
        (select id from webhook_endpoints where account_id = $1) as endpoint
      from payments as payment join charges as charge on charge.id = charge_id
      where payment.account_id = $1 order by md5(payment.id::text) limit 200`,
    // Of which there are more.
    [account, charges / 50],
  )
  return rows
}

/** A range of 30 days in the year of the charges. */
function randomMonth(): string {
  const day = 86_400_000
  const since = Date.now() - (30 + Math.floor(Math.random() * 335)) * day
  const [from, to] = [since, since + 30 * day].map((time) => new Date(time).toISOString())
  return `since=${from}&before=${to}`
}
