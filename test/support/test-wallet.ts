// One wallet for all end-to-end tests, with every answer that they need; hence its length.
import type { BrowserContext, Page } from '@playwright/test'
import { type Address, type Hex, numberToHex } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { readMethods } from '../../src/wallet/connect/provider.ts'
import { announce, type Known, type Told, type WalletReply } from './announce-wallet.ts'

/**
 * What a wallet does with a question: as its owner says. `hang` does nothing and never answers, `mute` does what it was
 * asked and never answers, `null` does it and answers null. Or an error, with a code or without.
 */
export type Verdict =
  | 'approve'
  | 'mute'
  | 'null'
  | 'refuse'
  | 'hang'
  | { code?: number; message: string }

/** A transaction, as a page asks for it. */
export interface Asked {
  to: Address
  data: Hex
  value: Hex
}

type Lie = WalletReply | 'hang' | undefined

interface Ask {
  method: string
  params?: readonly unknown[]
}

export interface TestWalletOptions {
  rpcUrl: string
  name?: string
  /** Which of the chain's unlocked accounts it holds. */
  account?: number
  /** The chain that it is on at first. Any but 31337 is a network that it cannot reach. */
  chainId?: number
  /** False: 31337 is unknown to it until it is added. */
  knowsChain?: boolean
  /** How it announces itself. @default 'once' */
  known?: Known
  /** It is window.ethereum, too. */
  legacy?: boolean
  /** What it says that it can do with batches (EIP-5792). @default none: it does not know them */
  capabilities?: object
  /** Milliseconds that its node takes for an answer. What the wallet knows by itself is answered at once. @default 0 */
  nodeDelayMs?: number
}

/**
 * A wallet of our own, announced by EIP-6963 in the page, whose answers a test decides. It holds no key: the local
 * chain signs for its unlocked accounts.
 */
export class TestWallet {
  /** Everything that it was asked, in order. */
  readonly asked: Ask[] = []
  /** The transactions that it has broadcast, in order. */
  readonly sent: Hex[] = []
  /** Decides on whatever is not known to be a read, in the owner's own time: a question outlives the page that asked it. */
  decide: (ask: Ask) => Verdict | Promise<Verdict> = () => 'approve'
  /** True for what it leaves unanswered, reads too. */
  silent: (ask: Ask) => boolean = () => false
  /** What it answers in place of the truth. `hang`: nothing, ever. Undefined for the truth. */
  lie: (ask: Ask) => Lie | Promise<Lie> = () => undefined
  /** How many questions it leaves open. */
  openCount = 0
  /** What it sends instead of what it was asked for. */
  edit: (transaction: Asked) => Asked & { gas?: Hex; from?: Address } = (transaction) => transaction
  /** The account that it shows. */
  address: string
  chainId: number
  #knowsChain: boolean
  #connected = false
  #context: BrowserContext | undefined
  readonly #options: TestWalletOptions

  constructor(options: TestWalletOptions) {
    this.#options = options
    this.address = demoAccount(options.account ?? 1).address
    this.chainId = options.chainId ?? 31_337
    this.#knowsChain = options.knowsChain ?? true
  }

