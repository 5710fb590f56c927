import { createHash, randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import { routes } from '../../api/routes.ts'
import { PayError } from '../../errors.ts'
import { attachmentLimit, kindsInWords, readAttachment } from '../domain/attachment.ts'
import type { Account, Attachment, RequestRecord } from '../domain/records.ts'
import { foundRequest, paymentRequest } from '../domain/request-replies.ts'
import { type Asked, type AskedToken, askedToken, newRequest } from '../domain/requests.ts'
import { attachmentTooLarge } from './body.ts'
import type { Env, ServiceContext } from './context.ts'
import { endpoint } from './endpoint.ts'
import { readRecipient, readWallet } from './recipient.ts'
import { fingerprint, readIdempotencyKey } from './repeat.ts'
import { tokenAt } from './resolve.ts'
import { invalid } from './validate.ts'

/** Charges that a request's history goes back over. */
const historyLimit = 500

/** POST /requests, GET /requests/:uuid, GET /requests (interface 4.7 to 4.9). */
export function requestRoutes(app: Hono<Env>, context: ServiceContext): void {
  const { store, publicUrl } = context

  endpoint(app, context, routes.createRequest, async (call) => {
    const { account, body } = call
    const key = readIdempotencyKey(call.header)
    const attachment = call.attachment && (await toAttachment(call.attachment))
    const print = fingerprint(['POST /requests', call.raw, attachment && digest(attachment)])
    const before = key && (await store.repeated(account.id, key, print))
    if (before) return { status: 201, body: { json: before } }
    const { trackId, reference, tokenAmount: amount } = body
    const request = newRequest({
      account,
      recipient: readWallet(context, body.recipientAddress, 'recipientAddress'),
      ...(await resolveToken(context, account, body)),
      ...{ amount, trackId, reference },
      attachmentId: attachment?.id,
      now: new Date(),
    })
    const reply = JSON.stringify(paymentRequest(request, [], publicUrl))
    const repeat = key ? { key, fingerprint: print, reply } : undefined
    const kept = await store.createRequest(request, attachment, repeat)
    return { status: 201, body: { json: kept ?? reply } }
  })

  endpoint(app, context, routes.getRequest, async ({ account, params }) => {
    const request = await store.request(account.id, params.uuid)
    if (!request) throw new PayError('not_found', `There is no request ${params.uuid}.`)
    const charges = await store.chargesOf(request.id, historyLimit)
    return { status: 200, body: paymentRequest(request, charges, publicUrl) }
  })

  endpoint(app, context, routes.findRequest, async ({ account, query }) => {
    const { request, created } = await store.findRequest(await wanted(context, account, query))
    const charges = created ? [] : await store.chargesOf(request.id, historyLimit)
    return { status: created ? 201 : 200, body: foundRequest(request, charges) }
  })
}

/** The request that a caller of find-or-create asks for. */
async function wanted(
  context: ServiceContext,
  account: Account,
  query: Asked & { recipient: string },
): Promise<RequestRecord> {
  const { address, wallet } = await readRecipient(context, query.recipient)
  // A wallet's address may be a contract, which is somebody else's, or nobody's, on another chain.
  if (wallet && query.chainId !== undefined && Number(query.chainId) !== wallet.chainId) {
    throw invalid('chainId', `must be "${wallet.chainId}", where ${query.recipient} takes payments`)
  }
  const asked = wallet
    ? { ...query, chainId: `${wallet.chainId}`, tokenAddress: query.tokenAddress ?? wallet.token }
    : query
  return newRequest({
    account,
    recipient: address,
    ...(await resolveToken(context, account, asked)),
    amount: query.tokenAmount,
    now: new Date(),
  })
}

/** Which token is asked for, and what it says of itself; the caller's symbol wins, its decimals must be true. */
async function resolveToken(
  context: ServiceContext,
  account: Account,
  given: Asked & { tokenDecimals?: string | undefined; tokenSymbol?: string | undefined },
): Promise<{ asked: AskedToken; token: { decimals: number; symbol: string } }> {
  const { ids } = context.chains
  const asked = askedToken(given, account, context.chains)
  const { chainId, token: address } = asked
  if (chainId !== undefined && !ids.includes(chainId)) {
    throw invalid(
      'chainId',
      `must be a chain that this service reads (${ids.join(', ') || 'none'})`,
    )
  }
  const said = given.tokenDecimals === undefined ? undefined : Number(given.tokenDecimals)
  if (said !== undefined && said > 77) throw invalid('tokenDecimals', 'must be 0 to 77')
  if (chainId === undefined || address === undefined) {
    return { asked, token: { decimals: said ?? 0, symbol: given.tokenSymbol ?? '' } }
  }
  const token = await tokenAt(context, chainId, address, {
    chainId: 'chainId',
    token: 'tokenAddress',
  })
  if (said !== undefined && said !== token.decimals) {
    throw invalid('tokenDecimals', `must be "${token.decimals}", as the token says`)
  }
  return { asked, token: { ...token, symbol: given.tokenSymbol ?? token.symbol } }
}

/**
 * A file that is taken.
 *
 * @throws PayError `too_large`, `unsupported_type`
 */
async function toAttachment(file: File): Promise<Attachment> {
  if (file.size > attachmentLimit) {
    throw new PayError('too_large', attachmentTooLarge, { field: 'attachment' })
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const kind = readAttachment(bytes, file.name)
  if (kind) return { id: randomBytes(32).toString('base64url'), bytes, ...kind }
  throw invalid('attachment', `must be ${kindsInWords}; its bytes say it is something else`)
}

/** What tells two attachments apart, but for the address, which is new each time. */
function digest({ name, bytes }: Attachment): unknown {
  return [name, createHash('sha256').update(bytes).digest('hex')]
}
