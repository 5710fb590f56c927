import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { WaitingCounts } from '../chain/types/watch.ts'
import type { RelayerState } from '../relayer/relayer.ts'
import { createFxMetrics, type FxMetrics } from './fx-metrics.ts'

/** Records the metrics of the service for Prometheus. Names end in their unit, as its naming practices ask. */
export interface Metrics extends FxMetrics {
  /** Records how long a call took, by the route's pattern: each path would create a separate time series. */
  recordRequest(method: string, route: string, status: number, seconds: number): void
  /** Counts a change of a payment. */
  countPayment(outcome: 'reported' | 'completed' | 'failed' | 'reopened'): void
  /** Counts a change of a refund's transfer on the chain. */
  countRefund(outcome: RefundMetric): void
  /** Counts an attempt to deliver a webhook. */
  countWebhookAttempt(outcome: 'delivered' | 'failed' | 'given_up'): void
  /** Counts an attempt to send a message. */
  countMail(outcome: MailMetric): void
  /** Records the messages that wait, and the age of the oldest in milliseconds. */
  recordWaitingMail(waiting: { count: number; oldestMs: number }): void
  /** Counts a call that a rate limit refused. */
  countRateLimited(kind: RateLimitKind): void
  /** Counts a node that did not confirm another node's data of its chain. */
  countDisagreement(chainId: number, node: string): void
  /** Counts a transaction that names a charge but pays another address. */
  countMisdirected(chainId: number): void
  /** Counts a signed transfer that the relayer has sent, or could not send in time. */
  countRelay(chainId: number, outcome: 'USED' | 'FAILED'): void
  /** Counts the answer to a signed transfer that a payer submitted. */
  countRelayRequest(
    chainId: number,
    outcome: 'relaying' | 'refused' | 'unsupported' | 'limited' | 'unavailable',
  ): void
  /** Records the balances and open transactions of the relayer's accounts on a chain. */
  recordRelayer(chainId: number, state: RelayerState): void
  /** Counts a call to a node. `node` is the origin of its URL. */
  countRpcCall(call: { chainId: number; node: string; method: string }): void
  /** Records the newest block that the watcher read. */
  recordHead(chainId: number, block: bigint): void
  /** Records the last block up to which all transfers are found. */
  recordScannedBlock(chainId: number, block: bigint): void
  /** Records how much work waits. */
  recordWaiting(counts: WaitingCounts): void
  /** Records whether the database answers. */
  recordDatabase(isReachable: boolean): void
  /** Records by how many milliseconds this machine's clock is ahead of a chain's newest blocks. */
  recordClockOffset(chainId: number, offsetMs: number): void
  /** Returns the text that Prometheus scrapes, and its content type. */
  read(): Promise<{ text: string; type: string }>
}

export const refundMetrics = ['pending', 'confirmed', 'failed', 'reopened'] as const
/** The state of a refund's transfer on the chain; `reopened`: a reorganization removed it. */
export type RefundMetric = (typeof refundMetrics)[number]

const mailMetrics = ['sent', 'failed', 'given_up', 'unknown'] as const
/** The outcome of an attempt to send a message; `unknown`: it may have been sent, and is not repeated. */
export type MailMetric = (typeof mailMetrics)[number]

const rateLimitKinds = [
  'key',
  'address',
  'payer',
  'reporter',
  'payers',
  'sign-in',
  'opener',
  'link',
] as const

/** The limit that refused a call: an api-key's, an address's, one payer's, that of all payers of an api-key, or that of a
 * payment link. */
export type RateLimitKind = (typeof rateLimitKinds)[number]

/** Histogram buckets in seconds, from the time of one database query to the longest wait of a caller. */
const durationBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Creates the metrics of one service on these chains, including those of its process. */
export function createMetrics(chainIds: readonly number[]): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requestDuration = new Histogram({
    name: 'pay_charge_http_request_duration_seconds',
    help: 'Time to reply to a call.',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBuckets,
    registers,
  })
  const counters = createCounters(registry, chainIds)
  const watcherMetrics = createWatcherGauges(registry, chainIds)
  const recordWaiting = createWaitingGauges(registry)
  const database = new Gauge({
    name: 'pay_charge_database_up',
    help: '1 when the database answers, 0 when it does not; asked when this is read.',
    registers,
  })
  const clockOffset = new Gauge({
    name: 'pay_charge_clock_offset_seconds',
    help: 'By how much the clock is ahead of a chain’s newest blocks.',
    labelNames: ['chain'] as const,
    registers,
  })
  return {
    recordRequest: (method, route, status, seconds) =>
      requestDuration.observe({ method, route, status }, seconds),
    ...counters,
    recordRelayer: createRelayerGauges(registry, chainIds),
    ...watcherMetrics,
    ...createFxMetrics(registry),
    recordWaiting,
    recordWaitingMail: createMailGauges(registry),
    recordDatabase: (isReachable) => database.set(isReachable ? 1 : 0),
    recordClockOffset: (chainId, milliseconds) =>
      clockOffset.set({ chain: chainId }, milliseconds / 1000),
    read: async () => ({ text: await registry.metrics(), type: registry.contentType }),
  }
}

