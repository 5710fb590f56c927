import { equal } from '../element/support/assert.ts'
import { afterEach } from '../element/support/bdd.ts'
import { everyRun, isFirefox } from './support/every-run.ts'
import { openDevice } from './support/open-device.ts'
import { closePages, type ShopPage, until } from './support/page.ts'
import { mine, newCharge, paymentsOf } from './support/stage.ts'
import { type Charge, openShop, showCode, type WayName, ways } from './support/ways-to-pay.ts'

// Whoever pays is taken back to the store, whatever way the money goes and wherever the page is meanwhile, as engines stop
// pages each in its own way. Every run ends a page in each engine. That a page is hidden is put in place of the browser's own
// word, so one engine says it for all. The rest is played in Chromium: taken-back and down in test/e2e.

afterEach(closePages)

type Pay = () => Promise<unknown>

/** Leads the payer to the payment and away from the page, has it made and confirmed, leads back and returns the page. */
type While = (
  way: WayName,
  charge: Charge,
  confirm: (pay: Pay) => Promise<void>,
) => Promise<ShopPage>

/** A while in which something is done to the page before the payment, and undone after it. */
const between =
  (leave: (page: ShopPage) => void, comeBack: (page: ShopPage) => void): While =>
  async (way, charge, confirm) => {
    const { page, pay } = await ways[way](charge)
    leave(page)
    await confirm(pay)
    comeBack(page)
    return page
  }

const every = Object.keys(ways) as WayName[]

const whiles: Record<string, { names: readonly WayName[]; run: While }> = {
  'visible all the time': { names: every, run: between(nothing, nothing) },
  hidden: {
    names: every,
    run: between(
      (page) => page.hide(true),
      (page) => page.hide(false),
    ),
  },
  offline: {
    names: every,
    run: between(
      (page) => page.cutOff(true),
      (page) => page.cutOff(false),
    ),
  },
  // A phone ends the page of a browser that it left, and loads it anew.
  reloaded: {
    names: every,
    run: between(
      (page) => page.end(),
      (page) => page.comeBack(),
    ),
  },
  'open, and paid on another device': {
    // A wallet of this browser is in no other device; that of WalletConnect, and the owners of a Safe, are there always.
    names: ['code', 'pasted hash', 'reserved amount'],
    async run(way, charge, confirm) {
      const page = await openShop(charge)
      await showCode(page)
      await confirm(await openDevice(way, charge))
      return page
    },
  },
}

function nothing() {}

/** Waits until the service has credited the payment of a charge. */
async function completed(charge: Charge) {
  for (;;) {
    const payments = await paymentsOf(charge)
    if (payments.some(({ status }) => status === 'COMPLETED')) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** Pays by a way, and returns how many success events and redirects there were. */
async function takeBack(way: WayName, run: While) {
  const charge = await newCharge()
  const page = await run(way, charge, async (pay) => {
    await pay()
    await mine()
    await completed(charge)
  })
  await until(
    () => page.paths.includes('/success'),
    () => page.text,
  )
  const count = (all: string[], name: string) => all.filter((one) => one === name).length
  return [count(page.events, 'success'), count(page.paths, '/success')]
}

// The ways of one row side by side: all at once, a machine with two cores would keep the redirect waiting.
for (const [name, { names, run }] of Object.entries(whiles))
  everyRun(name === 'reloaded' || (name === 'hidden' && isFirefox))(
    `${names.length} ways to pay, the page ${name}: one success event and one redirect`,
    async () => {
      const outcomes = await Promise.all(
        names.map(async (way) => [way, ...(await takeBack(way, run))]),
      )
      equal(
        outcomes,
        names.map((way) => [way, 1, 1]),
      )
    },
  )
