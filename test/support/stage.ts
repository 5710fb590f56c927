import { readFile } from 'node:fs/promises'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { type Client, createClient } from '../../src/api/client/client.ts'
import type { NewCharge } from '../../src/api/schemas/charges/charge.ts'
import type { ScriptTags } from '../../src/api/script-tags.ts'
import { createPayProxy, OrderError, type PayProxyOptions } from '../../src/proxy.ts'
import { type LocalChain, startLocalChain } from './local-chain.ts'
import { prepareDatabase } from './prepared.ts'
import { type ServiceEnvironment, type ServiceProcess, startServiceProcess } from './service.ts'
import { patience } from './wait.ts'

/** What the shops' pages must run under. Lit names its policy `lit-html`. */
const csp = [
  "default-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ')

/** How a page loads the element. */
export interface PageTags extends Pick<ScriptTags, 'html' | 'scriptSource'> {
  /** The whole Content-Security-Policy, in place of the shops' own. */
  policy?: string
}

/** A chain, a service, and a shop with its proxy, all real. */
export interface Stage {
  chain: LocalChain
  service: ServiceProcess
  client: Client
  /** The shop's key of the service. */
  apiKey: string
  /** The id of the shop's account. */
  account: string
  /** Another account, which nothing in the stage uses: for those who count what an account has. */
  otherShop: { id: string; apiKey: string }
  /** The settings of the service, by which commands reach its database. */
  environment: ServiceEnvironment
  /** The shop's origin. */
  shop: string
  /** Where the shop's money goes. */
  recipient: `0x${string}`
  /**
   * Serves a body at a path of the shop and gives its address.
   *
   * @param connect whom the page may call beside its own origin
   * @param tags load the element, in place of a script tag without a hash
   */
  page(body: string, connect?: string, tags?: PageTags): string
  /** Ends the service and starts it again on the same data and port. */
  restartService(signal?: NodeJS.Signals): Promise<void>
  stopService(): Promise<void>
  end(): Promise<void>
}

/**
 * Starts everything on free ports.
 *
 * @param settings of the service, beside those that every stage has, or what makes them for its chain
 * @param proxyOptions of the shop's proxy, likewise
 */
export async function startStage(
  settings: Record<string, string> | ((chain: LocalChain) => Promise<Record<string, string>>) = {},
  proxyOptions: Partial<PayProxyOptions> = {},
): Promise<Stage> {
  const chain = await startLocalChain()
  const database = await prepareDatabase()
  const tokens = chain.tokens.map((token) => ({ chainId: 31_337, peg: 'USD', ...token }))
  const environment: ServiceEnvironment = {
    ...database.environment,
    CHAIN_RPC_URLS: JSON.stringify({ 31337: chain.rpcUrl }),
    CONFIRMATIONS: JSON.stringify({ 31337: 2 }),
    // The money of this chain stands for money that has value.
    CHAIN_MODES: JSON.stringify({ 31337: 'live' }),
    TOKENS: JSON.stringify(tokens),
    WEBHOOK_ALLOW_PRIVATE: 'on',
    // Tests wait for what the watcher does.
    LOG_LEVEL: 'debug',
    ...(typeof settings === 'function' ? await settings(chain) : settings),
  }
  const { apiKey, id: account } = database.shop
  let service = await startServiceProcess(environment)
  const client = createClient({ baseUrl: service.baseUrl, apiKey, timeoutMs: patience })
  const recipient = demoAccount(5).address
  const { address: tokenAddress } = chain.token('DUSD')
  await client.setReceivingWallet({ walletAddress: recipient, chainId: 31_337, tokenAddress })
  const shop = await startShop(service.baseUrl, apiKey, proxyOptions)
  return {
    chain,
    get service() {
      return service
    },
    client,
    apiKey,
    account,
    otherShop: database.other,
    environment,
    shop: shop.origin,
    recipient,
    page: shop.page,
    async stopService() {
      await service.end('SIGKILL')
    },
    async restartService(signal = 'SIGKILL') {
      const port = String(service.port)
      await service.end(signal)
      service = await startServiceProcess({ ...environment, SERVICE_PORT: port })
    },
    async end() {
      await shop.close()
      await service.end()
      await chain.stop()
      await database.remove()
    },
  }
}

async function startShop(baseUrl: string, apiKey: string, proxyOptions: Partial<PayProxyOptions>) {
  const pages = new Map<string, { body: string; connect: string; tags: PageTags | undefined }>()
  const app = new Hono()
  // Tests that stop the service see it in the page; the operator's log would only repeat it.
  const proxy = createPayProxy({
    ...{ baseUrl, apiKey, createCharge: priceOrder, timeoutMs: patience, onError: () => {} },
    ...proxyOptions,
  })
  app.use(async (context, next) => {
    await next()
    const { headers } = context.res
    if (headers.get('content-type')?.includes('html') && !headers.has('content-security-policy')) {
      context.res.headers.set('content-security-policy', csp)
    }
  })
  app.all('/pay/*', (context) => proxy(context.req.raw))
  app.get('/pages/:id', (context) => {
    const page = pages.get(context.req.param('id'))
    if (!page) return context.notFound()
    const { body, connect, tags } = page
    const scripts = tags ? `; script-src 'self' ${tags.scriptSource}` : ''
    const policy = tags?.policy ?? `${csp}; connect-src 'self' ${connect}${scripts}`
    context.header('content-security-policy', policy)
    return context.html(document(body, tags?.html))
  })
  app.get('/swapped/:swapped/:file', async (context) => {
    const { swapped, file } = context.req.param()
    // Whatever else the attacker's code does, it runs.
    const isBare = swapped === 'bare' && file === 'pay-charge.js' && !context.req.query('ver')
    const attack = swapped === file || isBare ? 'globalThis.hasAttackerRun = true\n' : ''
    const script = await readWidgetFile(file)
    return context.body(attack + script, 200, { 'content-type': 'text/javascript' })
  })
  app.get('/:file{.+\\.js}', async (context) => {
    const script = await readWidgetFile(context.req.param('file'))
    // Pages of another origin may load it, as from a CDN.
    context.header('access-control-allow-origin', '*')
    return context.body(script, 200, { 'content-type': 'text/javascript' })
  })
  app.get('/page.css', (context) => context.body(style, 200, { 'content-type': 'text/css' }))
  app.get('/favicon.ico', (context) => context.body(null, 204))
  app.get('/:place{success|cancel}', (context) =>
    context.html(document(`<h1>${context.req.param('place')}</h1>`)),
  )
  const { promise, resolve } = Promise.withResolvers<number>()
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
    resolve(port),
  )
  const origin = `http://localhost:${await promise}`
  return {
    origin,
    page(body: string, connect = '', tags?: PageTags) {
      const id = crypto.randomUUID()
      pages.set(id, { body, connect, tags })
      return `${origin}/pages/${id}`
    },
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        // A browser that is still there would keep its connections for minutes.
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}

function readWidgetFile(name: string): Promise<string> {
  return readFile(new URL(`../../dist/browser/${name}`, import.meta.url), 'utf8')
}

/** The merchant's own code: what is asked for decides the price, whatever else the order says. */
function priceOrder(order: unknown): NewCharge {
  const { sku, charge } = order as { sku?: string; charge?: Partial<NewCharge> }
  if (sku !== 'mug') throw new OrderError('This product is unknown.', { field: 'sku' })
  return {
    pricing_type: 'fixed_price',
    local_price: { amount: '19.99', currency: 'USD' },
    metadata: { secret: 'for the shop only' },
    ...charge,
  }
}

/** The last two lines are what the README advises: the place is kept, and nothing is seen of what stands in it before its time. */
const style = `
  html { color-scheme: light dark; }
  body { margin: 0; padding: 20px; font-family: system-ui; }
  .kept pay-charge { display: block; min-height: 24rem; }
  .kept pay-charge:not(:defined) { visibility: hidden; }`

const plainTag = '<script type="module" src="/pay-charge.js"></script>'

const document = (
  body: string,
  tags = plainTag,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Shop</title>
<link rel="stylesheet" href="/page.css">${tags}</head>
<body>${body}</body></html>`
