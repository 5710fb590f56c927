// Writes the script tag of the build in dist/browser into README.md and the docs, with version and hash.
//   node scripts/integrity/readme.ts           rewrites the text between the markers
//   node scripts/integrity/readme.ts --check   exits 1 if it is not that of the build
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  buildScriptTag,
  buildScriptTags,
  entryFileName,
  type ReleaseIntegrity,
} from '../../src/api/script-tags.ts'
import { replaceBetween } from '../docs/reference.ts'
import { getFolder } from './release-files.ts'

const root = new URL('../../', import.meta.url)

/** The documents that show the script tag or its policy, from the project's root. */
export const documentsWithTag = ['README.md', 'docs/go-live.md', 'docs/csp-and-integrity.md']

/** Returns a document with the texts of a release between its markers. */
export async function updateTags(document: string, release: ReleaseIntegrity): Promise<string> {
  const folder = getFolder(release)
  const { scriptSource } = await buildScriptTags(release, folder)
  const tag = buildScriptTag(folder, release.files[entryFileName] ?? '')
  const texts = {
    'script-tag': `\`\`\`html
${tag}
<pay-charge order='{"sku":"mug","quantity":2}' brand-color="#7c3aed"></pay-charge>
\`\`\``,
    'script-policy': `\`\`\`csp
script-src 'self' ${scriptSource}
\`\`\``,
  }
  const shown = Object.entries(texts).filter(([name]) => document.includes(`<!-- ${name} -->`))
  if (shown.length === 0) throw new Error('A document has neither script-tag nor script-policy.')
  return shown.reduce((text, [name, content]) => replaceBetween(text, name, content), document)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const built = readFileSync(new URL('dist/browser/integrity.json', root), 'utf8')
  for (const name of documentsWithTag) {
    const file = new URL(name, root)
    const document = readFileSync(file, 'utf8')
    const updated = await updateTags(document, JSON.parse(built) as ReleaseIntegrity)
    if (!process.argv.includes('--check')) writeFileSync(file, updated)
    else if (updated !== document) {
      console.error(`The script tag in ${name} is not that of this build. Run: npm run readme`)
      process.exitCode = 1
    }
  }
}
