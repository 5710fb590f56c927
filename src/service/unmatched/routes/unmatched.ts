import type { Hono } from 'hono'
import { formatAmount, parseAmount } from '../../../amount.ts'
import { routes } from '../../../api/routes/routes.ts'
import { PayError } from '../../../errors.ts'
import type { Author, MerchantAccount } from '../../accounts/accounts.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import { computeUsdAmount } from '../../charges/pricing/decided-price.ts'
import type { ChargeStore } from '../../charges/store/charges.ts'
import type { EndpointContext, Env } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import { createFieldError } from '../../http/field-error.ts'
import { createUnknownCursorError, readListQuery } from '../../http/list-query.ts'
import { checkAssignment, checkUnassignment } from '../../payments/assignment.ts'
import type { TransferStore } from '../../payments/store/transfers.ts'
import {
  type CandidateCharge,
  createCandidateQuery,
  getValue,
  toCandidates,
} from '../candidates.ts'
import { toUnmatchedPayment } from '../reply.ts'
import { createReturnCharge } from '../return-charge.ts'
import type { CandidateStore } from '../store/candidates.ts'
import type { UnmatchedStore } from '../store/unmatched.ts'
import { suggestCharges } from '../suggestions.ts'
import type { UnmatchedRecord } from '../unmatched.ts'
import { readSignedClaims } from './signed-claims.ts'

/** The stores that these routes use. */
type Stores = CandidateStore & ChargeStore & ModeStore & TransferStore & UnmatchedStore

