import type { Hono } from 'hono'
import { routes } from '../../../api/routes/routes.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import type { ChargeStore } from '../../charges/store/charges.ts'
import type { EndpointContext, Env } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import { dismissTransactions, reportTransaction, requestRelease } from '../attempts.ts'
import { cancelRefund } from '../lifecycle.ts'
import { approveRecipient } from '../recipients.ts'
import type { RefundRecord } from '../records.ts'
import { toRefundReply } from '../replies.ts'
import type { RefundStore } from '../store/refunds.ts'
import { createAskWallet } from './ask-wallet.ts'
import { checkRecipient, readRecipient } from './recipient.ts'
import { findRefund } from './refunds.ts'

/** The stores that these routes use. */
type Stores = ChargeStore & ModeStore & RefundStore

/** Registers the merchant's decisions about a refund, from its approval to the transaction that sends it. */
export function registerRefundDecisionRoutes(
  app: Hono<Env>,
  context: EndpointContext<Stores>,
): void {
  const { store, chains, publicUrl } = context
  const reply = (refund: RefundRecord) =>
    ({ status: 200, body: toRefundReply(refund, publicUrl) }) as const

  registerEndpoint(
    app,
    context,
    routes.approveRefund,
    async ({ account, author, params, body }) => {
      const { id } = await findRefund(store, account.id, params.uuid)
      const recipient = readRecipient(context, body.recipientAddress)
      return reply(
        await store.updateRefund(id, author, (locked) => {
          checkRecipient(context, locked.charge, recipient)
          return approveRecipient(locked, recipient)
        }),
      )
    },
  )

  registerEndpoint(app, context, routes.cancelRefund, async ({ account, author, params }) => {
    const { id } = await findRefund(store, account.id, params.uuid)
    return reply(await store.updateRefund(id, author, cancelRefund))
  })

  const ask = createAskWallet(context)
  registerEndpoint(app, context, routes.signRefund, async ({ account, author, params, body }) => {
    const refund = await findRefund(store, account.id, params.uuid)
    return reply(await ask(refund, author, body))
  })

  registerEndpoint(app, context, routes.reportRefund, async ({ account, author, params, body }) => {
    const { id } = await findRefund(store, account.id, params.uuid)
    const hash = body.hash.toLowerCase()
    return reply(
      await store.updateRefund(id, author, (locked) =>
        reportTransaction(locked, hash, new Date(), body.isRefund),
      ),
    )
  })

  registerEndpoint(
    app,
    context,
    routes.dismissRefundTransactions,
    async ({ account, author, params, body }) => {
      const { id } = await findRefund(store, account.id, params.uuid)
      return reply(
        await store.updateRefund(id, author, (locked) => dismissTransactions(locked, body.hashes)),
      )
    },
  )

  registerEndpoint(app, context, routes.releaseRefund, async ({ account, author, params }) => {
    const { id, chainId } = await findRefund(store, account.id, params.uuid)
    const head = await chains.getBlockNumber(chainId)
    return reply(
      await store.updateRefund(id, author, (locked) => requestRelease(locked, head, new Date())),
    )
  })
}
