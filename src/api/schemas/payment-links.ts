import * as z from 'zod/mini'
import { newChargeFields, Pricing, PricingType } from './charges/charge.ts'
import { LineItem, payerText } from './charges/line-item.ts'
import { Amount, Time, Timestamp, Uuid, WebUrl } from './fields.ts'
import { pageQuery, type QueryValues } from './page-query.ts'

/** The most fields that a link asks a customer for. */
const maxFields = 5
/** The most suggested amounts. */
const maxSuggestions = 6
/** The most of one thing that a customer buys by a link at once. */
export const maxLinkQuantity = 1000
/** The most payments that a link counts. */
const maxPayments = 10_000

const quantityText = `must be a whole number from 1 to ${maxLinkQuantity}`
const Quantity = z
  .number(quantityText)
  .check(z.int(quantityText), z.gte(1, quantityText), z.lte(maxLinkQuantity, quantityText))

const paymentsText = `must be a whole number from 1 to ${maxPayments}`

/**
 * Something that a link asks the customer for. `name` and `email` are asked once; each `note` needs a `label` of its own where there
 * are several.
 */
export const PaymentLinkField = z.object({
  kind: z.enum(['name', 'email', 'note'], 'must be name, email or note'),
  /** The question, in the merchant's words. @default the kind, in the customer's language */
  label: z.optional(payerText(60)),
  /** @default false */
  required: z.optional(z.boolean('must be true or false')),
})
export type PaymentLinkField = z.infer<typeof PaymentLinkField>

/** What a customer has chosen and answered, by the names of the link's questions. */
export const LinkAnswers = z.record(z.string(), z.string('must be text in quotes'))

/** How many of it a customer may buy at once, and is charged for. */
export const QuantityBounds = z.object({
  min: Quantity,
  max: Quantity,
})

/** An https URL of a picture, which customers' browsers load. */
const ImageUrl = WebUrl.check(z.regex(/^https:/i, 'must be an https URL'))

const { pricing_type, local_price, requestProps, description, line_items, tax_note, redirect_url } =
  newChargeFields

/**
 * Body of POST /payment-links: what each charge of the link is created with, as in POST /charges, and how the link is offered. A link
 * whose charge could not be created is refused.
 */
export const NewPaymentLink = z.object({
  pricing_type,
  /** Required for `fixed_price`. */
  local_price,
  requestProps,
  /** What is paid for: the heading of the page, and the name of each charge. */
  name: payerText(200),
  description,
  line_items,
  tax_note,
  redirect_url,
  image_url: z.optional(ImageUrl),
  /** For `no_price`: amounts that the page offers, in the currency of the price. */
  suggested_amounts: z.optional(
    z
      .array(Amount)
      .check(z.maxLength(maxSuggestions, `must have at most ${maxSuggestions} amounts`)),
  ),
  /** Only for `fixed_price`. @default one */
  quantity: z.optional(QuantityBounds),
  /** @default none */
  fields: z.optional(
    z
      .array(PaymentLinkField)
      .check(z.maxLength(maxFields, `must have at most ${maxFields} fields`)),
  ),
  /** How many customers can pay it in all; 1 for a link that is paid once. @default as many as want to */
  max_payments: z.optional(
    z
      .number(paymentsText)
      .check(z.int(paymentsText), z.gte(1, paymentsText), z.lte(maxPayments, paymentsText)),
  ),
  /** From this time on the link creates no charge. @default never */
  expires_at: z.optional(Time),
  /** What the customer reads once the payment is complete. A `redirect_url` takes its place. */
  thank_you: z.optional(payerText(1000)),
})
export type NewPaymentLink = z.input<typeof NewPaymentLink>

/**
 * Whether a link creates charges:
 * - `open`: it does
 * - `taken`: each payment that it can have is made or being made by a customer; one is free again where a charge expires unpaid
 * - `paid`: it has all payments that it can have
 * - `expired`, `ended`: it does not any more
 */
export const PaymentLinkState = z.enum(
  ['open', 'taken', 'paid', 'expired', 'ended'],
  'must be open, taken, paid, expired or ended',
)
export type PaymentLinkState = z.infer<typeof PaymentLinkState>

/** A payment link. Texts may be ''. */
export const PaymentLink = z.object({
  id: Uuid,
  /** The address of its page, to be sent to customers. */
  url: z.string(),
  /** The last part of `url`. */
  code: z.string(),
  livemode: z.boolean(),
  state: PaymentLinkState,
  /** How many of its charges are paid. Of a link without `max_payments`, 1,000 stands for as many or more. */
  payments_count: z.number(),
  pricing_type: PricingType,
  /** '0' for a customer who chooses. */
  local_price: Pricing.shape.local,
  name: z.string(),
  description: z.string(),
  line_items: z.array(LineItem),
  tax_note: z.string(),
  redirect_url: z.string(),
  image_url: z.string(),
  suggested_amounts: z.array(z.string()),
  quantity: z.object({ min: z.number(), max: z.number() }),
  fields: z.array(
    z.object({ kind: z.enum(['name', 'email', 'note']), label: z.string(), required: z.boolean() }),
  ),
  /** Null for as many as want to. */
  max_payments: z.nullable(z.number()),
  thank_you: z.string(),
  created_at: Timestamp,
  /** Null for never. */
  expires_at: z.nullable(Timestamp),
  /** Null for a link that was not ended. */
  ended_at: z.nullable(Timestamp),
})
export type PaymentLink = z.infer<typeof PaymentLink>

/** Query of GET /payment-links. */
export const PaymentLinkListQuery = z.object(pageQuery)
export type PaymentLinkListQuery = QueryValues<typeof PaymentLinkListQuery>

/** Reply of GET /payment-links. */
export const PaymentLinkList = z.object({
  data: z.array(PaymentLink),
  pagination: z.object({ has_more: z.boolean() }),
})
