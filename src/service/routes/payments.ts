import type { Hono } from 'hono'
import { isNative, nativeAddress } from '../../api/fields.ts'
import type { NewPayment, Payment } from '../../api/payment.ts'
import { routes } from '../../api/routes.ts'
import { PayError } from '../../errors.ts'
import { newPayment, report } from '../domain/life.ts'
import { HashTaken } from '../domain/ports.ts'
import type { Account, ChargeRecord, PaymentRecord } from '../domain/records.ts'
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
    checkPayment(context, charge, body)
    const payment = newPayment(charge, body.hash.toLowerCase(), new Date())
    const made = await add(context, account, payment)
    wake(charge.quote.chainId)
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
      const won = payee?.chargeId === chargeId ? undefined : await contested(payment)
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
    const { chainId, chargeId, hash } = payment
    try {
      return (await context.contest(chainId, chargeId, hash))?.payment
    } catch (err) {
      if (!(err instanceof PayError && err.code === 'chain_unreachable')) throw err
      context.log.warn({ err, chainId, hash }, 'A claim of a taken hash could not be looked into.')
      return undefined
    }
  }
}

/** Checks that the payment is of the charge's chain and token. */
function checkPayment({ chains }: ServiceContext, { quote }: ChargeRecord, body: NewPayment): void {
  if (Number(body.chainId) !== quote.chainId) {
    throw invalid('chainId', `must be "${quote.chainId}", the charge's chain`)
  }
  const token = isNative(body.tokenAddress)
    ? nativeAddress
    : chains.address(body.tokenAddress, 'tokenAddress')
  if (token !== quote.token) {
    throw invalid('tokenAddress', `must be ${quote.token}, the charge's token`)
  }
}

function noCharge(id: string): PayError {
  return new PayError('not_found', `There is no charge ${id}.`)
}
