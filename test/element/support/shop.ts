import type { CheckoutRefund } from '../../../src/api/schemas/payments/checkout-refunds.ts'

export const tokenAddress = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const recipient = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'

interface Payment {
  payerTransactionHash: string
  status: string
  paidAmountInRequestedToken: string
}

interface Charge {
  id: string
  amount: string
  pricing_type: 'fixed_price' | 'no_price'
  payments: Payment[]
  /** Fields of a full charge, which creation answers with. */
  more: object
  /** Of the request charge. */
  where: object
}

/** The contract's proxy, in the page: hand its `fetch` to an element. */
export class PageShop {
  readonly charges = new Map<string, Charge>()
  /** Every call as `GET /pay/charges/…`, in order. */
  readonly calls: string[] = []
  /** The bodies of POST, parsed. */
  readonly bodies: unknown[] = []
  /** The refunds of each charge. */
  refunds: CheckoutRefund[] = []

  /** Answers in place of the shop. `hang` never answers. */
  answer: (call: string) => Response | 'hang' | 'fail' | undefined = () => undefined

  /** A charge that costs `amount` DUSD on the local chain. */
  charge(amount = '19.99', fields: Partial<Charge> = {}): Charge {
    const id = crypto.randomUUID()
    const charge: Charge = {
      id,
      amount,
      pricing_type: 'fixed_price',
      payments: [],
      more: {},
      where: {},
      ...fields,
    }
    this.charges.set(id, charge)
    return charge
  }

  /** The service has seen a transfer deep enough. */
  confirm({ id }: { id: string }, status = 'COMPLETED') {
    for (const payment of this.charges.get(id)?.payments ?? []) {
      payment.status = status
      payment.paidAmountInRequestedToken = this.charges.get(id)?.amount ?? '0'
    }
  }

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const call = `${init.method} ${url}`
    this.calls.push(call)
    if (init.body) this.bodies.push(JSON.parse(String(init.body)))
    const said = this.answer(call)
    if (said === 'fail') throw new TypeError('Failed to fetch')
    if (said === 'hang')
      return await new Promise((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      })
    return said ?? this.#answer(init.method ?? '', url.replace(/^.*?\/pay(?=\/)/, ''), init)
  }

  #answer(method: string, path: string, init: RequestInit): Response {
    const [bare = '', query] = path.split('?')
    const [, room, id = '', what, hash] = bare.split('/')
    const isExpanded = this.joins && query === 'expand=request_charge'
    if (method === 'POST' && !id) return this.#order(init, isExpanded)
    const charge = this.charges.get(id)
    if (!charge) return problem(404, 'not_found', 'There is no such charge.')
    if (room === 'request-charges') return reply(200, requestCharge(charge))
    if (!what) return reply(200, shown(charge, isExpanded))
    if (what === 'reserved-amounts') return reserved(charge)
    if (what === 'refunds') return Response.json({ data: this.refunds })
    if (hash) return problem(404, 'not_found', 'It was never reported.')
    return this.#record(charge, JSON.parse(String(init.body)))
  }

  /** Whether it answers with the request charge where that is asked for, as our proxy does. */
  joins = true

  /** What a created charge carries beyond the reduced set. */
  created: object = {}

  /** Makes the charge of an order, or resumes the one that it was asked for with our own word. */
  #order({ headers, body }: RequestInit, isExpanded: boolean): Response {
    const resume = new Headers(headers).get('pay-charge-resume') ?? ''
    const [id = '', binding] = resume.split('.')
    const known = binding === this.bind(id, String(body)) ? this.charges.get(id) : undefined
    const charge = known ?? this.charge('19.99', { more: this.created })
    const reply = { ...shown(charge, isExpanded), binding: this.bind(charge.id, String(body)) }
    return Response.json(reply, { status: known ? 200 : 201 })
  }

  /** Stands for the proxy's MAC over order and charge. */
  bind(id: string, order: string): string {
    return btoa(`${id} ${order}`).slice(-40).replaceAll('/', '_')
  }

  #record(charge: Charge, { hash, chainId, tokenAddress: token }: Record<string, string>) {
    const known = [...this.charges.values()].flatMap(({ payments }) => payments)
    if (known.some((one) => one.payerTransactionHash === hash))
      return problem(409, 'conflict', 'The transaction is already used for a payment.')
    charge.payments.push({
      payerTransactionHash: hash ?? '',
      status: 'PENDING',
      paidAmountInRequestedToken: '0',
    })
    const { id, amount } = charge
    return reply(201, {
      uuid: crypto.randomUUID(),
      payerTransactionHash: hash,
      payerChainId: chainId,
      paidTokenAddress: token,
      requestCharge: { uuid: id, link: '', tokenAmount: amount, tokenSymbol: 'DUSD' },
    })
  }
}

function reserved({ amount }: Charge): Response {
  return reply(200, {
    chainId: '31337',
    tokenAddress,
    recipientAddress: recipient,
    amount: `${amount}0317`,
    expiresAt: '2099-01-01T00:00:00.000Z',
  })
}

function full({ id, amount, pricing_type, payments }: Charge) {
  return {
    id,
    hosted_url: `https://pay.example/${id}`,
    created_at: '2026-11-20T10:00:00.000Z',
    pricing_type,
    pricing: {
      local: { amount, currency: 'USD' },
      settlement: { amount, currency: 'DUSD' },
    },
    payments,
  }
}

/** A charge, and its request charge where that was asked for. */
function shown(charge: Charge, isExpanded: boolean) {
  const data = { ...full(charge), ...charge.more }
  return { data, warnings: [], ...(isExpanded && { request_charge: requestCharge(charge) }) }
}

function requestCharge({ id, amount, where }: Charge) {
  return {
    uuid: id,
    link: `https://pay.example/${id}`,
    tokenAmount: amount,
    tokenAddress,
    tokenDecimals: 6,
    tokenType: 'ERC20',
    tokenSymbol: 'DUSD',
    chainId: '31337',
    createdAt: '2026-11-20T10:00:00.000Z',
    requestLink: { uuid: crypto.randomUUID(), recipientAddress: recipient },
    ...where,
  }
}

export function reply(status: number, body: unknown, headers: HeadersInit = {}): Response {
  return Response.json(body, { status, headers })
}

export function problem(status: number, type: string, message: string): Response {
  return reply(status, { error: { type, message } })
}
