import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { setImmediate as nextRound } from 'node:timers/promises'
import { pino } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import { createChains } from '../../src/service/chain/chains.ts'
import {
  createLogSubscription,
  type SocketState,
} from '../../src/service/chain/logs/log-subscription.ts'
import type { Chains } from '../../src/service/domain/chains.ts'
import type { LogSubscriptionListener } from '../../src/service/domain/log-subscription.ts'
import type { TransferLog } from '../../src/service/domain/transfer-logs.ts'
import { createAnnouncements } from '../../src/service/watcher/scan/announcements.ts'
import { createWatcher, type WatcherOptions } from '../../src/service/watcher/watcher.ts'
import { mockTime } from '../support/mock-time.ts'
import { until } from '../support/wait.ts'

const chainId = 31_337
const address = `0x${'12'.repeat(20)}`
const filters = [{ tokens: [address], recipients: [address] }]

interface Call {
  id: number
  method: string
  params: unknown[]
}

const answers: Record<string, unknown> = { eth_chainId: '0x7a69', eth_subscribe: '0x1' }

/** Answers as a node does. */
const answerWell = (socket: WebSocket, { id, method }: Call) =>
  socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] ?? true }))

/** Starts a node that answers in this way, and a subscription to it. The URL ends with a key. */
async function subscribe(t: TestContext, answer: (socket: WebSocket, call: Call) => void) {
  const calls: Call[] = []
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket) =>
    socket.on('message', (data) => {
      const call = JSON.parse(String(data)) as Call
      calls.push(call)
      answer(socket, call)
    }),
  )
  await once(server, 'listening')
  const states: SocketState[] = []
  const logs: string[] = []
  const url = `ws://user:hunter2@127.0.0.1:${(server.address() as AddressInfo).port}/v2/topsecret?key=hush`
  const ignore = () => undefined
  const subscription = createLogSubscription({
    ...{ chainId, urls: [url] },
    listener: { onSubscribed: ignore, onHead: ignore, onLog: (hash) => logs.push(hash) },
    onState: (state) => states.push(state),
  })
  t.after(() => {
    subscription.close()
    server.close()
    for (const socket of server.clients) socket.terminate()
  })
  subscription.watch(filters)
  return { calls, states, logs, server, subscription }
}

const firstState = (states: SocketState[]) => until('the socket', () => states[0])

describe('a connection ends, without a secret in the reason, when the node', () => {
  const faults: Record<string, [(socket: WebSocket, call: Call) => void, RegExp]> = {
    'serves another chain': [
      (socket, { id }) => socket.send(JSON.stringify({ id, result: '0x1' })),
      /^it serves chain 1; correct CHAIN_RPC_URLS$/,
    ],
    'sends a message that is too long': [
      (socket) => socket.send('x'.repeat(1_000_000)),
      /^Max payload size exceeded$/,
    ],
    'refuses the subscription, with a secret in its words': [
      (socket, call) =>
        call.method === 'eth_subscribe'
          ? socket.send(
              JSON.stringify({ id: call.id, error: { code: -32601, message: 'topsecret hush' } }),
            )
          : answerWell(socket, call),
      /^it refuses eth_subscribe \(code -32601\)$/,
    ],
    'sends what is no JSON, without end': [
      (socket) => {
        for (let count = 0; count < 100; count += 1) socket.send('{')
      },
      /^it tells so much that polling costs less$/,
    ],
    'hangs up': [(socket) => socket.close(), /^it was closed \(code 1005\)$/],
  }
  for (const [name, [answer, reason]] of Object.entries(faults))
    test(name, async (t) => {
      const { states } = await subscribe(t, answer)
      const state = await firstState(states)
      assert.equal(state.isOpen, false)
      assert.match(String(state.why), reason)
      assert.doesNotMatch(JSON.stringify(state), /hunter2|topsecret|hush/)
    })

  test('is not there', async () => {
    const states: SocketState[] = []
    const ignore = () => undefined
    const subscription = createLogSubscription({
      ...{ chainId, urls: ['ws://127.0.0.1:9/topsecret'], onState: (state) => states.push(state) },
      listener: { onSubscribed: ignore, onHead: ignore, onLog: ignore },
    })
    subscription.watch(filters)
    const { node, why } = await firstState(states)
    subscription.close()
    assert.equal(node, 'ws://127.0.0.1:9')
    assert.match(String(why), /ECONNREFUSED/)
  })
})

