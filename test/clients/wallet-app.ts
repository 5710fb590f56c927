// One wallet app for all tests, with every answer that they need; hence its length.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Address, Hex } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import type { Verdict } from '../support/test-wallet.ts'
import { until } from '../support/wait.ts'
import type { News, Order } from './wallet-app-child.ts'

const child = fileURLToPath(new URL('wallet-app-child.ts', import.meta.url))

/** A question of a page, over the relay. */
interface Ask {
  method: string
  params: readonly unknown[]
  chainId: number
}

export interface WalletAppOptions {
  relayUrl: string
  rpcUrl: string
  /** Which of the chain's unlocked accounts it holds. @default 1 */
  account?: number
  /** The chains that it knows. @default [31337] */
  chains?: readonly number[]
}

/** What a page proposes: namespaces by name, as CAIP-25 has them. */
interface Proposal {
  proposer: { metadata: { name: string; url: string } }
  optionalNamespaces: Record<string, { chains?: string[]; methods: string[] }>
}

type Command = Order extends infer One ? (One extends Order ? Omit<One, 'number'> : never) : never

/**
 * A wallet app on another device: the real WalletKit in a process of its own, whose owner's answers a test decides. It
 * holds no key: the local chain signs for its unlocked accounts.
 */
export class WalletApp {
  /** Every question that reached it, in order. */
  readonly asked: Ask[] = []
  /** The transactions that it has broadcast, in order. */
  readonly sent: Hex[] = []
  /** The proposals that reached it, in order. */
  readonly proposals: Proposal[] = []
  /** Decides on a proposal, in the owner's own time. */
  decideProposal: () => 'approve' | 'refuse' | Promise<'approve' | 'refuse'> = () => 'approve'
  /** Decides on a question, in the owner's own time. `mute` does what it was asked and never answers. */
  decide: (ask: Ask) => Verdict | Promise<Verdict> = () => 'approve'
  /** The chains of the sessions that it approves next. */
  chains: readonly number[]
  /** The methods that it can do, of what a page may ask. */
  methods: readonly string[] = known
  /** How often a page has ended a session. */
  ended = 0
  /** The account that it shows. */
  address: Address
  readonly #rpcUrl: string
  readonly #process: ChildProcess
  readonly #waiting = new Map<number, (error?: string) => void>()
  #number = 0

  private constructor({ rpcUrl, account = 1, chains = [31_337] }: WalletAppOptions) {
    this.address = demoAccount(account).address
    this.chains = chains
    this.#rpcUrl = rpcUrl
    this.#process = fork(child, {
      // A runner's own flags are not for this process.
      execArgv: [],
      // The library logs there what it also answers.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // Outside of tests the library asks a host of its own whether the page is known for fraud.
      env: { ...process.env, IS_VITEST: 'true' },
    })
    this.#process.on('message', (news: News) => this.#hear(news))
    this.#process.on('exit', (code) => {
      for (const fail of this.#waiting.values()) fail(`The wallet app has ended with code ${code}.`)
    })
  }

  static async start(options: WalletAppOptions): Promise<WalletApp> {
    const app = new WalletApp(options)
    await app.#order({ do: 'start', relayUrl: options.relayUrl })
    return app
  }

  /** Scans a code. */
  async pair(uri: string) {
    await this.#order({ do: 'pair', uri })
  }

  /** Its owner ends every session. */
  async endSessions() {
    await this.#order({ do: 'end' })
  }

  /** Its owner gives the running sessions other chains. */
  async changeChains(chains: readonly number[]) {
    this.chains = chains
    await this.#order({ do: 'update', namespaces: this.#namespaces(this.proposals.at(-1)) })
  }

  /** Leaves every question for a transfer open until the owner says what to do with them. */
  leaveOpen(): (verdict: Verdict) => void {
    const { promise, resolve } = Promise.withResolvers<Verdict>()
    this.decide = ({ method }) => (method === 'eth_sendTransaction' ? promise : 'approve')
    return resolve
  }

  /** How often it was asked for a method. */
  count(method: string): number {
    return this.asked.filter((ask) => ask.method === method).length
  }

  /** Waits until it was asked for a method, so many times in all. */
  async wasAsked(method: string, times = 1) {
    await until(`${method} in the wallet app`, () => this.count(method) >= times || undefined)
  }

  async stop() {
    if (this.#process.exitCode !== null) return
    const gone = once(this.#process, 'exit')
    // An answer whose receipt the relay never confirmed is nobody's failure at the end.
    for (const settle of this.#waiting.values()) settle()
    this.#waiting.clear()
    this.#process.kill()
    await gone
  }

  #order(command: Command): Promise<void> {
    const number = ++this.#number
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.set(number, (error) => (error ? reject(new Error(error)) : resolve()))
    this.#process.send({ number, ...command })
    return promise
  }

  #hear(news: News) {
    switch (news.type) {
      case 'done':
        this.#waiting.get(news.number)?.(news.error)
        this.#waiting.delete(news.number)
        return
      case 'ended':
        this.ended++
        return
      case 'proposal':
        return void this.#meet(news.id, news.params as Proposal)
      case 'request':
        return void this.#answer(news)
      default:
        return news satisfies never
    }
  }

  async #meet(id: number, proposal: Proposal) {
    this.proposals.push(proposal)
    const verdict = await this.decideProposal()
    if (verdict === 'refuse') return this.#order({ do: 'refuse', id })
    return this.#order({ do: 'approve', id, namespaces: this.#namespaces(proposal) })
  }

  /** What a wallet approves of a proposal: the chains that it knows, also those that were not asked for. */
  #namespaces(proposal: Proposal | undefined): Record<string, unknown> {
    const chains = this.chains.map((id) => `eip155:${id}`)
    return {
      eip155: {
        chains,
        accounts: chains.map((chain) => `${chain}:${this.address}`),
        methods: proposal?.optionalNamespaces.eip155?.methods.filter((one) =>
          this.methods.includes(one),
        ),
        events: ['accountsChanged', 'chainChanged'],
      },
    }
  }

  async #answer({ id, topic, params }: Extract<News, { type: 'request' }>) {
    const { request, chainId } = params as {
      request: { method: string; params: readonly unknown[] }
      chainId: string
    }
    const ask = { ...request, chainId: Number(chainId.split(':')[1]) }
    this.asked.push(ask)
    const verdict = await this.decide(ask)
    if (verdict === 'hang') return
    if (typeof verdict === 'object') return this.#respond(topic, id, { error: verdict })
    if (verdict === 'refuse') {
      const error = { code: 5000, message: 'User rejected.' }
      return this.#respond(topic, id, { error })
    }
    const answer = await this.#send(ask)
    if (verdict !== 'mute') await this.#respond(topic, id, answer)
  }

  #respond(topic: string, id: number, answer: object) {
    return this.#order({ do: 'respond', topic, response: { id, jsonrpc: '2.0', ...answer } })
  }

  async #send({ method, params }: Ask) {
    const response = await fetch(this.#rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as { result?: unknown; error?: unknown }
    if (method === 'eth_sendTransaction' && typeof result === 'string')
      this.sent.push(result as Hex)
    return error ? { error } : { result }
  }
}

const known = ['eth_sendTransaction', 'personal_sign', 'eth_signTypedData_v4']
