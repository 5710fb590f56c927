import { isStale } from '../../demo/start/build.ts'

/** What the site is made from, from the project's root. */
const sources = [
  'docs',
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'package.json',
  'package-lock.json',
  'scripts/docs',
  'demo/screenshots',
  'src/api',
  'src/service/openapi',
  'src/service/operate',
  'src/service/app/setting-table.ts',
  'dist/browser/pay-charge.js',
]

/**
 * Returns whether the site is missing or older than what it is made from. The file that tells is written after VitePress
 * has ended, because VitePress has temporary files beside its settings.
 */
export const isSiteStale = (): Promise<boolean> =>
  isStale({ output: 'dist/docs/llms.txt', sources })
