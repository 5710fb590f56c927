import { createHash, randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import { routes } from '../../../api/routes/routes.ts'
import { PayError } from '../../../errors.ts'
import type { MerchantAccount } from '../../accounts/accounts.ts'
import type { AccountStore } from '../../accounts/store/accounts.ts'
import type { IdempotencyKeyStore } from '../../accounts/store/idempotency-keys.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import { checkChainMode } from '../../chain/rules/modes.ts'
import type { RequestRecord } from '../../charges/request-record.ts'
import type { ChargeListStore } from '../../charges/store/list.ts'
import { attachmentTooLargeMessage } from '../../http/body.ts'
import { readChainToken } from '../../http/chain-token.ts'
import type { EndpointContext, Env, ServiceContext } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import { createFieldError } from '../../http/field-error.ts'
import { hashRequest, readIdempotencyKey } from '../../http/idempotency.ts'
import {
  type Attachment,
  acceptedFileTypesText,
  maxAttachmentBytes,
  readAttachment,
} from '../attachment.ts'
import { toFoundRequest, toPaymentRequest } from '../replies.ts'
import {
  createRequestRecord,
  type RequestedToken,
  type RequestedTokenInput,
  resolveRequestedToken,
} from '../requests.ts'
import type { RequestStore } from '../store/requests.ts'
import { readWalletAddress, resolveRecipient } from './recipient.ts'

/** The stores that these routes use. */
type Stores = AccountStore & ChargeListStore & IdempotencyKeyStore & ModeStore & RequestStore

/** The most charges whose events a request's history contains. */
const maxHistoryCharges = 500

/** Registers POST /requests, GET /requests/:uuid and GET /requests (interface 4.7 to 4.9). */
export function registerRequestRoutes(app: Hono<Env>, context: EndpointContext<Stores>): void {
  const { store, publicUrl } = context

  registerEndpoint(app, context, routes.createRequest, async (call) => {
    const { account, body } = call
    const key = readIdempotencyKey(call.header)
    const attachment = call.attachment && (await readAttachmentFile(call.attachment))
    const requestHash = hashRequest([
      'POST /requests',
      call.raw,
      attachment && getAttachmentIdentity(attachment),
    ])
    const savedResponse = key && (await store.getSavedResponse(account.id, key, requestHash))
    if (savedResponse) return { status: 201, body: { json: savedResponse } }
    const { trackId, reference, tokenAmount: amount } = body
    const request = createRequestRecord({
      account,
      recipient: readWalletAddress(context, body.recipientAddress, 'recipientAddress'),
      ...(await resolveToken(context, account, body)),
      amount,
      trackId,
      reference,
      attachmentId: attachment?.id,
      now: new Date(),
    })
    const response = JSON.stringify(toPaymentRequest(request, [], publicUrl))
    const idempotencyKey = key ? { key, requestHash, response } : undefined
    const storedResponse = await store.createRequest(request, attachment, idempotencyKey)
    return { status: 201, body: { json: storedResponse ?? response } }
  })

  registerEndpoint(app, context, routes.getRequest, async ({ account, params }) => {
    const request = await store.getRequest(account.id, params.uuid)
    if (!request) throw new PayError('not_found', `There is no request ${params.uuid}.`)
    const charges = await store.listChargesOfRequest(request.id, maxHistoryCharges)
    return { status: 200, body: toPaymentRequest(request, charges, publicUrl) }
  })

  registerEndpoint(app, context, routes.findRequest, async ({ account, query }) => {
    const { foundRequest, created } = await store.findOrCreateRequest(
      await createRequestToFind(context, account, query),
    )
    const charges = created
      ? []
      : await store.listChargesOfRequest(foundRequest.id, maxHistoryCharges)
    return { status: created ? 201 : 200, body: toFoundRequest(foundRequest, charges) }
  })
}

/** Creates the request record that a caller of find-or-create asks for. */
async function createRequestToFind(
  context: ServiceContext<Stores>,
  account: MerchantAccount,
  query: RequestedTokenInput & { recipient: string },
): Promise<RequestRecord> {
  const { address, wallet } = await resolveRecipient(context, query.recipient)
  // A wallet's address may be a contract. On another chain the address may belong to someone else, or to no one.
  if (wallet && query.chainId !== undefined && Number(query.chainId) !== wallet.chainId) {
    throw createFieldError(
      'chainId',
      `must be "${wallet.chainId}", where ${query.recipient} takes payments`,
    )
  }
  const input = wallet
    ? { ...query, chainId: `${wallet.chainId}`, tokenAddress: query.tokenAddress ?? wallet.token }
    : query
  return createRequestRecord({
    account,
    recipient: address,
    ...(await resolveToken(context, account, input)),
    amount: query.tokenAmount,
    now: new Date(),
  })
}

/**
 * Resolves the token that is asked for, with its decimals and symbol. A symbol from the caller wins; decimals from the
 * caller must equal the token's own.
 *
 * @throws PayError `invalid_request`, `chain_unreachable`
 */
async function resolveToken(
  context: ServiceContext<Stores>,
  account: MerchantAccount,
  input: RequestedTokenInput & {
    tokenDecimals?: string | undefined
    tokenSymbol?: string | undefined
  },
): Promise<{ requestedToken: RequestedToken; token: { decimals: number; symbol: string } }> {
  const { ids, isTestChain } = context.chains
  const requestedToken = resolveRequestedToken(input, account, context.chains)
  const { chainId, token: address } = requestedToken
  if (chainId !== undefined && !ids.includes(chainId)) {
    throw createFieldError(
      'chainId',
      `must be a chain that this service reads (${ids.join(', ') || 'none'})`,
    )
  }
  if (chainId !== undefined) checkChainMode(account, chainId, isTestChain, 'chainId')
  const statedDecimals = input.tokenDecimals === undefined ? undefined : Number(input.tokenDecimals)
  if (statedDecimals !== undefined && statedDecimals > 77)
    throw createFieldError('tokenDecimals', 'must be 0 to 77')
  if (chainId === undefined || address === undefined) {
    return {
      requestedToken,
      token: { decimals: statedDecimals ?? 0, symbol: input.tokenSymbol ?? '' },
    }
  }
  const token = await readChainToken(context, chainId, address, {
    chainId: 'chainId',
    token: 'tokenAddress',
  })
  if (statedDecimals !== undefined && statedDecimals !== token.decimals) {
    throw createFieldError('tokenDecimals', `must be "${token.decimals}", the token’s own value`)
  }
  return { requestedToken, token: { ...token, symbol: input.tokenSymbol ?? token.symbol } }
}

/**
 * Reads an uploaded file as an attachment.
 *
 * @throws PayError `too_large`; `invalid_request` for a file type that is not accepted
 */
async function readAttachmentFile(file: File): Promise<Attachment> {
  if (file.size > maxAttachmentBytes) {
    throw new PayError('too_large', attachmentTooLargeMessage, { field: 'attachment' })
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const kind = readAttachment(bytes, file.name)
  if (kind) return { id: randomBytes(32).toString('base64url'), bytes, ...kind }
  throw createFieldError(
    'attachment',
    `must be ${acceptedFileTypesText}; its bytes are of another type`,
  )
}

/** Returns the name and hash of an attachment, to compare two uploads. The id is left out: it is new each time. */
function getAttachmentIdentity({ name, bytes }: Attachment): unknown {
  return [name, createHash('sha256').update(bytes).digest('hex')]
}
