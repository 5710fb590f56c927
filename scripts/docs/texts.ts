import { type DocsPage, home, parts } from './pages.ts'

/** A page with its Markdown. */
export interface PageText {
  page: DocsPage
  markdown: string
}

/** Returns llms.txt: the pages as a list of links, as https://llmstxt.org describes it. */
export function buildLlmsText(): string {
  const lists = parts.map(({ title, pages }) => {
    const lines = pages.map(
      ({ name, title: its, description, source }) =>
        `- [${its}](${source ? `${name}.md` : 'openapi.json'}): ${description}`,
    )
    // What describes the project itself may be left out where a context is short.
    return `## ${title === 'Project' ? 'Optional' : title}\n\n${lines.join('\n')}`
  })
  const notes =
    'Two npm packages: `pay-charge` has the element, the client (`pay-charge/api`) and the proxy (`pay-charge/proxy`, ' +
    '`/express`, `/fastify`, `/hono`, `/next`); `pay-charge-service` has the service and the command `pay-charge`. ' +
    'Ship on the webhook `charge:confirmed`, once for each charge, and never on an event of the element.'
  return `# pay-charge\n\n> ${home.description}\n\n${notes}\n\n${lists.join('\n\n')}\n`
}

/** Returns llms-full.txt: all pages, one after the other. */
export function buildFullText(texts: readonly PageText[]): string {
  return texts
    .filter(({ page }) => page.name !== 'changelog')
    .map(({ page, markdown }) => `<!-- ${page.name}.md -->\n\n${markdown.trim()}\n`)
    .join('\n\n')
}

/** A section of a page, as the search of the site finds it. */
export interface SearchEntry {
  /** Page and anchor. */
  u: string
  /** The page's title. */
  p: string
  /** The section's heading, or '' for the page's beginning. */
  h: string
  text: string
}

/** Returns the sections of a page with their texts. */
export function listSections(page: DocsPage, html: string): SearchEntry[] {
  const sections = html.split(/(?=<h[23] id=")/)
  return sections.map((section) => {
    const [, id = '', heading = ''] =
      /^<h[23] id="([^"]+)">(.*?)(?:<a class="anchor"|<\/h)/.exec(section) ?? []
    const body = heading ? section.replace(/^<h[23].*?<\/h[23]>/s, '') : section
    return {
      u: `${page.name}.html${id && `#${id}`}`,
      p: page.title,
      h: toText(heading),
      text: toText(body).slice(0, 1_500),
    }
  })
}

function toText(html: string): string {
  return html
    .replace(/<\/?(?:span|code|a|em|strong)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(?:x([\da-f]+)|(\d+));/gi, (_, hex?: string, decimal?: string) =>
      String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
}
