import { type ChainAccount, parseAccount } from '../api/accounts.ts'
import { trimEnd, visibleAsciiPattern } from '../api/formats.ts'
import type { NewCharge } from '../api/schemas/charges/charge.ts'
import type { CheckoutCharge } from '../api/schemas/charges/checkout-charge.ts'
import { createQuoteSigner, type QuoteSigner } from '../api/signed-quote/sign.ts'
import { PayError } from '../errors.ts'

/**
 * Calls per minute from one payer's address (for IPv6, from its /64); 0 for no limit. Each process counts on its own.
 */
export interface PayerLimits {
  /**
   * All calls together. A page that waits for its payment makes 40 per minute, and several payers may share an address.
   * @default 1200
   */
  calls?: number
  /** Orders: each may create a charge. @default 60 */
  orders?: number
  /** Reported payments and reserved amounts: each makes the service read a chain or store a row. @default 120 */
  reports?: number
}

const defaultPayerLimits: Required<PayerLimits> = { calls: 1200, orders: 60, reports: 120 }

/** A charge as the service created it, with the `metadata` and the payer's e-mail address that the merchant gave. */
export type CreatedCharge = CheckoutCharge & { metadata?: unknown; payer_email?: string }

/** Options of `createPayProxy`. */
export interface PayProxyOptions {
  /** The service's URL, such as `https://pay.example`. */
  baseUrl: string
  /**
   * The account's api-key. It is sent to the service and nowhere else. Undefined, as from a missing environment variable, is
   * refused immediately.
   */
  apiKey: string | undefined
  /**
   * Prices an order: receives the element's `order` and returns the charge to create. Throw an OrderError to refuse it.
   *
   * A browser that lost a reply repeats the order with the same Idempotency-Key (in `request.headers`). Return the same
   * charge for it, without a new random number or time in `metadata`: the service replies with 409 to a key that comes
   * with another body. The body of `request` is already read.
   */
  createCharge: (order: unknown, request: Request) => NewCharge | Promise<NewCharge>
  /**
   * Called with each created charge before the browser receives it, to store whose it is. When a browser repeats an
   * order with the same Idempotency-Key, it is called again with the same charge: store each charge once, by its `id`.
   * If it throws, the browser gets a 500.
   */
  onCharge?: ((charge: CreatedCharge, request: Request) => void | Promise<void>) | undefined
  /** Returns whether this proxy serves a charge; any other is a 404. @default all charges of the account */
  allowsCharge?: ((id: string, request: Request) => boolean | Promise<boolean>) | undefined
  /**
   * The private key that signs quotes, as `pay-charge quote-key create` prints it. A page that names its public part in
   * `quote-key` pays nothing that was not signed with it. Needs `recipients`. @default nothing is signed
   */
  quoteKey?: string | undefined
  /**
   * The accounts that a quote may pay to be signed (CAIP-10), such as `eip155:8453:0x…`: a service that was taken over
   * must not get its own account signed. Only with `quoteKey`.
   */
  recipients?: readonly string[] | undefined
  /** The merchant's name, which payers see next to the address that they pay. Only with `quoteKey`. @default none */
  merchantName?: string | undefined
  /**
   * The only path that the proxy answers below, such as `/pay`; `/` for the root.
   * @default any: the framework that mounts the proxy decides which requests reach it
   */
  basePath?: string | undefined
  /**
   * Other origins whose pages may call the proxy, such as `https://shop.example`.
   * @default only the proxy's own origin
   */
  allowedOrigins?: readonly string[] | undefined
  /**
   * Whether to take the proxy's own origin from X-Forwarded-Proto and X-Forwarded-Host, and the payer's address from
   * the last entry of X-Forwarded-For. Only for a proxy behind a reverse proxy that sets these headers itself. @default
   * false
   */
  trustProxy?: boolean | undefined
  /**
   * Returns the payer's IP address, by which calls are limited here and at the service. Needed in a fetch runtime, and
   * behind several reverse proxies. Calls from an unknown address (undefined) are not limited here.
   * @default the address of the connection, inside toNodeListener
   * @example clientAddress: (request) => request.headers.get('cf-connecting-ip') ?? undefined
   */
  clientAddress?: ((request: Request) => string | undefined) | undefined
  /** Calls per minute from one payer's address; 0 for no limit. @default { calls: 1200, orders: 60, reports: 120 } */
  limits?: PayerLimits | undefined
  /** @default globalThis.fetch */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** Milliseconds for the service's whole reply, and for the browser's whole body. @default 10_000 */
  timeoutMs?: number | undefined
  /** The largest body of a browser's request, in bytes. @default 65_536 */
  maxBodyBytes?: number | undefined
  /**
   * Called with errors that are hidden from the browser: a wrong key, an unreachable service, an error in createCharge.
   * @default console.error
   */
  onError?: ((error: PayError, request: Request) => void | Promise<void>) | undefined
}

