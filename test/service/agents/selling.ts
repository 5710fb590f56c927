import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { type Address, decodeFunctionData, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createClient } from '../../../src/api/client/client.ts'
import type { PayError } from '../../../src/errors.ts'
import { OrderError, requirePayment, toNodeListener } from '../../../src/proxy.ts'
import { createMppx, createX402 } from '../../clients/programs.ts'
import { baseId, baseUsdc, fundRelayers, startBase } from '../../support/agents.ts'
import { createAnsweringServer } from '../../support/answer.ts'
import { wallet } from '../../support/harness.ts'
import { reservePort } from '../../support/ports.ts'
import { prepareDatabase } from '../../support/prepared.ts'
import {
  type RunningService,
  type ServiceEnvironment,
  startService,
} from '../../support/service.ts'
import { withOptions } from '../../support/service-options.ts'
import { patience } from '../../support/wait.ts'

// A service with a relayer, and a shop with `requirePayment`, for programs that pay with the clients of the registry.

export type Fetch = typeof globalThis.fetch

/** The two clients, each with its own limit, or with another one in dollars. */
export const clients: Record<
  string,
  (account: PrivateKeyAccount, fetch: Fetch, max?: number) => Fetch
> = {
  x402: (account, fetch, max) => createX402(account, fetch, max) as Fetch,
  mppx: (account, fetch, max) => createMppx(account, fetch, String(max ?? 1)),
}

/** The headers that a payment comes in. */
export const paymentHeaders = ['payment-signature', 'authorization', 'payment-authorization']

export const isPayment = ({ headers }: Request) => paymentHeaders.some((name) => headers.has(name))

/** What an account has signed, as it is on the wire. */
export interface SignedTerms {
  from: Address
  to: Address
  value: string
  validAfter: string
  validBefore: string
  nonce: Hex
}

export const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
export const decode = (text: string | null) =>
  JSON.parse(Buffer.from(text ?? '', 'base64').toString()) as Record<string, unknown>

const transferAbi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
])

/** Returns the account whose transfer a transaction of the relayer carries; undefined for none. */
function readSender(data: Hex | undefined): Address | undefined {
  if (data === undefined || data === '0x') return undefined
  return decodeFunctionData({ abi: transferAbi, data }).args[0]
}

