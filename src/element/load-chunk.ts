/**
 * Loads a chunk of the script tag's build after its files have been verified. Only that build imports it
 * (scripts/integrity/verify-chunks.ts); who bundles the package has files and hashes of their own.
 *
 * `modulepreload` puts a file into the page's module map under its hash. The import takes it from there and fetches
 * nothing, so what was verified is what runs. Chromium and Firefox verify it; WebKit verifies only by an import map
 * (docs/architecture.md). The import waits, because in Chromium it would fetch anew what has failed.
 *
 * @param hashes each file that the chunk needs, with its hash (`sha384-…`)
 */
export async function loadChunk<T>(
  hashes: Record<string, string>,
  importChunk: () => Promise<T>,
): Promise<T> {
  // All in one task: a browser may fetch what a file imports as soon as it has that file, and then without its hash.
  await Promise.all(Object.entries(hashes).map(verifyFile))
  return importChunk()
}

function verifyFile([file, integrity]: [file: string, integrity: string]) {
  const link = document.createElement('link')
  // No event would come of it (Safari 16, Firefox 114).
  if (!link.relList.supports('modulepreload')) return
  return new Promise((resolve, reject) => {
    Object.assign(link, {
      rel: 'modulepreload',
      integrity,
      href: new URL(file, import.meta.url),
      onload: resolve,
      onerror: () => reject(new Error(`${file} could not be verified.`)),
    })
    document.head.append(link)
  }).finally(() => link.remove())
}