type CounterCreator = ReturnType<typeof createCounterCreator>

const createCounterCreator =
  (registry: Registry) =>
  <const Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `pay_charge_${name}`, help, labelNames, registers: [registry] })

/** Creates what is counted. */
function createCounters(registry: Registry, chainIds: readonly number[]) {
  const createCounter = createCounterCreator(registry)
  const payments = createCounter('payments_total', 'Payments by outcome.', ['outcome'])
  const refunds = createCounter('refunds_total', 'Transfers of refunds by outcome.', ['outcome'])
  const webhookAttempts = createCounter('webhook_tries_total', 'Attempts to deliver a webhook.', [
    'outcome',
  ])
  const mail = createCounter('mail_tries_total', 'Attempts to send a message by mail.', ['outcome'])
  const rateLimited = createCounter('rate_limited_total', 'Calls refused by a rate limit.', [
    'kind',
  ])
  // Created with 0, so that Prometheus sees the first one as an increase.
  for (const outcome of ['reported', 'completed', 'failed', 'reopened'])
    payments.inc({ outcome }, 0)
  for (const outcome of refundMetrics) refunds.inc({ outcome }, 0)
  for (const outcome of ['delivered', 'failed', 'given_up']) webhookAttempts.inc({ outcome }, 0)
  for (const outcome of mailMetrics) mail.inc({ outcome }, 0)
  for (const kind of rateLimitKinds) rateLimited.inc({ kind }, 0)
  return {
    countPayment: (outcome) => payments.inc({ outcome }),
    countRefund: (outcome) => refunds.inc({ outcome }),
    countWebhookAttempt: (outcome) => webhookAttempts.inc({ outcome }),
    countMail: (outcome) => mail.inc({ outcome }),
    countRateLimited: (kind) => rateLimited.inc({ kind }),
    ...createNodeCounters(createCounter, chainIds),
    ...createRelayCounters(createCounter, chainIds),
  } satisfies Partial<Metrics>
}

/** Creates the counters of what nodes are asked and answer. */
function createNodeCounters(createCounter: CounterCreator, chainIds: readonly number[]) {
  const disagreements = createCounter(
    'node_disagreements_total',
    'Times that a node did not show a payment that another node of its chain showed.',
    ['chain', 'node'],
  )
  const misdirected = createCounter(
    'payments_misdirected_total',
    'Transactions that name a charge but pay another address.',
    ['chain'],
  )
  const rpcCalls = createCounter('rpc_calls_total', 'JSON-RPC calls sent to a node.', [
    'chain',
    'node',
    'method',
  ])
  for (const chain of chainIds) misdirected.inc({ chain }, 0)
  return {
    countDisagreement: (chain, node) => disagreements.inc({ chain, node }),
    countMisdirected: (chain) => misdirected.inc({ chain }),
    countRpcCall: ({ chainId, node, method }) => rpcCalls.inc({ chain: chainId, node, method }),
  } satisfies Partial<Metrics>
}

/** Creates the counters of the relayer. */
function createRelayCounters(createCounter: CounterCreator, chainIds: readonly number[]) {
  const relays = createCounter(
    'relays_total',
    'Signed transfers that the relayer has sent (used), or could not send in time (failed).',
    ['chain', 'outcome'],
  )
  const relayRequests = createCounter(
    'relay_requests_total',
    'Signed transfers that payers submitted, by answer.',
    ['chain', 'outcome'],
  )
  for (const chain of chainIds) {
    for (const outcome of ['used', 'failed']) relays.inc({ chain, outcome }, 0)
    for (const outcome of ['relaying', 'refused', 'unsupported', 'limited', 'unavailable'])
      relayRequests.inc({ chain, outcome }, 0)
  }
  return {
    countRelay: (chain, outcome) => relays.inc({ chain, outcome: outcome.toLowerCase() }),
    countRelayRequest: (chain, outcome) => relayRequests.inc({ chain, outcome }),
  } satisfies Partial<Metrics>
}