/** Signs for the relayer's accounts, or refuses to. */
async function startSigner(keys: readonly Hex[]) {
  const accounts = keys.map((key) => privateKeyToAccount(key))
  const signer = {
    isSigning: true,
    /** The accounts whose transfers the service has accepted: it asks for a transaction only after that. */
    accepted: new Set<Address>(),
    url: '',
    end() {
      server.closeAllConnections()
      server.close()
    },
  }
  const server = createAnsweringServer(async (request, response) => {
    const { params } = (await json(request)) as { params: [Record<string, Hex>] }
    const [asked] = params
    const number = (name: string) => BigInt(asked[name] ?? '0x0')
    const sender = readSender(asked.data)
    if (sender) signer.accepted.add(sender)
    const account = accounts.find(({ address }) => BigInt(address) === number('from'))
    const result = await account?.signTransaction({
      type: 'eip1559',
      ...{ chainId: Number(number('chainId')), nonce: Number(number('nonce')) },
      ...{ to: asked.to as Address, data: asked.data as Hex, value: 0n },
      ...{ gas: number('gas'), maxFeePerGas: number('maxFeePerGas') },
      maxPriorityFeePerGas: number('maxPriorityFeePerGas'),
    })
    response.writeHead(signer.isSigning ? 200 : 500, { 'content-type': 'application/json' })
    response.end(JSON.stringify(signer.isSigning ? { jsonrpc: '2.0', id: 1, result } : {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  signer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return signer
}

/** The shop's backend, which sells an answer for what `?price=` says. */
class Shop {
  /** What it gave, by key. */
  readonly given: string[] = []
  readonly errors: PayError[] = []
  /** What it sent to the service. */
  readonly calls: { url: string; headers: Headers }[] = []
  /** How its calls of the service go. */
  fetch: Fetch = (input, init) => fetch(input, init)
  baseUrl = ''
  readonly #service: { baseUrl: string; apiKey: string }
  #server: Server | undefined
  /** The same each time that it starts. */
  #port: number | undefined

  constructor(service: { baseUrl: string; apiKey: string }) {
    this.#service = service
  }

  async start(): Promise<void> {
    const readKey = (request: Request) => request.headers.get('idempotency-key') ?? ''
    const handler = requirePayment({
      ...this.#service,
      timeoutMs: patience,
      order: (request) => {
        const { searchParams } = new URL(request.url)
        const amount = searchParams.get('price') ?? '0.09'
        if (amount === 'none') throw new OrderError('There is no such thing.', { status: 404 })
        return {
          key: readKey(request),
          charge: {
            ...{ pricing_type: 'fixed_price', local_price: { amount }, ...usdcOnBase },
            // What is bought is part of the charge.
            metadata: { question: searchParams.get('question') ?? '' },
          },
        }
      },
      resource: async (request, { status }) => {
        this.given.push(readKey(request))
        const headers = { etag: '"1"', 'access-control-expose-headers': 'X-Shop' }
        return Response.json({ status, body: await request.text() }, { headers })
      },
      fetch: (url, init) => {
        this.calls.push({ url: String(url), headers: new Headers(init?.headers) })
        return this.fetch(url, init)
      },
      onError: (error) => void this.errors.push(error),
    })
    this.#port ??= await reservePort()
    this.#server = createServer(toNodeListener(handler)).listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.baseUrl = `http://127.0.0.1:${this.#port}`
  }

  /** Ends it at once, with all calls under way. */
  async stop(): Promise<void> {
    if (!this.#server?.listening) return
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }
}

const usdcOnBase = {
  requestProps: { chainId: String(baseId), recipientAddress: wallet, tokenAddress: baseUsdc },
}

/** A request for the shop's answer. The key names the order. */
export const orderInit = (key: string, more: Record<string, string> = {}) => ({
  method: 'POST',
  body: 'what is asked',
  headers: { 'idempotency-key': key, ...more },
})

export const createKey = () => `order-${crypto.randomUUID()}`

export type Selling = Awaited<ReturnType<typeof startSelling>>

/**
 * Starts a chain with real USDC, a service with a relayer, and a shop.
 *
 * @param accounts how many the relayer has. @default 1
 * @param start how the service is started. @default in this process
 */
export async function startSelling<Service extends RunningService = RunningService>(
  extra: ServiceEnvironment = {},
  accounts = 1,
  start: (environment: ServiceEnvironment) => Promise<Service> = startService as never,
) {
  const keys = Array.from({ length: accounts }, () => generatePrivateKey())
  const relayers = keys.map((key) => privateKeyToAccount(key).address)
  const chain = await startBase()
  const database = await prepareDatabase()
  await fundRelayers(chain, keys)
  const signer = await startSigner(keys)
  const environment: ServiceEnvironment = {
    ...database.environment,
    CHAIN_RPC_URLS: JSON.stringify({
      [baseId]: [chain.rpcUrl, chain.rpcUrl.replace('127.0.0.1', 'localhost')],
    }),
    CONFIRMATIONS: JSON.stringify({ [baseId]: 1 }),
    RELAYER_SIGNER_URL: signer.url,
    RELAYER_ACCOUNTS: relayers.join(),
    RELAY_MAX_FEE: JSON.stringify({ [baseId]: '0.01' }),
    // All these programs have one address.
    RATE_LIMIT_REPORTS: '100000',
    ...withOptions({ rateLimitAddress: 100_000 }),
    RELAYS_PER_HOUR: '100000',
    SERVICE_PORT: String(await reservePort()),
    ...extra,
  }
  const service = await start(environment)
  const { apiKey } = database.shop
  const shop = new Shop({ baseUrl: service.baseUrl, apiKey })
  await shop.start()
  const client = createClient({ baseUrl: service.baseUrl, apiKey, timeoutMs: patience, fetch })

  const selling = {
    chain,
    signer,
    shop,
    client,
    relayers,
    service,
    /** Gives the relayers coin. */
    fund: (value?: bigint) => fundRelayers(chain, keys, value),
    /** Starts the service, which was ended, at the same address. */
    async startAgain(): Promise<void> {
      selling.service = await start(environment)
    },
    createCharge: async (amount: string) => {
      const terms = { pricing_type: 'fixed_price', local_price: { amount }, ...usdcOnBase } as const
      return (await client.createCharge(terms)).id
    },
    urlOf: (id: string) => `${service.baseUrl}/pay/${id}`,
    statusOf: async (id: string) => (await client.getCharge(id)).status,
    /** Where the shop sells for a price. */
    buyAt: (price = '0.09') => `${shop.baseUrl}/answer?price=${price}`,
    /** Returns the headers that a client pays with, without paying. */
    async sign(
      name: string,
      account: PrivateKeyAccount,
      url: string,
      init?: RequestInit,
    ): Promise<Headers> {
      let signed: Headers | undefined
      const keep: Fetch = async (input, options) => {
        const request = new Request(input, options)
        if (!isPayment(request)) return await fetch(request)
        signed = request.headers
        return new Response()
      }
      await clients[name]?.(account, keep, 100)(url, init)
      assert.ok(signed, `${name} has signed nothing`)
      return signed
    },
    /** Sends what an account has signed, as anybody can who has seen it. */
    async relayAsStranger(headers: Headers): Promise<Hex> {
      const { from, to, value, validAfter, validBefore, nonce, signature } = readSigned(headers)
      const times = [BigInt(validAfter), BigInt(validBefore)] as const
      const data = encodeFunctionData({
        abi: transferAbi,
        functionName: 'transferWithAuthorization',
        args: [from, to, BigInt(value), ...times, nonce, signature],
      })
      return await chain.send(baseUsdc, data)
    },
    /** Pays a charge as a person does, by a transfer that names it. */
    async payAsPerson(id: string, amount: bigint): Promise<Hex> {
      const { reference } = await client.getCharge(id)
      const { Attribution } = await import('ox/erc8021')
      const suffix = Attribution.toDataSuffix({ codes: [reference] })
      return await chain.transfer(baseUsdc, wallet, amount, suffix)
    },
    async end(): Promise<void> {
      await shop.stop()
      await selling.service.end()
      signer.end()
      await chain.stop()
      await database.remove()
    },
  }
  return selling
}

/** Returns what was signed, by any of the protocols. */
export function readSigned(headers: Headers): SignedTerms & { signature: Hex } {
  const credential = /^Payment (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  const text = headers.get('payment-signature') ?? credential
  const payload = decode(text ?? null).payload as { authorization?: SignedTerms; signature: Hex }
  return { ...(payload.authorization ?? (payload as never)), signature: payload.signature }
}
