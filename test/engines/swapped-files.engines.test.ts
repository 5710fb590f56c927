import { equal, includes } from '../element/support/assert.ts'
import { afterEach, test } from '../element/support/bdd.ts'
import { closePages, openPage } from './support/page.ts'
import { fileOf, mine, newCharge, paymentsOf, type Swap } from './support/stage.ts'
import { ChainWallet } from './support/wallet.ts'

// Whoever has taken over the host of the script serves a file with code of their own. Every file, in Chromium:
// test/attack/browser/swapped-files.e2e.test.ts.

afterEach(closePages)

/** WebKit takes no hash from `modulepreload`: there the import map alone holds the files (README, Integrity). */
const kinds: Swap['kind'][] = navigator.vendor.startsWith('Apple')
  ? ['import map']
  : ['script tag', 'import map']

async function openSwapped(swap: Swap) {
  const wallet = await ChainWallet.open()
  const charge = await newCharge()
  const attributes = { 'charge-id': charge.id, redirect: 'none' }
  const page = await openPage(attributes, (at) => wallet.announceTo(at), swap)
  return { wallet, charge, page }
}

for (const kind of kinds) {
  test(`${kind}: a page whose files are as they were takes one payment`, async () => {
    const { wallet, charge, page } = await openSwapped({ swapped: 'none', kind })
    await page.click('Pay 19.99 DUSD')
    await page.shows('Payment sent')
    await mine()
    await page.shows('Thank you. Your payment is confirmed.')
    equal(wallet.sent.length, 1)
    equal((await paymentsOf(charge)).length, 1)
  })

  for (const chunk of ['checkout', 'wallet', 'errors'])
    test(`${kind}: a swapped ${chunk} does not run: the payer sees an error, and nothing is paid`, async () => {
      const { wallet, charge, page } = await openSwapped({ swapped: await fileOf(chunk), kind })
      await page.click('Pay 19.99 DUSD')
      await page.shows('Part of this page couldn’t load')
      includes(page.events.join(), 'error')
      equal('hasAttackerRun' in page.globals, false)
      equal(wallet.sent, [])
      equal(await paymentsOf(charge), [])
    })
}

if (kinds.includes('script tag'))
  test('an entry that the page loads by another address is loaded once: a changed file at its own address never runs', async () => {
    const { wallet, charge, page } = await openSwapped({ swapped: 'bare', kind: 'script tag' })
    await page.click('Pay 19.99 DUSD')
    await page.shows('Payment sent')
    await mine()
    await page.shows('Thank you. Your payment is confirmed.')
    equal('hasAttackerRun' in page.globals, false)
    equal(wallet.sent.length, 1)
    equal((await paymentsOf(charge)).length, 1)
  })

test('the attack is one: where nothing is checked, a swapped file runs', async () => {
  const file = await fileOf('de')
  await import(`/swapped/${file}/${file}`)
  equal('hasAttackerRun' in globalThis, true)
})
