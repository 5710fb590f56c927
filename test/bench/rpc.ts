import { limitRange, type Rule } from '../support/counting-node.ts'
import { type SimulatedWatcher, startSimulatedWatcher } from '../support/simulated-watcher.ts'

// `npm run bench -- rpc`: what the watcher asks of a node, in calls and compute units, by what happens. The time is
// simulated, on blocks of 2 s: each state is measured for 30 to 60 minutes, each event by what it adds, and days
// and months are reckoned from that.

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

interface Cost {
  units: number
  calls: number
}

/** What one open charge and one payment cost, and a chain where nothing is open. */
interface Figures {
  idle: Cost
  open: Cost
  payment: Cost
  foreignBlock: Cost
  busy: Cost
}

const zero: Cost = { units: 0, calls: 0 }
const plus = (one: Cost, other: Cost, times = 1): Cost => ({
  units: one.units + other.units * times,
  calls: one.calls + other.calls * times,
})
const times = (one: Cost, factor: number) => plus(zero, one, factor)

/** Measures and prints. */
export async function benchRpc(): Promise<void> {
  const figures = await measure()
  const { idle, open, payment, foreignBlock, busy } = figures
  const blocks = dayMs / 2000
  const day20 = plus(open, payment, 20)
  console.log('A day of one chain with blocks of 2 s, one node')
  tell('nothing open', idle)
  tell('a charge open', open)
  tell('a payment adds', payment)
  tell('a block with transfers of strangers adds', foreignBlock)
  tell('one open charge, 20 payments', day20)
  tell('… and 5 transfers of strangers a second', plus(day20, foreignBlock, blocks))
  const business = { idle, '100 payments a day': plus(open, payment, 100), '10,000 a day': busy }
  console.log('\nA month, by chains and payments (all of them on one of the chains)')
  for (const chains of [1, 5, 10])
    for (const [name, day] of Object.entries(business))
      tell(`${chains} chains, ${name}`, times(plus(day, idle, chains - 1), 30))
  console.log('\nA day with an open charge behind limits of a provider')
  for (const most of [10, 5]) tell(`${most} blocks a call`, await measureOpen(limit(most)))
}

const limit = (most: number): Rule =>
  limitRange(most, (blocks) => ({
    error: { code: -32000, message: `eth_getLogs is limited to a ${blocks} range` },
  }))

async function measure(): Promise<Figures> {
  const watcher = await startSimulatedWatcher()
  try {
    await watcher.createCharge()
    await watcher.pass(10 * minuteMs)
    const open = await costOfDay(watcher, hourMs / 2)
    const openMinutes = (minutes: number) => times(open, (minutes * minuteMs) / dayMs)
    const paid = await costOf(watcher, async () => {
      await payCharge(watcher)
      await watcher.pass(18 * minuteMs)
    })
    const foreign = await costOf(watcher, async () => {
      await watcher.pass(8 * minuteMs, { foreign: 10 })
      // Until the last of these blocks was looked at: ten minutes in all, in which the index of logs is checked once.
      await watcher.pass(2 * minuteMs)
    })
    const payment = plus(paid, openMinutes(19), -1)
    const foreignBlock = times(plus(foreign, openMinutes(10), -1), 1 / 240)
    const busy = await measureBusy(watcher)
    await watcher.expireAll()
    await watcher.pass(10 * minuteMs)
    return { idle: await costOfDay(watcher, hourMs), open, payment, foreignBlock, busy }
  } finally {
    await watcher.stop()
  }
}

async function measureOpen(rule: Rule): Promise<Cost> {
  const watcher = await startSimulatedWatcher(rule)
  try {
    await watcher.createCharge()
    await watcher.pass(10 * minuteMs)
    return await costOfDay(watcher, hourMs)
  } finally {
    await watcher.stop()
  }
}

/** A payer opens the page, pays after 20 s, and stays until it is credited; 60 s in all. */
async function payCharge(watcher: SimulatedWatcher): Promise<void> {
  const id = await watcher.createCharge()
  const each = () => watcher.readCharge(id)
  await watcher.pass(20_000, { each })
  await watcher.pay(id)
  await watcher.pass(40_000, { each })
  if ((await watcher.readCharge(id)) !== 'COMPLETED') throw new Error('It was not credited.')
}

/** A payment every 8 s, which is 10,800 a day: somebody always waits. */
async function measureBusy(watcher: SimulatedWatcher): Promise<Cost> {
  const waiting: string[] = []
  const round = async () => {
    const id = await watcher.createCharge()
    await watcher.pay(id)
    waiting.push(id)
    await watcher.pass(8_000, {
      each: async () => void (await Promise.all(waiting.slice(-6).map(watcher.readCharge))),
    })
  }
  // What was paid before is still looked after: only from then on each minute is as the next one.
  for (let count = 0; count < 45; count += 1) await round()
  const cost = await costOf(watcher, async () => {
    for (let count = 0; count < 30; count += 1) await round()
  })
  return times(cost, 10_000 / 30)
}

async function costOfDay(watcher: SimulatedWatcher, duration: number): Promise<Cost> {
  return times(await costOf(watcher, () => watcher.pass(duration)), dayMs / duration)
}

async function costOf(watcher: SimulatedWatcher, work: () => Promise<void>): Promise<Cost> {
  watcher.node.reset()
  await work()
  return { units: watcher.node.units(), calls: watcher.node.count() }
}

function tell(what: string, { units, calls }: Cost): void {
  const show = (value: number) => Math.round(value).toLocaleString('en').padStart(12)
  console.log(`${what.padEnd(44)}${show(units)} units ${show(calls)} calls`)
}
