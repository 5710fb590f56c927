import { puppeteerLauncher } from '@web/test-runner-puppeteer'
import { endWithParent } from '../../demo/chain/watchdog.ts'

/** The Firefox at a path for the test runner, by WebDriver BiDi: Playwright drives a Firefox of its own only. */
export function firefox(executablePath) {
  const extraPrefsFirefox = {
    // The language of a desktop's user is not that of the tests.
    'intl.accept_languages': 'en-US, en',
    // What moves is painted without a graphics card, by the processor that the tests need. Those of motion run in Chromium.
    'ui.prefersReducedMotion': 1,
    'layout.frame_rate': 20,
  }
  const watched = new WeakSet()
  return puppeteerLauncher({
    launchOptions: { browser: 'firefox', executablePath, headless: true, extraPrefsFirefox },
    async createPage({ browser, context }) {
      const child = browser.process()
      if (!watched.has(child)) child.once('exit', endWithParent(child))
      watched.add(child)
      const page = await context.newPage()
      // The library's 30 seconds end while three engines share two cores with the services.
      page.setDefaultNavigationTimeout(120_000)
      return page
    },
  })
}
