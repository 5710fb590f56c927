import type { Hono } from 'hono'
import { PayError } from '../../../errors.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import type { EndpointContext, Env } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import { createFieldError } from '../../http/field-error.ts'
import type { BookClosingStore } from '../store/closings.ts'
import type { BooksVerification } from '../verification.ts'
import {
  setBookCurrencyRoute,
  type VerifiedBooks,
  verifyBooksRoute,
} from '../verification-route.ts'
import type { VerifyContext } from './destinations.ts'
import { readRange } from './range.ts'
import { verifyBooks } from './verify.ts'

/** The stores that these routes use. */
type Stores = BookClosingStore & ModeStore & VerifyContext['store']

/** Registers the operator's route that compares the books of an account with the chains. */
export function registerBookVerification(app: Hono<Env>, context: EndpointContext<Stores>): void {
  registerEndpoint(app, context, verifyBooksRoute, async ({ account, query }) => {
    const { since: from, before: to } = readRange(query)
    const verification = await verifyBooks(context, account.id, { from, to })
    const { outcome, chains, differenceCount } = verification
    const places = chains.flatMap(({ destinations }) => destinations)
    const rowCount = places.reduce((sum, { rows }) => sum + rows, 0)
    await context.store.saveBookVerification(account.id, { outcome, rowCount, differenceCount })
    return { status: 200, body: toReply(verification) }
  })

  registerEndpoint(app, context, setBookCurrencyRoute, async ({ account, author, body }) => {
    const { currency } = body
    const { rates, store } = context
    if (currency !== 'USD' && !rates.currencies.includes(currency))
      throw createFieldError('currency', 'must be USD, or a currency that FX_RATES names')
    if (await store.setBookCurrency(account.id, currency, author))
      return { status: 200, body: { currency } }
    throw new PayError('conflict', 'A part of these books is closed, and keeps its currency.')
  })
}

function toReply({
  outcome,
  chains,
  differences,
  differenceCount,
}: BooksVerification): VerifiedBooks {
  const toText = (value: bigint | undefined) => (value === undefined ? null : String(value))
  return {
    outcome,
    chains: chains.map(({ chainId, toBlock, destinations, outgoing }) => ({
      chainId,
      toBlock: String(toBlock),
      destinations: destinations.map(({ fromBlock, booked, left, change, ...destination }) => ({
        ...destination,
        fromBlock: String(fromBlock),
        booked: String(booked),
        left: toText(left),
        change: toText(change),
      })),
      outgoing: outgoing.map(({ amount, ...transfer }) => ({
        ...transfer,
        amount: String(amount),
      })),
    })),
    differences: differences.map(({ blockNumber, position, onChain, inBooks, ...difference }) => ({
      ...difference,
      position: position ?? null,
      block: toText(blockNumber),
      onChain: toText(onChain),
      inBooks: toText(inBooks),
    })),
    differenceCount,
  }
}
