import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { build } from '../../docs/.vitepress/builder.ts'
import { buildFullText, buildLlmsText } from '../../docs/.vitepress/llms.ts'
import { pages } from '../../docs/.vitepress/pages.ts'
import { buildOpenApiDocument } from '../../src/service/openapi/document.ts'
import { buildApiPages } from './api/pages.ts'
import { outputFolder, root } from './paths.ts'

/**
 * Builds the site from the Markdown with VitePress into `dist/docs`, and beside its pages what programs read: each page
 * as Markdown, `llms.txt`, and the OpenAPI document. The folder is replaced as a whole, so that a reader sees the old
 * site or the new one.
 *
 * @throws Error for a link to a page that does not exist
 */
export async function buildSite(): Promise<void> {
  const folder = `${outputFolder}.new`
  await rm(folder, { recursive: true, force: true })
  // VitePress reads files only.
  for (const [name, markdown] of buildApiPages())
    await writeFile(join(root, `docs/${name}.md`), markdown)
  await build(join(root, 'docs'), { outDir: folder })

  const texts = await Promise.all(
    pages.map(async (page) => ({
      page,
      markdown: relinkMarkdown(await readFile(join(root, page.source), 'utf8'), page.source),
    })),
  )
  for (const { page, markdown } of texts) await writeFile(join(folder, `${page.name}.md`), markdown)
  await writeFile(join(folder, 'llms.txt'), buildLlmsText())
  await writeFile(join(folder, 'llms-full.txt'), buildFullText(texts))

  await writeFile(join(folder, 'openapi.json'), JSON.stringify(buildOpenApiDocument(), null, 2))

  await cp(join(root, 'docs/.vitepress/icon.svg'), join(folder, 'icon.svg'))
  const images = join(folder, 'images')
  await mkdir(images)
  await cp(join(root, 'demo/screenshots'), images, { recursive: true })
  await cp(join(root, 'docs/architecture.svg'), join(images, 'architecture.svg'))
  // The element of the live examples.
  await cp(join(root, 'dist/browser'), join(folder, 'element'), {
    recursive: true,
    filter: (file) => !file.endsWith('.map'),
  })
  await rm(outputFolder, { recursive: true, force: true })
  await rename(folder, outputFolder)
}

/** In the site all Markdown lies in one folder, beside the images. */
function relinkMarkdown(markdown: string, source: string): string {
  return markdown
    .replace(/(\.\.\/)?demo\/screenshots\//g, 'images/')
    .replace('src="./architecture.svg"', 'src="images/architecture.svg"')
    .replace(/(?<=\]\()([^)\s#]+\.md)(?=[)#])/g, (path: string) => {
      const file = posix.join(posix.dirname(source), path)
      const page = pages.find((one) => one.source === file)
      return page ? `${page.name}.md` : path
    })
}
