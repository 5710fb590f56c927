import { preloadTags } from '../../../src/proxy.ts'
import { type RenderedCharge, renderPayCharge } from '../../../src/ssr.ts'
import { price } from './shop.ts'

/** A page that shows a price in one way. */
export interface Variant {
  id: string
  name: string
  /** Returns the document for a charge; a new charge for each run. */
  document(charge: RenderedCharge): string | Promise<string>
}

const amount = `${price.local_price?.amount}`
/** The text by which the price is known on the screen, however it is formatted. */
export const priceText = amount

const bareScript = 'bare-element.js'
const ourScript = 'pay-charge.js'

/** Ways to show the price. Another way is another row here, and where it belongs a ratio in report.ts. */
export const variants = [
  {
    id: 'html',
    name: 'price in the HTML',
    document: () =>
      buildDocument({ body: `<p class="amount">$${amount}</p><button>Pay $${amount}</button>` }),
  },
  {
    id: 'bare',
    name: 'bare element',
    document: ({ charge: { id } }) => buildDocument({ script: bareScript, body: bareElement(id) }),
  },
  {
    id: 'bare-preloads',
    name: 'bare element, preloads',
    document: ({ charge: { id } }) =>
      buildDocument({
        script: bareScript,
        modules: [bareScript],
        fetches: [`/pay/charges/${id}`],
        body: bareElement(id),
      }),
  },
  {
    id: 'charge-id',
    name: 'ours, charge-id',
    document: ({ charge: { id } }) => buildDocument({ script: ourScript, body: ourElement(id) }),
  },
  {
    id: 'order',
    name: 'ours, order',
    document: () =>
      buildDocument({
        script: ourScript,
        body: `<pay-charge order='{"sku":"mug"}'></pay-charge>`,
      }),
  },
  {
    id: 'preloads',
    name: 'ours, charge-id, preloads',
    document: ({ charge: { id } }) =>
      buildDocument({
        script: ourScript,
        head: preloadTags({ charge: id, script: `/${ourScript}` }),
        body: ourElement(id),
      }),
  },
  {
    id: 'ssr',
    name: 'ours, rendered by the server',
    document: async (charge) =>
      buildDocument({
        script: ourScript,
        body: (await renderPayCharge(charge)).html,
        isRendered: true,
      }),
  },
] as const satisfies readonly Variant[]

export type VariantId = (typeof variants)[number]['id']

const bareElement = (id: string) => `<bare-charge charge-id="${id}"></bare-charge>`
const ourElement = (id: string) => `<pay-charge charge-id="${id}"></pay-charge>`

interface Page {
  script?: string
  /** Scripts and replies that the page asks for before anything needs them. */
  modules?: readonly string[]
  fetches?: readonly string[]
  head?: string
  body: string
  /** Whether the element comes with its first screen, which is then not hidden until the script has come. */
  isRendered?: boolean
}

/**
 * Returns a page as small as a page can be, with a line below the element that a layout shift would move. The place of
 * the element is kept, as the README advises.
 */
export function buildDocument(page: Page): string {
  const { script, modules = [], fetches = [], head = '', body, isRendered = false } = page
  const links = [
    head,
    ...modules.map((name) => `<link rel="modulepreload" href="/${name}">`),
    ...fetches.map((path) => `<link rel="preload" as="fetch" crossorigin href="${path}">`),
  ]
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Shop</title><link rel="icon" href="data:,">
${links.join('\n')}
${script ? `<script type="module" src="/${script}"></script>` : ''}
<style>body { margin: 20px; font-family: system-ui; }
.kept > * { display: block; min-height: 24rem; }
${isRendered ? '' : '.kept > :not(:defined) { visibility: hidden; }'}</style></head>
<body><main class="${script ? 'kept' : ''}">${body}</main><p>Shipped within two days.</p></body></html>`
}
