import { createEmitter } from 'ox/Provider'
import { numberToHex, parseGwei } from 'viem'
import { demoAccount, roles } from '../chain/accounts.ts'
import { refused } from '../wallet/errors.ts'
import { icon } from '../wallet/icon.ts'
import { createProvider } from '../wallet/provider.ts'
import { Wallet } from '../wallet/wallet.ts'

/** How the wallet misbehaves. `starves`: it sends with too little gas, once. `mute`: it sends, and never says so. */
export type WalletFault =
  | 'refuses-connection'
  | 'refuses-transfer'
  | 'hangs'
  | 'mute'
  | 'wrong-network'
  | 'other-account'
  | 'poor'
  | 'starves'

interface Ask {
  method: string
  params?: unknown
}

/** A transaction, as far as the wallet's faults change it. */
interface Asked {
  from: string
  to: string
  data?: string
}

/** Milliseconds that a payer takes to read a question: without them no eye could follow. */
const reading = 900
/** Any network but the demo's. */
const elsewhere = numberToHex(1)
/** Enough to be mined, and too little for a token's transfer. */
const tooLittleGas = numberToHex(30_000)
/** The one that pays, one that a change leads to, and one that holds no token. */
const accounts = { own: roles.wallet, other: 2, poor: 3 } as const
type Account = keyof typeof accounts

const asksToConnect = /^(eth_requestAccounts|wallet_requestPermissions)$/
const asksForNetwork = /^wallet_(switch|add)EthereumChain$/

/**
 * The demo wallet without its sheet: it says yes by itself, and really signs and sends on the demo's chain, but for the fault
 * that it is given. Announced as an extension would be (EIP-6963).
 */
export class FaultWallet {
  fault: WalletFault | undefined
  /** Hears of each question, before it is answered. */
  asked: (method: string) => Promise<void> | void = () => {}
  readonly #emitter = createEmitter()
  readonly #wallets: Record<Account, ReturnType<typeof openWallet>>
  #shown: Account = 'own'
  #healed = Promise.withResolvers<void>()
  #sent: { hash: string; transaction: Asked } | undefined

