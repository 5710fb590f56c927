import { execFile } from 'node:child_process'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context } from 'hono'
import { outputFolder, root } from '../../scripts/docs/paths.ts'
import { isSiteStale } from '../../scripts/docs/stale.ts'
import { messagePage } from './pages/message.ts'

/** Without `.html`, a path names a page as well. */
function toFile(path: string): string {
  const name = path.slice('/docs'.length)
  if (name.endsWith('/')) return `${name}index.html`
  return extname(name) === '' ? `${name}.html` : name
}

/**
 * Serves the documentation. The first reader waits until it is built, at the start and after a change, while the shop
 * goes on: it is built by a process of its own.
 */
export function createDocs(): (context: Context) => Promise<Response> {
  let serveFile: ReturnType<typeof serveStatic> | undefined
  return async (context) => {
    const { path } = context.req
    if (path === '/docs') return context.redirect('/docs/')
    const isPage = path.endsWith('/') || extname(path) === '' || path.endsWith('.html')
    // After a failure the next request tries again.
    const fault = isPage && (await buildDocs())
    if (fault) return context.html(messagePage('The documentation can’t be built', fault), 500)
    context.header('cache-control', 'no-cache')
    // Made when the folder is there: otherwise the library would warn of it.
    serveFile ??= serveStatic({ root: outputFolder, rewriteRequestPath: toFile })
    const response = await serveFile(context, async () => undefined)
    // A type that the library does not know, so that browsers would save it.
    if (path.endsWith('.md')) response?.headers.set('content-type', 'text/markdown; charset=utf-8')
    return response ?? context.notFound()
  }
}

let building: Promise<string> | undefined

/** Builds the documentation where it is missing or older than its sources. Returns what went wrong, or ''. */
async function buildDocs(): Promise<string> {
  if (!building && !(await isSiteStale())) return ''
  building ??= build().finally(() => {
    building = undefined
  })
  return building
}

async function build(): Promise<string> {
  const command = [join(root, 'scripts/docs/build.ts'), '--if-stale']
  return promisify(execFile)(process.execPath, command, { cwd: root }).then(
    () => '',
    ({ stderr, message }: { stderr?: string; message: string }) =>
      (stderr || message).slice(-2_000),
  )
}
