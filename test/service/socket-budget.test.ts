import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  type SimulatedWatcher,
  startSimulatedWatcher,
  turnMs,
} from '../support/simulated-watcher.ts'
import { logOf, type SocketNode, startSocketNode } from '../support/socket-node.ts'
import { until } from '../support/wait.ts'

// What the socket of a node changes: when the chain is looked at, and never what is credited. One watcher in simulated
// time for all tests, in this order: the last ones leave a socket that is not relied on.

const secondMs = 1000
const minuteMs = 60 * secondMs

let socket: SocketNode
let watcher: SimulatedWatcher
before(async () => {
  watcher = await startSimulatedWatcher(undefined, async (rpcUrl) => {
    socket = await startSocketNode(rpcUrl)
    return socket
  })
})
after(() => watcher.stop())

/** An open charge whose page was closed an hour ago. */
async function leaveOpenCharge(): Promise<string> {
  const id = await watcher.createCharge()
  await watcher.forgetPayers()
  await listen()
  return id
}

/** The same, and a socket that is relied on: it has shown blocks since a look that was made while it was open. */
async function rely(): Promise<string> {
  const id = await leaveOpenCharge()
  await watcher.pass(80 * secondMs)
  return id
}

/** Waits until the socket is open, and tells of what it should. */
async function listen(): Promise<void> {
  await watcher.pass(turnMs)
  await until('the subscription', () => (socket.hasSubscriber() ? true : undefined))
  await socket.settle()
}

/** Pays, and waits until the socket has told of it. */
async function payAndAnnounce(id: string): Promise<void> {
  const before = socket.logs()
  await watcher.pay(id)
  await watcher.pass(turnMs)
  await until('the announcement', () => (socket.logs() > before ? true : undefined))
}

const looks = () => watcher.node.count('eth_getLogs')

/** Counts anew. */
function reset(): void {
  watcher.node.reset()
  socket.reset()
}

test('an open charge is looked at a quarter as often, and costs less for it', async () => {
  await rely()
  reset()
  await watcher.pass(5 * minuteMs)
  const made = watcher.node.count('eth_blockNumber')
  assert.ok(made >= 1 && made <= 2, `${made} looks in 5 minutes`)
  // Also if a proof that the node's logs are complete falls into this time.
  const units = 288 * (watcher.node.units() + socket.units())
  assert.ok(units <= 90_000, `${units} units a day`)
})

test('a payment that nobody waits for is found at once, and a stranger is told nothing', async () => {
  const id = await leaveOpenCharge()
  await payAndAnnounce(id)
  await watcher.pass(5 * turnMs)
  assert.equal(await watcher.readCharge(id), 'COMPLETED')
})

test('while somebody waits, the chain is looked at a quarter as often', async () => {
  const id = await leaveOpenCharge()
  const each = () => watcher.readCharge(id)
  await watcher.pass(32 * secondMs, { each })
  reset()
  await watcher.pass(64 * secondMs, { each })
  assert.ok(looks() <= 6, `${looks()} looks in 64 s`)
  await payAndAnnounce(id)
  await watcher.pass(5 * turnMs, { each })
  assert.equal(await watcher.readCharge(id), 'COMPLETED')
})

test('a socket that breaks is replaced by polling, and opened again', async () => {
  const id = await leaveOpenCharge()
  socket.hangUp(true)
  await watcher.pay(id)
  reset()
  await watcher.pass(minuteMs + 6 * turnMs)
  assert.equal(await watcher.readCharge(id), 'COMPLETED')
  socket.hangUp(false)
  await until('another connection', () => (socket.connections() > 0 ? true : undefined))
})

test('logs and blocks that never were credit nothing, and cause no more looks than polling', async () => {
  const id = await leaveOpenCharge()
  const each = async () => {
    await watcher.readCharge(id)
    socket.send(logOf(`0x${crypto.randomUUID().replaceAll('-', '').repeat(2)}`))
    // In place of a log, the header of a block.
    socket.send({ method: 'eth_subscription', params: { result: { number: '0xffffffff' } } })
  }
  socket.distort((one) => (typeof one.result === 'string' ? { ...one, result: '0xffffffff' } : one))
  reset()
  await watcher.pass(40 * secondMs, { each })
  socket.distort(undefined)
  assert.equal(await watcher.readCharge(id), 'NEW')
  assert.equal(await watcher.countUnmatched(), 0)
  assert.ok(looks() <= 40 / 4 + 1, `${looks()} looks in 40 s`)
})

test('a node that floods is cut off, and the chain is looked at no more than by polling', async () => {
  const id = await watcher.createCharge()
  await listen()
  const each = () => watcher.readCharge(id)
  await watcher.pass(8 * secondMs, { each })
  reset()
  for (let count = 0; count < 5000; count += 1)
    socket.send(logOf(`0x${String(count).padStart(64, '0')}`))
  await until('the end of the connection', () => (socket.connections() === 0 ? true : undefined))
  await watcher.pass(32 * secondMs, { each })
  assert.ok(looks() <= 32 / 4 + 2, `${looks()} looks in 32 s`)
  await watcher.pay(id)
  await watcher.pass(6 * turnMs, { each })
  assert.equal(await watcher.readCharge(id), 'COMPLETED')
})

test('a socket that keeps a payment to itself delays that one, and is not relied on for the next ones', async () => {
  await until('another connection', () => (socket.connections() > 0 ? true : undefined))
  const id = await rely()
  socket.distort((one) => (one.method === 'eth_subscription' ? undefined : one))
  await watcher.pay(id)
  await watcher.pass(4 * minuteMs + 6 * turnMs)
  assert.equal(await watcher.readCharge(id), 'COMPLETED')
  const next = await watcher.createCharge()
  await watcher.forgetPayers()
  await watcher.pass(turnMs)
  await watcher.pay(next)
  await watcher.pass(minuteMs + 6 * turnMs)
  assert.equal(await watcher.readCharge(next), 'COMPLETED')
})
