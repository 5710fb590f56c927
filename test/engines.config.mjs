import { fileURLToPath } from 'node:url'
import { defaultReporter } from '@web/test-runner'
import { findFirefox } from '../scripts/firefox.mjs'
import { findWebKit } from '../scripts/webkit.mjs'
import { backstage } from './engines/backstage.mjs'
import { firefox } from './engines/firefox.mjs'
import { enginesReporter } from './engines/reporter.mjs'
import { webkit } from './engines/webkit.mjs'
import { mochaConfig, selectFiles } from './support/selection.mjs'
import base from './web-test-runner.config.mjs'

// The injected path from click to receipt in Chromium, Firefox and WebKit, as built for pages, with a real chain and
// the real service; and in the two that the other configuration does not know, what the element does in a browser.

const firefoxPath = findFirefox()
const webkitPaths = findWebKit()
const webkitParts = webkitPaths && webkit(webkitPaths)
const engines = [
  { name: 'Chromium', launcher: base.browsers[0] },
  { name: 'Firefox', launcher: firefoxPath && firefox(firefoxPath) },
  { name: 'WebKit', launcher: webkitParts?.launcher },
]

/** payment and outcomes are what the injected path shows with less put in place of the world. */
const elementFiles = [
  'attributes',
  'containers',
  'redirect-after-payment',
  'near-screen',
  'events',
  'storage/journal',
  'storage/locks',
  'theme/apply-palette',
  'theme/palette',
  'receipt/receipt',
  'views/screens',
  'script',
  'storage/tab-channel',
  'theme/theme',
  'sleep',
].map((name) => `test/element/${name}.browser.test.ts`)

const leftOut = [
  {
    engine: 'WebKit',
    file: 'test/element/redirect-after-payment.browser.test.ts',
    reason: 'WebKitGTK 2.50 has no Navigation API, by which that test keeps the page',
  },
].filter(({ engine }) => engines.some(({ name, launcher }) => name === engine && launcher))

const present = engines.filter(({ launcher }) => launcher)
const { plugin, middleware } = backstage()

export default {
  ...base,
  files: undefined,
  groups: [
    {
      name: 'injected',
      files: selectFiles(['test/engines/*.engines.test.ts']),
      browsers: present.map(({ launcher }) => launcher),
    },
    ...present.slice(1).map(({ name, launcher }) => ({
      name,
      files: selectFiles([...elementFiles, 'test/wallet/**/*.browser.test.ts']).filter(
        (file) => !leftOut.some((one) => one.engine === name && one.file === file),
      ),
      browsers: [launcher],
    })),
    // The runner takes no group without a file: pieces of paths may leave one out.
  ].filter(({ files }) => files.length > 0),
  browsers: present.map(({ launcher }) => launcher),
  plugins: [...base.plugins, plugin, ...(webkitParts ? [webkitParts.plugin] : [])],
  middleware: [middleware],
  // Files of one engine share its storage, so they take turns; the engines run side by side.
  concurrency: 1,
  concurrentBrowsers: engines.length,
  // Three browsers, a chain and a service on what may be two cores.
  testsFinishTimeout: 600_000,
  testFramework: { config: mochaConfig(240_000) },
  reporters: [
    defaultReporter({ reportTestProgress: false }),
    enginesReporter(
      fileURLToPath(new URL('./output/engines.json', import.meta.url)),
      engines,
      leftOut,
    ),
  ],
}
