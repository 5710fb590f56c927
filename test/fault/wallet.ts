// One wallet with all the ways to fail that wallets have; hence its length.

import { stringToHex } from 'viem'
import type { Intent } from '../../src/checkout/ports/intent.ts'
import type { ConnectedAccount, Wallets } from '../../src/checkout/ports/wallets.ts'
import { PayError } from '../../src/errors.ts'
import { toWalletError } from '../../src/wallet/errors.ts'
import { requireWanted } from '../../src/wallet/send/send.ts'
import type { Tx } from './chain.ts'
import { chainId, payer, walletInfo } from './places.ts'
import { createReader } from './reader.ts'
import type { Tab } from './tab.ts'
import type { World } from './world.ts'

/** What may become of a question. `open`: the page hears an error, and the payer may still approve. */
export const answers = [
  'approve',
  'approve, silent',
  'approve, then fail',
  'approve, garbled',
  'approve, late',
  'refuse',
  'refuse, late',
  'fail',
  'fail, open',
  'dismiss',
] as const
export type Answer = (typeof answers)[number]

/** A question that the wallet shows the payer. It may outlive the page that asked. */
export interface Question {
  /** When, among all that wallets were asked. */
  serial: number
  kind: 'connect' | 'switch' | 'transfer'
  tab: Tab
  intent: Intent | undefined
  /** The page waits for the answer. */
  heard: boolean
  resolve: (value: unknown) => void
  reject: (cause: unknown) => void
}

/** Hex digits of `transfer(address,uint256)`: what follows is the suffix. */
const plainLength = 2 + 8 + 64 + 64
const lateness = [20_000, 90_000]

/** A browser's wallet, which all of its tabs share. It has the payer's one account. */
export class Wallet {
  chainId = chainId
  /** The site was allowed to see the account. */
  permitted = false
  questions: Question[] = []
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /** True while the payer could still approve a transfer. */
  get asks(): boolean {
    return this.questions.some(({ kind }) => kind === 'transfer')
  }

