import type { Hono } from 'hono'
import { isNative, nativeAddress } from '../../api/fields.ts'
import type { NewPayment } from '../../api/payment.ts'
import { routes } from '../../api/routes.ts'
import { PayError } from '../../errors.ts'
import { attach } from '../domain/life.ts'
import { HashTaken } from '../domain/ports.ts'
import type { Account, Change, ChargeRecord, PaymentRecord } from '../domain/records.ts'
import { paymentReply } from '../domain/replies.ts'
import type { Env, ServiceContext } from './context.ts'
import { endpoint } from './endpoint.ts'
import { invalid } from './validate.ts'

/** POST /charges/:uuid/payments (interface 4.6). Answers at once; the watcher reads the chain. */
export function paymentRoutes(app: Hono<Env>, context: ServiceContext): void {
  const { store, publicUrl, wake } = context

  endpoint(app, context, routes.addPayment, async ({ account, params, body }) => {
    const charge = await store.charge(account.id, params.uuid)
    if (!charge) throw noCharge(params.uuid)
    const payment = newPayment(context, charge, body)
    const made = await add(context, account, payment)
    wake(charge.quote.chainId)
    return { status: 201, body: paymentReply(made.payment, charge, publicUrl) }
  })

  async function add(
    { store }: ServiceContext,
    account: Account,
    payment: PaymentRecord,
  ): Promise<Change> {
    try {
      const made = await store.changeCharge(payment.chargeId, (charge) => attach(charge, payment))
      if (made) return made
    } catch (cause) {
      if (!(cause instanceof HashTaken)) throw cause
      const payee = await store.payee(payment.chainId, payment.hash)
      throw new PayError('conflict', 'This transaction was already used for a payment.', {
        cause,
        // Whose charge a stranger's transaction pays is not for everybody to know.
        details: payee?.accountId === account.id ? { chargeUuid: payee.chargeId } : undefined,
      })
    }
    throw noCharge(payment.chargeId)
  }
}

/** Checks that the payment is of the charge's chain and token. */
function newPayment(
  { chains }: ServiceContext,
  { id, quote }: ChargeRecord,
  body: NewPayment,
): PaymentRecord {
  if (Number(body.chainId) !== quote.chainId) {
    throw invalid('chainId', `must be "${quote.chainId}", the charge's chain`)
  }
  const token = isNative(body.tokenAddress)
    ? nativeAddress
    : chains.address(body.tokenAddress, 'tokenAddress')
  if (token !== quote.token) {
    throw invalid('tokenAddress', `must be ${quote.token}, the charge's token`)
  }
  return {
    id: crypto.randomUUID(),
    chargeId: id,
    chainId: quote.chainId,
    hash: body.hash.toLowerCase(),
    token,
    status: 'PENDING',
    reason: '',
    paid: 0n,
    payer: '',
    block: undefined,
    createdAt: new Date(),
    verifiedAt: undefined,
  }
}

function noCharge(id: string): PayError {
  return new PayError('not_found', `There is no charge ${id}.`)
}
