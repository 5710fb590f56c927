import release from 'pay-charge/integrity.json' with { type: 'json' }
import { buildScriptTags, createPayProxy, OrderError } from 'pay-charge/proxy'

interface Env {
  PAY_CHARGE_URL: string
  /** A secret: `wrangler secret put PAY_CHARGE_PROXY_KEY`. */
  PAY_CHARGE_PROXY_KEY: string
}

let proxy: ReturnType<typeof createPayProxy> | undefined

/** One proxy for all requests: it counts the calls of each address. */
function getProxy(env: Env) {
  proxy ??= createPayProxy({
    baseUrl: env.PAY_CHARGE_URL,
    apiKey: env.PAY_CHARGE_PROXY_KEY,
    clientAddress: (request) => request.headers.get('cf-connecting-ip') ?? undefined,
    createCharge(order) {
      const { sku } = (order ?? {}) as { sku?: unknown }
      if (sku !== 'mug') throw new OrderError('We do not sell this product.', { field: 'sku' })
      return { pricing_type: 'fixed_price', local_price: { amount: '19.99', currency: 'USD' } }
    },
  })
  return proxy
}

const renderPage = (scriptTags: string) => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Blue Mug</title>
  ${scriptTags}
  <script type="module" src="/store.js"></script>
</head>
<body>
  <h1>Blue mug</h1>
  <pay-charge order='{"sku":"mug"}' brand-color="#7c3aed" redirect="none"></pay-charge>
  <p id="thanks" role="status"></p>
</body>
</html>`

export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/pay/')) return await getProxy(env)(request)
    if (pathname !== '/') return new Response('Not found', { status: 404 })
    // The files of the element are assets, in the folder of their version.
    const { html } = await buildScriptTags(release, `/pay-charge/${release.version}/`)
    return new Response(renderPage(html), {
      headers: { 'content-type': 'text/html; charset=utf-8' },
    })
  },
} satisfies ExportedHandler<Env>
