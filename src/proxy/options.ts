import type { NewCharge } from '../api/charge.ts'
import type { CheckoutCharge } from '../api/checkout-charge.ts'
import { PayError } from '../errors.ts'
import { defaultLimits, type PayerLimits } from './rate-limit.ts'

/** A charge as the service created it, with the `metadata` that the merchant gave. */
export type CreatedCharge = CheckoutCharge & { metadata?: unknown }

export interface PayProxyOptions {
  /** Where the service is, such as `https://pay.example`. */
  baseUrl: string
  /** The account's key. It goes to the service and nowhere else. */
  apiKey: string
  /**
   * Prices an order: gets the element's `order` and returns the charge to create. Throw an OrderError to refuse.
   *
   * A browser that lost an answer repeats the order with the same Idempotency-Key (in `request.headers`). Return the
   * same charge for it, without a fresh random number or time in `metadata`: the service answers 409 to a key that
   * comes with another body. The body of `request` is already read.
   */
  createCharge: (order: unknown, request: Request) => NewCharge | Promise<NewCharge>
  /** Told of each charge before the browser gets it, to note whose it is. When it throws, the browser gets a 500. */
  onCharge?: (charge: CreatedCharge, request: Request) => void | Promise<void>
  /** Which charges this proxy serves; any other is a 404. @default all of the account */
  charges?: (id: string, request: Request) => boolean | Promise<boolean>
  /** Path under which the proxy is mounted; `/` for the root. @default '/pay' */
  basePath?: string
  /** Other origins whose pages may call, such as `https://shop.example`. @default none but the proxy's own */
  allowedOrigins?: readonly string[]
  /**
   * Take the proxy's own origin from X-Forwarded-Proto and X-Forwarded-Host, and the payer's address from the last
   * entry of X-Forwarded-For. Only behind a reverse proxy that sets them itself. @default false
   */
  trustProxy?: boolean
  /**
   * The payer's IP address, by which calls are limited here and at the service. Give it in a fetch runtime, and behind
   * several reverse proxies; undefined for one that is not known, which is not limited here.
   * @default the connection's, below toNodeListener
   * @example clientAddress: (request) => request.headers.get('cf-connecting-ip') ?? undefined
   */
  clientAddress?: (request: Request) => string | undefined
  /** Calls a minute of one payer's address; 0 for no limit. @default { calls: 1200, orders: 60, reports: 120 } */
  limits?: PayerLimits
  /** @default globalThis.fetch */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Milliseconds for the service's whole answer, and for the browser's whole body. @default 10_000 */
  timeout?: number
  /** Bytes of a browser's body. @default 65_536 */
  maxBody?: number
  /** Told what the browser is not: a wrong key, a dead service, a fault in createCharge. @default console.error */
  onError?: (error: PayError, request: Request) => void | Promise<void>
}

/** Options with every default filled in. */
export type Settings = Required<
  Omit<PayProxyOptions, 'allowedOrigins' | 'charges' | 'onCharge' | 'clientAddress' | 'limits'>
> &
  Pick<PayProxyOptions, 'charges' | 'onCharge' | 'clientAddress'> & {
    allowedOrigins: ReadonlySet<string>
    limits: Required<PayerLimits>
  }

/** @throws PayError `invalid_setting`, with the option's name in `field` */
export function readOptions(options: PayProxyOptions): Settings {
  refuseUnknown(options)
  const { charges, onCharge, clientAddress } = options
  return {
    baseUrl: readBaseUrl(options.baseUrl),
    apiKey: readApiKey(options.apiKey),
    createCharge: needFunction('createCharge', options.createCharge),
    basePath: readBasePath(options.basePath ?? '/pay'),
    allowedOrigins: readOrigins(options.allowedOrigins ?? []),
    trustProxy: readBoolean('trustProxy', options.trustProxy ?? false),
    limits: readLimits(options.limits ?? {}),
    timeout: readWhole('timeout', options.timeout ?? 10_000, 300_000, 'milliseconds'),
    maxBody: readWhole('maxBody', options.maxBody ?? 65_536, 16_777_216, 'bytes'),
    // Looked up at each call, so that a page or test that replaces the global one is heard.
    fetch: needFunction('fetch', options.fetch ?? ((url, init) => globalThis.fetch(url, init))),
    onError: needFunction('onError', options.onError ?? ((error) => console.error(error))),
    ...(charges !== undefined && { charges: needFunction('charges', charges) }),
    ...(onCharge !== undefined && { onCharge: needFunction('onCharge', onCharge) }),
    ...(clientAddress !== undefined && {
      clientAddress: needFunction('clientAddress', clientAddress),
    }),
  }
}

