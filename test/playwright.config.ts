import { defineConfig } from '@playwright/test'
import { chromiumArguments, chromiumPath } from '../demo/browser.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.test.ts',
  outputDir: 'output/playwright',
  // A run that needs a second try hides a fault.
  retries: 0,
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 40_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'output/e2e.json' }]],
  use: {
    viewport: { width: 420, height: 760 },
    launchOptions: { executablePath: chromiumPath(), args: [...chromiumArguments] },
    trace: 'retain-on-failure',
  },
})
