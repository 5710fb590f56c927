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
      ({ name, title: its, description }) => `- [${its}](${name}.md): ${description}`,
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
