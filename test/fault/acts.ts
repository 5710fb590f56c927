// Everything that can happen in a schedule, in one table, so that its weights can be compared; hence its length.
import { forge, intrude, plant, report } from './attacker.ts'
import type { Tx } from './chain.ts'
import { networkFates } from './network.ts'
import { eager, offered } from './payer.ts'
import { shop } from './places.ts'
import type { Tab } from './tab.ts'
import { answers } from './wallet.ts'
import { storageModes } from './web-platform.ts'
import type { World } from './world.ts'

// What a schedule may say happens. Each act takes two small numbers that choose among what there is; where there is
// nothing to choose from, nothing happens.

type Act = (world: World, a: number, b: number) => unknown

const choose = <T>(list: readonly T[], n: number): T | undefined => list[n % (list.length || 1)]
/** Mostly the tab that was opened last. */
const someTab = (world: World, n: number): Tab | undefined =>
  n < 40 ? world.living.at(-1) : choose(world.living, n)
const someBrowser = (world: World, n: number) => choose(world.browsers, n) ?? world.first
const waiting = (world: World, n: number): Tx | undefined => choose(world.chain.waiting(), n)

/** Lets something else of the account be paid. */
const errand = { to: shop, value: 1n, input: '0x', pays: undefined }

/** Milliseconds: a correction, a minute, an hour, a day, and a year. */
const jumps = [5_000, 60_000, 3_600_000, 90_000_000, 31_536_000_000]

const acts = {
  wait() {},
  /** Mostly what the screen offers first. */
  click(world, a, b) {
    const tab = someTab(world, a)
    const list = tab ? offered(tab.state) : []
    const event = b < 28 ? list[0] : choose(list, b)
    if (tab && event) world.click(tab, event)
  },
  clickTwice(world, a) {
    const tab = someTab(world, a)
    const event = tab && offered(tab.state)[0]
    if (!tab || !event) return
    world.click(tab, event)
    world.click(tab, event)
  },
  /** The payer wants to pay in this tab, whatever it says. */
  async hurry(world, a) {
    const tab = someTab(world, a)
    for (let turns = 0; tab && turns < 6 && !tab.dead && !world.violation; turns++) {
      const event = eager(tab.state)
      if (event) world.click(tab, event)
      await world.pass(200)
    }
  },
  /** The payer leaves the browser whose wallet was asked last, and wants to pay in the other one. */
  async changeBrowser(world, a) {
    const left = world.watch.lastAsker?.browser
    const browser = world.browsers.find((one) => one !== left)
    if (!left || !browser) return
    const known = choose(
      world.living.filter((one) => one.browser === browser),
      a,
    )
    const tab = known ?? (world.tabs.length < 8 ? world.open(browser) : undefined)
    for (let turns = 0; tab && turns < 10 && !tab.dead && !world.violation; turns++) {
      const { wallet } = browser
      for (const question of wallet.questions) wallet.answer(question, 'approve')
      const event = eager(tab.state)
      if (event) world.click(tab, event)
      await world.pass(200)
    }
  },
  answer(world, a, b) {
    const { questions } = world
    const question = a < 40 ? questions.at(-1) : choose(questions, a)
    const answer = b < 36 ? 'approve' : (choose(answers, b) ?? 'fail')
    if (question) question.tab.browser.wallet.answer(question, answer)
  },
  disconnect: (world, a) => someBrowser(world, a).wallet.disconnect(),
  openTab(world, a) {
    if (world.living.length < 3 && world.tabs.length < 8) world.open(someBrowser(world, a))
  },
  kill: (world, a) => someTab(world, a)?.die(),
  async reload(world, a, b) {
    const tab = someTab(world, a)
    if (!tab || world.tabs.length >= 8) return
    // Where the browser says so first (pagehide), the page has a moment left.
    if (b % 2) {
      world.clock.wake(tab)
      await world.clock.advance(0, () => false)
    }
    tab.die()
    world.open(tab.browser)
  },
  /** The page dies in the midst of what it does next. */
  fuse(world, a, b) {
    const tab = someTab(world, a)
    if (tab) tab.fuse = b % 24
  },
  mine(world, a) {
    for (let n = 0; n <= a % 4; n++) world.mine()
  },
  speedUp(world, a) {
    const tx = waiting(world, a)
    if (!tx) return
    const { hash } = world.chain.broadcast(tx, tx.nonce)
    world.tell(`payer speeds ${tx.hash.slice(0, 6)} up: ${hash.slice(0, 6)}`)
  },
  cancel(world, a) {
    const tx = waiting(world, a)
    if (!tx) return
    const { hash } = world.chain.broadcast(errand, tx.nonce)
    world.tell(`payer cancels ${tx.hash.slice(0, 6)} by ${hash.slice(0, 6)}`)
  },
  errand(world) {
    const { hash } = world.chain.broadcast(errand)
    world.tell(`payer pays something else: ${hash.slice(0, 6)}`)
  },
  drop(world, a) {
    const tx = waiting(world, a)
    if (!tx) return
    world.chain.drop(tx)
    world.tell(`the network forgets ${tx.hash.slice(0, 6)}`)
  },
  revive(world, a) {
    const tx = choose(
      world.chain.txs.filter(({ where }) => where === 'gone'),
      a,
    )
    if (tx && world.chain.revive(tx))
      world.tell(`somebody sends ${tx.hash.slice(0, 6)} to the network again`)
  },
  revert(world, a) {
    const tx = waiting(world, a)
    if (!tx) return
    tx.reverts = true
    world.tell(`the token will refuse ${tx.hash.slice(0, 6)}`)
  },
  reorganise(world, a, b) {
    world.chain.reorganise((a % 2) + 1, b > 50)
    world.tell(`the chain reorganises; its head is ${world.chain.head}`)
  },
  burst(world, a, b) {
    const fate = choose(networkFates, a) ?? 'cut before'
    world.network.burst = { fate, left: (b % 6) + 1 }
    world.tell(`network: the next ${(b % 6) + 1}: ${fate}`)
  },
  online(world, a) {
    world.network.online = a % 2 === 0
    world.tell(`network: ${world.network.online ? 'online' : 'offline'}`)
    if (world.network.online) for (const tab of world.living) world.clock.wake(tab)
  },
  /** The device's clock is set, by the network or by hand. */
  setClock(world, a, b) {
    const milliseconds = choose(jumps, b) ?? 0
    world.clock.skewMs += a % 2 ? milliseconds : -milliseconds
    world.tell(`the device's clock is ${world.clock.skewMs / 1000} s ahead`)
  },
  storage(world, a, b) {
    const { disk, id } = someBrowser(world, b)
    disk.mode = choose(storageModes, a) ?? 'works'
    world.tell(`storage of browser ${id}: ${disk.mode}`)
  },
  damage(world, a, b) {
    const browser = someBrowser(world, b)
    const { disk, id } = browser
    const [what, some] = a % 2 ? ['corrupted', disk.corrupt()] : ['cleared', disk.wipe()]
    if (some) world.watch.lost(browser)
    world.tell(`storage of browser ${id}: ${what}`)
  },
  withdraw(world, a) {
    if (a % 4) return
    world.service.gone = true
    world.tell('service: the charge is withdrawn')
  },
  steal(world, a) {
    const tx = waiting(world, a)
    if (!tx || world.service.has(tx.hash)) return
    world.service.taken.add(tx.hash)
    world.tell(`service: another charge claims ${tx.hash.slice(0, 6)}`)
  },
  intrude,
  report,
  plant,
  forge,
} satisfies Record<string, Act>

