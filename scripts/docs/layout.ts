import type { Heading } from './markdown.ts'
import { type DocsPage, home, pages, parts } from './pages.ts'

/** The content security policy of each page, which holds on any host. */
export const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types lit-html"

export interface LayoutOptions {
  page: DocsPage
  version: string
  content: string
  headings: readonly Heading[]
}

/** Returns a whole page. No script and no style stands in it, and it names no other host. */
export function renderLayout({ page, version, content, headings }: LayoutOptions): string {
  const title = page === home ? 'pay-charge: documentation' : `${page.title} · pay-charge`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escapeHtml(page.description)}">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="icon" href="site/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="site/docs.css">
${page.source ? `<link rel="alternate" type="text/markdown" href="${page.name}.md">\n` : ''}<script src="site/scheme.js"></script>
<script type="module" src="site/docs.js"></script>
${content.includes('data-live=') ? '<script type="module" src="site/live.js"></script>\n' : ''}</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<button type="button" class="icon menu" data-menu aria-label="Menu" aria-expanded="false" aria-controls="pages">${icons.menu}</button>
<a class="mark" href="index.html">${icons.mark}<span>pay-charge</span></a>
<button type="button" class="search" data-search aria-label="Search">${icons.search}<span>Search</span><kbd>/</kbd></button>
<nav class="links" aria-label="Project"><a href="api.html">API</a> <a href="changelog.html">v${version}</a></nav>
<button type="button" class="icon" data-scheme aria-label="Light or dark">${icons.scheme}</button>
</header>
<div class="frame">
<nav id="pages" class="pages" aria-label="Pages">${renderNavigation(page)}</nav>
<main id="content" class="content${page === home ? ' home' : ''}">
${content}
${renderNeighbors(page)}
</main>
${renderContents(headings)}
</div>
</body>
</html>
`
}

function renderNavigation(current: DocsPage): string {
  return parts
    .map(({ title, pages: its }) => {
      const items = its.map((one) => `<li>${renderEntry(one, current)}</li>`).join('')
      return `<section><h2>${title}</h2><ul>${items}</ul></section>`
    })
    .join('')
}

function renderEntry({ name, title }: DocsPage, current: DocsPage): string {
  const mark = name === current.name ? ' aria-current="page"' : ''
  return `<a href="${name}.html"${mark}>${escapeHtml(title)}</a>`
}

function renderNeighbors(page: DocsPage): string {
  const index = pages.indexOf(page)
  const [previous, next] = [index > 1 ? pages[index - 1] : undefined, pages[index + 1]]
  const link = (one: DocsPage | undefined, word: string, kind: string) =>
    one
      ? `<a class="${kind}" href="${one.name}.html"><small>${word}</small>${escapeHtml(one.title)}</a>`
      : '<span></span>'
  if (page === home) return ''
  return `<nav class="neighbors" aria-label="Previous and next page">${link(previous, 'Previous', 'previous')}${link(next, 'Next', 'next')}</nav>`
}

function renderContents(headings: readonly Heading[]): string {
  const shown = headings.filter(({ level }) => level === 2 || level === 3)
  if (shown.length < 2) return ''
  const items = shown.map(
    ({ level, id, text }) =>
      `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  )
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></nav>`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`)
}

const icon = (path: string) =>
  `<svg viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`

const icons = {
  menu: icon('<path d="M3 6h14M3 10h14M3 14h14"/>'),
  search: icon('<circle cx="9" cy="9" r="5"/><path d="m13 13 4 4"/>'),
  scheme: icon(
    '<circle cx="10" cy="10" r="6.5"/><path d="M10 3.5v13a6.5 6.5 0 0 0 0-13Z" fill="currentColor"/>',
  ),
  mark: '<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><rect width="24" height="24" rx="7" class="mark-ground"/><path d="M6.5 9.5h11M6.5 13h5" class="mark-line"/></svg>',
}
