import { en } from '../../src/element/i18n/languages/en.ts'
import { equal } from '../element/support/assert.ts'
import { afterEach } from '../element/support/bdd.ts'
import { inherited, replaced, type Spoil } from '../support/hostile-pages.ts'
import { everyRun, isChromium } from './support/every-run.ts'
import { closePages, openPage } from './support/page.ts'
import { mine, newCharge, paymentsOf } from './support/stage.ts'
import { ChainWallet } from './support/wallet.ts'

// Pages with old libraries: all of them in Chromium, and of each kind the first in each engine.

afterEach(closePages)

async function openSpoiled(spoil: Spoil) {
  const wallet = await ChainWallet.open()
  const charge = await newCharge()
  const page = await openPage({ 'charge-id': charge.id, redirect: 'none' }, (at) => {
    spoil(at)
    wallet.announceTo(at)
  })
  return { wallet, charge, page }
}

for (const [index, [name, spoil]] of Object.entries(inherited).entries())
  everyRun(isChromium || index === 0)(`a page with ${name} takes one payment`, async () => {
    const { wallet, charge, page } = await openSpoiled(spoil)
    await page.click('Pay 19.99 DUSD')
    await page.shows('Payment sent')
    await mine()
    await page.shows('Thank you. Your payment is confirmed.')
    equal(wallet.sent.length, 1)
    equal((await paymentsOf(charge)).length, 1)
  })

for (const [index, [name, [spoil, told]]] of Object.entries(replaced).entries())
  everyRun(isChromium || index === 0)(
    `a page with ${name} says so, and sends nothing`,
    async () => {
      const { wallet, charge, page } = await openSpoiled(spoil)
      const text = en.errors.page_broken
      // Some are found before the price, and others before a wallet is asked.
      if (told !== 'Array.prototype.reduce') await page.click('Pay 19.99 DUSD')
      await page.shows(text)
      equal(wallet.sent, [])
      equal(await paymentsOf(charge), [])
    },
  )
