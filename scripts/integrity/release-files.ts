import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { buildScriptTags, type ReleaseIntegrity } from '../../src/api/script-tags.ts'
import { computeIntegrity } from './hash.ts'

/**
 * Writes beside the files of the build what a merchant needs to load them by their hashes: `integrity.json`, and for the
 * folder that the README names `importmap.json` and `script-tags.html`. Place it last: it hashes what is written.
 */
export function releaseFiles(): Plugin {
  return {
    name: 'release-files',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
        // In the order of their names, so that two builds are equal.
        const hashes = chunks
          .map(({ fileName, code }) => [fileName, computeIntegrity(code)] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1))
        const release = { version: readVersion(), files: Object.fromEntries(hashes) }
        const tags = await buildScriptTags(release, getFolder(release))
        const policy = `<!-- Content-Security-Policy: script-src 'self' ${tags.scriptSource} -->`
        const sources = {
          'integrity.json': JSON.stringify(release, undefined, 2),
          'importmap.json': tags.importMap,
          'script-tags.html': `${policy}\n${tags.html}`,
        }
        for (const [fileName, source] of Object.entries(sources))
          this.emitFile({ type: 'asset', fileName, source: `${source}\n` })
      },
    },
  }
}

/** Returns the folder of a release as the README has it: pages that name an older version keep its files. */
export function getFolder({ version }: ReleaseIntegrity): string {
  return `/pay-charge/${version}/`
}

function readVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}