type OptionWithDefault = 'trustProxy' | 'fetch' | 'timeoutMs' | 'maxBodyBytes' | 'onError'

/** The checked options, with every default filled in. */
export type ProxySettings = {
  [Name in OptionWithDefault]-?: NonNullable<PayProxyOptions[Name]>
} & Pick<PayProxyOptions, 'baseUrl' | 'createCharge'> &
  Pick<PayProxyOptions, 'allowsCharge' | 'onCharge' | 'clientAddress'> & {
    apiKey: string
    /** Undefined for any. */
    basePath: string | undefined
    allowedOrigins: ReadonlySet<string>
    limits: Required<PayerLimits>
    /** Undefined where this proxy signs nothing. */
    quoteSigning: QuoteSigning | undefined
    /** Undefined if the service sends signed transfers, or if none are sent. */
  }

/** The signer of a proxy's quotes, and the recipients that it may sign for. */
interface QuoteSigning {
  signer: QuoteSigner
  recipients: readonly ChainAccount[]
  merchantName: string | undefined
}

/**
 * Checks the options and fills in the defaults.
 *
 * @throws PayError `invalid_setting`, with the option's name in `field`
 */
export function readOptions(options: PayProxyOptions): ProxySettings {
  rejectUnknownOptions(options)
  return {
    baseUrl: readBaseUrl(options.baseUrl),
    apiKey: readApiKey(options.apiKey),
    createCharge: requireFunction('createCharge', options.createCharge),
    basePath: options.basePath === undefined ? undefined : readBasePath(options.basePath),
    allowedOrigins: readOrigins(options.allowedOrigins ?? []),
    trustProxy: readBoolean('trustProxy', options.trustProxy ?? false),
    limits: readLimits(options.limits ?? {}),
    quoteSigning: readQuoteSigning(options),
    timeoutMs: readInteger('timeoutMs', options.timeoutMs ?? 10_000, 300_000, 'milliseconds'),
    maxBodyBytes: readInteger('maxBodyBytes', options.maxBodyBytes ?? 65_536, 16_777_216, 'bytes'),
    // Looked up at each call, so that a replaced global fetch is used, such as in a test.
    fetch: requireFunction('fetch', options.fetch ?? ((url, init) => globalThis.fetch(url, init))),
    onError: requireFunction('onError', options.onError ?? ((error) => console.error(error))),
    allowsCharge: checkFunction('allowsCharge', options.allowsCharge),
    onCharge: checkFunction('onCharge', options.onCharge),
    clientAddress: checkFunction('clientAddress', options.clientAddress),
  }
}

const optionNames: Record<keyof PayProxyOptions, true> = {
  baseUrl: true,
  apiKey: true,
  createCharge: true,
  onCharge: true,
  allowsCharge: true,
  quoteKey: true,
  recipients: true,
  merchantName: true,
  basePath: true,
  allowedOrigins: true,
  trustProxy: true,
  clientAddress: true,
  limits: true,
  fetch: true,
  timeoutMs: true,
  maxBodyBytes: true,
  onError: true,
}

function rejectUnknownOptions(options: PayProxyOptions): void {
  if (typeof options !== 'object' || options === null) {
    throw new PayError('invalid_setting', 'createPayProxy needs an object of options.')
  }
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(optionNames, name))
  // Otherwise a misspelled allowedOrigins or allowsCharge would silently protect nothing.
  if (unknown)
    throw createOptionError(
      unknown,
      `is not an option. The options are: ${Object.keys(optionNames).join(', ')}.`,
    )
}

function readBaseUrl(value: unknown): string {
  const url = typeof value === 'string' ? URL.parse(value) : null
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw createOptionError('baseUrl', 'must be an http or https URL, such as https://pay.example.')
  }
  // The value stays out of the message: it contains a password.
  if (url.username || url.password)
    throw createOptionError('baseUrl', 'must have no user name and no password.')
  if (url.search || url.hash)
    throw createOptionError('baseUrl', 'must have no query and no fragment.')
  return trimEnd(url.href, '/')
}

