import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What an operator's Prometheus is told. Names end in their unit, as its naming practices ask. */
export interface Metrics {
  /** Seconds of a call, by the route's pattern: an address would make a series of its own. */
  answered(method: string, route: string, status: number, seconds: number): void
  payment(outcome: 'reported' | 'completed' | 'failed' | 'reopened'): void
  webhook(outcome: 'delivered' | 'failed' | 'given_up'): void
  limited(kind: LimitKind): void
  /** The newest block that the watcher read. */
  head(chainId: number, block: bigint): void
  /** The last block whose transfers are all found. */
  scanned(chainId: number, block: bigint): void
  /** What waits for somebody's decision, and what was reported and is not on the chain. */
  waiting(counts: { unmatched: number; reports: number }): void
  /** By how much this machine's clock is ahead of a chain's newest blocks, in milliseconds. */
  clockOffset(chainId: number, milliseconds: number): void
  /** The text that is scraped, and its content type. */
  read(): Promise<{ text: string; type: string }>
}

/** Whose limit a call was refused by: an api-key's, an address's, one payer's, or that of all payers of an api-key. */
export type LimitKind = 'key' | 'address' | 'payer' | 'reporter' | 'payers'

/** Seconds: from what a database takes to what nobody waits for. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Makes the metrics of one service, with those of its process. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const counter = <const Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `pay_charge_${name}`, help, labelNames, registers })
  const calls = new Histogram({
    name: 'pay_charge_http_request_duration_seconds',
    help: 'Time to answer a call.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  })
  const payments = counter('payments_total', 'Payments by what became of them.', ['outcome'])
  const tries = counter('webhook_tries_total', 'Tries to deliver a webhook.', ['outcome'])
  const limited = counter('rate_limited_total', 'Calls refused by a rate limit.', ['kind'])
  const watched = watcherGauges(registry)
  const unmatched = new Gauge({
    name: 'pay_charge_unmatched_transfers',
    help: 'Transfers that no charge can claim, and that nobody has decided of.',
    registers,
  })
  const reports = new Gauge({
    name: 'pay_charge_waiting_reports',
    help: 'Reported transactions that the chain has not shown.',
    registers,
  })
  const clock = new Gauge({
    name: 'pay_charge_clock_offset_seconds',
    help: 'By how much the clock is ahead of a chain’s newest blocks.',
    labelNames: ['chain'] as const,
    registers,
  })
  // Named from the start, so that the first one counts as an increase.
  for (const outcome of ['reported', 'completed', 'failed']) payments.inc({ outcome }, 0)
  for (const outcome of ['delivered', 'failed', 'given_up']) tries.inc({ outcome }, 0)
  return {
    answered: (method, route, status, seconds) => calls.observe({ method, route, status }, seconds),
    payment: (outcome) => payments.inc({ outcome }),
    webhook: (outcome) => tries.inc({ outcome }),
    limited: (kind) => limited.inc({ kind }),
    ...watched,
    waiting: (counts) => {
      unmatched.set(counts.unmatched)
      reports.set(counts.reports)
    },
    clockOffset: (chainId, milliseconds) => clock.set({ chain: chainId }, milliseconds / 1000),
    read: async () => ({ text: await registry.metrics(), type: registry.contentType }),
  }
}

/** Blocks, by chain. A process that does not watch a chain says nothing of it. */
function watcherGauges(registry: Registry): Pick<Metrics, 'head' | 'scanned'> {
  const gauge = (name: string, help: string) =>
    new Gauge({
      name: `pay_charge_${name}`,
      help,
      labelNames: ['chain'] as const,
      registers: [registry],
    })
  const heads = gauge('chain_head_block', 'Newest block of a chain, as the watcher read it.')
  const read = gauge('chain_head_read_timestamp_seconds', 'When the newest block was read.')
  const scans = gauge('watcher_scanned_block', 'Last block whose transfers are all found.')
  const lag = gauge('watcher_lag_blocks', 'Blocks that the watcher is behind the chain.')
  const known = new Map<number, { head?: bigint; scanned?: bigint }>()
  const learn = (chainId: number, news: { head?: bigint; scanned?: bigint }) => {
    const now = { ...known.get(chainId), ...news }
    known.set(chainId, now)
    const { head, scanned } = now
    if (head === undefined || scanned === undefined) return
    lag.set({ chain: chainId }, Math.max(0, Number(head - scanned)))
  }
  return {
    head(chainId, block) {
      heads.set({ chain: chainId }, Number(block))
      read.set({ chain: chainId }, Date.now() / 1000)
      learn(chainId, { head: block })
    },
    scanned(chainId, block) {
      scans.set({ chain: chainId }, Number(block))
      learn(chainId, { scanned: block })
    },
  }
}
