import * as z from 'zod/mini'
import { defineRoute } from '../../api/routes/route.ts'
import { Time } from '../../api/schemas/fields.ts'
import { operatorRoute } from '../kernel/operator-route.ts'

const BlockText = z.string()
const Units = z.nullable(z.string())

const VerifiedBooks = z.object({
  outcome: z.enum(['equal', 'different', 'nothing']),
  chains: z.array(
    z.object({
      chainId: z.number(),
      toBlock: BlockText,
      destinations: z.array(
        z.object({
          token: z.string(),
          symbol: z.string(),
          decimals: z.number(),
          recipient: z.string(),
          fromBlock: BlockText,
          rows: z.number(),
          /** In later blocks than were compared. */
          laterRows: z.number(),
          booked: z.string(),
          /** Null where the chain does not show it. */
          left: Units,
          change: Units,
        }),
      ),
      outgoing: z.array(
        z.object({
          token: z.string(),
          sender: z.string(),
          recipient: z.string(),
          hash: z.string(),
          amount: z.string(),
        }),
      ),
    }),
  ),
  differences: z.array(
    z.object({
      kind: z.enum(['missing', 'extra', 'amount', 'block', 'unconfirmed', 'balance']),
      chainId: z.number(),
      token: z.string(),
      recipient: z.string(),
      hash: z.string(),
      position: z.nullable(z.number()),
      block: z.nullable(BlockText),
      onChain: Units,
      inBooks: Units,
    }),
  ),
  differenceCount: z.number(),
})
export type VerifiedBooks = z.infer<typeof VerifiedBooks>

/** Sets the currency in which an account's books count money, beside US dollars. */
export const setBookCurrencyRoute = defineRoute({
  ...operatorRoute,
  path: '/books/currency',
  body: z.object({
    currency: z.string().check(z.regex(/^[A-Z]{3}$/, 'must be a code such as EUR')),
  }),
  reply: z.object({ currency: z.string() }),
})

/** Compares the books of an account with the chains, the blocks from a time on and before another. */
export const verifyBooksRoute = defineRoute({
  ...operatorRoute,
  method: 'GET',
  path: '/books/verification',
  query: z.object({ from: z.optional(Time), to: z.optional(Time) }),
  reply: VerifiedBooks,
})