function readApiKey(value: unknown): string {
  const isHeaderText = typeof value === 'string' && visibleAsciiPattern.test(value)
  // Long enough to be redacted from texts safely.
  if (isHeaderText && value.length >= 8 && value.length <= 512) return value
  throw createOptionError(
    'apiKey',
    "must be your account's key: 8 to 512 visible ASCII characters.",
  )
}

function readBasePath(value: unknown): string {
  if (value === '/') return ''
  const isValid = typeof value === 'string' && /^(\/(?!\.{1,2}(\/|$))[\w~.-]+)+$/.test(value)
  if (isValid) return value
  throw createOptionError(
    'basePath',
    'must be a path such as /pay or /store/pay, without a slash at its end.',
  )
}

function readOrigins(value: unknown): ReadonlySet<string> {
  if (!Array.isArray(value)) throw createOptionError('allowedOrigins', 'must be a list of origins.')
  value.forEach((origin: unknown, index) => {
    const url = typeof origin === 'string' ? URL.parse(origin) : null
    const isWebOrigin = url?.protocol === 'https:' || url?.protocol === 'http:'
    if (isWebOrigin && url.origin === origin) return
    const hint = isWebOrigin ? `write ${url.origin}` : 'such as https://shop.example'
    throw createOptionError(
      `allowedOrigins[${index}]`,
      `must be the exact origin of a page: ${hint}.`,
    )
  })
  return new Set(value)
}

function readLimits(value: unknown): Required<PayerLimits> {
  if (typeof value !== 'object' || value === null)
    throw createOptionError('limits', 'must be an object.')
  for (const [name, limit] of Object.entries(value)) {
    if (!Object.hasOwn(defaultPayerLimits, name)) {
      const names = Object.keys(defaultPayerLimits).join(', ')
      throw createOptionError(`limits.${name}`, `is not a limit. The limits are: ${names}.`)
    }
    if (!Number.isSafeInteger(limit) || limit < 0) {
      throw createOptionError(
        `limits.${name}`,
        'must be a whole number of calls per minute; 0 for no limit.',
      )
    }
  }
  return { ...defaultPayerLimits, ...value }
}

function readQuoteSigning(options: PayProxyOptions): QuoteSigning | undefined {
  const { quoteKey, recipients, merchantName } = options
  if (quoteKey === undefined) {
    const option = (['recipients', 'merchantName'] as const).find((name) => options[name])
    // Otherwise the merchant would believe that something is checked.
    if (option) throw createOptionError(option, 'has an effect only with quoteKey.')
    return undefined
  }
  if (!Array.isArray(recipients) || recipients.length === 0)
    throw createOptionError(
      'recipients',
      'must list the accounts that may be paid, such as eip155:8453:0x…: quoteKey signs no other.',
    )
  const accounts = recipients.map((text: unknown, index) => {
    const account = parseAccount(String(text))
    if (account) return account
    throw createOptionError(`recipients[${index}]`, 'must be an account such as eip155:8453:0x….')
  })
  const isName = typeof merchantName === 'string' && /^[^\p{C}]{1,80}$/u.test(merchantName)
  if (merchantName !== undefined && !isName)
    throw createOptionError('merchantName', 'must be a text of 1 to 80 characters.')
  return { signer: readQuoteKey(quoteKey), recipients: accounts, merchantName }
}

function readQuoteKey(value: unknown): QuoteSigner {
  try {
    return createQuoteSigner(String(value))
  } catch (cause) {
    throw createOptionError('quoteKey', PayError.from(cause, 'invalid_setting').message)
  }
}

function readBoolean(field: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  throw createOptionError(field, 'must be true or false.')
}

function readInteger(field: string, value: unknown, max: number, unit: string): number {
  const isValid = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max
  if (isValid) return value
  throw createOptionError(field, `must be a whole number of ${unit}, 1 to ${max}.`)
}

function requireFunction<F>(field: string, value: F): F {
  if (typeof value === 'function') return value
  throw createOptionError(field, 'must be a function.')
}

function checkFunction<F>(field: string, value: F | undefined): F | undefined {
  return value === undefined ? undefined : requireFunction(field, value)
}

function createOptionError(field: string, message: string): PayError {
  return new PayError('invalid_setting', `createPayProxy: ${field} ${message}`, { field })
}
