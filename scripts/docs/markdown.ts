import { existsSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import MarkdownIt, { type Token } from 'markdown-it'
import { createCssVariablesTheme, createHighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { type DocsPage, pages } from './pages.ts'
import { root } from './paths.ts'

/** A heading of a page, for its table of contents. */
export interface Heading {
  level: number
  id: string
  text: string
}

/** What a page's Markdown has become. */
export interface RenderedPage {
  html: string
  headings: Heading[]
  /** Files of the project that the page shows, from the project's root. */
  images: string[]
  /** Links within the documentation: the name of a page, and an id or ''. */
  links: { page: string; id: string }[]
}

export type Render = (page: DocsPage, markdown: string) => RenderedPage

/** Returns a function that renders the Markdown of a page. */
export async function createRender(): Promise<Render> {
  const highlight = await createHighlight()
  return (page, markdown) => renderPage(page, markdown, highlight)
}

type Highlight = (code: string, language: string) => string

/** The names of languages in our blocks that the highlighter calls otherwise. */
const aliases: Record<string, string> = {
  ...{ containerfile: 'docker', systemd: 'ini', env: 'ini' },
  ...{ vue: 'html', svelte: 'html' },
}

async function createHighlight(): Promise<Highlight> {
  const highlighter = await createHighlighterCore({
    themes: [createCssVariablesTheme({ name: 'classes', variablePrefix: '--k-' })],
    langs: [
      import('shiki/langs/typescript.mjs'),
      import('shiki/langs/tsx.mjs'),
      import('shiki/langs/html.mjs'),
      import('shiki/langs/css.mjs'),
      import('shiki/langs/json.mjs'),
      import('shiki/langs/shellscript.mjs'),
      import('shiki/langs/nginx.mjs'),
      import('shiki/langs/ini.mjs'),
      import('shiki/langs/docker.mjs'),
    ],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
  const known = new Set(highlighter.getLoadedLanguages())
  return (code, language) => {
    const name = aliases[language] ?? language
    const html = highlighter.codeToHtml(code, {
      lang: known.has(name) ? name : 'text',
      theme: 'classes',
    })
    return useClasses(html)
  }
}

/** Replaces the highlighter's inline styles, which a strict policy forbids, by classes: `k-token-keyword`. */
function useClasses(html: string): string {
  return html
    .replace(/<pre class="shiki[^>]*>/, '<pre tabindex="0">')
    .replace(/ style="color:var\(--k-([\w-]+)\)[^"]*"/g, ' class="k-$1"')
    .replace(/ style="[^"]*"/g, '')
}

/** Returns the id that GitHub gives a heading, so that links work there too. */
export function slugify(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

function renderPage(page: DocsPage, markdown: string, highlight: Highlight): RenderedPage {
  const rendered: RenderedPage = { html: '', headings: [], images: [], links: [] }
  const folder = posix.dirname(posix.join('docs', page.source ?? ''))
  const markdownIt = new MarkdownIt({ html: true, linkify: false, typographer: false })
  const { rules } = markdownIt.renderer
  rules.fence = (tokens, index) => {
    const { content, info } = tokens[index]!
    const language = info.trim().split(' ')[0] ?? ''
    return `<div class="code" data-language="${language}">${highlight(content.trimEnd(), language)}</div>\n`
  }
  rules.table_open = () => '<div class="table" tabindex="0"><table>\n'
  rules.table_close = () => '</table></div>\n'
  markdownIt.core.ruler.push('docs', (state) => {
    const ids = new Map<string, number>()
    labelCells(state.tokens)
    for (const [index, token] of state.tokens.entries()) {
      if (token.type === 'heading_open') {
        const text = textOf(state.tokens[index + 1]!.children ?? [])
        const slug = slugify(text)
        const count = ids.get(slug) ?? 0
        ids.set(slug, count + 1)
        const id = count === 0 ? slug : `${slug}-${count}`
        token.attrSet('id', id)
        rendered.headings.push({ level: Number(token.tag.slice(1)), id, text })
      }
      for (const child of token.children ?? []) {
        if (child.type === 'link_open')
          child.attrSet(
            'href',
            resolveLink(String(child.attrGet('href') ?? ''), page, folder, rendered),
          )
        if (child.type === 'image')
          child.attrSet('src', resolveImage(String(child.attrGet('src') ?? ''), folder, rendered))
      }
    }
  })
  const html = markdownIt
    .render(dropComments(markdown))
    .replace(
      /(<(?:img [^>]*src|source [^>]*srcset)=")([^"]+)"/g,
      (whole, start: string, source: string) =>
        source.startsWith('images/') ? whole : `${start}${resolveImage(source, folder, rendered)}"`,
    )
    // Links in HTML of ours: those of Markdown are resolved above.
    .replace(/(<a href=")([\w./-]+\.md)"/g, (_, start: string, href: string) => {
      return `${start}${resolveLink(href, page, folder, rendered)}"`
    })
    .replace(
      /<h([23]) id="([^"]+)">(.*?)<\/h\1>/g,
      '<h$1 id="$2">$3<a class="anchor" href="#$2" aria-label="Link to this section">#</a></h$1>',
    )
  return { ...rendered, html: renderNotes(html) }
}

/** Renders GitHub's alerts (`> [!NOTE]`) as notes. */
function renderNotes(html: string): string {
  return html.replace(
    /<blockquote>\s*<p>\[!(NOTE|TIP|WARNING)\]\n?([\s\S]*?)<\/blockquote>/g,
    (_, kind: string, text: string) =>
      `<aside class="note ${kind.toLowerCase()}"><p>${text.trim()}</aside>`,
  )
}

/** The markers of generated blocks are for the generator alone. */
function dropComments(markdown: string): string {
  return markdown.replace(/^<!-- \/?[\w-]+ -->\n/gm, '')
}

/** Gives each cell the heading of its column: on a phone the cells of a row stand below each other. */
function labelCells(tokens: readonly Token[]): void {
  let labels: string[] = []
  let column = 0
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'table_open') labels = []
    if (token.type === 'tr_open') column = 0
    if (token.type === 'th_open') labels.push(textOf(tokens[index + 1]?.children ?? []))
    if (token.type === 'td_open') {
      const label = labels[column++]
      if (label) token.attrSet('data-label', label)
    }
  }
}

/** Files that the build writes beside the pages. */
const generated = new Set(['llms.txt', 'llms-full.txt', 'openapi.json'])

function textOf(children: readonly { type: string; content: string }[]): string {
  return children
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('')
}

function resolveLink(
  href: string,
  page: DocsPage,
  folder: string,
  { links }: RenderedPage,
): string {
  if (/^[a-z][\w+.-]*:/i.test(href)) return href
  const [path = '', id = ''] = href.split('#')
  if (path === '') {
    links.push({ page: page.name, id })
    return href
  }
  if (generated.has(path)) return href
  const file = posix.normalize(posix.join(folder, path))
  const target = pages.find(({ source }) => source && posix.join('docs', source) === file)
  // README.md of the project says the same as the home page; the API reference has no Markdown.
  const name = target?.name ?? (file === 'README.md' ? 'index' : undefined)
  if (name !== undefined) {
    links.push({ page: name, id })
    return `${name}.html${id && `#${id}`}`
  }
  if (pages.some((one) => `docs/${one.name}.html` === file)) {
    links.push({ page: posix.basename(file, '.html'), id })
    return href
  }
  if (existsSync(join(root, file))) return `https://github.com/example/pay-charge/blob/main/${file}`
  throw new Error(`${page.source} links to ${href}, and there is no ${file}.`)
}

function resolveImage(source: string, folder: string, { images }: RenderedPage): string {
  if (/^[a-z]+:/i.test(source)) throw new Error(`${source} is an image of another host.`)
  const file = relative(root, join(root, folder, source))
  if (!existsSync(join(root, file))) throw new Error(`There is no image ${file}.`)
  images.push(file)
  return `images/${posix.basename(file)}`
}
