import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MarkdownRenderer } from 'vitepress'
import { pages } from './pages.ts'
import { wordsPage } from './search.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const repository = 'https://github.com/example/pay-charge/blob/main'

/** What the build writes beside the pages. */
const written = new Set(['llms.txt', 'llms-full.txt', 'openapi.json'])

/**
 * Resolves a link of a Markdown file as the site has it: a page by its name, and another file of the project on GitHub.
 *
 * @param source the file with the link, from the project's root
 * @throws Error for a file that does not exist
 */
export function resolveLink(href: string, source: string): string {
  const [path = '', id = ''] = href.split('#')
  if (path === '' || /^[a-z][\w+.-]*:/i.test(href) || written.has(path)) return href
  const file = posix.join(posix.dirname(source), path)
  const page = pages.find((one) => one.source === file)
  // README.md of the project says the same as the home page.
  const name = page?.name ?? (file === 'README.md' ? 'index' : undefined)
  if (name !== undefined) return `./${name === 'index' ? '' : name}${id && `#${id}`}`
  if (existsSync(join(root, file))) return `${repository}/${file}`
  throw new Error(`${source} links to ${href}, and there is no ${file}.`)
}

/** Returns the id that GitHub gives a heading, so that links work there, too. */
export function slugify(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

/** Languages of our blocks that the highlighter does not know. */
const plainLanguages = new Set(['csp', 'caddy'])

/** Returns the file that is rendered, from the project's root. */
const findSource = (env: { realPath?: string; path?: string }) =>
  posix.relative(root, String(env.realPath ?? env.path))

/** Lets links lead where the site has what GitHub has elsewhere, in Markdown and in HTML. */
export function adaptMarkdown(markdown: MarkdownRenderer): void {
  // Before the links of VitePress, which knows the pages by their names.
  markdown.core.ruler.push('pay-charge', (state) => {
    const source = findSource(state.env)
    for (const token of state.tokens) {
      if (token.type === 'fence' && plainLanguages.has(token.info)) token.info = 'txt'
      if (token.type === 'html_block')
        token.content = token.content.replace(
          /(<a href=")([^"]+)"/g,
          (_, start: string, href: string) => `${start}${resolveLink(href, source)}"`,
        )
      for (const child of token.children ?? [])
        if (child.type === 'link_open') {
          const href = resolveLink(String(child.attrGet('href')), source)
          child.attrSet('href', href)
          // The site's own navigation knows its pages only.
          if (written.has(href.split('#')[0] ?? '')) child.attrSet('target', '_self')
        }
    }
  })
  // A word has an address, to which the search leads.
  markdown.renderer.rules.tr_open = (tokens, index, options, env, renderer) => {
    const word = tokens[index + 2]?.content ?? ''
    const isWord = findSource(env) === wordsPage && tokens[index + 1]?.type === 'td_open'
    if (isWord) tokens[index]?.attrSet('id', slugify(word))
    return renderer.renderToken(tokens, index, options)
  }
  // A reader without a mouse scrolls a wide table by the keys.
  markdown.renderer.rules.table_open = () => '<table tabindex="0">\n'
}
