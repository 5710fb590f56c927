import { defineConfig } from '@playwright/test'
import { chromiumArguments, chromiumPath } from '../demo/browser.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.test.ts',
  outputDir: 'output/playwright',
  // A run that needs a second try hides a fault.
  retries: 0,
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  // Limits tell what hangs from what is slow, and measure no speed.
  timeout: 400_000,
  expect: { timeout: 120_000 },
  reporter: [['list'], ['json', { outputFile: 'output/e2e.json' }]],
  use: {
    viewport: { width: 420, height: 760 },
    // A page of its own for each test is half of what the browser does. Between two tests it forgets what it was told and has
    // kept; no test meets another's charge.
    reuseContext: true,
    // What moves between screens would only be waited for. A test of the motion asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: chromiumPath(), args: [...chromiumArguments] },
    // Recording it is half of the work of a run. `--trace retain-on-failure` asks for it.
    trace: 'off',
  },
})
