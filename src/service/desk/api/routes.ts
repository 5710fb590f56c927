import * as z from 'zod/mini'
import { defineRoute } from '../../../api/routes/route.ts'
import { ChargeListQuery, ReducedCharge } from '../../../api/schemas/charges/charge.ts'
import { ListedEvent } from '../../../api/schemas/events.ts'
import { ShopName, Timestamp, Uuid } from '../../../api/schemas/fields.ts'
import {
  AuditEntry,
  ReceivingWallet,
  UnderpaymentTolerance,
} from '../../../api/schemas/settings.ts'
import { UnmatchedPayment } from '../../../api/schemas/unmatched.ts'
import { operatorAccountRoutes, PendingChange } from '../../http/operator-routes.ts'
import { NamedRefund } from './refund-routes.ts'
import { deskRoute } from './route.ts'

// Data for the desk's pages that the API does not have: figures, and some of the operator's views, limited to one account. These
// routes are in no public document, and only the desk's app has them.

/** The most characters of a search. */
export const maxTyped = 200
/** The most rows of one kind that a search returns; that many may be more. */
export const maxFound = 10

/** Ids with commas; '' for none. */
const idList = z.string().check(z.maxLength(8192, 'must have at most 8192 characters'))

/** Sums of charges of one currency; see charges/lists/figures.ts. */
const ChargeSum = z.object({
  currency: z.string(),
  count: z.number(),
  amount: z.string(),
  refunded: z.string(),
  missing: z.string(),
  excess: z.string(),
  /** '' for none. */
  oldest: z.string(),
})
export type ChargeSum = z.infer<typeof ChargeSum>

/** The desk's own routes. Those that change something take the role of their scopes, as such routes of the API do. */
export const deskRoutes = {
  /**
   * Returns the sums of the charges that `GET /charges` lists for the same query, of each currency, that of the most charges first:
   * of all of them, or, with `starts`, of those paid between each of these times and the next. `starts` is a list with commas.
   */
  sumCharges: defineRoute({
    ...deskRoute,
    path: '/charge-sums',
    query: z.extend(ChargeListQuery, {
      starts: z.optional(z.string().check(z.maxLength(4096, 'must have at most 4096 characters'))),
    }),
    reply: z.object({ data: z.array(z.array(ChargeSum)) }),
  }),
  /** Returns how many refunds `GET /refunds` lists of these states, of one shop or of all. */
  countRefunds: defineRoute({
    ...deskRoute,
    path: '/refund-counts',
    query: z.object({ shop: z.optional(ShopName) }),
    reply: z.object({ toApprove: z.number(), toSend: z.number() }),
  }),
  /** Returns what a list of charges may be narrowed to. */
  getChoices: defineRoute({
    ...deskRoute,
    path: '/choices',
    reply: z.object({
      chains: z.array(z.string()),
      tokens: z.array(z.object({ address: z.string(), symbol: z.string() })),
      shops: z.array(z.string()),
      currencies: z.array(z.string()),
    }),
  }),
  /** Finds rows of every kind by what a person typed: the newest of each. */
  search: defineRoute({
    ...deskRoute,
    path: '/search',
    query: z.object({
      text: z
        .string()
        .check(z.minLength(1, 'must not be empty'), z.maxLength(maxTyped, 'is too long')),
      /** The sign before the decimals in the person's language. */
      decimal: z.enum(['.', ',']),
    }),
    reply: z.object({
      charges: z.array(ReducedCharge),
      unmatched: z.array(UnmatchedPayment),
      refunds: z.array(NamedRefund),
      events: z.array(ListedEvent),
    }),
  }),
  /**
   * Returns how a person knows the charges and the transfers that entries of the audit log are about; what is gone is left out. Both
   * are lists of ids with commas, of the entries of one page.
   */
  listAuditSubjects: defineRoute({
    ...deskRoute,
    path: '/audit-subjects',
    query: z.object({ charges: idList, transfers: idList }),
    reply: z.object({
      charges: z.array(z.pick(ReducedCharge, { id: true, name: true, reference: true })),
      transfers: z.array(z.pick(UnmatchedPayment, { uuid: true, amount: true, tokenSymbol: true })),
    }),
  }),
  /** Lists the decisions about a charge and its money, oldest first. */
  listDecisions: defineRoute({
    ...deskRoute,
    path: '/charges/:uuid/decisions',
    params: ['uuid'],
    reply: z.object({ data: z.array(AuditEntry) }),
  }),
  /** Lists what the removed webhook endpoints of the account were called. */
  listRemovedEndpoints: defineRoute({
    ...deskRoute,
    path: '/removed-webhook-endpoints',
    reply: z.object({
      data: z.array(z.object({ uuid: Uuid, url: z.string(), description: z.string() })),
    }),
  }),
  /** Returns the settings of the account, and the changes of them that wait. */
  getSettings: defineRoute({
    ...deskRoute,
    scopes: ['settings'],
    path: '/settings',
    reply: z.object({
      /** Absent where none is set. */
      wallet: z.optional(z.extend(ReceivingWallet, { tokenSymbol: z.string() })),
      tolerance: UnderpaymentTolerance,
      /** Milliseconds until a change takes effect. */
      delayMs: z.number(),
      pending: z.array(z.extend(PendingChange, { effectiveAt: Timestamp })),
    }),
  }),
  /** Cancels the pending changes of a setting. */
  cancelSettingChange: operatorAccountRoutes.cancelSettingChange,
}
