// The whole service as a page meets it, with its watcher; hence its length.
import { type Hex, hexToString } from 'viem'
import { formatAmount } from '../../src/amount.ts'
import type { ErrorType } from '../../src/api/schemas/error-body.ts'
import { NewPayment, type PaymentStatus } from '../../src/api/schemas/payments/payment.ts'
import { createPaymentMessage } from '../../src/api/signed-messages.ts'
import type { Chain, Tx } from './chain.ts'
import {
  chainId,
  chargeId,
  destination,
  payer,
  price,
  reference,
  rivalId,
  rivalReference,
  shop,
  stranger,
} from './places.ts'

interface Payment {
  hash: string
  status: 'PENDING' | 'COMPLETED' | 'FAILED'
  reason: string
  /** Somebody has posted it; the service's own watcher found it otherwise. */
  reported: boolean
  /** When it came here. */
  since: number
  /** When the chain knew it last, or else when it came here. */
  seen: number
  /** The chain has shown it, at any time. */
  shown: boolean
  /** A block has had it, at any time. */
  arrived: boolean
  /** The paying account has signed for it. */
  signed: boolean
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
/** How many hashes that the chain has not shown wait at one charge; a further one takes the oldest's place. */
const waitingLimit = 5

/** The service behind the merchant's proxy, as the interface has it: requests in, real Responses out. */
export class Service {
  readonly payments: Payment[] = []
  /** Every hash that was recorded. */
  readonly ever = new Set<string>()
  /** The payer's transactions that the stranger's charge would be credited with, for a signature. */
  readonly robbed = new Set<string>()
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

