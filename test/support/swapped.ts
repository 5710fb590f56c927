import { readFile } from 'node:fs/promises'
import {
  buildScriptTag,
  buildScriptTags,
  entryFileName,
  type ReleaseIntegrity,
  type ScriptTags,
} from '../../src/api/script-tags.ts'

/** Reads the hashes of the build in dist/browser. */
export async function readRelease(): Promise<ReleaseIntegrity> {
  const file = new URL('../../dist/browser/integrity.json', import.meta.url)
  return JSON.parse(await readFile(file, 'utf8')) as ReleaseIntegrity
}

/**
 * Returns the tags of a page whose script host has been taken over: it serves one file with the attacker's code before
 * its own. The tags are the README's.
 *
 * @param swapped the name of that file; any other text for none. `bare`: the entry, where it is asked for without `?ver=`
 * @param kind `script tag` for the script tag with its hash alone
 */
export async function buildSwappedTags(
  swapped: string,
  kind: 'script tag' | 'import map',
): Promise<ScriptTags> {
  const release = await readRelease()
  const folder = `/swapped/${swapped}/`
  const tags = await buildScriptTags(release, folder)
  if (kind === 'import map') return tags
  const tag = buildScriptTag(folder, release.files[entryFileName] ?? '')
  const html = swapped === 'bare' ? tag.replace(entryFileName, `${entryFileName}?ver=6.9`) : tag
  return { ...tags, html, scriptSource: '' }
}
