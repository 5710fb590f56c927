import { fileURLToPath } from 'node:url'
import { esbuildPlugin } from '@web/dev-server-esbuild'
import { defaultReporter } from '@web/test-runner'
import { playwrightLauncher } from '@web/test-runner-playwright'
import { chromiumArguments, chromiumPath } from '../demo/browser.ts'
import { figuresReporter } from './element/support/figures.mjs'
import { libraries } from './support/libraries.ts'
import { mochaConfig, selectFiles } from './support/selection.mjs'

/**
 * Parts that do not come, or come late, or are never answered: a test names a piece of their path in a cookie, `missing`,
 * `late` or `silent`. No other file has that cookie; in its report, the runner lists a 404 at each file that loads the same path.
 */
async function parts(context, next) {
  const named = (name) => {
    const part = context.cookies.get(name)
    return part && context.path.startsWith('/src/') && context.path.includes(part)
  }
  if (named('missing')) {
    context.status = 404
    return
  }
  if (named('silent')) await new Promise((resolve) => context.req.once('close', resolve))
  if (named('late')) await new Promise((resolve) => setTimeout(resolve, 1500))
  await next()
}

export default {
  rootDir: fileURLToPath(new URL('..', import.meta.url)),
  files: selectFiles(['test/{element,wallet}/**/*.browser.test.ts']),
  hostname: '127.0.0.1',
  // The production builds of Lit and its like: what a payer gets.
  nodeResolve: { exportConditions: ['production', 'browser', 'import', 'default'] },
  plugins: [esbuildPlugin({ ts: true, target: 'es2023' }), libraries()],
  middleware: [parts],
  browsers: [
    playwrightLauncher({
      product: 'chromium',
      launchOptions: { executablePath: chromiumPath(), args: [...chromiumArguments] },
      // Of its own for each file: what one leaves in the storage, no other meets.
      // What moves between screens would only be painted and waited for; colors that change on the way ask for it.
      createBrowserContext: ({ browser }) =>
        browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' }),
    }),
  ],
  concurrency: 2,
  // Limits tell what hangs from what is slow, and measure no speed.
  browserStartTimeout: 120_000,
  testsStartTimeout: 120_000,
  testsFinishTimeout: 600_000,
  testFramework: { config: mochaConfig(240_000) },
  reporters: [
    defaultReporter({ reportTestProgress: false }),
    figuresReporter(fileURLToPath(new URL('./output/units.json', import.meta.url))),
  ],
}
