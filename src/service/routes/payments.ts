import type { Hono } from 'hono'
import { isNative, nativeAddress } from '../../api/fields.ts'
import type { NewPayment, Payment } from '../../api/payment.ts'
import { routes } from '../../api/routes.ts'
import { PayError } from '../../errors.ts'
import { newPayment, report } from '../domain/life.ts'
import { pairsOf } from '../domain/pairs.ts'
import { HashTaken } from '../domain/ports.ts'
import type { Account, ChargeRecord, PaymentRecord, Quote } from '../domain/records.ts'
import { paymentReply } from '../domain/replies.ts'
import type { Env, ServiceContext } from './context.ts'
import { endpoint } from './endpoint.ts'
import { invalid } from './validate.ts'

/** POST /charges/:uuid/payments (interface 4.6). */
export function paymentRoutes(app: Hono<Env>, context: ServiceContext): void {
  const addPayment = paymentAdder(context)
  endpoint(app, context, routes.addPayment, async ({ account, params, body }) => ({
    status: 201,
    body: await addPayment(account, params.uuid, body),
  }))
}

/**
 * Makes what records a payment of an account's charge. It answers at once; the watcher reads the chain.
 * Rejects with PayError `not_found`, `invalid_request`, `conflict`.
 */
export function paymentAdder(
  context: ServiceContext,
): (account: Account, chargeId: string, body: NewPayment) => Promise<Payment> {
  const { store, publicUrl, wake } = context

  return async (account, chargeId, body) => {
    const charge = await store.charge(account.id, chargeId)
    if (!charge) throw noCharge(chargeId)
    const quote = readPair(context, charge, body)
    const payment = newPayment({ id: charge.id, quote }, body.hash.toLowerCase(), new Date())
    const made = await add(context, account, payment)
    wake(quote.chainId)
    return paymentReply(made, charge, publicUrl)
  }

  async function add(
    { store }: ServiceContext,
    account: Account,
    payment: PaymentRecord,
  ): Promise<PaymentRecord> {
    const { chargeId, chainId, hash } = payment
    try {
      const made = await store.changeCharge(chargeId, (charge) => report(charge, payment))
      if (!made?.payment) throw noCharge(chargeId)
      return made.payment
    } catch (cause) {
      if (!(cause instanceof HashTaken)) throw cause
      const payee = await store.payee(chainId, hash, chargeId)
      const ours = payee?.chargeId === chargeId && payee.token === payment.token
      const won = ours ? undefined : await contested(payment)
      if (won) return won
      throw new PayError('conflict', 'This transaction was already used for a payment.', {
        cause,
        // Whose charge a stranger's transaction pays is not for everybody to know.
        details: payee?.accountId === account.id ? { chargeUuid: payee.chargeId } : undefined,
      })
    }
  }

  /** Whoever holds the hash may hold it falsely. While the chain cannot be asked, he keeps it. */
  async function contested(payment: PaymentRecord): Promise<PaymentRecord | undefined> {
    const { chainId, hash } = payment
    try {
      return (await context.contest(payment))?.payment
    } catch (err) {
      if (!(err instanceof PayError && err.code === 'chain_unreachable')) throw err
      context.log.warn({ err, chainId, hash }, 'A claim of a taken hash could not be looked into.')
      return undefined
    }
  }
}

/** The pair of the charge that the payment is in. */
function readPair({ chains }: ServiceContext, charge: ChargeRecord, body: NewPayment): Quote {
  const pairs = pairsOf(charge)
  const there = pairs.filter(({ chainId }) => chainId === Number(body.chainId))
  if (there.length === 0) {
    const ids = new Set(pairs.map(({ chainId }) => `"${chainId}"`))
    throw invalid(
      'chainId',
      `must be ${oneOf(ids, "the charge's chain", 'chains it may be paid on')}`,
    )
  }
  const token = isNative(body.tokenAddress)
    ? nativeAddress
    : chains.address(body.tokenAddress, 'tokenAddress')
  const pair = there.find((one) => one.token === token)
  if (pair) return pair
  const tokens = new Set(there.map((one) => one.token))
  const said = oneOf(tokens, "the charge's token there", 'tokens it may be paid in there')
  throw invalid('tokenAddress', `must be ${said}`)
}

/** What is allowed, in words. */
function oneOf(allowed: ReadonlySet<string>, one: string, several: string): string {
  const list = [...allowed].join(', ')
  return allowed.size === 1 ? `${list}, ${one}` : `one of ${list}, the ${several}`
}

function noCharge(id: string): PayError {
  return new PayError('not_found', `There is no charge ${id}.`)
}
