import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Context } from 'hono'
import { normalizeAmount, parseAmount } from '../src/amount.ts'
import { parseAccount } from '../src/api/accounts.ts'
import { scanSuffixes } from '../src/api/erc8021.ts'
import { readErrorBody } from '../src/api/error-reply.ts'
import { isWebUrl, readLocale, trimEnd } from '../src/api/formats.ts'
import { findRepeatedName } from '../src/api/json-names.ts'
import { findInexactNumber } from '../src/api/json-numbers.ts'
import { decodeBase64Url } from '../src/api/jws/base64url.ts'
import { verifyJws } from '../src/api/jws/verify.ts'
import { findHeadFault } from '../src/api/request-head.ts'
import { routes } from '../src/api/routes/routes.ts'
import {
  isJsonContentType,
  parseJson,
  parseJsonText,
  readJsonText,
} from '../src/api/server/body.ts'
import { findCredential } from '../src/api/server/program-payment.ts'
import { readFields, readParams, readQuery } from '../src/api/server/read-call.ts'
import { parseQuoteKeys } from '../src/api/signed-quote/quote-keys.ts'
import { verifyWebhook } from '../src/api/verify-webhook.ts'
import { parsePins } from '../src/checkout/quote/pins.ts'
import { parseAddress, readForwardedEntry, toAddressBlock } from '../src/client-address.ts'
import { readLanguages } from '../src/proxy/http/languages.ts'
import { matchRoute } from '../src/proxy/http/match-route.ts'
import { readVisitor } from '../src/proxy/orders/visitor.ts'
import { readCredential } from '../src/service/agents/mpp.ts'
import { readEncodedJson } from '../src/service/agents/payment.ts'
import { readCaller } from '../src/service/agents/routes/caller.ts'
import { readPayment } from '../src/service/agents/routes/read-payment.ts'
import { readPaymentSignature } from '../src/service/agents/x402.ts'
import { parseRetryAfterMs } from '../src/service/chain/nodes/limits.ts'
import { isRateLimit } from '../src/service/chain/nodes/refusals.ts'
import { maskEmail } from '../src/service/charges/order-details.ts'
import { readAmountField } from '../src/service/http/amount-field.ts'
import { readForm, readPageForm } from '../src/service/http/form.ts'
import { readIdempotencyKey } from '../src/service/http/idempotency.ts'
import { toPrintable } from '../src/service/kernel/print.ts'
import { isRightToLeft, toLine } from '../src/service/payment-page/link-preview/text.ts'
import { readAttachment } from '../src/service/requests/attachment.ts'
import { chooseLanguage } from '../src/service/texts/language.ts'
import { findReceiverFault } from '../src/service/webhooks/send/address.ts'
import { isPublicAddress } from '../src/service/webhooks/send/public-address.ts'
import { readTypedNumber } from '../src/typed-number.ts'
import { getShortMessage, isUserRejection, toWalletError } from '../src/wallet/errors.ts'
import { hostileShapes, hostileText } from './support/hostile-texts.ts'

// Whatever reads a stranger's text takes time in proportion to its length: what is read here is 64 KB of each character of ASCII,
// and of the forms that have stopped readers. It is held against JSON.parse of the same text, by the processor's time.

const length = 64 * 1024
/** How much longer than JSON.parse a reader may take. One that looks at each rest of the text takes ten thousand times as long. */
const maxRatio = 200

const post = (type: string, body: string) =>
  new Request('http://localhost/', { method: 'POST', headers: { 'content-type': type }, body })
const url = (text: string) => `http://localhost/${encodeURI(text.toWellFormed())}`
const withAll = (text: string, names: Iterable<string>) =>
  Object.fromEntries([...names].map((name) => [name, text]))

/** Calls that say nothing but how they call themselves. */
const readUserAgent = (text: string) => (name: string) => (name === 'user-agent' ? text : undefined)

