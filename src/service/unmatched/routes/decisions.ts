import type { Hono } from 'hono'
import { formatAmount } from '../../../amount.ts'
import { routes } from '../../../api/routes/routes.ts'
import type { UnmatchedAssignment } from '../../../api/schemas/unmatched.ts'
import type { PayError } from '../../../errors.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import { dollar } from '../../chain/types/tokens.ts'
import type { ChargeStore } from '../../charges/store/charges.ts'
import { readAmountField } from '../../http/amount-field.ts'
import type { EndpointContext, Env } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import { createFieldError } from '../../http/field-error.ts'
import { createRefusal } from '../../kernel/refusals.ts'
import { checkAssignment, checkUnassignment } from '../../payments/assignment.ts'
import type { AssignmentStore } from '../../payments/store/assignments.ts'
import { toUnmatchedPayment } from '../reply.ts'
import { createReturnCharge } from '../return-charge.ts'
import type { UnmatchedStore } from '../store/unmatched.ts'
import type { UnmatchedRecord } from '../unmatched.ts'
import { type Caller, findCharge, findNamedCharge, findUnmatched } from './find.ts'

/** The stores that these routes use. */
type Stores = AssignmentStore & ChargeStore & ModeStore & UnmatchedStore

/**
 * Registers the merchant's decisions about unmatched money: to assign it to a charge, to undo that, to return it, to ignore it, and to
 * undo that.
 * Repeating one changes nothing.
 */
export function registerUnmatchedDecisionRoutes(
  app: Hono<Env>,
  context: EndpointContext<Stores>,
): void {
  const { store } = context
  /** Returns the money as it is after the decision. */
  const reply = async (caller: Caller, id: string) =>
    ({ status: 200, body: toUnmatchedPayment(await findUnmatched(store, caller, id)) }) as const

  registerEndpoint(app, context, routes.assignUnmatched, async (call) => {
    const { uuid } = call.params
    await assign(context, call, await findUnmatched(store, call, uuid), call.body)
    return await reply(call, uuid)
  })

  registerEndpoint(app, context, routes.unassignUnmatched, async (call) => {
    const { uuid } = call.params
    const record = await findUnmatched(store, call, uuid)
    await unassign(store, call, record, call.body.chargeUuid.toLowerCase())
    return await reply(call, uuid)
  })

  registerEndpoint(app, context, routes.returnUnmatched, async (call) => {
    const { uuid } = call.params
    await sendBack(store, call, await findUnmatched(store, call, uuid), call.body.amount)
    return await reply(call, uuid)
  })

  registerEndpoint(app, context, routes.ignoreUnmatched, async (call) => {
    const { id } = await findUnmatched(store, call, call.params.uuid)
    if (!(await store.ignoreTransfer(id, call.author))) throw createAlreadyDecidedError()
    return await reply(call, id)
  })

  registerEndpoint(app, context, routes.restoreUnmatched, async (call) => {
    const { id } = await findUnmatched(store, call, call.params.uuid)
    if (!(await store.restoreTransfer(id, call.author))) throw createAlreadyDecidedError()
    return await reply(call, id)
  })
}

/** Assigns money to a charge. */
async function assign(
  { store, rates }: Pick<EndpointContext<Stores>, 'store' | 'rates'>,
  caller: Caller,
  record: UnmatchedRecord,
  body: UnmatchedAssignment,
): Promise<void> {
  const chargeUuid = body.chargeUuid.toLowerCase()
  if (record.status === 'ASSIGNED' && record.chargeId === chargeUuid) return
  const { quote, localCurrency } = await findNamedCharge(store, caller, chargeUuid)
  const expected = readAmountField('acceptAmount', body.acceptAmount, quote.decimals)
  const amount = readAmount(record, body.amount)
  // The value of money in a token that the charge does not accept is compared with its price in dollars.
  const unit =
    body.usdAmount === undefined || localCurrency === 'USD'
      ? dollar
      : await rates.read(localCurrency, record.minedAt)
  const wasAssigned = await store.assignTransfer(
    record.id,
    chargeUuid,
    amount,
    caller.author,
    (locked, transfer) =>
      checkAssignment(locked, transfer, { ...record, usdAmount: body.usdAmount, unit }),
    body.accept ? { reason: body.reason?.trim() ?? '', expected } : undefined,
  )
  if (!wasAssigned) throw createAlreadyDecidedError()
}

/** Undoes the assignment of money to a charge. */
async function unassign(
  store: Stores,
  caller: Caller,
  record: UnmatchedRecord,
  chargeUuid: string,
): Promise<void> {
  // Undoing what was never decided changes nothing either.
  if (record.status === 'UNMATCHED') return
  const { id } = await findNamedCharge(store, caller, chargeUuid)
  if (!(await store.unassignTransfer(record.id, id, caller.author, checkUnassignment)))
    throw createRefusal('assigned_elsewhere')
}

/** Assigns money to a new charge that returns it. */
async function sendBack(
  store: Stores,
  caller: Caller,
  record: UnmatchedRecord,
  statedAmount: string | undefined,
): Promise<void> {
  if (await isReturned(store, caller, record)) return
  const { id } = record
  const amount = readAmount(record, statedAmount)
  const charge = createReturnCharge(record, caller.account.livemode, new Date())
  const wasReturned = await store.returnTransfer(
    id,
    charge,
    amount,
    caller.author,
    (locked, transfer) =>
      checkAssignment(locked, transfer, { ...record, usdAmount: undefined, unit: undefined }),
  )
  // The same may have been decided meanwhile.
  if (!wasReturned && !(await isReturned(store, caller, await findUnmatched(store, caller, id))))
    throw createAlreadyDecidedError()
}

/** Returns whether the decision to send money back was made before. */
async function isReturned(
  store: Stores,
  caller: Caller,
  { status, chargeId }: UnmatchedRecord,
): Promise<boolean> {
  if (status !== 'ASSIGNED' || chargeId === undefined) return false
  return (await findCharge(store, caller, chargeId))?.returnedHash !== undefined
}

function createAlreadyDecidedError(): PayError {
  return createRefusal('decided')
}

function readAmount(
  { amount, decimals }: UnmatchedRecord,
  statedAmount: string | undefined,
): bigint {
  const units = readAmountField('amount', statedAmount, decimals)
  if (units === undefined) {
    if (amount !== undefined) return amount
    throw createFieldError('amount', 'is required: the chain does not show how much arrived')
  }
  if (units <= 0n || units >= 1n << 256n)
    throw createFieldError('amount', 'must be an amount above 0')
  if (amount === undefined || amount === units) return units
  throw createFieldError(
    'amount',
    `must be ${formatAmount(amount, decimals)}, the amount on the chain`,
  )
}