  /** How whoever reads the charge learns of a hash: it is among the payments, or a report of it waits. */
  knows(hash: string): 'payment' | 'report' | undefined {
    const payment = this.gone ? undefined : this.payments.find((one) => one.hash === hash)
    if (!payment || payment.status === 'FAILED') return undefined
    if (this.#isListed(payment)) return 'payment'
    return isWaiting(payment) && !this.options.silent && !this.credited ? 'report' : undefined
  }

  /** True when a stranger has paid the charge. */
  get isGiven(): boolean {
    return this.payments.some(
      ({ status, hash }) => status === 'COMPLETED' && this.#chain.find(hash)?.gift,
    )
  }

  /** True once an answer has said that the charge is paid. */
  hasSaidPaid = false

  /** True when confirmed payments reach the price. */
  get credited(): boolean {
    return this.payments.some(({ status }) => status === 'COMPLETED')
  }

  answer(method: string, pathAndQuery: string, body: string | undefined): Response {
    const [path = '', query] = pathAndQuery.split('?')
    this.watch()
    if (this.gone) return error(404, 'not_found', 'There is no such charge.')
    if (path.includes(rivalId)) return this.#atRival(method, path, body)
    const requestCharge = { uuid: chargeId, ...destination(this.options.native) }
    // The shortest form of the interface does not know the word.
    const isJoined = query === 'expand=request_charge' && !this.options.silent
    const joined = isJoined && { request_charge: requestCharge }
    if (method === 'POST' && path === '/charges')
      return json(201, { data: this.#charge(), binding: 'bound', ...joined })
    if (method === 'GET' && path === `/charges/${chargeId}`)
      return json(200, { data: this.#charge(), warnings: [], ...joined })
    if (method === 'GET' && path === `/request-charges/${chargeId}`) return json(200, requestCharge)
    const [, hash] = path.match(/^\/charges\/[^/]+\/payments\/(0x\w{64})$/) ?? []
    // The shortest form of the interface has no such route.
    if (method === 'GET' && hash && !this.options.silent) return this.#status(hash)
    if (method === 'POST' && path === `/charges/${chargeId}/payments`)
      return this.#add(NewPayment.parse(JSON.parse(body ?? '')))
    return error(404, 'not_found', `There is no ${method} ${path}.`)
  }

  /** What the service's watcher does by itself: judges what is pending, finds what nobody reported. */
  watch() {
    if (this.options.watcher) this.#find()
    for (const payment of this.payments) if (payment.status === 'PENDING') this.#judge(payment)
  }

  /** The stranger's own charge. What is reported there is credited by proof, too. */
  #atRival(method: string, path: string, body: string | undefined): Response {
    if (method === 'GET' && path === `/charges/${rivalId}`) {
      const charge = { ...this.#charge(), id: rivalId, reference: rivalReference, payments: [] }
      return json(200, { data: charge, warnings: [] })
    }
    if (method === 'GET' && path === `/request-charges/${rivalId}`)
      return json(200, { uuid: rivalId, ...destination(this.options.native, stranger) })
    if (method !== 'POST') return error(404, 'not_found', 'It was never reported.')
    const { hash, signature } = NewPayment.parse(JSON.parse(body ?? ''))
    const signed = this.#isSigned(hash, signature, rivalReference)
    if (signed && this.#chain.find(hash)?.from === payer) this.robbed.add(hash)
    return json(201, this.#reply({ hash, chainId: String(chainId), tokenAddress: stranger }))
  }

  /** Anybody posts a hash, without a page. */
  report(hash: string, signature?: string): Response {
    const { tokenAddress } = destination(this.options.native)
    const body = { hash, chainId: String(chainId), tokenAddress, ...(signature && { signature }) }
    return this.answer('POST', `/charges/${chargeId}/payments`, JSON.stringify(body))
  }

  #find() {
    for (const tx of [...this.#chain.txs, ...this.#chain.others]) {
      const lost = names(tx) && tx.where === 'mined' && !tx.reverts && !this.taken.has(tx.hash)
      if (lost && !this.has(tx.hash)) this.#attach(tx.hash, false)
    }
  }

  #judge(payment: Payment) {
    const tx = this.#chain.find(payment.hash)
    if (tx && tx.where !== 'gone') Object.assign(payment, { seen: this.#now(), shown: true })
    payment.arrived ||= tx?.where === 'mined'
    if (tx && this.#chain.isFinal(tx)) {
      if (tx.reverts) return fail(payment, 'The transaction was reverted.')
      if (!tx.pays && !tx.gift) return fail(payment, 'The transaction transfers no token.')
      // It does not say what it pays: somebody has to sign for it.
      if (names(tx) || payment.signed) payment.status = 'COMPLETED'
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

  /** How a reported hash stands, for whoever reported it. */
  #status(hash: string): Response {
    const payment = this.payments.find((one) => one.hash === hash)
    if (!payment) return error(404, 'not_found', 'It was never reported.')
    const where = {
      chainId: String(chainId),
      tokenAddress: destination(this.options.native).tokenAddress,
    }
    const status = this.#statusOf(payment)
    const sender = this.#chain.find(hash)?.from
    const signers = status === 'UNMATCHED' && sender ? [sender] : []
    return json(200, { hash, ...where, status, reason: payment.reason, signers })
  }

  #statusOf(payment: Payment): PaymentStatus['status'] {
    if (payment.status !== 'PENDING') return payment.status
    const tx = this.#chain.find(payment.hash)
    const isMined = tx?.where === 'mined' && !tx.reverts
    const moves = isMined && (tx.pays || tx.gift)
    if (moves && !names(tx) && !payment.signed) return 'UNMATCHED'
    return payment.shown ? 'PENDING' : 'UNSEEN'
  }

  /** True for what a charge lists: seen on the chain, and proven. A mute service lists all that it was told. */
  #isListed(payment: Payment): boolean {
    const tx = this.#chain.find(payment.hash)
    const isProven = tx !== undefined && (names(tx) || payment.signed)
    // What only waits is listed by nobody: a stranger could have it wait for ever. What moved nothing is no payment.
    return this.options.silent || (isProven && isDecided(tx, payment) && !tx.reverts)
  }

  /** The report that is told to every browser: one that the chain has shown, or the newest. It names no transaction. */
  get #waitingReport() {
    const waiting = this.credited ? [] : this.payments.filter(isWaiting)
    const report = waiting.findLast(({ shown }) => shown) ?? waiting.at(-1)
    if (!report) return null
    return {
      reported_at: new Date(report.since).toISOString(),
      age_seconds: Math.floor((this.#now() - report.since) / 1000),
      seen: report.shown,
    }
  }

  /** As the service would check it: by the paying account, over this very text. */
  #isSigned(hash: string, signature: string | undefined, named = reference): boolean {
    const message = createPaymentMessage({
      ...{ reference: named, recipient: shop, chainId, hash },
    })
    const sender = this.#chain.find(hash)?.from ?? payer
    return signature !== undefined && hexToString(signature as Hex) === `${sender} ${message}`
  }

  #add({ hash, chainId, tokenAddress, signature }: NewPayment): Response {
    const known = this.payments.find((one) => one.hash === hash && one.status !== 'FAILED')
    const signed = this.#isSigned(hash, signature)
    if ((known?.reported && !(signed && !known.signed)) || this.taken.has(hash)) {
      const ours = known && !this.options.silent ? { chargeUuid: chargeId } : undefined
      return error(409, 'conflict', 'This transaction was already used for a payment.', {}, ours)
    }
    if (known) Object.assign(known, { reported: true, signed: known.signed || signed })
    else this.#attach(hash, true, signed)
    return json(201, this.#reply({ hash, chainId, tokenAddress }))
  }

  #reply({ hash, chainId, tokenAddress }: NewPayment) {
    return {
      uuid: chargeId,
      payerTransactionHash: hash,
      payerChainId: chainId,
      paidTokenAddress: tokenAddress,
      requestCharge: { uuid: chargeId, link: '', tokenAmount: price, tokenSymbol: 'DUSD' },
    }
  }

  #attach(hash: string, reported: boolean, signed = false) {
    this.ever.add(hash)
    this.#makeRoom()
    const seen = this.#now()
    this.payments.push({
      hash,
      status: 'PENDING',
      reason: '',
      reported,
      since: seen,
      seen,
      shown: false,
      arrived: false,
      signed,
    })
    this.watch()
  }

  #makeRoom() {
    const unseen = this.payments.filter(({ status, shown }) => status === 'PENDING' && !shown)
    if (unseen.length < waitingLimit) return
    this.payments.splice(this.payments.indexOf(unseen[0] as Payment), 1)
  }

  #charge() {
    const decimals = this.options.native ? 18 : 6
    const tx = (hash: string) => this.#chain.find(hash)
    const amount = (hash: string) => (tx(hash)?.pays ?? tx(hash)?.gift)?.amount ?? 0n
    this.hasSaidPaid ||= this.credited
    return {
      id: chargeId,
      hosted_url: `https://pay.example/${chargeId}`,
      created_at: '2026-11-20T10:00:00.000Z',
      pricing_type: 'fixed_price',
      pricing: {
        local: { amount: price, currency: 'USD' },
        settlement: { amount: price, currency: 'DUSD' },
      },
      reference,
      ...(!this.options.silent && {
        status: this.credited ? 'COMPLETED' : 'NEW',
        waiting_report: this.#waitingReport,
      }),
      payments: this.payments
        .filter((one) => this.#isListed(one))
        .map(({ hash, status, reason }) => ({
          payerTransactionHash: hash,
          ...(!this.options.silent && {
            status,
            reason,
            payerAddress: status === 'COMPLETED' ? tx(hash)?.from : '',
            paidAmountInRequestedToken:
              status === 'COMPLETED' ? formatAmount(amount(hash), decimals) : '0',
          }),
        })),
    }
  }
}

/** True for a transaction whose signer names the charge. */
function names({ pays, gift }: Tx): boolean {
  return pays?.named ?? gift?.reference === reference
}

/** True for what a block has had: what a block loses stays a payment until it is known whether it comes back. */
function isDecided(tx: Tx, { arrived }: Payment): boolean {
  return tx.gift ? tx.where === 'mined' : arrived
}

/** True for a report that waits for its block. */
function isWaiting({ status, reported, arrived }: Payment): boolean {
  return status === 'PENDING' && reported && !arrived
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
  details?: object,
): Response {
  const body = JSON.stringify({ error: { type, message, ...(details && { details }) } })
  return new Response(body, { status, headers: { ...headers, ...more } })
}
