import * as z from 'zod/mini'
import { TimelineEntry } from '../charges/charge.ts'
import { Timestamp } from '../fields.ts'
import { ChargePayment, Payment, Status } from '../payments/payment.ts'
import { RequestCharge } from './request-charge.ts'

/**
 * Reply of GET /request-charges/:uuid (interface 4.10). In addition to the interface: how far the payment is, for clients that
 * ask for nothing else, with the fields of the charge. Other services of the interface leave it out.
 */
export const RequestChargeReply = z.extend(RequestCharge, {
  status: z.optional(Status),
  payments: z.optional(z.array(ChargePayment)),
  timeline: z.optional(z.array(TimelineEntry)),
  /** When the charge, or one of its payments, last changed. */
  updatedAt: z.optional(Timestamp),
})
export type RequestChargeReply = z.infer<typeof RequestChargeReply>

/**
 * Reply of POST /charges/:uuid/payments (interface 2.2). In addition to the interface: the whole request charge (2.4) in place
 * of its four fields.
 */
export const RecordedPayment = z.extend(Payment, {
  requestCharge: z.extend(z.partial(RequestCharge), Payment.shape.requestCharge.shape),
})
export type RecordedPayment = z.infer<typeof RecordedPayment>
