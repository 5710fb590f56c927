import { execFile } from 'node:child_process'
import { extname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
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

/** Milliseconds for which a reader waits for the documentation before a page says that it is being built. */
const patienceMs = 1_000
/** Seconds until that page asks again. */
const retrySeconds = '2'

/**
 * Serves the documentation. It is built for its first reader, at the start and after a change, by a process of its own, which
 * also installs its builder: not everybody who starts the shop reads it here. Until then a page says so, and asks again.
 */
export function createDocs(): (context: Context) => Promise<Response> {
  let serveFile: ReturnType<typeof serveStatic> | undefined
  return async (context) => {
    const { path } = context.req
    if (path === '/docs') return context.redirect('/docs/')
    const isPage = path.endsWith('/') || extname(path) === '' || path.endsWith('.html')
    const fault = isPage ? await Promise.race([buildDocs(), setTimeout(patienceMs)]) : ''
    if (fault === undefined) return context.html(buildingPage, 503, headersOfWait)
    // After a failure the next request tries again.
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

const buildingPage = messagePage(
  'The documentation is being built',
  'Its builder is installed first, once. That takes half a minute, and this page opens by itself.',
)
const headersOfWait = { 'retry-after': retrySeconds, refresh: retrySeconds }

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
  try {
    await run('scripts/ensure.mjs', '--docs')
    await run('scripts/docs/build.ts', '--if-stale')
    return ''
  } catch (cause) {
    const { stderr, message } = cause as { stderr?: string; message: string }
    return (stderr || message).slice(-2_000)
  }
}

const run = (script: string, flag: string) =>
  promisify(execFile)(process.execPath, [join(root, script), flag], { cwd: root })
