import * as z from 'zod/mini'
import { Address, Hash, Time, Uuid } from '../fields.ts'
import { pageQuery, type QueryValues } from '../page-query.ts'
import { ChargePayment } from './payment.ts'

/** Query of GET /payments: a payment is listed if it matches all given filters; cursors as in GET /charges. */
export const PaymentListQuery = /* @__PURE__ */ z.object({
  ...pageQuery,
  status: z.optional(
    z.enum(['PENDING', 'COMPLETED', 'FAILED'], 'must be PENDING, COMPLETED or FAILED'),
  ),
  charge: z.optional(Uuid),
  hash: z.optional(Hash),
  payer: z.optional(Address),
  since: z.optional(Time),
  before: z.optional(Time),
})
export type PaymentListQuery = QueryValues<typeof PaymentListQuery>

/** A payment as GET /payments and GET /payments/:uuid return it. */
export const ListedPayment = /* @__PURE__ */ z.extend(ChargePayment, {
  /** False in test mode. */
  livemode: z.boolean(),
})
export type ListedPayment = z.infer<typeof ListedPayment>

/** Reply of GET /payments, newest first. */
export const PaymentListReply = /* @__PURE__ */ z.object({
  data: z.array(ListedPayment),
  pagination: z.object({ has_more: z.boolean() }),
})