test('what is watched changes without a gap: the new subscription is made before the old one ends', async (t) => {
  const { calls, states, server, subscription } = await subscribe(t, answerWell)
  assert.equal((await firstState(states)).isOpen, true)
  subscription.watch([...filters, { tokens: [address], recipients: [`0x${'34'.repeat(20)}`] }])
  await until('the change', () => (states.length > 1 ? true : undefined))
  assert.deepEqual(
    calls.map(({ method }) => method),
    [...['eth_chainId', 'eth_subscribe'], ...['eth_subscribe', 'eth_subscribe', 'eth_unsubscribe']],
  )
  subscription.watch(filters)
  subscription.watch([])
  await until('the end', () => (server.clients.size === 0 ? true : undefined))
})

test('more recipients than ten subscriptions hold are polled', async (t) => {
  const { calls, states, server, subscription } = await subscribe(t, answerWell)
  await firstState(states)
  const recipients = Array.from(
    { length: 2001 },
    (_, index) => `0x${String(index).padStart(40, '0')}`,
  )
  subscription.watch([{ tokens: [address], recipients }])
  await until('the end', () => (server.clients.size === 0 ? true : undefined))
  assert.equal(calls.filter(({ method }) => method === 'eth_subscribe').length, 1)
})

test('a chain with a socket alone cannot be read', () => {
  const create = (urls: string[]) =>
    createChains({
      rpcUrls: new Map([[chainId, urls]]),
      confirmations: new Map(),
      ...{ tokens: [], feeds: [], ensRpcUrl: undefined },
    })
  assert.throws(() => create(['wss://node.example/topsecret']), {
    code: 'invalid_setting',
    message: /^CHAIN_RPC_URLS of chain 31337 must have a URL that begins with https:/,
  })
  assert.equal(create(['wss://node.example', 'https://node.example']).getNodeCount(chainId), 1)
})

describe('announcements', () => {
  const paceMs = 4000
  const found = (hash: string, blockNumber: bigint) => ({ hash, blockNumber }) as TransferLog
  const hash = (digit: string) => `0x${digit.repeat(64)}`

  /** Announcements whose socket is played by the test, with a socket that is relied on. */
  function listen(t: TestContext) {
    const time = mockTime(1_000_000)
    t.after(() => time.reset())
    let listener: LogSubscriptionListener | undefined
    let wakes = 0
    const chains = {
      createLogSubscription(_: number, given: LogSubscriptionListener) {
        listener = given
        return { watch: () => undefined, askHead: () => undefined, close: () => undefined }
      },
    } as Partial<Chains> as Chains
    const log = pino({ level: 'silent' })
    const made = createAnnouncements({ chains, log }, chainId, paceMs, () => {
      wakes += 1
    })
    assert.ok(made && listener)
    const socket = listener
    let head = 100n
    const tools = {
      time,
      socket,
      wakes: () => wakes,
      look: (...logs: TransferLog[]) => made.beginLook()(head, logs),
      interval: (hasLogsAlone = true, normalMs = paceMs) =>
        made.computeIntervalMs({ filters, normalMs, hasLogsAlone }),
      /** Lets time pass, with a block each 2 s. */
      pass(milliseconds: number) {
        time.pass(milliseconds)
        head += BigInt(milliseconds / 2000)
        socket.onHead(head)
      },
    }
    socket.onSubscribed(true)
    tools.look()
    tools.pass(paceMs)
    return tools
  }

  test('make looks rarer while blocks come, and not for native currency, which has no logs', (t) => {
    const { interval, pass } = listen(t)
    assert.equal(interval(), 4 * paceMs)
    assert.equal(interval(false), paceMs)
    pass(60_000)
    assert.equal(interval(), 4 * paceMs)
  })

  test('wake at most once in an interval, however many there are', (t) => {
    const { socket, pass, wakes, interval } = listen(t)
    for (let second = 0; second < 60; second += 2) {
      for (let count = 0; count < 1000; count += 1) socket.onLog(hash('a'))
      pass(2000)
    }
    assert.ok(wakes() >= 14 && wakes() <= 15, `${wakes()} in a minute`)
    assert.equal(interval(), paceMs)
  })

  test('without end hasten no more looks than polling makes', (t) => {
    const { socket, look, interval, pass } = listen(t)
    let looks = 0
    let lookedAt = Date.now()
    // Nobody waits: polling would look once a minute.
    for (let second = 0; second < 3600; second += 4) {
      pass(4000)
      socket.onLog(hash('a'))
      if (Date.now() - lookedAt < interval(true, 60_000)) continue
      look()
      looks += 1
      lookedAt = Date.now()
    }
    assert.ok(looks >= 60 && looks <= 60 + 10 + 2, `${looks} looks in an hour`)
  })

  test('are looked for twice, and one that comes during a look is looked for again', (t) => {
    const { socket, look, interval, pass } = listen(t)
    pass(4000)
    socket.onLog(hash('a'))
    look()
    assert.equal(interval(), paceMs)
    look(found(hash('a'), 101n))
    assert.equal(interval(), 4 * paceMs)
  })

  const losses: Record<string, (tools: ReturnType<typeof listen>) => void> = {
    'is closed': ({ socket }) => socket.onSubscribed(false),
    'shows no new block for half a minute': ({ time }) => time.pass(31_000),
    'is far behind the node that is read': ({ socket, pass, look }) => {
      pass(100_000)
      look()
      socket.onHead(110n)
    },
    'did not announce what was found': ({ look, pass }) => {
      pass(4000)
      look(found(hash('b'), 102n))
    },
    'did not announce what was found, and was then opened anew': ({ socket, look, pass }) => {
      pass(4000)
      look(found(hash('b'), 102n))
      socket.onSubscribed(false)
      socket.onSubscribed(true)
      look()
      pass(12_000)
    },
    'announced it too late': ({ socket, look, pass }) => {
      pass(120_000)
      socket.onLog(hash('b'))
      look()
      look(found(hash('b'), 102n))
    },
  }
  for (const [name, lose] of Object.entries(losses))
    test(`count for nothing when the socket ${name}`, (t) => {
      const tools = listen(t)
      assert.equal(tools.interval(), 4 * paceMs)
      lose(tools)
      assert.equal(tools.interval(), paceMs)
    })

  test('that come a moment after the look are in time; a silent socket is not relied on for an hour', (t) => {
    const { socket, look, interval, pass } = listen(t)
    pass(4000)
    look(found(hash('c'), 102n))
    socket.onLog(hash('c'))
    look()
    look()
    pass(12_000)
    assert.equal(interval(), 4 * paceMs)
    look(found(hash('d'), 104n))
    pass(12_000)
    assert.equal(interval(), paceMs)
    pass(58 * 60_000)
    look()
    assert.equal(interval(), paceMs)
    pass(4 * 60_000)
    look()
    assert.equal(interval(), 4 * paceMs)
  })
})