/** Registers GET /unmatched-payments, GET /unmatched-payments/:uuid with suggestions, and the merchant's decisions about them. */
export function registerUnmatchedRoutes(app: Hono<Env>, context: EndpointContext<Stores>): void {
  const { store, chains } = context

  registerEndpoint(app, context, routes.listUnmatched, async ({ account, query }) => {
    const { status = 'UNMATCHED', hidden, ...page } = query
    const { limit, cursor } = readListQuery(page)
    const result = await store.listUnmatched(account.id, {
      limit,
      cursor,
      status,
      isHidden: hidden === 'true',
    })
    if (!result) throw createUnknownCursorError(page)
    const data = result.transfers.map(toUnmatchedPayment)
    return { status: 200, body: { data, pagination: { has_more: result.hasMore } } }
  })

  registerEndpoint(app, context, routes.getUnmatched, async ({ account, author, params }) => {
    const record = await findUnmatched(account, author, params.uuid)
    const isOpen = record.status === 'UNMATCHED'
    const suggested = isOpen ? await suggest(account, record) : { suggestions: [], fitting: 0 }
    const usdAmount = computeUsdAmount(record)
    return { status: 200, body: { ...toUnmatchedPayment(record), usdAmount, ...suggested } }
  })

  registerEndpoint(
    app,
    context,
    routes.assignUnmatched,
    async ({ account, author, params, body }) => {
      const record = await findUnmatched(account, author, params.uuid)
      const chargeUuid = body.chargeUuid.toLowerCase()
      const isAssignedAlready = record.status === 'ASSIGNED' && record.chargeId === chargeUuid
      if (!isAssignedAlready) {
        const charge = await findCharge(account, author, chargeUuid)
        if (!charge)
          throw new PayError('not_found', 'There is no such charge.', { field: 'chargeUuid' })
        const amount = readAmount(record, body.amount)
        const { id } = record
        const wasAssigned = await store.assignTransfer(
          id,
          chargeUuid,
          amount,
          author,
          (locked, transfer) =>
            checkAssignment(locked, transfer, { ...record, usdAmount: body.usdAmount }),
        )
        if (!wasAssigned) throw createAlreadyDecidedError()
      }
      return {
        status: 200,
        body: toUnmatchedPayment(await findUnmatched(account, author, params.uuid)),
      }
    },
  )

  registerEndpoint(
    app,
    context,
    routes.unassignUnmatched,
    async ({ account, author, params, body }) => {
      const record = await findUnmatched(account, author, params.uuid)
      const chargeUuid = body.chargeUuid.toLowerCase()
      // Repeating it changes nothing, nor does undoing what was never decided.
      if (record.status !== 'UNMATCHED') {
        const charge = await findCharge(account, author, chargeUuid)
        if (!charge)
          throw new PayError('not_found', 'There is no such charge.', { field: 'chargeUuid' })
        const isUndone = await store.unassignTransfer(
          record.id,
          charge.id,
          author,
          checkUnassignment,
        )
        if (!isUndone)
          throw new PayError('conflict', 'This transfer is not assigned to this charge.')
      }
      return {
        status: 200,
        body: toUnmatchedPayment(await findUnmatched(account, author, params.uuid)),
      }
    },
  )

  registerEndpoint(
    app,
    context,
    routes.returnUnmatched,
    async ({ account, author, params, body }) => {
      const record = await findUnmatched(account, author, params.uuid)
      if (!(await isReturned(account, author, record))) {
        const amount = readAmount(record, body.amount)
        const charge = createReturnCharge(record, account.livemode, new Date())
        const { id } = record
        const isDone = await store.returnTransfer(id, charge, amount, author, (locked, transfer) =>
          checkAssignment(locked, transfer, { ...record, usdAmount: undefined }),
        )
        // Somebody else may have decided the same meanwhile.
        if (
          !isDone &&
          !(await isReturned(account, author, await findUnmatched(account, author, id)))
        )
          throw createAlreadyDecidedError()
      }
      return {
        status: 200,
        body: toUnmatchedPayment(await findUnmatched(account, author, params.uuid)),
      }
    },
  )

  registerEndpoint(app, context, routes.ignoreUnmatched, async ({ account, author, params }) => {
    const record = await findUnmatched(account, author, params.uuid)
    if (!(await store.ignoreTransfer(record.id, author))) throw createAlreadyDecidedError()
    return {
      status: 200,
      body: toUnmatchedPayment(await findUnmatched(account, author, params.uuid)),
    }
  })

  /** Returns the charge that money is assigned to: the operator may assign it to one of any account. */
  async function findCharge(account: MerchantAccount, author: Author, id: string) {
    if (author !== 'cli') return await store.getCharge(account.id, id)
    const [charge] = await store.findCharges({ ids: [id] })
    return charge
  }

  /** Returns whether the decision to send money back was made before. */
  async function isReturned(
    account: MerchantAccount,
    author: Author,
    { status, chargeId }: UnmatchedRecord,
  ): Promise<boolean> {
    if (status !== 'ASSIGNED' || chargeId === undefined) return false
    return (await findCharge(account, author, chargeId))?.returnedHash !== undefined
  }

  async function suggest(account: MerchantAccount, record: UnmatchedRecord) {
    const token = await chains.getToken(record.chainId, record.token).catch((cause: unknown) => {
      // Without a node, only the charges that have their price in this token are compared.
      if (cause instanceof PayError && cause.code === 'chain_unreachable') return undefined
      throw cause
    })
    const isUsdPegged = token?.isUsdPegged ?? false
    const query = createCandidateQuery(record, isUsdPegged)
    const found = await store.listCandidates(account.id, query)
    const { charges, claimed, claims } = await addClaims(account, record, found)
    const money = { value: getValue(record), isUsdPegged, minedAt: record.minedAt, claims }
    const candidates = toCandidates(charges, record, claimed)
    const { suggestions, fitting } = suggestCharges(money, candidates)
    return {
      suggestions: suggestions.map(({ chargeId, reasons, isStrong }) => ({
        chargeUuid: chargeId,
        reasons,
        strong: isStrong,
      })),
      fitting,
    }
  }

  /** Adds the charges that somebody claims the money for, and reads which claims its sender has signed. */
  async function addClaims(
    account: MerchantAccount,
    record: UnmatchedRecord,
    found: readonly CandidateCharge[],
  ) {
    const ids = found.map(({ charge }) => charge.id)
    const { claims, count } = await store.listClaims(account.id, record, ids)
    const reported = new Set(claims.map(({ chargeId }) => chargeId))
    const missing = await store.findCharges({
      ids: [...reported].filter((id) => !ids.includes(id)),
    })
    const charges = [
      ...found,
      ...missing.map((charge) => ({ charge, isAccepted: false, reservations: [] })),
    ]
    const referenced = claims.flatMap((claim) => {
      const reference = charges.find(({ charge }) => charge.id === claim.chargeId)?.charge.reference
      return reference === undefined ? [] : [{ ...claim, reference }]
    })
    // Those first that something else leads to.
    const isFound = ({ chargeId }: { chargeId: string }) => ids.includes(chargeId)
    const likeliestFirst = referenced.toSorted((a, b) => Number(isFound(b)) - Number(isFound(a)))
    const signed = await readSignedClaims(chains, record, likeliestFirst)
    return { charges, claimed: { reported, signed }, claims: count }
  }

  async function findUnmatched(
    account: MerchantAccount,
    author: Author,
    id: string,
  ): Promise<UnmatchedRecord> {
    // What the operator assigns to a charge of another account is that account's from then on.
    const record = await store.getUnmatched(author === 'cli' ? undefined : account.id, id)
    // A transfer that was credited by proof is a payment, and nothing is left to decide.
    if (record && record.status !== 'CREDITED') return record
    throw new PayError('not_found', 'There is no such unmatched payment.')
  }
}

function createAlreadyDecidedError(): PayError {
  return new PayError(
    'conflict',
    'This transfer has already been assigned or ignored, or its payer has proven which charge it is for.',
  )
}

function readAmount(
  { amount, decimals }: UnmatchedRecord,
  statedAmount: string | undefined,
): bigint {
  if (statedAmount === undefined) {
    if (amount !== undefined) return amount
    throw createFieldError('amount', 'is required: the chain does not show how much arrived')
  }
  let units: bigint
  try {
    units = parseAmount(statedAmount, decimals)
  } catch (cause) {
    throw createFieldError('amount', PayError.from(cause, 'invalid_amount').message)
  }
  if (units <= 0n || units >= 1n << 256n)
    throw createFieldError('amount', 'must be an amount above 0')
  if (amount === undefined || amount === units) return units
  throw createFieldError(
    'amount',
    `must be ${formatAmount(amount, decimals)}, the amount on the chain`,
  )
}
