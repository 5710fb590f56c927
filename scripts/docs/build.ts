// `npm run docs`: builds the documentation into dist/docs.
//   node scripts/docs/build.ts             builds it, and the element where it is missing or older than its sources
//   node scripts/docs/build.ts --if-stale  only if something has changed since the last build
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { buildWidget } from '../../demo/start/build.ts'
import { withLock } from '../lock.mjs'
import { root } from './paths.ts'
import { updateReference } from './reference.ts'
import { buildSite } from './site.ts'
import { isSiteStale } from './stale.ts'

const start = performance.now()
await buildWidget()
await withLock(join(root, '.cache', 'docs.lock'), async () => {
  if (process.argv.includes('--if-stale') && !(await isSiteStale())) return
  await updateReference()
  await buildSite()
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`dist/docs, ${seconds} s`)
})
