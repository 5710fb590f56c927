import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { outputFolder, root } from '../../scripts/docs/paths.ts'

/** What the site's search takes of MiniSearch. */
interface Index {
  search(text: string): { id: string }[]
}

/** https://github.com/vuejs/vitepress/blob/v1.6.4/src/client/theme-default/components/VPLocalSearchBox.vue */
const options = {
  fields: ['title', 'titles', 'text'],
  storeFields: ['title', 'titles'],
  searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } },
}

/** Opens the search of the built site. What it returns gives the addresses of the sections that a text finds, the best first. */
export async function openSiteSearch(): Promise<(text: string) => string[]> {
  const chunks = join(outputFolder, 'assets/chunks')
  const file = (await readdir(chunks)).find((name) => name.startsWith('@localSearchIndexroot'))
  if (!file) throw new Error(`There is no search in ${chunks}.`)
  const { default: json } = (await import(pathToFileURL(join(chunks, file)).href)) as {
    default: string
  }
  const { default: MiniSearch } = (await import(
    pathToFileURL(createRequire(join(root, 'docs/package.json')).resolve('minisearch')).href
  )) as { default: { loadJSON(json: string, its: typeof options): Index } }
  const index = MiniSearch.loadJSON(json, options)
  return (text) => index.search(text).map(({ id }) => id.replace('/docs/', ''))
}
