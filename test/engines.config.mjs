import { fileURLToPath } from 'node:url'
import { defaultReporter } from '@web/test-runner'
import { findFirefox } from '../scripts/firefox.mjs'
import { findWebKit } from '../scripts/webkit.mjs'
import { backstage } from './engines/backstage.mjs'
import { firefox } from './engines/firefox.mjs'
import { enginesReporter } from './engines/reporter.mjs'
import { webkit } from './engines/webkit.mjs'
import { isNightly } from './support/effort.ts'
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

/**
 * What every run plays in Firefox and WebKit too: files about what engines do in ways of their own. payment and outcomes are
 * what the injected path shows with less put in place of the world.
 */
const elementFiles = [
  'containers', // slots, dialogs and custom elements that move
  'redirect-after-payment', // navigation
  'storage/journal', // localStorage and IndexedDB
  'storage/locks', // Web Locks
  'storage/tab-channel', // BroadcastChannel
].map((name) => `test/element/${name}.browser.test.ts`)

/** Looks, and code that engines run alike: in Chromium in every run, and in the others at night. */
const nightlyFiles = [
  'test/element/{near-screen,theme/apply-palette,views/screens}.browser.test.ts',
  'test/element/{attributes,events,script,sleep,receipt/receipt}.browser.test.ts',
  'test/element/theme/{palette,theme}.browser.test.ts',
  'test/wallet/**/*.browser.test.ts',
]

/** What a file of the stage e2e says of Chromium in every run. */
const alsoInE2e = ['authorized', 'injected', 'swapped-files', 'taken-back'].map(
  (name) => `test/engines/${name}.engines.test.ts`,
)

const leftOut = [
  {
    engine: 'WebKit',
    file: 'test/element/redirect-after-payment.browser.test.ts',
    reason: 'WebKitGTK 2.50 has no Navigation API, by which that test keeps the page',
  },
].filter(({ engine }) => engines.some(({ name, launcher }) => name === engine && launcher))

const present = engines.filter(({ launcher }) => launcher)
/** A run of files that were named leaves out none of them. */
const playsAll = isNightly || process.env.TEST_FILES?.length > '[]'.length
const { plugin, middleware } = backstage(playsAll)

/** By file of the injected path the engines that play it. */
const injected = Object.groupBy(selectFiles(['test/engines/*.engines.test.ts']), (file) =>
  !playsAll && alsoInE2e.includes(file) ? 'others' : 'all',
)
const others = present.slice(1)
const leftToNightCount = playsAll
  ? 0
  : selectFiles(nightlyFiles).length * others.length + (injected.others?.length ?? 0)

export default {
  ...base,
  files: undefined,
  groups: [
    {
      name: 'injected',
      files: injected.all ?? [],
      browsers: present.map(({ launcher }) => launcher),
    },
    {
      name: 'injected, as e2e has it',
      files: others.length > 0 ? (injected.others ?? []) : [],
      browsers: others.map(({ launcher }) => launcher),
    },
    ...others.map(({ name, launcher }) => ({
      name,
      files: selectFiles([...elementFiles, ...(playsAll ? nightlyFiles : [])]).filter(
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
      leftToNightCount,
    ),
  ],
}
