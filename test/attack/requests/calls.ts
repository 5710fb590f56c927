import { isNightly } from '../../support/effort.ts'
import { hostileShapes, hostileText } from '../../support/hostile-texts.ts'
import type { Door } from './doors.ts'

const bodyBytes = 64 * 1024 - 64
/** Node takes 16 KiB of headers. */
const headBytes = 12 * 1024

/** A call, and what it is. */
export interface Call {
  door: Door
  name: string
  path: string
  headers?: Record<string, string>
  body?: string
}

/** What calls are made with. */
export interface Known {
  baseUrl: string
  /** A charge that exists. */
  chargeId: string
  /** The api-keys and cookies that calls have, in turn. */
  callers: readonly { apiKey?: string; cookie?: string; formToken: string }[]
}

/** Of all shapes some, others for each door; at night all. */
function someShapes(count: number, turn: number): readonly string[] {
  if (isNightly) return hostileShapes
  const step = Math.ceil(hostileShapes.length / count)
  return hostileShapes.filter((_, index) => index % step === turn % step)
}

/** A text as a URL or a header may have it. */
const toAscii = (text: string) =>
  text.toWellFormed().replace(/[^\x20-\x7e]/gu, (character) => encodeURIComponent(character))
const toPath = (text: string) => toAscii(text).replaceAll(/[ ?#]/g, encodeURIComponent)

/** Fills the parameters of a path: with what exists, or with a text. A slash is one of the text. */
function fillPath({ path }: Door, chargeId: string, text?: string): string {
  const fill =
    text &&
    toPath(text)
      .replaceAll('/', '%2F')
      .slice(0, headBytes / 4)
  return path.replace(/:(\w+)(\{[^}]*\})?/g, (_, name: string) => {
    if (fill !== undefined) return fill
    if (name === 'hash') return `0x${'ab'.repeat(32)}`
    return /^(page|uuid|id)$/.test(name) ? chargeId : 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa'
  })
}

const headerNames = [
  ...['accept', 'accept-language', 'cookie', 'authorization', 'api-key', 'idempotency-key'],
  ...['x-request-id', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'origin'],
  ...['payment-signature', 'payment-authorization', 'pay-charge-payer', 'referer'],
  ...['pay-charge-resume', 'sec-fetch-site', 'if-none-match', 'range', 'user-agent', 'x-any'],
  'content-type',
]

/** A value that `fetch` takes. */
const toHeader = (text: string) => toAscii(text).slice(0, headBytes).trim()

/** Lists calls with texts in what comes before a body. `turn` chooses the shapes. */
export function* listHeadCalls(
  door: Door,
  turn: number,
  { callers, chargeId }: Known,
): Generator<Call> {
  const path = fillPath(door, chargeId)
  for (const [index, shape] of someShapes(5, turn).entries()) {
    const { apiKey, cookie } = callers[(turn + index) % callers.length] ?? {}
    const known = {
      // With it a program is answered as a browser is.
      ...(Math.floor(turn / 2 + index) % 2 === 0 && { accept: 'text/html' }),
      ...(apiKey && { 'api-key': apiKey }),
      ...(cookie && { cookie }),
    }
    const text = hostileText(shape, headBytes)
    if (door.path.includes(':'))
      yield {
        door,
        name: `${shape} in its path`,
        path: fillPath(door, chargeId, text),
        headers: known,
      }
    const query =
      index % 2 === 0 ? toPath(text) : `limit=${encodeURIComponent(text.toWellFormed())}`
    yield {
      door,
      name: `${shape} in its query`,
      path: `${path}?${query.slice(0, headBytes)}`,
      headers: known,
    }
    for (const step of [0, 11]) {
      const name = headerNames[(turn + index + step) % headerNames.length] ?? 'accept'
      const before = name === 'cookie' ? `${cookie ?? 'desk=a'}; desk-zone=` : ''
      const value = before + toHeader(text)
      yield { door, name: `${shape} in ${name}`, path, headers: { ...known, [name]: value } }
    }
  }
}

/** Bodies of a shape: the text itself, as a text and as a number of JSON, and in the place of each field. */
function listBodies({ fields }: Door, shape: string): string[] {
  const text = hostileText(shape, bodyBytes)
  const part = text.slice(0, Math.floor(bodyBytes / (3 * Math.max(1, fields.length))))
  return [
    text,
    JSON.stringify({ a: text.slice(0, bodyBytes / 6) }),
    JSON.stringify(Object.fromEntries(fields.map((name) => [name, part]))),
    `{"a":${text.slice(0, bodyBytes - 8)}}`,
  ]
}

/** Lists calls with texts as bodies. `turn` chooses the shapes. */
export function* listBodyCalls(
  door: Door,
  turn: number,
  { baseUrl, callers, chargeId }: Known,
): Generator<Call> {
  if (door.method === 'GET') return
  const path = fillPath(door, chargeId)
  const isForm = door.path.startsWith('/desk') || door.path === '/pay/:page/refunds/:refund'
  for (const [index, shape] of someShapes(4, turn).entries()) {
    const caller = callers[(turn + index) % callers.length]
    const headers = {
      ...(caller?.apiKey && { 'api-key': caller.apiKey }),
      // Whoever signs out sees nothing of what comes behind.
      ...(caller?.cookie && !door.path.endsWith('/sign-out') && { cookie: caller.cookie }),
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      ...(isForm && { 'sec-fetch-site': 'same-origin', origin: baseUrl }),
    }
    const bodies = listBodies(door, shape)
    const chosen = isNightly ? bodies : [bodies[0], bodies[1 + ((turn + index) % 3)]]
    for (const body of chosen) {
      const form = `form_token=${caller?.formToken}&recipient=x&key=${body}`.slice(0, bodyBytes)
      yield { door, name: `a body of ${shape}`, path, headers, body: isForm ? form : (body ?? '') }
    }
    if (index > 0) continue
    const boundary = 'multipart/form-data; boundary=x'
    for (const type of [boundary, 'multipart/form-data', 'application/json; charset=x', ''])
      yield {
        door,
        name: `${shape} as ${type}`,
        path,
        headers: { ...headers, 'content-type': type },
        body: `--x\r\n${bodies[0]}`,
      }
  }
}