  constructor(rpcUrl: string) {
    this.#wallets = {
      own: openWallet(accounts.own, rpcUrl),
      other: openWallet(accounts.other, rpcUrl),
      poor: openWallet(accounts.poor, rpcUrl),
    }
    for (const [name, { wallet }] of Object.entries(this.#wallets)) {
      wallet.emitter.on('accountsChanged', (all) => {
        if (name === this.#shown) this.#emitter.emit('accountsChanged', all)
      })
    }
    this.#announce()
  }

  /** For another run: no page is connected any more, and the fault is that one. */
  async reset(fault: WalletFault | undefined): Promise<void> {
    for (const { wallet } of Object.values(this.#wallets)) wallet.disconnect()
    this.fault = fault
    this.#shown = fault === 'poor' ? 'poor' : 'own'
    this.#sent = undefined
    // Whoever still waits in an earlier run waits for ever: its element is gone.
    this.#healed = Promise.withResolvers()
    if (fault === 'other-account') await fill(this.#wallets.other.wallet.address)
  }

  /** The fault is over: what hangs goes on. */
  behave(): void {
    const was = this.fault
    this.fault = undefined
    this.#healed.resolve()
    if (was === 'wrong-network') void this.#tellNetwork()
  }

  /** The hash of the transfer that was sent last. Throws an Error where there is none. */
  lastHash(): string {
    if (!this.#sent) throw new Error('The wallet has sent nothing so far.')
    return this.#sent.hash
  }

  /** As a payer speeds up or cancels: another transaction with the same nonce, for a higher fee. */
  async replace(how: 'faster' | 'cancel'): Promise<void> {
    const { provider } = this.#wallets[this.#shown]
    const params = [this.lastHash()]
    const found = await provider.request({ method: 'eth_getTransactionByHash', params })
    const { nonce } = found as { nonce: string }
    const { from, to, data = '0x' } = this.#sent!.transaction
    const call = how === 'faster' ? { from, to, data } : { from, to: from }
    const fee = numberToHex(parseGwei('90'))
    const fees = { gas: numberToHex(200_000), maxFeePerGas: fee, maxPriorityFeePerGas: fee }
    await provider.request({ method: 'eth_sendTransaction', params: [{ ...call, ...fees, nonce }] })
  }

  async #request(ask: Ask): Promise<unknown> {
    const { method } = ask
    if (asksToConnect.test(method)) return this.#connect(ask)
    if (asksForNetwork.test(method)) return this.#changeNetwork(ask)
    if (method === 'eth_sendTransaction') return this.#send(ask)
    if (method === 'eth_chainId' && this.fault === 'wrong-network') return elsewhere
    if (method === 'eth_getBalance' && this.fault === 'other-account') await this.#changeAccount()
    return this.#wallets[this.#shown].provider.request(ask)
  }

  async #connect(ask: Ask): Promise<unknown> {
    await this.#read(ask)
    if (this.fault === 'refuses-connection') throw refused()
    return this.#wallets[this.#shown].provider.request(ask)
  }

  async #changeNetwork(ask: Ask): Promise<unknown> {
    await this.#read(ask)
    if (this.fault === 'wrong-network') throw refused()
    return this.#wallets[this.#shown].provider.request(ask)
  }

  async #send(ask: Ask): Promise<unknown> {
    const { provider } = this.#wallets[this.#shown]
    await this.#read(ask)
    if (this.fault === 'refuses-transfer') throw refused()
    if (this.fault === 'hangs') await this.#healed.promise
    const { fault } = this
    const [transaction] = ask.params as [Asked]
    const gas = fault === 'starves' ? { gas: tooLittleGas } : {}
    if (fault === 'starves') this.fault = undefined
    const params = [{ ...transaction, ...gas }]
    const hash = String(await provider.request({ ...ask, params }))
    this.#sent = { hash, transaction }
    return fault === 'mute' ? new Promise(() => {}) : hash
  }

  /** The payer reads a question. */
  async #read({ method }: Ask): Promise<void> {
    await this.asked(method)
    await new Promise((resolve) => setTimeout(resolve, reading))
  }

  /** The payer chooses the other account, while the first one's balance is being read. */
  async #changeAccount(): Promise<void> {
    this.fault = undefined
    this.#shown = 'other'
    // Its own wallet tells of the account, once it is connected.
    await this.#wallets.other.provider.request({ method: 'eth_requestAccounts' })
  }

  async #tellNetwork(): Promise<void> {
    this.#emitter.emit(
      'chainChanged',
      (await this.#wallets[this.#shown].wallet.networks.active()).hexId,
    )
  }

  #announce(): void {
    const { on, removeListener } = this.#emitter
    const provider = { request: (ask: Ask) => this.#request(ask), on, removeListener }
    const info = {
      uuid: crypto.randomUUID(),
      name: 'Playground Wallet',
      icon,
      rdns: 'example.pay-charge.playground',
    }
    const detail = Object.freeze({ info: Object.freeze(info), provider })
    const announce = () =>
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
  }
}

/** One account, with a payer who agrees to everything that can be read from the chain. */
function openWallet(account: number, rpcUrl: string) {
  const sheet = {
    busy: false,
    ask: async (question: () => unknown) => {
      // What making it throws, a payer would see: nothing is approved.
      await question()
      return true
    },
  }
  const { origin } = location
  const wallet = new Wallet({ account: demoAccount(account), rpcUrl, sheet, origin })
  return { wallet, provider: createProvider(wallet, origin) }
}

/** Play money from the demo's faucet. */
async function fill(address: string): Promise<void> {
  const response = await fetch('/faucet', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address }),
  })
  if (!response.ok) throw new Error(`The faucet answered ${response.status}.`)
}
