import type { Browser } from './browser.ts'
import type { Tx } from './chain.ts'
import { eager, offered, patient } from './payer.ts'
import type { Tab } from './tab.ts'
import type { Invariant } from './violation.ts'
import type { World } from './world.ts'

/** Milliseconds between looks; with all of them over, what has not come will not come. */
const looks = [1, 2, 4, 8, 15, 30, 60, 120, 240, 600, 600].map((seconds) => seconds * 1000)
/** How many looks a screen that may stay has to stay. */
const steady = 4

/**
 * What comes after a schedule: everything works again, and the payer opens one page in each browser, one after the other,
 * and waits. Then everything must come to a good end.
 */
export async function calm(world: World) {
  soothe(world)
  const { chain } = world
  const pays = chain.txs.length === 0 && !world.service.gone && !world.options.thief
  world.tell(pays ? '— calm: the payer pays' : '— calm: the payer waits')
  // Whoever pays now pays in one of them.
  for (const browser of pays ? [world.first] : world.browsers) {
    if (!world.violation) await calmIn(browser, world, pays)
    for (const tab of world.living) tab.die()
  }
}

async function calmIn(browser: Browser, world: World, pays: boolean) {
  const { wallet } = browser
  let tab = world.open(browser)
  for (const [n, milliseconds] of looks.entries()) {
    await world.pass(milliseconds)
    for (let turns = 0; pays && turns < 12 && tab.state.step !== 'paid'; turns++) {
      for (const question of wallet.questions) wallet.answer(question, 'approve')
      const event = eager(tab.state)
      if (event) world.click(tab, event)
      await world.pass(1000)
    }
    if (world.violation) return
    const [invariant, lack] = lacks(world, tab, pays) ?? []
    if (!invariant && (n + 1 >= steady || tab.state.step === 'paid')) return
    if (invariant && n === looks.length - 1) world.fail(invariant, lack ?? '')
    // Whose payment this browser cannot know of learns it from the shop, at the next visit.
    const paid = world.chain.txs.filter((tx) => world.chain.hasPaid(tx))
    if (invariant && n === steady && !paid.some((tx) => isKnown(world, browser, tx))) {
      tab.die()
      tab = world.open(browser)
    }
    // Who is to sign lets the page see the account.
    for (const question of wallet.questions)
      if (question.kind === 'connect') wallet.answer(question, 'approve')
    const event = pays ? undefined : patient(tab.state)
    // Looking again each time would let no search come to its end.
    if (event && (n % 3 === 2 || tab.state.step !== 'unknownOutcome')) world.click(tab, event)
  }
}

/** Faults end, pages are closed, and what the wallet still shows is answered. */
function soothe(world: World) {
  const { network, dice } = world
  for (const tab of world.living) tab.die()
  Object.assign(network, { burst: { fate: 'answered', left: 0 }, noise: 0, online: true })
  Object.assign(world, { rpcNoise: 0, lazyBlocks: 0 })
  for (const { disk, wallet } of world.browsers) {
    disk.mode = 'works'
    for (const question of wallet.questions)
      wallet.answer(question, dice.chance(40) ? 'approve' : 'dismiss')
    wallet.chainId = 31_337
  }
  world.steadyBlocks()
}

/** What is missing to a good end, and the invariant that says so. */
function lacks(world: World, tab: Tab, pays: boolean): [Invariant, string] | undefined {
  const { chain, service, options, watch } = world
  service.watch()
  const { step } = tab.state
  // What another charge has got hold of, the service owes an answer for.
  const taken = chain.txs.filter(({ hash }) => service.taken.has(hash))
  const isTaken = (tx: Tx) => taken.some(({ pays }) => pays?.intentId === tx.pays?.intentId)
  const good = chain.txs.filter((tx) => tx.pays && chain.hasPaid(tx) && !isTaken(tx))
  // Whoever wanted a second one, or paid though nothing could be kept of it or in another browser, and approved both:
  // they look the same, and the page looks for one, paid, reverted or claimed by another.
  const twice = chain.txs.some(
    ({ pays, hash }) =>
      pays &&
      (watch.givenUp(pays.intentId) ||
        watch.asks.get(pays.intentId)?.unsafe ||
        !watch.isOf(tab.browser, pays.intentId)) &&
      (service.has(hash) || service.taken.has(hash)),
  )
  // What does not say what it pays, no watcher finds for a charge.
  const isFound = (tx: Tx) => options.watcher && tx.pays?.named
  const forgotten = good.find(
    (tx) =>
      (isFound(tx) || (isKnown(world, tab.browser, tx) && !twice)) &&
      // Where a stranger has paid for the payer, what comes too is the merchant's to see: nobody waits for it.
      !(service.isGiven && !isFound(tx)) &&
      !service.has(tx.hash),
  )
  if (service.gone) return step === 'loading' ? ['d', 'It loads for ever.'] : undefined
  if (forgotten) return ['b', `${forgotten.hash} was mined, and the service has never heard of it.`]
  if (pays && step !== 'paid') return ['d', `The payer cannot pay, and sees “${step}”.`]
  if (step === 'paid') return undefined
  // A page that was told that its hash is another’s goes no further.
  // What the service has found since the page read the charge, it reads at the click.
  const told = service.hasSaidPaid && service.credited && !options.silent && taken.length === 0
  if (told || (!twice && good.some((tx) => isKnown(world, tab.browser, tx))))
    return ['d', `It is paid, and the payer sees “${step}”.`]
  if (offered(tab.state).length > 0 || tab.moves) return undefined
  return ['d', `The payer sees “${step}” for ever.`]
}

/** True when a browser's page can know of a transfer: it was kept, not given up, and what is not known can be read. */
function isKnown({ watch, options }: World, browser: Browser, tx: Tx): boolean {
  if (!tx.pays) return false
  const { intentId } = tx.pays
  const reads = options.rpc || (options.remembers && browser.wallet.permitted)
  const isKept = watch.isOf(browser, intentId) && !watch.isDamaged(browser)
  return reads && isKept && !watch.givenUp(intentId) && !watch.asks.get(intentId)?.unsafe
}