const names: Record<keyof PayProxyOptions, true> = {
  baseUrl: true,
  apiKey: true,
  createCharge: true,
  onCharge: true,
  charges: true,
  basePath: true,
  allowedOrigins: true,
  trustProxy: true,
  clientAddress: true,
  limits: true,
  fetch: true,
  timeout: true,
  maxBody: true,
  onError: true,
}

function refuseUnknown(options: PayProxyOptions): void {
  if (typeof options !== 'object' || options === null) {
    throw new PayError('invalid_setting', 'createPayProxy needs an object of options.')
  }
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name))
  // A misspelt allowedOrigins or charges would otherwise guard nothing.
  if (unknown) throw wrong(unknown, `is no option. There are: ${Object.keys(names).join(', ')}.`)
}

function readBaseUrl(value: unknown): string {
  const url = typeof value === 'string' ? URL.parse(value) : null
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw wrong('baseUrl', 'must be an http or https URL, such as https://pay.example.')
  }
  // Not shown: it holds a password.
  if (url.username || url.password) throw wrong('baseUrl', 'must hold no user and no password.')
  if (url.search || url.hash) throw wrong('baseUrl', 'must have no query and no fragment.')
  return url.href.replace(/\/+$/, '')
}

function readApiKey(value: unknown): string {
  // What a header can carry (RFC 9110 section 5.5), and long enough to be struck out of a text by itself.
  if (typeof value === 'string' && /^[\x21-\x7e]{8,512}$/.test(value)) return value
  throw wrong('apiKey', "must be your account's key: 8 to 512 visible ASCII characters.")
}

function readBasePath(value: unknown): string {
  if (value === '/') return ''
  const fits = typeof value === 'string' && /^(\/(?!\.{1,2}(\/|$))[\w~.-]+)+$/.test(value)
  if (fits) return value
  throw wrong('basePath', 'must be a path such as /pay or /shop/pay, without a slash at its end.')
}

function readOrigins(value: unknown): ReadonlySet<string> {
  if (!Array.isArray(value)) throw wrong('allowedOrigins', 'must be a list of origins.')
  value.forEach((origin: unknown, index) => {
    const url = typeof origin === 'string' ? URL.parse(origin) : null
    const web = url?.protocol === 'https:' || url?.protocol === 'http:'
    if (web && url.origin === origin) return
    const hint = web ? `write ${url.origin}` : 'such as https://shop.example'
    throw wrong(`allowedOrigins[${index}]`, `must be the exact origin of a page: ${hint}.`)
  })
  return new Set(value)
}

function readLimits(value: unknown): Required<PayerLimits> {
  if (typeof value !== 'object' || value === null) throw wrong('limits', 'must be an object.')
  for (const [name, most] of Object.entries(value)) {
    if (!Object.hasOwn(defaultLimits, name)) {
      const known = Object.keys(defaultLimits).join(', ')
      throw wrong(`limits.${name}`, `is no limit. There are: ${known}.`)
    }
    if (!Number.isSafeInteger(most) || most < 0) {
      throw wrong(`limits.${name}`, 'must be a whole number of calls a minute; 0 for no limit.')
    }
  }
  return { ...defaultLimits, ...value }
}

function readBoolean(field: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  throw wrong(field, 'must be true or false.')
}

function readWhole(field: string, value: unknown, most: number, unit: string): number {
  const fits = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most
  if (fits) return value
  throw wrong(field, `must be a whole number of ${unit}, 1 to ${most}.`)
}

function needFunction<F>(field: string, value: F): F {
  if (typeof value === 'function') return value
  throw wrong(field, 'must be a function.')
}

function wrong(field: string, message: string): PayError {
  return new PayError('invalid_setting', `createPayProxy: ${field} ${message}`, { field })
}
