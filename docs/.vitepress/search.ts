import type { MarkdownEnv, MarkdownRenderer } from 'vitepress'

/** A part of a page that the site's search finds by itself. */
interface Section {
  anchor: string
  /** The page's title, and those on the way to the section. */
  titles: string[]
  text: string
}

/** The page whose rows are words that people look for. */
export const wordsPage = 'docs/words.md'

/**
 * Splits the page of words by its rows: a word is the title of a section, so that it is found first. Returns undefined for any
 * other page, which VitePress splits by its headings.
 */
export function splitWords(file: string, html: string): Section[] | undefined {
  if (!file.endsWith(wordsPage)) return undefined
  const title = 'In your words'
  const rows = html.matchAll(/<tr id="([^"]+)">\s*<td>(.*?)<\/td>\s*<td>(.*?)<\/td>/g)
  return [...rows].map(([, anchor = '', words = '', meaning = '']) => ({
    anchor,
    titles: [title, removeTags(words)],
    text: removeTags(meaning),
  }))
}

const removeTags = (html: string) => html.replace(/<[^>]*>/g, '')

/** Renders a page for the search. Samples and examples of the API are not in it: they have each other's words. */
export function renderForSearch(
  text: string,
  env: MarkdownEnv,
  markdown: MarkdownRenderer,
): string {
  const html = markdown.render(text, env)
  return /^docs\/api\b/.test(env.relativePath) ? html.replace(/<pre[\s\S]*?<\/pre>/g, '') : html
}
