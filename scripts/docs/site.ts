import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { buildOpenApiDocument } from '../../src/service/openapi/document.ts'
import { renderApiPage } from './api-page.ts'
import { renderLayout } from './layout.ts'
import { createRender, type RenderedPage } from './markdown.ts'
import { pages } from './pages.ts'
import { docsFolder, outputFolder, root, siteFolder } from './paths.ts'
import { buildFullText, buildLlmsText, listSections, type PageText } from './texts.ts'

/** What a build has written. */
export interface BuiltSite {
  pages: number
  images: number
}

/**
 * Builds the site from the Markdown in `docs` into `dist/docs`. The folder is replaced as a whole, so that who reads it
 * meanwhile sees the old site or the new one.
 *
 * @throws Error for a link or an image that leads nowhere
 */
export async function buildSite(): Promise<BuiltSite> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const folder = `${outputFolder}.new`
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, 'images'), { recursive: true })

  const render = await createRender()
  const texts: PageText[] = []
  const rendered = new Map<string, RenderedPage>()
  const sections = []
  for (const page of pages) {
    const { html, headings, ...rest } = page.source
      ? await renderSource(page.source, (markdown) => {
          texts.push({ page, markdown: relinkMarkdown(markdown) })
          return render(page, markdown)
        })
      : { ...(await renderApiPage()), images: [], links: [] }
    rendered.set(page.name, { html, headings, ...rest })
    sections.push(...listSections(page, html))
    const whole = renderLayout({ page, version, content: html, headings })
    await writeFile(join(folder, `${page.name}.html`), whole)
  }
  checkLinks(rendered)

  const images = new Set([...rendered.values()].flatMap((one) => one.images))
  for (const file of images) await cp(join(root, file), join(folder, 'images', basename(file)))
  for (const { page, markdown } of texts) await writeFile(join(folder, `${page.name}.md`), markdown)
  await writeFile(join(folder, 'llms.txt'), buildLlmsText())
  await writeFile(join(folder, 'llms-full.txt'), buildFullText(texts))
  await writeFile(join(folder, 'search.json'), JSON.stringify(sections))
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(buildOpenApiDocument(), null, 2))
  await cp(siteFolder, join(folder, 'site'), { recursive: true })
  await cp(join(root, 'dist/browser'), join(folder, 'element'), {
    recursive: true,
    filter: (file) => !file.endsWith('.map'),
  })
  await rm(outputFolder, { recursive: true, force: true })
  await rename(folder, outputFolder)
  return { pages: pages.length, images: images.size }
}

async function renderSource(
  source: string,
  render: (markdown: string) => RenderedPage,
): Promise<RenderedPage> {
  return render(await readFile(join(docsFolder, source), 'utf8'))
}

/** In the site all Markdown lies in one folder, beside the images. */
function relinkMarkdown(markdown: string): string {
  return markdown
    .replace(/(\.\.\/)?demo\/screenshots\//g, 'images/')
    .replace('src="architecture.svg"', 'src="images/architecture.svg"')
    .replace(/\]\((?:\.\.\/)?(SECURITY|CONTRIBUTING|CHANGELOG)\.md/g, (_, name: string) => {
      return `](${name.toLowerCase()}.md`
    })
    .replaceAll('](docs/', '](')
}

function checkLinks(rendered: ReadonlyMap<string, RenderedPage>): void {
  for (const [name, { links }] of rendered) {
    for (const { page, id } of links) {
      const target = rendered.get(page)
      const hasId =
        id === '' ||
        target?.headings.some((heading) => heading.id === id) ||
        target?.html.includes(`id="${id}"`)
      if (!hasId) throw new Error(`The page ${name} links to ${page}#${id}, which is not there.`)
    }
  }
}
