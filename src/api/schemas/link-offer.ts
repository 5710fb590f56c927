import * as z from 'zod/mini'

// What the element reads of a payment link. Its build compiles these schemas (scripts/schemas/compile-schemas.ts), so booleans are read
// as what they are.

const text = z.string()

/** Something that a customer chooses or answers, in words of the customer's language. */
const LinkQuestion = z.object({
  /** The name that the answer is sent by. */
  name: text,
  label: text,
  kind: z.string().check(z.regex(/^(choice|number|text|email)$/)),
  /** A boolean. */
  required: z.unknown(),
  /** How a browser completes it. */
  autocomplete: text,
  /** What it is without an answer. */
  value: text,
  /** The most characters of an answer; for a number, the most and the least. '' for none. */
  max_length: text,
  min: text,
  max: text,
  /** Of a `choice`. */
  options: z.array(z.object({ value: text, label: text })),
})

/** A payment link as a stranger may read it: what it asks for, or why it takes no payment now. All texts are in one language. */
export const LinkOffer = z.object({
  /** Whether a customer gets a charge now; a boolean. */
  is_open: z.unknown(),
  /** Name and price; or why nobody can pay now, and what to do. */
  title: text,
  text: text,
  name: text,
  description: text,
  store: text,
  brand_color: text,
  brand_logo_url: text,
  /** The price of one, as its merchant asked for it; '' where the customer chooses the amount. */
  price: text,
  /** False in test mode; a boolean. */
  livemode: z.unknown(),
  questions: z.array(LinkQuestion),
  /** What the button says. */
  button: text,
  /** The language of the texts (BCP 47), and how it is written. */
  lang: text,
  dir: text,
  /** The charge that the call with this Idempotency-Key has opened; '' for none. */
  charge: text,
})
export type LinkOffer = z.infer<typeof LinkOffer>
export type LinkQuestion = z.infer<typeof LinkQuestion>

/** The customer's language (BCP 47). @default the browser's */
export const LanguageQuery = z.object({
  lang: z.optional(
    z.string().check(z.regex(/^[\w-]{2,35}$/, 'must be a language tag, such as pt-BR')),
  ),
})

/** What the page sends for a charge. The service reads it as `LinkAnswers`. */
export const SentAnswers = z.unknown()

/** The charge that a customer has opened. */
export const OpenedCharge = z.object({ id: text })
