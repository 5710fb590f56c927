import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { build, type Rolldown } from 'vite'
import { chromiumArguments, chromiumPath } from '../../demo/browser.ts'

/** As strict as a shop's may be; data: images are the icons that wallets announce. */
const policy =
  "default-src 'self'; style-src 'self'; img-src 'self' data:; require-trusted-types-for 'script'"

const html = (rpc: string) => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Shop</title><link rel="icon" href="data:,">
<script type="module" src="/demo-wallet.js" data-rpc="${rpc}"></script>
<h1>A shop</h1><button>A button of the page</button></html>`

/** Pages that have the demo wallet on them, each with a chain behind a path of the same origin. */
export async function serveWalletPage(rpcUrl: string) {
  const script = await bundle()
  const chains = [rpcUrl]
  const server = createServer((request, response) => {
    const [, kind, index] = (request.url ?? '').split('/')
    const chain = chains[Number(index)]
    if (kind === 'demo-wallet.js') return send(response, 'text/javascript', script)
    if (kind === 'page' && chain) return send(response, 'text/html', html(`/chain/${index}`))
    if (kind !== 'chain' || !chain) return response.writeHead(404).end()
    forward(chain, request, response).catch(() => response.writeHead(502).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    /** A page on the first chain. */
    url: `${base}/page/0`,
    /** A URL of this origin behind which another chain answers. */
    route: (other: string) => `${base}/chain/${chains.push(other) - 1}`,
    /** A page on another chain. */
    pageFor: (other: string) => `${base}/page/${chains.push(other) - 1}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function send(response: ServerResponse, type: string, content: string): void {
  response.setHeader('content-security-policy', policy)
  response.writeHead(200, { 'content-type': type }).end(content)
}

/** The wallet as a shop's build makes it: one module. */
async function bundle(): Promise<string> {
  const entry = fileURLToPath(new URL('../../demo/wallet/demo-wallet.ts', import.meta.url))
  const outputs = (await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry, formats: ['es'], fileName: 'demo-wallet' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput[]
  return outputs[0]!.output[0].code
}

async function forward(rpcUrl: string, request: IncomingMessage, response: ServerResponse) {
  const headers = { 'content-type': 'application/json' }
  const body = await buffer(request)
  const reply = await fetch(rpcUrl, { method: 'POST', headers, body })
  response.writeHead(reply.status, headers).end(await reply.text())
}

/** The Chromium that the tests drive. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: [...chromiumArguments] })
}

/** What a request came to, as plain data that leaves the page. */
export type Outcome = { result: unknown } | { code: unknown; message: string }

/** The page's side of EIP-6963 and EIP-1193, kept on window by {@link watchWallet}. */
declare global {
  interface Window {
    seen: {
      info?: { name: string; rdns: string; icon: string; uuid: string }
      events: unknown[][]
      violations: string[]
      request(method: string, params?: unknown): Promise<Outcome>
    }
  }
}

/** Has the page gather the announced wallet, its events, and every breach of the page's policy. */
export async function watchWallet(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Provider = {
      request(args: object): Promise<unknown>
      on(name: string, listener: (...args: unknown[]) => void): void
    }
    let provider: Provider | undefined
    window.seen = {
      events: [],
      violations: [],
      request: (method, params) =>
        provider!.request({ method, params }).then(
          (result) => ({ result }),
          ({ code, message }) => ({ code, message }),
        ),
    }
    document.addEventListener('securitypolicyviolation', (event) => {
      window.seen.violations.push(`${event.violatedDirective} ${event.blockedURI}`)
    })
    window.addEventListener('eip6963:announceProvider', (event) => {
      if (provider) return
      const { detail } = event as CustomEvent<{ info: Window['seen']['info']; provider: Provider }>
      provider = detail.provider
      window.seen.info = detail.info!
      for (const name of ['accountsChanged', 'chainChanged', 'connect', 'disconnect']) {
        provider.on(name, (...args) => window.seen.events.push([name, ...args]))
      }
    })
  })
}

/** Asks the wallet of a page. */
export function ask(page: Page, method: string, params?: unknown): Promise<Outcome> {
  return page.evaluate(([name, value]) => window.seen.request(name as string, value), [
    method,
    params,
  ] as const)
}
