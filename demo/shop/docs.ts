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
 * Serves the documentation, which is built when somebody first asks for it, and again after a change. It is built by a
 * process of its own: meanwhile the shop goes on, and the reader sees a page that says so and comes again by itself.
 */
export function createDocs(): (context: Context) => Promise<Response> {
  let serveFile: ReturnType<typeof serveStatic> | undefined
  let building: Promise<string> | undefined
  let failure = ''
  const startBuild = () => {
    building ??= build().then((said) => {
      failure = said
      building = undefined
      return said
    })
  }
  return async (context) => {
    const { path } = context.req
    if (path === '/docs') return context.redirect('/docs/')
    const isPage = path.endsWith('/') || extname(path) === '' || path.endsWith('.html')
    if (isPage && !building && (await isSiteStale())) {
      // After a failure the reader is told, and the next request tries again.
      if (failure) {
        const said = failure
        failure = ''
        return context.html(messagePage('The documentation can’t be built', said), 500)
      }
      startBuild()
    }
    if (isPage && building) {
      const text = 'The documentation is being built. This page comes again by itself.'
      return context.html(messagePage('One moment', text), 503, {
        refresh: '1',
        'retry-after': '1',
      })
    }
    context.header('cache-control', 'no-cache')
    // Made when the folder is there: otherwise the library would warn of it.
    serveFile ??= serveStatic({ root: outputFolder, rewriteRequestPath: toFile })
    const response = await serveFile(context, async () => undefined)
    // A type that the library does not know, so that browsers would save it.
    if (path.endsWith('.md')) response?.headers.set('content-type', 'text/markdown; charset=utf-8')
    return response ?? context.notFound()
  }
}

/** Returns what went wrong, or ''. */
async function build(): Promise<string> {
  const command = [join(root, 'scripts/docs/build.ts'), '--if-stale']
  return promisify(execFile)(process.execPath, command, { cwd: root }).then(
    () => '',
    ({ stderr, message }: { stderr?: string; message: string }) =>
      (stderr || message).slice(-2_000),
  )
}
