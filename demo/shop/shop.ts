import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { etag } from 'hono/etag'
import type { ErrorBody } from '../../src/api/schemas/error-body.ts'
import { createFaucet } from '../chain/faucet.ts'
import { type Asset, serveAssets } from './assets.ts'
import { dollars, findProduct, products } from './catalogue.ts'
import { createChainGate } from './chain-gate.ts'
import { createDocs } from './docs.ts'
import { answerFault, notFound } from './faults.ts'
import { createHeaders, sameOriginOnly } from './headers.ts'
import { localHostsOnly } from './local-hosts.ts'
import { readOrder, type Till } from './order.ts'
import type { PlacedOrder } from './orders.ts'
import { checkoutPage } from './pages/checkout.ts'
import { homePage } from './pages/home.ts'
import type { PageChain } from './pages/layout.ts'
import { type Ending, outcomePage } from './pages/outcome.ts'
import { playgroundPage } from './pages/playground.ts'
import { buyPage, orderPage } from './pages/product.ts'
import { walletPage } from './pages/wallet.ts'
import { buy, createProxy, type PurchaseOptions } from './purchase.ts'

export interface ShopOptions extends Omit<PurchaseOptions, 'till'> {
  chain: PageChain & { tokens: Till['tokens'] }
  /** Everything with a name of its own: scripts, styles, pictures. */
  assets: readonly Asset[]
}

/** What the server hands over beside a request; absent where a test calls the shop itself. */
interface Env {
  Bindings: Partial<HttpBindings>
}

/** Bytes of a request's body. */
const maxBody = 65_536

/** The shop: its pages, its files, and the mounts of proxy, faucet and chain. */
export function createShop({ chain, assets, protection, ...options }: ShopOptions): Hono<Env> {
  const till = { chainId: chain.id, tokens: chain.tokens }
  const purchase = { ...options, till, protection }
  const app = new Hono<Env>()
  app.use(createHeaders(protection.tags.scriptSource), localHostsOnly, sameOriginOnly)
  app.onError(answerFault)
  app.notFound(notFound)

  // The one line that a merchant writes; it bounds and answers everything by itself.
  const addresses = new WeakMap<Request, string>()
  const proxy = createProxy(purchase, (request) => addresses.get(request))
  app.all('/pay/*', (context) => {
    const request = context.req.raw
    const address = context.env.incoming?.socket.remoteAddress
    if (address !== undefined) addresses.set(request, address)
    return proxy(request)
  })

  const bounded = bodyLimit({ maxSize: maxBody, onError: tooLarge })
  const gate = createChainGate(chain.rpcUrl)
  app.all('/chain', bounded, (context) => gate(context.req.raw))
  const faucet = createFaucet(chain)
  app.all('/faucet', bounded, (context) => faucet(context.req.raw))

  app.get('/demo.json', (context) => context.json(demoFacts(context, { chain, ...options })))
  app.get('/demo.env', (context) => context.text(demoEnvironment(options.service)))
  const docs = createDocs()
  for (const path of ['/docs', '/docs/*']) app.get(path, docs)
  addPages(app, { chain, protection }, purchase)
  app.get('*', etag(), serveAssets(assets))
  return app
}

function addPages(
  app: Hono<Env>,
  checkout: Pick<ShopOptions, 'chain' | 'protection'>,
  purchase: PurchaseOptions,
): void {
  const { chain } = checkout
  const { till, orders, service } = purchase
  app.get('/', (context) => context.html(homePage()))
  app.get('/playground', (context) => context.html(playgroundPage(chain)))
  app.get('/wallet', (context) => context.html(walletPage(chain, chain.tokens)))
  app.get('/products/:sku', (context) => {
    const product = findProduct(context.req.param('sku'))
    if (!product) return notFound(context)
    if (product.way === 'charge') return context.html(buyPage(product))
    const order = readOrder({ sku: product.sku, ...wanted(context) }, till)
    return context.html(orderPage(product, order, till, checkout))
  })
  // A POST, since looking at a page must order nothing (RFC 9110 section 9.2.1).
  app.post('/buy/:sku', async (context) => {
    const { sku } = context.req.param()
    const order = await buy({ sku }, new URL(context.req.url).origin, purchase)
    return context.redirect(`/orders/${order.id}`, 303)
  })
  app.get('/orders/:id', (context) => {
    const order = orders.find(context.req.param('id'))
    return order ? context.html(checkoutPage(order, checkout)) : notFound(context)
  })
  app.get('/orders/:id/:ending{success|cancel}', async (context) => {
    const order: PlacedOrder | undefined = orders.find(context.req.param('id'))
    if (!order) return notFound(context)
    const charge = await service.client.getCharge(order.chargeId)
    return context.html(outcomePage(order, charge, context.req.param('ending') as Ending))
  })
}

/** Quantity and token, where the address of the page names them. */
function wanted(context: Context): { quantity?: number; token?: string } {
  const { quantity, token } = context.req.query()
  return {
    ...(quantity !== undefined && { quantity: Number(quantity) }),
    ...(token !== undefined && { token }),
  }
}

/** What tests and tools need to know of this demo. A real shop shows its api-key to nobody. */
function demoFacts(context: Context, { service, chain }: Pick<ShopOptions, 'service' | 'chain'>) {
  const { origin } = new URL(context.req.url)
  return {
    shop: origin,
    service: service.url,
    apiKey: service.apiKey,
    chain: { id: chain.id, rpcUrl: chain.rpcUrl },
    tokens: chain.tokens,
    products: products.map(({ sku, name, price }) => ({
      sku,
      name,
      price: dollars(price),
      url: `${origin}/products/${sku}`,
    })),
  }
}

/** The same for the environment of a store of one's own, as the documentation builds it. */
function demoEnvironment({ url, apiKey }: ShopOptions['service']): string {
  return `PAY_CHARGE_URL=${url}\nPAY_CHARGE_PROXY_KEY=${apiKey}\n`
}

function tooLarge(context: Context): Response {
  const message = `Send at most ${maxBody} bytes.`
  return context.json({ error: { type: 'payload_too_large', message } } satisfies ErrorBody, 413)
}
