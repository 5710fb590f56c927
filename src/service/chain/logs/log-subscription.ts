import { computeBackoffMs } from '../../../api/backoff.ts'
import type { LogSubscription, LogSubscriptionListener } from '../../domain/log-subscription.ts'
import type { TransferFilter } from '../../domain/transfer-logs.ts'
import { redactUrl } from '../nodes/client.ts'
import type { RpcCallListener } from '../nodes/nodes.ts'
import { openSocketConnection, type SocketConnection } from './socket-connection.ts'
import { splitFilter, toLogFilter } from './transfers.ts'

/** The state of a socket that has begun to tell of logs, or has ended. */
export interface SocketState {
  chainId: number
  /** The origin of its URL. */
  node: string
  isOpen: boolean
  /** The reason of a failure, without secrets. */
  why?: string
  /** Connections that have failed in a row. */
  failures: number
}

export type SocketStateListener = (state: SocketState) => void

/** Options of {@link createLogSubscription}. */
export interface LogSubscriptionOptions {
  chainId: number
  /** URLs of sockets in order of preference, at least one. One is used at a time, the next one when it fails. */
  urls: readonly string[]
  listener: LogSubscriptionListener
  /** @default nobody is told */
  onState?: SocketStateListener | undefined
  /** @default the calls are not counted */
  onCall?: RpcCallListener | undefined
}

/** More subscriptions than this are not made: a provider bills and limits each. The chain is then polled. */
const maxSubscriptions = 10
/** Milliseconds until a failed socket is opened again, at first and at most; between them they double. */
const firstRetryMs = 1_000
const maxRetryMs = 10 * 60_000
/** A socket that was open for so long has not failed for a reason that a retry meets again. */
const stableMs = 10 * 60_000

/** Creates a subscription that opens no socket before there is something to watch. */
export function createLogSubscription({
  chainId,
  urls,
  listener,
  onState = () => undefined,
  onCall = () => undefined,
}: LogSubscriptionOptions): LogSubscription {
  /** As it was given, and as it is subscribed to. */
  let given: readonly TransferFilter[] = []
  let wanted: readonly TransferFilter[] = []
  let wantedKey = '[]'
  let connection: SocketConnection | undefined
  let node = ''
  let openedAt = 0
  let failures = 0
  let retryTimer: NodeJS.Timeout | undefined
  let retryAt = 0
  let subscriptionIds: readonly unknown[] = []
  let isSubscribed = false
  let isAskingHead = false

  function connect(): void {
    retryTimer = undefined
    const url = urls[failures % urls.length] ?? ''
    node = redactUrl(url)
    openedAt = performance.now()
    const opened = openSocketConnection(url, {
      onOpen: () => void begin(opened).catch(ignoreClosed),
      onLog: listener.onLog,
      onClose: (why) => retry(opened, why),
      onCall: (method) => onCall({ chainId, node, method }),
    })
    connection = opened
  }

  async function begin(opened: SocketConnection): Promise<void> {
    const actualChainId = Number(await opened.request('eth_chainId', []))
    // It would show blocks that come and no payment, and the chain would be looked at less often for it.
    if (actualChainId !== chainId)
      return opened.close(`it serves chain ${actualChainId}; correct CHAIN_RPC_URLS`)
    await subscribe(opened, [])
  }

  /** Subscribes to what is wanted, and then ends what was subscribed before: in between both tell. */
  async function subscribe(opened: SocketConnection, previous: readonly unknown[]): Promise<void> {
    const key = wantedKey
    const ids: unknown[] = []
    for (const filter of wanted)
      ids.push(await opened.request('eth_subscribe', ['logs', toLogFilter(filter)]))
    for (const id of previous) await opened.request('eth_unsubscribe', [id])
    if (key !== wantedKey) return await subscribe(opened, ids)
    subscriptionIds = ids
    setSubscribed(true)
    onState({ chainId, node, isOpen: true, failures })
  }

  function setSubscribed(isNowSubscribed: boolean): void {
    if (isSubscribed === isNowSubscribed) return
    isSubscribed = isNowSubscribed
    listener.onSubscribed(isNowSubscribed)
  }

  function retry(closed: SocketConnection, why: string): void {
    if (closed !== connection) return
    failures = performance.now() - openedAt >= stableMs ? 1 : failures + 1
    drop(why)
    const bounds = { baseMs: firstRetryMs, maxMs: maxRetryMs, jitter: 0.5 }
    retryAt = performance.now() + computeBackoffMs(failures - 1, bounds)
    connectLater()
  }

  /** Connects when the wait after a failure is over. */
  function connectLater(): void {
    const waitMs = retryAt - performance.now()
    if (waitMs > 0) retryTimer = setTimeout(connect, waitMs).unref()
    else connect()
  }

  function drop(why?: string): void {
    clearTimeout(retryTimer)
    retryTimer = undefined
    const wasOpen = connection !== undefined
    connection?.close()
    connection = undefined
    setSubscribed(false)
    if (wasOpen)
      onState({ chainId, node, isOpen: false, failures, ...(why !== undefined && { why }) })
  }

  return {
    watch(filters) {
      // Asked in every turn, with the same list while nothing has changed.
      if (filters === given) return
      given = filters
      const split = filters.flatMap(splitFilter)
      const next = split.length > maxSubscriptions ? [] : split
      const key = JSON.stringify(next)
      if (key === wantedKey) return
      wanted = next
      wantedKey = key
      if (next.length === 0) return drop()
      if (!connection) {
        if (!retryTimer) connectLater()
        return
      }
      // A subscription under way sees at its end that something else is wanted.
      if (!isSubscribed) return
      setSubscribed(false)
      void subscribe(connection, subscriptionIds).catch(ignoreClosed)
    },
    askHead() {
      if (!connection || !isSubscribed || isAskingHead) return
      isAskingHead = true
      connection
        .request('eth_blockNumber', [])
        .then((text) => {
          if (isBlockNumber(text)) listener.onHead(BigInt(text))
        }, ignoreClosed)
        .finally(() => {
          isAskingHead = false
        })
    },
    close() {
      given = []
      wanted = []
      wantedKey = '[]'
      drop()
    },
  }
}

function isBlockNumber(value: unknown): value is string {
  return typeof value === 'string' && /^0x[\da-f]{1,16}$/i.test(value)
}

/** A connection that ends says why by itself. */
function ignoreClosed(): void {}