  /** Puts the wallet into every document of the browser. */
  async install(context: BrowserContext) {
    const { known = 'once', legacy = false } = this.#options
    const { name } = this
    this.#context = context
    await context.exposeBinding(this.#binding, ({ page }, ask: Ask) => this.#answer(ask, page))
    const uuid = crypto.randomUUID()
    await context.addInitScript(announce, { binding: this.#binding, name, uuid, known, legacy })
  }

  get name(): string {
    return this.#options.name ?? 'Test Wallet'
  }

  get #binding(): string {
    return `wallet_${this.name.replace(/\W/g, '_')}`
  }

  /** One that is `late` announces itself now. */
  async announce() {
    await this.#tell('announce')
  }

  /** The owner shows another of the chain's accounts. */
  async changeAccount(account: number) {
    this.address = demoAccount(account).address
    if (this.#connected) await this.#tell('accountsChanged', [this.address])
  }

  /** The owner changes the network in the wallet. */
  async changeChain(chainId: number) {
    this.chainId = chainId
    await this.#tell('chainChanged', numberToHex(chainId))
  }

  /** The owner lets the page see the account, in a question that another page has asked. */
  async grant() {
    this.#connected = true
    await this.#tell('accountsChanged', [this.address])
  }

  /** The owner locks it, as wallets tell it: the page sees no account any more. */
  async lock() {
    this.#connected = false
    await this.#tell('accountsChanged', [])
  }

  /** It loses every chain, and says so (EIP-1193 `disconnect`). */
  async breakOff() {
    this.#connected = false
    await this.#tell('disconnect', { code: 4900, message: 'The wallet is disconnected.' })
  }

  /** Sends what it was asked for last, though it gave another answer. */
  async sendAfterAll() {
    const transaction = this.transactions.at(-1)
    if (!transaction) throw new Error('It was asked for no transaction.')
    await this.#send({ method: 'eth_sendTransaction', params: [transaction] })
  }

  /** Leaves every question for a transfer open until the owner says what to do with them. */
  leaveOpen(): (verdict: Verdict) => void {
    const { promise, resolve } = Promise.withResolvers<Verdict>()
    this.decide = ({ method }) => (method === 'eth_sendTransaction' ? promise : 'approve')
    return resolve
  }

  /** What another page finds: it is connected to none, and was asked for nothing. */
  forget(chainId: number) {
    this.#connected = false
    this.chainId = chainId
    this.asked.length = this.sent.length = this.openCount = 0
  }

  /** The owner takes back that the page may see the account. */
  disconnect() {
    this.#connected = false
  }

  /** How often it was asked for a method. */
  count(method: string): number {
    return this.asked.filter((ask) => ask.method === method).length
  }

  /** The transactions that it was asked to send, in order. */
  get transactions(): Asked[] {
    return this.asked
      .filter(({ method }) => method === 'eth_sendTransaction')
      .map(({ params }) => (params as [Asked])[0])
  }

  async #answer(ask: Ask, page: Page): Promise<WalletReply> {
    this.asked.push(ask)
    const lie = await this.lie(ask)
    if (lie === 'hang') {
      this.openCount++
      return new Promise(() => {})
    }
    if (lie) return lie
    if (this.silent(ask)) return new Promise(() => {})
    if (readMethods.includes(ask.method)) return this.#do(ask, page)
    const verdict = await this.decide(ask)
    if (verdict === 'hang') return new Promise(() => {})
    if (verdict === 'refuse')
      return { error: { code: 4001, message: 'User rejected the request.' } }
    if (typeof verdict === 'object') return { error: verdict }
    const answer = await this.#do(ask, page)
    if (verdict === 'null') return { result: null }
    return verdict === 'mute' ? new Promise(() => {}) : answer
  }

  async #do(ask: Ask, page: Page): Promise<WalletReply> {
    switch (ask.method) {
      case 'eth_requestAccounts':
        this.#connected = true
        return { result: [this.address] }
      case 'wallet_requestPermissions':
        this.#connected = true
        return { result: [{ parentCapability: 'eth_accounts' }] }
      case 'eth_accounts':
        return { result: this.#connected ? [this.address] : [] }
      case 'eth_chainId':
        return { result: numberToHex(this.chainId) }
      case 'wallet_switchEthereumChain':
        if (!this.#knowsChain) return { error: { code: 4902, message: 'Unrecognized chain ID.' } }
        return this.#moveTo(ask, page)
      case 'wallet_addEthereumChain':
        this.#knowsChain = true
        return this.#moveTo(ask, page)
      case 'eth_sendTransaction':
        return this.#send(ask)
      case 'wallet_getCapabilities':
      case 'wallet_sendCalls':
      case 'wallet_getCallsStatus':
        return this.#options.capabilities ? this.#batch(ask) : this.#forward(ask)
      default:
        return this.#forward(ask)
    }
  }

  /** One call makes a batch: its transaction is sent at once, and the batch has the id that the page gave it. */
  async #batch({ method, params }: Ask): Promise<WalletReply> {
    if (method === 'wallet_getCapabilities') return { result: this.#options.capabilities }
    if (method === 'wallet_sendCalls') {
      const [{ id, from, calls }] = params as [{ id: string; from: Address; calls: [Asked] }]
      const sent = await this.#send({
        method: 'eth_sendTransaction',
        params: [{ from, ...calls[0] }],
      })
      return sent.error ? sent : { result: { id } }
    }
    const receipt = await this.#forward({
      method: 'eth_getTransactionReceipt',
      params: [this.sent.at(-1)],
    })
    return {
      result: { status: receipt.result ? 200 : 100, receipts: [receipt.result].filter(Boolean) },
    }
  }

  async #moveTo({ params }: Ask, page: Page) {
    const [{ chainId }] = params as [{ chainId: string }]
    this.chainId = Number(chainId)
    await this.#tell('chainChanged', chainId, [page])
    return { result: null }
  }

  /** Something happens in the wallet: every page hears of it. */
  async #tell(event: string, value?: unknown, pages: Page[] = this.#context?.pages() ?? []) {
    const told: Told = { binding: this.#binding, event, value }
    for (const page of pages)
      await page.evaluate(
        (detail) => dispatchEvent(new CustomEvent('test-wallet', { detail })),
        told,
      )
  }

  async #send({ method, params }: Ask) {
    const [transaction] = params as [Asked]
    const answer = await this.#forward({ method, params: [this.edit(transaction)] })
    if (answer.result) this.sent.push(answer.result as Hex)
    return answer
  }

  async #forward({ method, params }: Ask) {
    if (this.chainId !== 31_337)
      return { error: { code: -32603, message: 'This network cannot be reached.' } }
    const { nodeDelayMs = 0 } = this.#options
    if (nodeDelayMs > 0) await new Promise((done) => setTimeout(done, nodeDelayMs))
    const response = await fetch(this.#options.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] }),
    })
    return (await response.json()) as WalletReply
  }
}
