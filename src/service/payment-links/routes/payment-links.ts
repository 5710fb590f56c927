import type { Hono } from 'hono'
import { routes } from '../../../api/routes/routes.ts'
import { NewCharge } from '../../../api/schemas/charges/charge.ts'
import { validate } from '../../../api/server/validate.ts'
import { PayError } from '../../../errors.ts'
import type { IdempotencyKeyStore } from '../../accounts/store/idempotency-keys.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import { createResolvedCharge, requireOwnRecipients } from '../../charges/routes/create-charge.ts'
import type { RequestReader } from '../../charges/routes/resolve.ts'
import type { EndpointContext, Env } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import { hashRequest, readIdempotencyKey } from '../../http/idempotency.ts'
import { createUnknownCursorError, readListQuery } from '../../http/list-query.ts'
import { createInputError } from '../../kernel/input-error.ts'
import { buildChargeBody, type LinkChoice } from '../choice.ts'
import { createPaymentLinkRecord, type LinkUse, type PaymentLinkRecord } from '../payment-links.ts'
import { type ListedLink, toPaymentLink } from '../replies.ts'
import type { PaymentLinkStore } from '../store/payment-links.ts'

/** The stores that these routes use. */
type Stores = IdempotencyKeyStore & ModeStore & PaymentLinkStore & RequestReader

const noUse: LinkUse = {
  completed: 0,
  taken: 0,
  open: 0,
  isBeingPaid: false,
  freeAt: undefined,
}

/** Registers POST /payment-links, GET /payment-links, GET /payment-links/:uuid and POST /payment-links/:uuid/end. */
export function registerPaymentLinkRoutes(app: Hono<Env>, context: EndpointContext<Stores>): void {
  const { store, publicUrl } = context
  const toReply = (listed: ListedLink) => toPaymentLink(listed, publicUrl, new Date())

  registerEndpoint(app, context, routes.createPaymentLink, async (call) => {
    const { account, body, shop } = call
    requireOwnRecipients(context, call, body.requestProps)
    const key = readIdempotencyKey(call.header)
    const requestHash = hashRequest(['POST /payment-links', call.raw])
    const savedResponse = key && (await store.getSavedResponse(account.id, key, requestHash))
    if (savedResponse) return { status: 201, body: { json: savedResponse } }
    const link = createPaymentLinkRecord(body, { account, shop, now: new Date() })
    // A link whose charge could not be created is refused now, not when a customer opens it.
    for (const choice of listExtremes(link)) {
      const chargeBody = buildChargeBody(link, choice)
      validate(NewCharge, chargeBody)
      await createResolvedCharge(context, { account, shop, body: chargeBody }).catch((cause) => {
        throw nameSuggestion(cause, link, choice)
      })
    }
    const response = JSON.stringify(toReply({ link, use: noUse }))
    const idempotencyKey = key ? { key, requestHash, response } : undefined
    const storedResponse = await store.createPaymentLink(link, call.author, idempotencyKey)
    return { status: 201, body: { json: storedResponse ?? response } }
  })

  registerEndpoint(app, context, routes.listPaymentLinks, async ({ account, query }) => {
    const page = await store.listPaymentLinks(account.id, readListQuery(query))
    if (!page) throw createUnknownCursorError(query)
    const data = page.links.map(toReply)
    return { status: 200, body: { data, pagination: { has_more: page.hasMore } } }
  })

  registerEndpoint(app, context, routes.getPaymentLink, async ({ account, params }) => {
    return { status: 200, body: toReply(await findLink(account.id, params.uuid)) }
  })

  registerEndpoint(app, context, routes.endPaymentLink, async ({ account, author, params }) => {
    const { link } = await findLink(account.id, params.uuid)
    await store.endPaymentLink(account.id, link.id, author)
    return { status: 200, body: toReply(await findLink(account.id, link.id)) }
  })

  async function findLink(accountId: string, id: string): Promise<ListedLink> {
    const listed = await store.getPaymentLink(accountId, id)
    if (listed) return listed
    throw new PayError('not_found', `There is no payment link ${id}.`)
  }
}

/** Returns an error that names a suggested amount as the link has it: to its charge, it is the price. */
function nameSuggestion(
  cause: unknown,
  { suggestedAmounts }: PaymentLinkRecord,
  { amount = '' }: LinkChoice,
): unknown {
  const price = 'local_price.amount'
  const index = suggestedAmounts.indexOf(amount)
  if (!(cause instanceof PayError) || cause.field !== price || index < 0) return cause
  const field = `suggested_amounts.${index}`
  return createInputError(field, cause.message.replaceAll(price, field))
}

/** The choices whose charges cost the least and the most: all others lie in between. */
function listExtremes({ minQuantity, maxQuantity, suggestedAmounts, fields }: PaymentLinkRecord) {
  const answers = fields.map(() => '')
  const amounts = suggestedAmounts.length > 0 ? suggestedAmounts : [undefined]
  const quantities = new Set([minQuantity, maxQuantity])
  return [...quantities].flatMap((quantity) =>
    amounts.map((amount) => ({ quantity, amount, answers })),
  )
}
