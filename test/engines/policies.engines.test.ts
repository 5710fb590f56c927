import { equal } from '../element/support/assert.ts'
import { afterEach } from '../element/support/bdd.ts'
import { policies } from '../support/policies.ts'
import { everyRun, isChromium } from './support/every-run.ts'
import { closePages, openPage, until } from './support/page.ts'
import { mine, newCharge, paymentsOf } from './support/stage.ts'
import { ChainWallet } from './support/wallet.ts'

// The Content-Security-Policies of docs/csp-and-integrity.md, each with a payment under it: all of them in Chromium, and the
// strictest in each engine.

afterEach(closePages)

for (const policy of policies) {
  const { scripts, others = '', refusedFor } = policy
  const isStrictest = scripts.includes("'strict-dynamic'") && others.includes('require-trusted')
  everyRun(isChromium || isStrictest)(
    `script-src ${scripts}; ${others}: ${refusedFor ? 'a refusal that says why' : 'a charge is paid'}`,
    async () => {
      const wallet = await ChainWallet.open()
      const charge = await newCharge()
      const page = await openPage(
        { 'charge-id': charge.id, redirect: 'none' },
        (at) => wallet.announceTo(at),
        { policy },
      )
      if (refusedFor) {
        await until(
          () => page.reasons.some((text) => refusedFor.test(text)),
          () => `The console should say why: ${page.reasons.join('\n')} ${page.text}`,
        )
        equal(await paymentsOf(charge), [])
        return
      }
      await page.click('Pay 19.99 DUSD')
      await page.shows('Payment sent')
      await mine()
      await page.shows('Thank you. Your payment is confirmed.')
      equal((await paymentsOf(charge)).length, 1)
      equal(page.reasons, [])
    },
  )
}
