import { randomInt } from 'node:crypto'
import type * as z from 'zod/mini'
import { formatAmount, parseAmount } from '../../amount.ts'
import { trimEnd } from '../../api/formats.ts'
import type { NewCharge } from '../../api/schemas/charges/charge.ts'
import type {
  NewPaymentLink,
  PaymentLinkField,
  PaymentLinkState,
} from '../../api/schemas/payment-links.ts'
import type { MerchantAccount } from '../accounts/accounts.ts'
import { createId } from '../kernel/id.ts'
import { createInputError } from '../kernel/input-error.ts'

/** What each charge of a link is created with, as POST /charges takes it. */
export type LinkCharge = Pick<
  z.output<typeof NewCharge>,
  | 'pricing_type'
  | 'local_price'
  | 'requestProps'
  | 'name'
  | 'description'
  | 'line_items'
  | 'tax_note'
  | 'redirect_url'
> & { name: string }

/** Something that a link asks the customer for. */
export interface LinkField {
  kind: PaymentLinkField['kind']
  /** '' for the words of the customer's language. */
  label: string
  required: boolean
}

/** A payment link as the service keeps it. */
export interface PaymentLinkRecord {
  id: string
  accountId: string
  /** Its account's: false in test mode. */
  livemode: boolean
  /** The last part of its page's URL. */
  code: string
  /** The shop of the api-key that created it, and so of its charges; '' for none. */
  shop: string
  charge: LinkCharge
  /** '' for none. */
  imageUrl: string
  /** In the currency of the price. */
  suggestedAmounts: readonly string[]
  minQuantity: number
  maxQuantity: number
  fields: readonly LinkField[]
  /** '' for none. */
  thankYou: string
  /** Undefined for as many as want to. */
  maxPayments: number | undefined
  createdAt: Date
  /** From this time on it creates no charge; undefined for never. */
  expiresAt: Date | undefined
  /** When its merchant ended it. */
  endedAt: Date | undefined
}

/** The charges of a link that count. */
export interface LinkUse {
  /** Those that are completed. */
  completed: number
  /** Those that have money, or that a customer may pay now. */
  taken: number
  /** Those that a customer may pay now, and that have no money. */
  open: number
  /** Whether a customer can pay one of those with money, or without, or a payment of one is pending. */
  isBeingPaid: boolean
  /** When the first of the open ones expires, unless a payment of it is pending; undefined for none. */
  freeAt: Date | undefined
}

/** Letters and digits that nobody takes for another one. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
/** 49 random bits: short enough to be typed, and nobody finds a link by guessing. */
const codeLength = 10

/** Matches the code of a link, in any case. */
export const linkCodePattern = /^[a-hjkmnp-z2-9]{10}$/i

/**
 * Creates a new link.
 *
 * @throws PayError `invalid_request` naming the field
 */
export function createPaymentLinkRecord(
  body: z.output<typeof NewPaymentLink>,
  { account, shop, now }: { account: MerchantAccount; shop: string; now: Date },
): PaymentLinkRecord {
  const { pricing_type, local_price, requestProps, name, description, line_items, tax_note } = body
  const { redirect_url, suggested_amounts: suggestedAmounts = [] } = body
  const { min: minQuantity, max: maxQuantity } = body.quantity ?? { min: 1, max: 1 }
  checkQuantity(body)
  checkSuggestions(body)
  const expiresAt = body.expires_at === undefined ? undefined : new Date(body.expires_at)
  if (expiresAt && expiresAt <= now)
    throw createInputError('expires_at', 'expires_at must be a time in the future.')
  const charge: LinkCharge = { pricing_type, local_price, requestProps, name, description }
  return {
    id: createId(),
    accountId: account.id,
    livemode: account.livemode,
    code: Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
    shop,
    charge: { ...charge, line_items, tax_note, redirect_url },
    imageUrl: body.image_url ?? '',
    suggestedAmounts,
    minQuantity,
    maxQuantity,
    fields: readFields(body.fields ?? []),
    thankYou: body.thank_you ?? '',
    maxPayments: body.max_payments,
    createdAt: now,
    expiresAt,
    endedAt: undefined,
  }
}

/** Refuses quantities that a price cannot be multiplied by. */
function checkQuantity({
  quantity,
  pricing_type,
  requestProps,
}: z.output<typeof NewPaymentLink>): void {
  if (!quantity) return
  const { min, max } = quantity
  if (min > max) throw createInputError('quantity.max', 'quantity.max must not be below min.')
  if (max === 1) return
  if (pricing_type === 'no_price')
    throw createInputError(
      'quantity',
      'quantity is for a fixed_price only: otherwise the payer chooses the amount.',
    )
  const places = [requestProps, ...(requestProps?.accepts ?? [])]
  if (places.some((place) => place?.tokenAmount !== undefined))
    throw createInputError(
      'quantity',
      'quantity cannot be used with tokenAmount, which is the whole price. Leave tokenAmount out.',
    )
}

/** Refuses suggested amounts that are no choice. */
function checkSuggestions({
  suggested_amounts: amounts = [],
  pricing_type,
}: z.output<typeof NewPaymentLink>): void {
  if (amounts.length > 0 && pricing_type === 'fixed_price')
    throw createInputError(
      'suggested_amounts',
      'suggested_amounts are for no_price only: a fixed_price is the amount.',
    )
  const units = amounts.map((amount) => parseAmount(amount, 78))
  const index = units.findIndex((one, at) => one === 0n || units.indexOf(one) < at)
  if (index < 0) return
  const field = `suggested_amounts.${index}`
  throw createInputError(field, `${field} must be above 0, and differ from those before it.`)
}

/** @throws PayError `invalid_request` for fields of which two have one name */
function readFields(fields: readonly PaymentLinkField[]): LinkField[] {
  const named = fields.map(({ kind, label = '', required = false }) => ({ kind, label, required }))
  const names = named.map(getFieldKey)
  const twice = names.findIndex((name, index) => names.indexOf(name) < index)
  if (twice < 0) return named
  throw createInputError(
    `fields.${twice}`,
    'fields asks for the same twice. Give each note a label of its own, and ask for name and email once.',
  )
}

/** Where an answer stands in a charge: the key of its metadata, or `payer_email`. */
export function getFieldKey({ kind, label }: LinkField): string {
  if (kind === 'email') return 'payer_email'
  return kind === 'note' && label !== '' ? label : `customer_${kind}`
}

/** Returns whether a link creates charges. */
export function getLinkState(
  { endedAt, expiresAt, maxPayments = Infinity }: PaymentLinkRecord,
  { completed, taken }: Pick<LinkUse, 'completed' | 'taken'>,
  now: Date,
): PaymentLinkState {
  if (endedAt) return 'ended'
  if (completed >= maxPayments) return 'paid'
  if (expiresAt && now >= expiresAt) return 'expired'
  return taken >= maxPayments ? 'taken' : 'open'
}

/** Returns the URL of a link's page. `publicUrl` is the service's own. */
export function getLinkUrl({ code }: Pick<PaymentLinkRecord, 'code'>, publicUrl: string): string {
  return `${trimEnd(publicUrl, '/')}/l/${code}`
}

/** Multiplies an amount exactly. */
export function multiplyAmount(amount: string, by: number): string {
  return formatAmount(parseAmount(amount, 78) * BigInt(by), 78)
}
