import { buildOpenApiDocument } from '../../src/service/openapi/document.ts'
import { renderDocsPage } from '../../src/service/operate/docs-page.ts'
import type { Heading } from './markdown.ts'

/** Returns the API reference: what the service shows at its own /docs, in the frame of the site. */
export async function renderApiPage(): Promise<{ html: string; headings: Heading[] }> {
  const whole = String(await renderDocsPage(buildOpenApiDocument()))
  const main = /<main>([\s\S]*)<\/main>/.exec(whole)?.[1] ?? ''
  const html = renderInline(main)
    .replace(/<h1>.*?<\/h1>/, '<h1>API reference</h1>')
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replace(/<h2>(.*?)<\/h2>/g, (_, text: string) => {
      const id = `part-${text.toLowerCase().replace(/\W+/g, '-')}`
      return `<h2 id="${id}">${text}</h2>`
    })
  // The anchors of endpoints, in the order in which they stand below their part.
  const inOrder: Heading[] = []
  for (const match of html.matchAll(
    /<h2 id="([^"]+)">(.*?)<\/h2>|<article id="([^"]+)">\s*<h3>(.*?)<\/h3>/g,
  )) {
    const [, part, title, operation, summary] = match
    if (part !== undefined) inOrder.push({ level: 2, id: part, text: decode(title ?? '') })
    else if (!operation?.startsWith('schema-'))
      inOrder.push({ level: 3, id: operation ?? '', text: decode(summary ?? '') })
  }
  const intro =
    '<p class="source">Made from the service’s OpenAPI document: <a href="openapi.json">openapi.json</a>. A running service shows the same at its <code>/docs</code>.</p>'
  const [head = '', ...rest] = html.split('</h1>')
  return {
    html: `<div class="api">${head}</h1>${intro}${rest.join('</h1>')}</div>`,
    headings: inOrder,
  }
}

/** Renders the Markdown within the texts of the document: code, and links. What is preformatted stays as it is. */
function renderInline(html: string): string {
  return html
    .split(/(<pre[\s\S]*?<\/pre>)/)
    .map((part) =>
      part.startsWith('<pre')
        ? part
        : part
            .replace(/`([^`<]+)`/g, '<code>$1</code>')
            .replace(/\[([^\]<]+)\]\((https:[^)]+)\)/g, '<a href="$2">$1</a>'),
    )
    .join('')
}

function decode(text: string): string {
  return text
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
