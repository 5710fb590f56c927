// The whole service as a page meets it, with its watcher; hence its length.
import { formatAmount } from '../../src/amount.ts'
import type { ErrorType } from '../../src/api/error-body.ts'
import { NewPayment } from '../../src/api/payment.ts'
import type { Chain, Tx } from './chain.ts'
import { chargeId, destination, payer, price } from './places.ts'

interface Payment {
  hash: string
  status: 'PENDING' | 'COMPLETED' | 'FAILED'
  reason: string
  /** Somebody has posted it; the service's own watcher found it otherwise. */
  reported: boolean
  /** When the chain knew it last, or else when it came here. */
  seen: number
}

export interface ServiceOptions {
  /** It looks for transfers by itself, and follows replaced ones. */
  watcher: boolean
  /** It tells no status of a payment: the shortest form that the interface allows. */
  silent: boolean
  native: boolean
}

/** How long a hash may stay unseen before its payment fails; as the service's own unseenLimit. */
const unseenLimit = 60 * 60 * 1000

/** The service behind the merchant's proxy, as the interface has it: requests in, real Responses out. */
export class Service {
  readonly payments: Payment[] = []
  /** Every hash that was recorded. */
  readonly ever = new Set<string>()
  /** The charge was withdrawn. */
  gone = false
  /** Hashes that another charge has got hold of. */
  readonly taken = new Set<string>()
  readonly #chain: Chain
  readonly #now: () => number
  readonly options: ServiceOptions

  constructor(chain: Chain, now: () => number, options: ServiceOptions) {
    this.#chain = chain
    this.#now = now
    this.options = options
  }

  /** True when the hash was ever recorded. */
  has(hash: string): boolean {
    return this.ever.has(hash)
  }

  /** True while the hash is a payment of the charge. */
  holds(hash: string | undefined): boolean {
    return this.payments.some((one) => one.hash === hash)
  }

  /** True when confirmed payments reach the price. */
  get credited(): boolean {
    return this.payments.some(({ status }) => status === 'COMPLETED')
  }

  answer(method: string, path: string, body: string | undefined): Response {
    this.watch()
    if (this.gone) return error(404, 'not_found', 'There is no such charge.')
    if (method === 'GET' && path === `/charges/${chargeId}`)
      return json(200, { data: this.#charge(), warnings: [] })
    if (method === 'GET' && path === `/request-charges/${chargeId}`)
      return json(200, { uuid: chargeId, ...destination(this.options.native) })
    if (method === 'POST' && path === `/charges/${chargeId}/payments`)
      return this.#add(NewPayment.parse(JSON.parse(body ?? '')))
    return error(404, 'not_found', `There is no ${method} ${path}.`)
  }

  /** What the service's watcher does by itself: judges what is pending, finds what nobody reported. */
  watch() {
    if (this.options.watcher) this.#find()
    for (const payment of this.payments) if (payment.status === 'PENDING') this.#judge(payment)
  }

  #find() {
    for (const tx of this.#chain.txs) {
      const lost = tx.pays && tx.where === 'mined' && !tx.reverts && !this.taken.has(tx.hash)
      if (lost && !this.has(tx.hash)) this.#attach(tx.hash, false)
    }
  }

  #judge(payment: Payment) {
    const tx = this.#chain.find(payment.hash)
    if (tx && tx.where !== 'gone') payment.seen = this.#now()
    if (tx && this.#chain.isFinal(tx)) {
      if (tx.reverts) return fail(payment, 'The transaction was reverted.')
      if (!tx.pays) return fail(payment, 'The transaction transfers no token.')
      payment.status = 'COMPLETED'
      return
    }
    const heir = this.options.watcher && tx?.where === 'gone' ? this.#heir(tx) : undefined
    if (heir && !this.has(heir.hash)) this.#follow(payment, heir.hash)
    else if (this.#now() - payment.seen >= unseenLimit)
      fail(payment, 'The transaction is not on the chain.')
  }

  #follow(payment: Payment, hash: string) {
    payment.hash = hash
    this.ever.add(hash)
  }

  /** The same transfer, mined in another transaction with the nonce. */
  #heir(tx: Tx): Tx | undefined {
    return this.#chain.txs.find(
      (one) => one !== tx && one.where === 'mined' && one.nonce === tx.nonce && one.pays,
    )
  }

  #add({ hash, chainId, tokenAddress }: NewPayment): Response {
    const known = this.payments.find((one) => one.hash === hash && one.status !== 'FAILED')
    if (known?.reported || this.taken.has(hash))
      return error(409, 'conflict', 'This transaction was already used for a payment.')
    if (known) known.reported = true
    else this.#attach(hash, true)
    const reply = {
      uuid: chargeId,
      payerTransactionHash: hash,
      payerChainId: chainId,
      paidTokenAddress: tokenAddress,
      requestCharge: { uuid: chargeId, link: '', tokenAmount: price, tokenSymbol: 'DUSD' },
    }
    return json(201, reply)
  }

  #attach(hash: string, reported: boolean) {
    this.ever.add(hash)
    this.payments.push({ hash, status: 'PENDING', reason: '', reported, seen: this.#now() })
    this.watch()
  }

  #charge() {
    const decimals = this.options.native ? 18 : 6
    const amount = (hash: string) => this.#chain.find(hash)?.pays?.amount ?? 0n
    return {
      id: chargeId,
      hosted_url: `https://pay.example/${chargeId}`,
      created_at: '2026-11-20T10:00:00.000Z',
      pricing_type: 'fixed_price',
      pricing: {
        local: { amount: price, currency: 'USD' },
        settlement: { amount: price, currency: 'DUSD' },
      },
      payments: this.payments.map(({ hash, status, reason }) => ({
        payerTransactionHash: hash,
        ...(!this.options.silent && {
          status,
          reason,
          payerAddress: status === 'COMPLETED' ? payer : '',
          paidAmountInRequestedToken:
            status === 'COMPLETED' ? formatAmount(amount(hash), decimals) : '0',
        }),
      })),
    }
  }
}

function fail(payment: Payment, reason: string) {
  payment.status = 'FAILED'
  payment.reason = reason
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers })
}

const headers = { 'content-type': 'application/json' }

/** An error as the service, or a proxy before it, answers it. */
export function error(
  status: number,
  type: ErrorType,
  message: string,
  more: Record<string, string> = {},
): Response {
  const body = JSON.stringify({ error: { type, message } })
  return new Response(body, { status, headers: { ...headers, ...more } })
}
