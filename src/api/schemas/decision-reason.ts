import * as z from 'zod/mini'

/** Why a merchant decides so, in the merchant's words. */
export const DecisionReason = /* @__PURE__ */ z
  .string()
  .check(
    z.maxLength(500, 'must have at most 500 characters'),
    z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not contain control characters'),
  )