describe('a loop whose turns are ten minutes apart', () => {
  /** Starts it, on a store in which there is nothing, and counts its turns. */
  async function startLoop(t: TestContext, isFailing: boolean) {
    let turns = 0
    let listener: LogSubscriptionListener | undefined
    const store = new Proxy({} as Record<string, unknown>, {
      get: (_, name) => async () => {
        if (name === 'listPendingPayments') turns += 1
        if (name === 'listPendingPayments' && isFailing) throw new Error('The node is away.')
        if (name === 'acquireLease') return true
        return /^(list|claimUnread)/.test(String(name)) ? [] : undefined
      },
    })
    const chains = {
      ids: [chainId],
      listKnownTokens: () => [],
      getConfirmations: () => 1,
      createLogSubscription(_: number, given: LogSubscriptionListener) {
        listener = given
        return { watch: () => undefined, askHead: () => undefined, close: () => undefined }
      },
    }
    const watcher = createWatcher({
      ...{ store, chains, log: pino({ level: 'silent' }), leaseMs: 60_000 },
      ...{ getIntervalMs: () => 600_000, watchMs: 1, reorgBlocks: 128 },
      onCounts: () => undefined,
      onSearch: () => undefined,
    } as unknown as WatcherOptions)
    watcher.start()
    t.after(() => watcher.stop())
    // What a wake causes here takes no timer and no input: it is over when this has come.
    const countTurns = async () => {
      await nextRound()
      return turns
    }
    await until('the first turn', () => (turns > 0 ? true : undefined))
    await nextRound()
    assert.ok(listener)
    return { socket: listener, watcher, countTurns }
  }

  test('is woken by an announcement at once, and by any number of them once', async (t) => {
    const { socket, countTurns } = await startLoop(t, false)
    socket.onLog(`0x${'a'.repeat(64)}`)
    assert.equal(await countTurns(), 2)
    for (let count = 0; count < 1000; count += 1) socket.onLog(`0x${'b'.repeat(64)}`)
    assert.equal(await countTurns(), 2)
  })

  test('is not woken while its node fails, whose wait announcements must not shorten', async (t) => {
    const { socket, watcher, countTurns } = await startLoop(t, true)
    socket.onLog(`0x${'a'.repeat(64)}`)
    assert.equal(await countTurns(), 1)
    watcher.wake(chainId)
    assert.equal(await countTurns(), 2)
  })
})
