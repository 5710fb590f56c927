import * as z from 'zod/mini'

// The items of a charge, in the merchant's words. Payers read these texts, so they are plain text in one line: no
// control character, no half of a surrogate pair, and nothing that turns the order of the letters around it.

/** Matches a character that a reader sees. */
export const visiblePattern = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u

/** A text of so many characters (UTF-16 code units) that payers read. */
export const payerText = (maxLength: number) =>
  z
    .string()
    .check(
      z.maxLength(maxLength, `must have at most ${maxLength} characters`),
      z.regex(
        /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u,
        'must be text in one line, without control characters',
      ),
      z.regex(visiblePattern, 'must not be blank'),
    )

/** The most lines that an order has. */
const maxLineItems = 50

/** An amount of the charge's currency as decimal text; a discount is below zero. */
const LineAmount = z
  .string()
  .check(
    z.regex(
      /^-?\d{1,15}(\.\d{1,18})?$/,
      'must be a decimal amount as text, such as "14.50", or "-5.00" for a discount',
    ),
  )

const quantityText = 'must be a whole number from 1 to 1000000'

/** An item of an order, as a charge is created with it. */
export const NewLineItem = z.object({
  name: payerText(200),
  description: z.optional(payerText(200)),
  /** @default 1 */
  quantity: z.optional(
    z
      .number(quantityText)
      .check(z.int(quantityText), z.gte(1, quantityText), z.lte(1e6, quantityText)),
  ),
  /** The price of one, in the currency of the charge; below zero for a discount. */
  unit_amount: LineAmount,
})
export type NewLineItem = z.infer<typeof NewLineItem>

/** The lines of a new charge. */
export const NewLineItems = z
  .array(NewLineItem)
  .check(z.maxLength(maxLineItems, `must have at most ${maxLineItems} items`))

/** An item of an order, as a charge shows it. */
export const LineItem = z.object({
  name: z.string(),
  /** '' for none. */
  description: z.string(),
  quantity: z.number(),
  unit_amount: z.string(),
  /** `unit_amount` times `quantity`. */
  amount: z.string(),
})
export type LineItem = z.infer<typeof LineItem>