  /** The port of a page. */
  of(tab: Tab): Wallets {
    const reader = createReader(this.#world, tab, () => this.#readable(tab))
    const port = {
      ...reader,
      watch: (tell: (list: (typeof walletInfo)[]) => void) => {
        tell([walletInfo])
        return () => {}
      },
      connect: () => this.#connect(tab),
      switchChain: async () => {
        await this.#ask(tab, 'switch').catch((cause) => {
          throw new PayError('chain_refused', 'The wallet stayed.', { cause, retryable: true })
        })
      },
      transfer: (intent: Intent, isWanted: () => boolean) => this.#transfer(tab, intent, isWanted),
      signMessage: (account: string, message: string) => this.#sign(tab, account, message),
      // The payers of this world have coin.
      prepareAuthorization: async () => undefined,
      signAuthorization: () => Promise.reject(refusal()),
      findAuthorizationRefusal: async () => undefined,
      watchAccount: () => () => {},
      // One token, and no payer of this world pays from outside.
      readBalances: async () => [],
      // The page of this world names no node of its own.
      compareTransfer: async () => ({ result: 'unreadable' }) as const,
      inspectTransaction: () =>
        Promise.reject(new PayError('payment_failed', 'Nothing is named here.')),
      dispose() {},
      findIncomingTransfers: () =>
        Promise.reject(new PayError('chain_unreachable', 'Nothing is looked for.')),
    }
    return port
  }

  /** The payer, or the wallet by itself, answers. */
  answer(question: Question, answer: Answer) {
    const { kind, tab, intent } = question
    const { tell, dice, clock } = this.#world
    tell(`wallet: ${kind} of tab ${tab.id}${tab.dead ? ' (gone)' : ''}: ${answer}`)
    if (answer === 'fail, open') {
      this.#say(question, () => question.reject(internal()))
      question.heard = false
      return
    }
    this.questions = this.questions.filter((one) => one !== question)
    const approved = answer.startsWith('approve')
    const value = approved ? this.#grant(kind, intent) : undefined
    switch (answer) {
      case 'approve':
        return this.#say(question, () => question.resolve(value))
      case 'approve, late':
        return void clock.after(dice.pick(lateness), () =>
          this.#say(question, () => question.resolve(value)),
        )
      case 'approve, then fail':
        return this.#say(question, () => question.reject(internal()))
      case 'approve, garbled':
        // A Safe answers with a hash of its own.
        return this.#say(question, () => question.resolve(kind === 'transfer' ? '0x12' : value))
      case 'refuse':
        return this.#say(question, () => question.reject(refusal()))
      case 'refuse, late':
        return void clock.after(dice.pick(lateness), () =>
          this.#say(question, () => question.reject(refusal())),
        )
      case 'fail':
        return this.#say(question, () => question.reject(internal()))
      case 'approve, silent':
      case 'dismiss':
        return
      default:
        return answer satisfies never
    }
  }

  /** The connection to all pages breaks: they hear an error, and what the wallet shows stays. */
  disconnect() {
    this.#world.tell('wallet: disconnects')
    for (const question of this.questions) {
      this.#say(question, () => question.reject(Object.assign(new Error('Gone.'), { code: 4900 })))
      question.heard = false
    }
  }

  #grant(kind: Question['kind'], intent: Intent | undefined): unknown {
    if (kind === 'switch') {
      this.chainId = chainId
      return null
    }
    if (kind === 'connect') {
      this.permitted = true
      return this.#account()
    }
    return intent && this.#broadcast(intent).hash
  }

  #broadcast(intent: Intent): Tx {
    const { quote } = intent
    const { call, options: world } = this.#world
    const named = !world.dropsSuffix || world.silent
    const tx = this.#world.chain.broadcast({
      ...call,
      input: named ? call.input : quote.token.native ? '0x' : call.input.slice(0, plainLength),
      pays: { chargeId: quote.chargeId, intentId: intent.id, amount: quote.amount, named },
    })
    const { options, service, chain } = this.#world
    tx.reverts = options.refuses && chain.txs.filter(({ pays }) => pays).length === 1
    if (options.thief) service.taken.add(tx.hash)
    this.#world.watch.broadcast(tx)
    return tx
  }

  #say(question: Question, say: () => void) {
    const delay = this.#world.dice.delay()
    const heard = () => {
      if (question.heard && !question.tab.dead) say()
    }
    if (delay === 0) heard()
    else this.#world.clock.after(delay, heard)
  }

  async #connect(tab: Tab): Promise<ConnectedAccount> {
    const silent = this.permitted && !this.#world.dice.chance(20)
    if (silent) await tab.port('wallet')
    else await this.#ask(tab, 'connect')
    tab.connected = true
    return this.#account()
  }

  #account(): ConnectedAccount {
    return { address: payer, chainId: this.chainId, wallet: walletInfo }
  }

  async #transfer(tab: Tab, intent: Intent, isWanted: () => boolean): Promise<string> {
    await tab.port('wallet')
    if (!this.#connected(tab) || this.chainId !== intent.quote.chainId)
      throw new PayError('chain_refused', 'The wallet has changed. Nothing was sent.')
    requireWanted(isWanted)
    const hash = await this.#ask(tab, 'transfer', intent)
    if (typeof hash === 'string' && hash.length === 66) return hash
    throw new PayError('wallet_failed', 'Your wallet didn’t return a transaction hash.')
  }

  /** As good as a signature: who signed, and what. */
  async #sign(tab: Tab, account: string, message: string): Promise<string> {
    await tab.port('wallet')
    if (!this.#connected(tab)) throw new PayError('wallet_failed', 'No wallet is connected.')
    this.#world.watch.signs(tab, message)
    if (this.#world.dice.chance(this.#world.rpcNoise)) throw toWalletError(refusal())
    return stringToHex(`${account} ${message}`)
  }

  #connected(tab: Tab): boolean {
    return tab.connected || (this.permitted && this.#world.options.remembers)
  }

  #readable(tab: Tab): boolean {
    return this.#world.options.rpc || (this.#connected(tab) && this.chainId === chainId)
  }

  async #ask(tab: Tab, kind: Question['kind'], intent?: Intent): Promise<unknown> {
    if (!tab.acts('wallet')) return new Promise(() => {})
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const busy = this.questions.length > 0 && this.#world.options.busyWallet
    this.#world.tell(`wallet: shows ${kind} of tab ${tab.id}${busy ? ' (busy)' : ''}`)
    const serial = ++this.#world.asked
    const question = { serial, kind, tab, intent, heard: true, resolve, reject }
    if (intent) this.#world.watch.asked(tab, intent)
    if (busy) this.#say(question, () => reject(Object.assign(new Error('Busy.'), { code: -32002 })))
    else this.questions.push(question)
    return await promise.catch((cause) => {
      throw toWalletError(cause)
    })
  }
}

const refusal = () => Object.assign(new Error('User rejected.'), { code: 4001 })
const internal = () => Object.assign(new Error('Internal error.'), { code: -32603 })
