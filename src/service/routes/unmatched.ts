import type { Hono } from 'hono'
import { formatAmount, parseAmount } from '../../amount.ts'
import { routes } from '../../api/routes.ts'
import { PayError } from '../../errors.ts'
import { checkAssignment } from '../domain/assignment.ts'
import type { Account, UnmatchedRecord } from '../domain/records.ts'
import { unmatchedPayment } from '../domain/unmatched-reply.ts'
import type { Env, ServiceContext } from './context.ts'
import { endpoint } from './endpoint.ts'
import { readPageWish, unknownCursor } from './page-wish.ts'
import { invalid } from './validate.ts'

/** GET /unmatched-payments, and what a merchant decides of them. */
export function unmatchedRoutes(app: Hono<Env>, context: ServiceContext): void {
  const { store } = context

  endpoint(app, context, routes.listUnmatched, async ({ account, query }) => {
    const { status = 'UNMATCHED', ...page } = query
    const { limit, cursor } = readPageWish(page)
    const found = await store.listUnmatched(account.id, { limit, cursor, status })
    if (!found) throw unknownCursor(page)
    const data = found.transfers.map(unmatchedPayment)
    return { status: 200, body: { data, pagination: { has_more: found.hasMore } } }
  })

  endpoint(app, context, routes.assignUnmatched, async ({ account, params, body }) => {
    const record = await find(account, params.uuid)
    const chargeUuid = body.chargeUuid.toLowerCase()
    const done = record.status === 'ASSIGNED' && record.chargeId === chargeUuid
    if (!done) {
      refuseShared(record)
      const charge = await store.charge(account.id, chargeUuid)
      if (!charge)
        throw new PayError('not_found', 'There is no such charge.', { field: 'chargeUuid' })
      const amount = readAmount(record, body.amount)
      const made = await store.assignTransfer(record.id, chargeUuid, amount, checkAssignment)
      if (!made) throw decided()
      context.wake(record.chainId)
    }
    return { status: 200, body: unmatchedPayment(await find(account, params.uuid)) }
  })

  endpoint(app, context, routes.ignoreUnmatched, async ({ account, params }) => {
    const record = await find(account, params.uuid)
    refuseShared(record)
    if (!(await store.ignoreTransfer(record.id))) throw decided()
    return { status: 200, body: unmatchedPayment(await find(account, params.uuid)) }
  })

  async function find(account: Account, id: string): Promise<UnmatchedRecord> {
    const record = await store.unmatched(account.id, id)
    // What was credited by proof is a payment, and no decision.
    if (record && record.status !== 'CREDITED') return record
    throw new PayError('not_found', 'There is no such unmatched payment.')
  }
}

/** Whose money it is, one of several accounts cannot say. */
function refuseShared({ shared }: UnmatchedRecord): void {
  if (!shared) return
  throw new PayError(
    'conflict',
    'Charges of another account are paid at this address too: the operator decides, by `pay-charge unmatched`.',
  )
}

function decided(): PayError {
  return new PayError('conflict', 'It was decided otherwise already, or its payer has proved it.')
}

function readAmount({ amount, decimals }: UnmatchedRecord, said: string | undefined): bigint {
  if (said === undefined) {
    if (amount !== undefined) return amount
    throw invalid('amount', 'is required: the chain does not tell how much came')
  }
  let units: bigint
  try {
    units = parseAmount(said, decimals)
  } catch (cause) {
    throw invalid('amount', PayError.from(cause, 'invalid_amount').message)
  }
  if (units <= 0n || units >= 1n << 256n) throw invalid('amount', 'must be an amount above 0')
  if (amount === undefined || amount === units) return units
  throw invalid('amount', `must be ${formatAmount(amount, decimals)}, as the chain says`)
}
