/** The content of a release's `dist/browser/integrity.json`. */
export interface ReleaseIntegrity {
  /** The version of the package. */
  version: string
  /** The SRI hash (`sha384-…`) of each file, by its name. */
  files: Record<string, string>
}

/** The tags of a page, and the sources that its Content-Security-Policy needs for them. */
export interface ScriptTags {
  /** The import map and the script tag, for the head. They come before any other module script. */
  html: string
  /** The import map's text alone. */
  importMap: string
  /** The source expression of the import map for `script-src`: `'sha256-…'`, with the quotes. */
  scriptSource: string
}

/** The script tag's own file: the only one whose name contains no hash. */
export const entryFileName = 'pay-charge.js'

/**
 * Returns the tags that load the widget with the hash of every file: those of the files that load later are in the import
 * map (HTML, 8.1.6.2). A file that was changed on its host is not run.
 *
 * @param folder URL of the folder that the files are in, with `/` at its end
 * @throws Error when it is not a URL that an import map can name
 * @example
 * import release from 'pay-charge/integrity.json' with { type: 'json' }
 * const { html, scriptSource } = await buildScriptTags(release, `/pay-charge/${release.version}/`)
 * // Content-Security-Policy: script-src 'self' ${scriptSource}
 */
export async function buildScriptTags(
  { files }: ReleaseIntegrity,
  folder: string,
): Promise<ScriptTags> {
  // Without `/` or `./` a name in an import map is not a path. The other characters would end the attribute or the
  // script.
  if (!/^(https?:\/\/|\/|\.\/)([^\s"'<>]*\/)?$/.test(folder))
    throw new Error(`The folder must be a URL that ends with a slash: ${folder}`)
  const entry = files[entryFileName]
  if (!entry) throw new Error(`The list of hashes contains no ${entryFileName}.`)
  const integrity = Object.fromEntries(
    Object.entries(files).map(([name, hash]) => [`${folder}${name}`, hash]),
  )
  const importMap = JSON.stringify({ integrity }, undefined, 1)
  const html = `<script type="importmap">${importMap}</script>\n${buildScriptTag(folder, entry)}`
  return { html, importMap, scriptSource: `'sha256-${await hashText(importMap)}'` }
}

/** Returns the script tag alone. */
export function buildScriptTag(folder: string, integrity: string): string {
  return `<script type="module" src="${folder}${entryFileName}" integrity="${integrity}" crossorigin="anonymous"></script>`
}

/**
 * Returns the two lines by which a page sells a payment link: the script tag, and the element. What is in the element is shown where
 * the script does not run.
 *
 * @param folder URL of the folder of the files at the service, with `/` at its end
 */
export function buildLinkTags(
  integrity: string,
  folder: string,
  { url, name }: { url: string; name: string },
): string {
  return `${buildScriptTag(folder, integrity)}
<pay-charge payment-link="${url}"><a href="${url}">${escapeHtml(name)}</a></pay-charge>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escapeHtml = (text: string) =>
  text.replace(/[&<>]/g, (character) => entities[character] ?? '')

async function hashText(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
}
