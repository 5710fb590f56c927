import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import release from 'pay-charge/integrity.json' with { type: 'json' }
import { toNodeListener } from 'pay-charge/proxy'
import { createProxy } from './proxy.ts'

// This stands for WordPress: it serves a page as WordPress renders it, with its files. PHP cannot run the proxy, so the
// proxy has a host of its own.

const port = Number(process.env.PORT ?? 3000)
const proxy = createServer(toNodeListener(createProxy(`http://localhost:${port}`)))
await new Promise<void>((resolve) => proxy.listen(0, resolve))
const proxyUrl = `http://localhost:${(proxy.address() as AddressInfo).port}/pay`

const folder = `/wp-content/uploads/pay-charge/${release.version}/`
const scriptTag = `<script type="module" src="${folder}pay-charge.js" integrity="${release.files['pay-charge.js']}" crossorigin="anonymous"></script>`
const template = await readFile(new URL('page.html', import.meta.url), 'utf8')
const page = template.replace('%PROXY%', proxyUrl).replace('%SCRIPT_TAG%', scriptTag)

const jquery = new URL(import.meta.resolve('jquery/dist/jquery.min.js'))
const elementFiles = new URL('.', import.meta.resolve('pay-charge/pay-charge.js'))

function findScript(path: string): URL | undefined {
  if (path === '/wp-includes/js/jquery/jquery.js') return jquery
  if (path === '/wp-content/themes/store/store.js')
    return new URL('public/store.js', import.meta.url)
  const name = path.startsWith(folder) ? path.slice(folder.length) : ''
  return name in release.files ? new URL(name, elementFiles) : undefined
}

createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname === '/') {
    response.setHeader('content-type', 'text/html; charset=UTF-8').end(page)
    return
  }
  const script = findScript(pathname)
  if (!script) {
    response.writeHead(404).end()
    return
  }
  response.setHeader('content-type', 'text/javascript').end(await readFile(script))
}).listen(port)