/** How often each comes. */
const weights: Record<keyof typeof acts, number> = {
  wait: 14,
  click: 34,
  clickTwice: 2,
  hurry: 4,
  changeBrowser: 6,
  answer: 22,
  disconnect: 1,
  openTab: 5,
  kill: 2,
  reload: 5,
  fuse: 5,
  mine: 8,
  speedUp: 2,
  cancel: 4,
  errand: 1,
  drop: 2,
  revive: 1,
  revert: 1,
  reorganise: 3,
  burst: 4,
  online: 2,
  setClock: 4,
  storage: 2,
  damage: 1,
  withdraw: 1,
  steal: 1,
  intrude: 8,
  report: 12,
  plant: 10,
  forge: 4,
}

const table = Object.entries(weights).flatMap(([name, times]) =>
  Array<Act>(times).fill(acts[name as keyof typeof acts]),
)
/** Milliseconds that pass after an act. */
const gaps = [
  0, 0, 0, 10, 100, 300, 1_000, 1_000, 3_000, 0, 8_000, 100, 0, 1_000, 300, 20_000, 0, 0, 0, 10,
  100, 300, 1_000, 1_000, 3_000, 0, 300, 100, 0, 1_000, 300, 0,
]

/** One more than the largest number that says an act. */
export const actNumbers = 2 ** 25

/** Does what a number says. */
export async function perform(world: World, n: number) {
  const act = table[Math.floor(((n & 255) * table.length) / 256)] as Act
  await act(world, (n >> 8) & 63, (n >> 14) & 63)
  // Long enough for the service to give up a transaction that it does not see.
  const wait = act === acts.wait && ((n >> 8) & 255) === 255 ? 3_700_000 : 0
  await world.pass(wait + (gaps[(n >> 20) & 31] as number))
}
