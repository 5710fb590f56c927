import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import release from 'pay-charge/integrity.json' with { type: 'json' }
import { buildScriptTags, toNodeListener } from 'pay-charge/proxy'
import { startCdn } from './cdn.ts'
import { proxy } from './proxy.ts'

// The store. The files of the element come from another host.
const cdn = await startCdn(`/pay-charge/${release.version}/`)
const tags = await buildScriptTags(release, cdn.folder)
const policy = [
  "default-src 'self'",
  `script-src 'self' ${cdn.origin} ${tags.scriptSource}`,
  "connect-src 'self' https://rpc.example",
  "img-src 'self' data:",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ')
const template = await readFile(new URL('page.html', import.meta.url), 'utf8')
const page = template.replace('<!-- script tag -->', tags.html)
const script = await readFile(new URL('public/store.js', import.meta.url))
const handleProxy = toNodeListener(proxy)

createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname.startsWith('/pay/')) return handleProxy(request, response)
  if (pathname === '/store.js')
    return response.setHeader('content-type', 'text/javascript').end(script)
  if (pathname !== '/') return response.writeHead(404).end()
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
  return response.writeHead(200, headers).end(page)
}).listen(Number(process.env.PORT ?? 3000))