/** Every reader of a text from outside. */
const readers: Record<string, (text: string) => unknown> = {
  parseAccount,
  scanSuffixes: (text) => [...scanSuffixes(text)],
  readErrorBody: (text) => readErrorBody({ error: { type: text, message: text, details: text } }),
  isWebUrl,
  trimEnd: (text) => trimEnd(text, '/?#0. '),
  findInexactNumber,
  findRepeatedName,
  decodeBase64Url,
  verifyJws: (text) => verifyJws(text, [], { typ: 'x', maxLength: 2 * length }),
  findHeadFault: (text) => [
    findHeadFault({ method: text }),
    findHeadFault({ url: `http://${text}` }),
    findHeadFault({ host: text }),
  ],
  verifyWebhook: (text) =>
    verifyWebhook(text, { 'webhook-signature': text } as never, 'whsec_AAAA'),
  isJsonContentType,
  parseJson,
  parseJsonText,
  'parseJsonText of a number': (text) => parseJsonText(`{"a":${text}}`),
  'parseJsonText of a text': (text) => parseJsonText(JSON.stringify({ [text]: [text] })),
  readJsonText: (text) => readJsonText(post('application/json', text)),
  findCredential: (text) => [findCredential(text), findCredential(`,payment ${text}`)],
  readParams: (text) => readParams(routes.getCharge, { id: text }),
  readQuery: (text) => readQuery(routes.listCharges, `${url('')}?${text}`),
  readFields: (text) =>
    readFields(routes.createCharge, { [text]: text, metadata: { [text]: text } }),
  parseQuoteKeys,
  normalizeAmount,
  parseAmount: (text) => parseAmount(text, 18),
  readAmountField: (text) => readAmountField('amount', text, 18),
  parsePins: (text) =>
    parsePins(withAll(text, ['recipients', 'chainId', 'token', 'maxRate']) as never),
  parseAddress,
  'parseAddress in brackets': (text) => parseAddress(`[${text}]:1`),
  toAddressBlock,
  readForwardedEntry: (text) => readForwardedEntry(text, 1),
  readVisitor: (text) => {
    const cookie = Buffer.from(text)
      .toString('latin1')
      .replace(/[\0\r\n]/g, ' ')
    return readVisitor(new Request('http://localhost/', { headers: { cookie } }), false)
  },
  readTypedNumber: (text) => readTypedNumber(text, 'de'),
  matchRoute: (text) => matchRoute(undefined, 'GET', url(text)),
  isRateLimit: (text) => isRateLimit({ message: text }),
  parseRetryAfterMs,
  toPrintable,
  maskEmail,
  'maskEmail with a name': (text) => maskEmail(`a@${text}`),
  readAttachment: (text) => readAttachment(new Uint8Array([0x61]), text),
  'readAttachment of its bytes': (text) => readAttachment(Buffer.from(text), 'a.txt'),
  readCredential: (text) => readCredential('Authorization', text, 'localhost'),
  readPayment: (text) =>
    readPayment({ req: { method: 'GET', header: () => text } } as unknown as Context, 'localhost'),
  readEncodedJson: (text) => readEncodedJson('PAYMENT-SIGNATURE', text),
  readPaymentSignature: (text) =>
    readPaymentSignature(btoa(JSON.stringify({ payload: encodeURI(text.toWellFormed()) }))),
  readPageForm: (text) => readPageForm(post('application/x-www-form-urlencoded', text)),
  readForm: (text) => readForm(post('multipart/form-data; boundary=x', `--x\r\n${text}\r\n--x--`)),
  readIdempotencyKey: (text) => readIdempotencyKey(() => text),
  chooseLanguage: chooseLanguage,
  readLocale,
  readLanguages: (text) => readLanguages({ headers: { get: () => text } } as unknown as Request),
  readCaller: (text) => [readCaller(() => text), readCaller(readUserAgent(text))],
  toLine: (text) => toLine(text, 120),
  isRightToLeft,
  findReceiverFault: (text) => [
    findReceiverFault(text, false),
    findReceiverFault(`https://${text}`, false),
  ],
  isPublicAddress,
  getShortMessage: (text) => getShortMessage({ message: text }),
  isUserRejection: (text) => isUserRejection({ message: text, code: text }),
  toWalletError: (text) => toWalletError(new Error(text)),
  ...Object.fromEntries(
    Object.entries(routes).flatMap(([name, { body }]) => {
      const names = Object.keys((body as { shape?: object } | undefined)?.shape ?? {})
      if (names.length === 0) return []
      const read = (text: string) =>
        (body as { safeParse(value: unknown): unknown }).safeParse(withAll(text, names))
      return [[`the body of ${name}`, read]]
    }),
  ),
}

/** Readers by their names that get no text: what they read was parsed before. */
const ofNoText = [
  'readBodyWithLimit',
  'readChainToken',
  'readListQuery',
  'readTimeRange',
  'readOptions',
  'readPayerAddress',
  'readJsonBody',
  'readSigned',
  'readLines',
  'readOffers',
  'readOutcome',
  'verifyQuote',
  'verifyReservation',
  'findUnlistedAccount',
]

/** The processor's time of a reader, in milliseconds: the least of some runs, as the collection of garbage falls into one. */
async function cpuOf(
  read: (text: string) => unknown,
  text: string,
  isShort: (ms: number) => boolean,
) {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 4 && !isShort(least); run++) {
    const start = process.cpuUsage()
    try {
      await read(text)
    } catch {
      // Most refuse it: how long they take to do so is what counts.
    }
    const { user, system } = process.cpuUsage(start)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
const texts = [
  ...ascii.map((character) => [JSON.stringify(character), character.repeat(length)] as const),
  ...hostileShapes.map((shape) => [shape, hostileText(shape, length)] as const),
]

for (const [name, read] of Object.entries(readers)) {
  test(`${name} takes time in proportion to the text`, async () => {
    for (const [shape, text] of texts) {
      const json = JSON.stringify(text)
      const yardstick = Math.max(0.2, await cpuOf(JSON.parse, json, (ms) => ms < 2))
      const ms = await cpuOf(read, text, (one) => one < yardstick * maxRatio)
      assert.ok(ms < yardstick * maxRatio, `${shape}: ${ms} ms, and ${yardstick} ms of JSON.parse`)
    }
  })
}

test('every exported reader of the doors has its row', () => {
  const rooms = 'src/{api,proxy,service/http,service/agents}/**/*.ts'
  const files = [...globSync(rooms), 'src/client-address.ts', 'src/amount.ts']
  const exported = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^export (?:async )?function\*? (\w+)/gm)].map(
      ([, name = '']) => name,
    ),
  )
  const named = exported.filter((name) =>
    /^(read|parse|scan|decode|verify|choose|normalize|match)[A-Z]/.test(name),
  )
  assert.ok(named.length > 20)
  assert.deepEqual(
    named.filter((name) => !(name in readers) && !ofNoText.includes(name)),
    [],
  )
})
