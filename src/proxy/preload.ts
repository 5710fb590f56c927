import { buildCallUrl } from '../api/client/call-url.ts'
import { expandRequestCharge } from '../api/routes/checkout-charge-url.ts'
import { getCheckoutCharge } from '../api/routes/checkout-routes.ts'
import { Uuid } from '../api/schemas/fields.ts'
import { PayError } from '../errors.ts'

/** The requests that a page makes for the price: options of {@link preloadTags} and {@link preloadLinks}. */
export interface PreloadOptions {
  /** The id of the charge that the page shows. */
  charge: string
  /** The URL of the widget's script, as its tag has it. @default only the charge is preloaded */
  script?: string
  /**
   * The script's SRI hash (`sha384-…`), as its tag has it. Give it whenever the tag has one: a script that a browser has preloaded
   * without a hash runs without a check, even if the tag has a hash (seen in Chromium and Firefox).
   */
  integrity?: string
  /** The element's `proxy` attribute. @default '/pay' */
  proxy?: string
}

/**
 * Returns the tags for the head of a server-rendered page, so that the browser fetches the widget's script and the
 * charge while it still reads the page: `rel=modulepreload` (HTML, 4.6.7.10) and `rel=preload` (4.6.7.16).
 *
 * @throws PayError `invalid_setting` that names the option
 * @example const head = preloadTags({ charge: charge.id, script, integrity: release.files['pay-charge.js'] })
 */
export function preloadTags(options: PreloadOptions): string {
  return listPreloads(options)
    .map(({ url, attributes }) => `<link ${attributes.join(' ')} href="${escapeHtml(url)}">`)
    .join('\n')
}

/**
 * Returns the same as the value of a `Link` header (RFC 8288), which a browser reads before the page, and which a
 * server can send as 103 Early Hints (RFC 8297).
 *
 * @throws PayError `invalid_setting` that names the option
 * @example response.headers.set('link', preloadLinks({ charge: charge.id, script, integrity }))
 */
export function preloadLinks(options: PreloadOptions): string {
  return listPreloads(options)
    .map(({ url, attributes }) => [`<${url}>`, ...attributes].join('; '))
    .join(', ')
}

function listPreloads({ charge, script, integrity, proxy = '/pay' }: PreloadOptions) {
  if (!Uuid.safeParse(charge).success) throw createOptionError('charge', 'the id of a charge')
  const input = { params: { id: charge }, query: expandRequestCharge }
  const reply = buildCallUrl(checkUrl('proxy', proxy), getCheckoutCharge, input)
  // The form of SRI, 3.5, without options: it cannot end an attribute or a header's parameter.
  if (integrity !== undefined && !/^sha(256|384|512)-[\w+/]+=*$/.test(integrity))
    throw createOptionError('integrity', 'a hash such as sha384-…')
  const hash = integrity === undefined ? [] : [`integrity="${integrity}"`]
  return [
    ...(script === undefined
      ? []
      : [{ url: checkUrl('script', script), attributes: ['rel=modulepreload', ...hash] }]),
    // The element fetches without credentials of another origin, as `crossorigin` states.
    { url: reply, attributes: ['rel=preload', 'as=fetch', 'crossorigin'] },
  ]
}

/** Returns a URL that can stand in a tag and in a header; it may be relative. */
function checkUrl(field: string, url: string): string {
  // A header's value ends at a control character, and a URL in it at `>`.
  if (!URL.canParse(url, 'https://shop.example') || /[\s<>\p{Cc}]/u.test(url))
    throw createOptionError(field, 'a URL')
  return url
}

function createOptionError(field: string, form: string): PayError {
  return new PayError('invalid_setting', `${field} must be ${form}.`, { field })
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}
