import type { Hono } from 'hono'
import { routes } from '../../../api/routes/routes.ts'
import { type NewRefund, type Refund, RefundStatus } from '../../../api/schemas/payments/refund.ts'
import { PayError } from '../../../errors.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import type { ChargeBase } from '../../charges/records.ts'
import type { ChargeStore } from '../../charges/store/charges.ts'
import { readAmountField } from '../../http/amount-field.ts'
import type { EndpointContext, Env, ServiceContext } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import { createFieldError } from '../../http/field-error.ts'
import { hashRequest, readIdempotencyKey } from '../../http/idempotency.ts'
import { createUnknownCursorError, readListQuery } from '../../http/list-query.ts'
import { createRefund } from '../lifecycle.ts'
import type { RefundRecord } from '../records.ts'
import { toListedRefund, toRefundReply } from '../replies.ts'
import type { RefundStore } from '../store/refunds.ts'
import { createNameRefundRecipient } from './recipient.ts'

/** The stores that these routes use. */
type Stores = ChargeStore & ModeStore & RefundStore

/** Registers the endpoints that create and read refunds, and the one by which a payer names where a refund goes. */
export function registerRefundRoutes(app: Hono<Env>, context: EndpointContext<Stores>): void {
  const { store, publicUrl } = context
  const toReply = (refund: RefundRecord) => toRefundReply(refund, publicUrl)

  registerEndpoint(app, context, routes.createRefund, async (call) => {
    const { account, author, params, body } = call
    const charge = await store.getChargeBase(account.id, params.uuid)
    if (!charge) throw new PayError('not_found', 'There is no such charge.')
    const key = readIdempotencyKey(call.header)
    const requestHash = hashRequest(['POST /charges/:uuid/refunds', charge.id, call.raw])
    const json = await store.createRefund(
      charge.id,
      author,
      (locked, refunds) => createRefund(locked, refunds, readNewRefund(context, body)),
      {
        idempotencyKey: key === undefined ? undefined : { key, requestHash },
        toResponse: (refund) => JSON.stringify(toReply(refund)),
      },
    )
    return { status: 201, body: { json } }
  })

  registerEndpoint(app, context, routes.listChargeRefunds, async ({ account, params }) => {
    const charge = await store.getChargeBase(account.id, params.uuid)
    if (!charge) throw new PayError('not_found', 'There is no such charge.')
    return { status: 200, body: await createRefundList(context, charge) }
  })

  const nameRefundRecipient = createNameRefundRecipient(context)
  registerEndpoint(app, context, routes.nameRefundRecipient, async ({ account, params, body }) => {
    const charge = await store.getCharge(account.id, params.uuid)
    if (!charge) throw new PayError('not_found', 'There is no such charge.')
    return { status: 200, body: await nameRefundRecipient(charge, params.refund, body) }
  })

  registerEndpoint(app, context, routes.listRefunds, async ({ account, query }) => {
    const { status, shop, ...page } = query
    const result = await store.listRefunds(account.id, {
      ...readListQuery(page),
      statuses: status ? [status] : RefundStatus.options,
      shop,
    })
    if (!result) throw createUnknownCursorError(page)
    const data = result.refunds.map((refund) => toListedRefund(refund, publicUrl))
    return { status: 200, body: { data, pagination: { has_more: result.hasMore } } }
  })

  registerEndpoint(app, context, routes.getRefund, async ({ account, params }) => {
    const refund = await findRefund(store, account.id, params.uuid)
    return { status: 200, body: toListedRefund(refund, publicUrl) }
  })
}

/**
 * Returns a refund of the account.
 *
 * @throws PayError `not_found`
 */
export async function findRefund(
  store: Pick<RefundStore, 'getRefund'>,
  accountId: string,
  id: string,
): Promise<RefundRecord> {
  const refund = await store.getRefund(accountId, id)
  if (!refund) throw new PayError('not_found', 'There is no such refund.')
  return refund
}

/** Returns the refunds of a charge, as its merchant and its payer see them. */
export async function createRefundList(
  { store, publicUrl }: Pick<ServiceContext<Stores>, 'store' | 'publicUrl'>,
  { id }: ChargeBase,
): Promise<{ data: Refund[] }> {
  const refunds = await store.listRefundsOfCharge(id)
  return { data: refunds.map((refund) => toRefundReply(refund, publicUrl)) }
}

function readNewRefund(
  { chains }: Pick<ServiceContext<Stores>, 'chains'>,
  { amount, excess, reason = '', chainId, tokenAddress }: NewRefund,
) {
  if (excess && (amount !== undefined || chainId !== undefined))
    throw createFieldError('excess', 'determines the amount and the token: leave these out')
  if ((chainId === undefined) !== (tokenAddress === undefined))
    throw createFieldError(
      chainId === undefined ? 'chainId' : 'tokenAddress',
      'is required: a token is named by its chain and its address',
    )
  const readAmount = (decimals: number) => readAmountField('amount', amount, decimals)
  const asset =
    chainId === undefined || tokenAddress === undefined
      ? undefined
      : { chainId: Number(chainId), token: chains.parseAddress(tokenAddress, 'tokenAddress') }
  return { asset, readAmount, isOfExcess: excess === true, reason: reason.trim(), now: new Date() }
}
