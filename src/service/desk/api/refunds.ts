import type { Hono } from 'hono'
import { formatAmount } from '../../../amount.ts'
import type { PaymentStatus } from '../../../api/schemas/payments/payment.ts'
import { RefundStatus } from '../../../api/schemas/payments/refund.ts'
import { PayError } from '../../../errors.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import { toPaymentReply } from '../../charges/replies.ts'
import { createChargeReply } from '../../charges/routes/charge-reply.ts'
import { findCharge } from '../../charges/routes/payment-asset.ts'
import type { ChargeStore } from '../../charges/store/charges.ts'
import type { OrderStore } from '../../charges/store/orders.ts'
import type { EndpointContext, Env } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import { createFieldError } from '../../http/field-error.ts'
import { createUnknownCursorError, readListQuery } from '../../http/list-query.ts'
import { listRefundable } from '../../refunds/amounts.ts'
import { reportTransaction } from '../../refunds/attempts.ts'
import type { RefundRecord } from '../../refunds/records.ts'
import { toSigningCharge } from '../../refunds/signing-charge.ts'
import type { RefundStore } from '../../refunds/store/refunds.ts'
import { nameRefunds } from './named-refunds.ts'
import { deskRefundRoutes } from './refund-routes.ts'
import { deskRoutes } from './routes.ts'

/** The stores that these routes use. */
type Stores = ChargeStore & ModeStore & OrderStore & RefundStore

/**
 * Registers the desk's routes for refunds: the refundable amounts of a charge; and the element's calls on the page where a
 * merchant's wallet is asked for a refund, with the refund in the place of a charge. These calls name the attempt, which only the
 * page that began it knows, so that no second page asks a wallet too.
 */
export function registerDeskRefundRoutes(app: Hono<Env>, context: EndpointContext<Stores>): void {
  const { store, publicUrl } = context

  registerEndpoint(app, context, deskRefundRoutes.getRefundable, async ({ account, params }) => {
    const charge = await findCharge(context, account, params.uuid)
    const refunds = await store.listRefundsOfCharge(charge.id)
    const data = listRefundable(charge, refunds).map(
      ({ chainId, token, symbol, decimals, amount }) => ({
        chainId: String(chainId),
        tokenAddress: token,
        tokenSymbol: symbol,
        amount: formatAmount(amount, decimals),
      }),
    )
    return { status: 200, body: { data } }
  })

  registerEndpoint(app, context, deskRefundRoutes.listRefunds, async ({ account, query }) => {
    const { statuses, shop, ...page } = query
    const asked = statuses.split(',').map((text) => RefundStatus.safeParse(text).data)
    if (asked.some((status) => status === undefined))
      throw createFieldError('statuses', 'must be statuses of refunds')
    const known = asked.filter((one) => one !== undefined)
    const filter = { ...readListQuery(page), statuses: known, shop }
    const result = await store.listRefunds(account.id, filter)
    if (!result) throw createUnknownCursorError(page)
    const data = await nameRefunds(context, account.id, result.refunds)
    return { status: 200, body: { data, pagination: { has_more: result.hasMore } } }
  })

  registerEndpoint(app, context, deskRoutes.countRefunds, async ({ account, query: { shop } }) => {
    const [toApprove, toSend] = await Promise.all([
      store.countRefunds(account.id, { statuses: ['NAMED'], shop }),
      store.countRefunds(account.id, { statuses: ['APPROVED'], shop }),
    ])
    return { status: 200, body: { toApprove, toSend } }
  })

  registerEndpoint(
    app,
    context,
    deskRefundRoutes.getSigningCharge,
    async ({ account, params, query }) => {
      const refund = await findRefund(account.id, params)
      const reply = await createChargeReply(context, await readCharge(refund), account, query)
      return { status: 200, body: reply }
    },
  )

  registerEndpoint(
    app,
    context,
    deskRefundRoutes.reportSigned,
    async ({ account, author, params, body }) => {
      const { id } = await findRefund(account.id, params)
      const hash = body.hash.toLowerCase()
      const refund = await store.updateRefund(id, author, (locked) =>
        reportTransaction(locked, hash, new Date()),
      )
      const { chainId, token } = refund
      const payment = { id, hash, chainId, token }
      return { status: 201, body: toPaymentReply(payment, await readCharge(refund), publicUrl) }
    },
  )

  registerEndpoint(app, context, deskRefundRoutes.getSigningStatus, async ({ account, params }) => {
    const refund = await findRefund(account.id, params)
    return { status: 200, body: toStatus(refund, params.hash.toLowerCase()) }
  })

  async function findRefund(
    accountId: string,
    { uuid, attempt }: { uuid: string; attempt: string },
  ): Promise<RefundRecord> {
    const refund = await store.getRefund(accountId, uuid)
    if (!refund) throw new PayError('not_found', 'There is no such refund.')
    if (refund.attempt?.id === attempt.toLowerCase()) return refund
    throw new PayError(
      'conflict',
      'This page has expired: it no longer asks the wallet for the refund.',
    )
  }

  async function readCharge(refund: RefundRecord) {
    const charge = await store.getCharge(refund.accountId, refund.chargeId)
    if (!charge) throw new PayError('not_found', 'There is no such charge.')
    return toSigningCharge(charge, refund)
  }
}

function toStatus(refund: RefundRecord, hash: string): PaymentStatus {
  const { chainId, token, status, transfer } = refund
  if (refund.hash !== hash)
    throw new PayError('not_found', 'No transaction with this hash was reported for this refund.')
  const isMined = transfer !== undefined
  return {
    hash,
    chainId: String(chainId),
    tokenAddress: token,
    status: status === 'COMPLETED' ? 'COMPLETED' : isMined ? 'PENDING' : 'UNSEEN',
    reason: '',
    signers: [],
  }
}
