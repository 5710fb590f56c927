import type { RouteOutput } from '../../../api/routes/route.ts'
import type { routes } from '../../../api/routes/routes.ts'
import { isScopeGranted } from '../../../api/routes/scope.ts'
import { PayError } from '../../../errors.ts'
import type { IdempotencyKeyStore } from '../../accounts/store/idempotency-keys.ts'
import type { ServiceContext } from '../../http/context.ts'
import type { EndpointCall, EndpointReply } from '../../http/endpoint.ts'
import { hashRequest, readIdempotencyKey } from '../../http/idempotency.ts'
import { findForeignRecipient } from '../destination.ts'
import { createChargeRecord, type ExpiryBounds } from '../new-charge.ts'
import type { ChargeRecord } from '../records.ts'
import { toFullCharge } from '../replies.ts'
import type { ChargeStore } from '../store/charges.ts'
import { refreshQuotes } from './fresh.ts'
import { findCharge } from './payment-asset.ts'
import { type RequestReader, resolveCharge } from './resolve.ts'
import { createSignedRequestCharge } from './sign-quotes.ts'

type Context = ServiceContext<ChargeStore & IdempotencyKeyStore & RequestReader>
type Call = EndpointCall<typeof routes.createCharge>
type Reply = EndpointReply<typeof routes.createCharge>

/** Creates a charge, or answers with the one that an earlier call with the same Idempotency-Key has created. */
export async function createCharge(context: Context, call: Call): Promise<Reply> {
  const { store } = context
  const { account } = call
  requireOwnRecipients(context, call, call.body.requestProps)
  const key = readIdempotencyKey(call.header)
  // "In half an hour" is another time when a lost reply is asked for again.
  const { expires_at: _, ...comparedFields } = call.raw as Record<string, unknown>
  const requestHash = hashRequest(comparedFields)
  const savedResponse = key && (await store.getSavedResponse(account.id, key, requestHash))
  if (savedResponse) return await toCreatedReply(context, call, savedResponse)
  // Not the schema's copy, which drops a key __proto__: the merchant's metadata must be returned unchanged.
  const { metadata } = call.raw as { metadata?: typeof call.body.metadata }
  const charge = await createResolvedCharge(context, { ...call, body: { ...call.body, metadata } })
  const response = JSON.stringify({
    data: toFullCharge(charge, account.brand, context.publicUrl),
    warnings: call.warnings,
  })
  const idempotencyKey = key ? { key, requestHash, response } : undefined
  const storedResponse = await store.createCharge(charge, account.brand, idempotencyKey, {
    max: context.recipientsPerAccount,
    since: new Date(charge.createdAt.getTime() - context.watchMs),
  })
  context.markActive(charge)
  // Another response is of a call with the same key, which was faster.
  const isOwn = storedResponse === undefined || storedResponse === response
  return await toCreatedReply(context, call, storedResponse ?? response, isOwn ? charge : undefined)
}

/**
 * Returns a new charge, with its price in each token by the chains' present state. Nothing is saved.
 *
 * @throws PayError `invalid_request`, `not_found`, `chain_unreachable`, `price_unavailable`
 */
export async function createResolvedCharge(
  context: ServiceContext<RequestReader>,
  {
    account,
    body,
    shop,
    expiry = context.expiry,
  }: Pick<Call, 'account' | 'body' | 'shop'> & { expiry?: ExpiryBounds },
): Promise<ChargeRecord> {
  const resolved = await resolveCharge(context, account, body)
  return createChargeRecord({
    body,
    account,
    shop,
    now: new Date(),
    expiry,
    quoteLifetimeMs: context.quoteLifetimeMs,
    isTestChain: context.chains.isTestChain,
    ...resolved,
  })
}

/** @throws PayError `forbidden` where the key may not choose the recipient that the call names */
export function requireOwnRecipients(
  { chains }: Pick<Context, 'chains'>,
  { scopes, account: { wallet } }: Pick<Call, 'scopes' | 'account'>,
  requestProps: Call['body']['requestProps'] = {},
): void {
  if (isScopeGranted(scopes, ['settings'])) return
  const field = findForeignRecipient(requestProps, wallet, chains.parseAddress)
  if (field === undefined) return
  const text =
    'is not the account’s receiving wallet. This api-key may have charges paid there only: leave the field out, set the ' +
    'wallet, or use a key with the scope settings.'
  throw new PayError('forbidden', `${field} ${text}`, { field })
}

/**
 * The stored response is without the request charge, whose amounts may have changed since.
 *
 * @param createdCharge the charge, if this call has created it: then nothing more can fail than its creation
 */
async function toCreatedReply(
  context: Context,
  { account, query }: Pick<Call, 'account' | 'query'>,
  json: string,
  createdCharge?: ChargeRecord,
): Promise<Reply> {
  if (!query.expand) return { status: 201, body: { json } }
  const reply = JSON.parse(json) as RouteOutput<typeof routes.createCharge>
  const charge =
    createdCharge ??
    (await refreshQuotes(context, await findCharge(context, account, reply.data.id)))
  const request_charge = await createSignedRequestCharge(context, charge, account)
  return { status: 201, body: { ...reply, request_charge } }
}