/** Creates the gauges of waiting work. Only a process that watches a chain sets them. */
function createWaitingGauges(registry: Registry): Metrics['recordWaiting'] {
  const createGauge = (name: string, help: string) =>
    new Gauge({ name: `pay_charge_${name}`, help, registers: [registry] })
  const gauges: Readonly<Record<keyof WaitingCounts, Gauge>> = {
    unmatched: createGauge(
      'unmatched_transfers',
      'Unmatched transfers that await a decision, without those that are listed separately.',
    ),
    reports: createGauge('waiting_reports', 'Reported transactions that the chain has not shown.'),
    unread: createGauge(
      'unread_transactions',
      'Transactions that were found on a chain and could not be read.',
    ),
    webhooks: createGauge('waiting_webhooks', 'Webhook events that wait for their delivery.'),
    failingEndpoints: createGauge(
      'failing_webhook_endpoints',
      'Webhook endpoints to which a delivery has failed and waits.',
    ),
    charges: createGauge('open_charges', 'Charges that can be paid.'),
    refunds: createGauge(
      'refunds_unsettled',
      'Refunds whose wallet was asked more than an hour ago, and whose transfer is not known.',
    ),
  }
  return (counts) => {
    for (const [name, gauge] of Object.entries(gauges))
      gauge.set(counts[name as keyof WaitingCounts])
  }
}

/** Creates the gauges of mail. Only a process that sends it sets them. */
function createMailGauges(registry: Registry): Metrics['recordWaitingMail'] {
  const registers = [registry]
  const count = new Gauge({
    name: 'pay_charge_waiting_mail',
    help: 'Messages that wait to be sent.',
    registers,
  })
  const oldest = new Gauge({
    name: 'pay_charge_mail_oldest_seconds',
    help: 'Age of the oldest message that waits.',
    registers,
  })
  return (waiting) => {
    count.set(waiting.count)
    oldest.set(waiting.oldestMs / 1000)
  }
}

/** Creates the gauges of the relayer. Only a process that watches a chain sets its balances. */
function createRelayerGauges(
  registry: Registry,
  chainIds: readonly number[],
): Metrics['recordRelayer'] {
  const createGauge = <const Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
  ) => new Gauge({ name: `pay_charge_${name}`, help, labelNames, registers: [registry] })
  const balances = createGauge(
    'relayer_balance_coins',
    'Native currency of an account of the relayer.',
    ['chain', 'account'],
  )
  const left = createGauge(
    'relayer_transactions_left',
    'Transactions that an account of the relayer can pay for, each at RELAY_MAX_FEE.',
    ['chain', 'account'],
  )
  const blocked = createGauge(
    'relayer_account_blocked',
    '1 where an account of the relayer waits for a nonce, and accepts nothing.',
    ['chain', 'account'],
  )
  const waiting = createGauge(
    'relays_under_way',
    'Transactions of the relayer that are not final.',
    ['chain'],
  )
  const oldest = createGauge('relay_oldest_seconds', 'Age of the oldest of them.', ['chain'])
  for (const chain of chainIds) {
    waiting.set({ chain }, 0)
    oldest.set({ chain }, 0)
  }
  return (chain, { accounts, open }) => {
    for (const { account, balance, transactionsLeft, blockedBy } of accounts) {
      blocked.set({ chain, account }, blockedBy === undefined ? 0 : 1)
      balances.set({ chain, account }, Number(balance) / 1e18)
      left.set({ chain, account }, transactionsLeft)
    }
    waiting.set({ chain }, open.length)
    oldest.set({ chain }, Math.max(0, ...open.map(({ ageMs }) => ageMs / 1000)))
  }
}

/** Creates the gauges of blocks by chain. A process that does not watch a chain has no value for it. */
function createWatcherGauges(
  registry: Registry,
  chainIds: readonly number[],
): Pick<Metrics, 'recordHead' | 'recordScannedBlock'> {
  const createGauge = (name: string, help: string) =>
    new Gauge({
      name: `pay_charge_${name}`,
      help,
      labelNames: ['chain'] as const,
      registers: [registry],
    })
  const heads = createGauge('chain_head_block', 'Newest block of a chain, as the watcher read it.')
  const headReadAt = createGauge(
    'chain_head_read_timestamp_seconds',
    'When the newest block was read; 0 for never.',
  )
  const scans = createGauge('watcher_scanned_block', 'Last block whose transfers are all found.')
  const lag = createGauge('watcher_lag_blocks', 'Blocks that the watcher is behind the chain.')
  // A node that fails from the start is seen as well.
  for (const chain of chainIds) headReadAt.set({ chain }, 0)
  const progressByChain = new Map<number, { head?: bigint; scanned?: bigint }>()
  const updateLag = (chainId: number, update: { head?: bigint; scanned?: bigint }) => {
    const progress = { ...progressByChain.get(chainId), ...update }
    progressByChain.set(chainId, progress)
    const { head, scanned } = progress
    if (head === undefined || scanned === undefined) return
    lag.set({ chain: chainId }, Math.max(0, Number(head - scanned)))
  }
  return {
    recordHead(chainId, block) {
      heads.set({ chain: chainId }, Number(block))
      headReadAt.set({ chain: chainId }, Date.now() / 1000)
      updateLag(chainId, { head: block })
    },
    recordScannedBlock(chainId, block) {
      scans.set({ chain: chainId }, Number(block))
      updateLag(chainId, { scanned: block })
    },
  }
}
