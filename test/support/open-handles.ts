import { patience } from './wait.ts'

// Loaded into each process of `node --test`: fails one that its tests leave with something open, and says with what. Not by
// --test-force-exit, which drops the last results of what it ends: https://github.com/nodejs/node/issues/64833

// The runner itself loads this too, and has no tests.
if (process.env.NODE_TEST_CONTEXT) {
  const { after } = await import('node:test')
  after(() => {
    setTimeout(() => {
      const open = process.getActiveResourcesInfo().join(', ')
      console.error(`${process.argv[1]} has ended its tests and leaves open: ${open}`)
      process.exit(1)
    }, patience).unref()
  })
}
