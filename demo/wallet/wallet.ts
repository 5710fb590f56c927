import { createEmitter } from 'ox/Provider'
import { type Address, type Hex, isHex, numberToHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { busy, disconnected, invalidParams, refused, unauthorised } from './errors.ts'
import { inspect } from './inspect.ts'
import { recall, remember } from './memory.ts'
import type { Network } from './network.ts'
import { Networks } from './networks.ts'
import {
  addQuestion,
  connectQuestion,
  type Question,
  signQuestion,
  switchQuestion,
} from './question.ts'
import type { Sheet } from './sheet.ts'
import { send, type WantedTransaction } from './transaction.ts'
import { inspectTypedData, type TypedData } from './typed-data.ts'

export interface WalletOptions {
  account: PrivateKeyAccount
  /** The accounts that the payer chooses from when connecting, this one among them. @default only this one */
  accounts?: readonly { account: PrivateKeyAccount; label: string }[]
  /** The node of the network the wallet starts on. */
  rpcUrl: string
  /** Where the payer is asked. */
  sheet: Pick<Sheet, 'ask' | 'busy'>
  /** Who asks, as the sheet names it. */
  origin: string
}

/**
 * What the wallet does for a page. Nothing is signed, sent, told of the account or switched without a
 * question that the payer approves; a refusal is a WalletError 4001.
 */
export class Wallet {
  /** https://eips.ethereum.org/EIPS/eip-1193#events */
  readonly emitter = createEmitter()
  readonly networks: Networks
  private readonly options: WalletOptions
  private readonly memory = recall()

  constructor(options: WalletOptions) {
    this.options = options
    this.networks = new Networks(options.rpcUrl, this.memory, (chainId) => {
      if (chainId) this.tell(() => this.emitter.emit('connect', { chainId }))
      else
        this.tell(() => this.emitter.emit('disconnect', disconnected('The chain is out of reach.')))
    })
  }

  get address(): Address {
    return this.account.address
  }

  private get account(): PrivateKeyAccount {
    const { account, accounts = [] } = this.options
    const chosen = accounts.find((one) => one.account.address === this.memory.account)
    return chosen?.account ?? account
  }

  /** What the page may know: the account once it is connected. */
  get accounts(): Address[] {
    return this.memory.connected ? [this.address] : []
  }

  async connect(): Promise<void> {
    const { sheet, origin } = this.options
    // Other wallets, too, let a second request to connect fail while a question is open.
    if (sheet.busy) throw busy()
    const { accounts = [] } = this.options
    const options = accounts.map(({ account, label }) => ({ label, value: account.address }))
    let chosen: string = this.address
    const onChoose = (value: string) => {
      chosen = value
    }
    const choice = { label: 'Account', options, value: chosen, onChoose }
    await this.approve(async () => {
      const { name } = await this.networks.active()
      return connectQuestion(origin, options.length > 1 ? choice : this.address, name)
    })
    const isOther = this.memory.connected && chosen !== this.address
    this.memory.account = chosen
    remember(this.memory)
    if (isOther) this.tell(() => this.emitter.emit('accountsChanged', this.accounts))
    this.setConnected(true)
  }

  disconnect(): void {
    this.setConnected(false)
  }

  /** Throws a WalletError 4100 unless the page is connected. */
  assertConnected(): void {
    if (!this.memory.connected) throw unauthorised('Connect first: eth_requestAccounts.')
  }

  async switchTo(network: Network): Promise<null> {
    const active = await this.networks.active()
    if (active.id === network.id) return null
    await this.approve(() => switchQuestion(active.name, network))
    return this.use(network)
  }

  /** Takes in a network and goes there, as https://eips.ethereum.org/EIPS/eip-3085 leaves open. */
  async add(network: Network): Promise<null> {
    const { name } = await this.networks.active()
    await this.approve(() => addQuestion(name, network))
    this.memory.added.push(network)
    return this.use(network)
  }

  /** Signs bytes (hexadecimal) or a text, with EIP-191's prefix. */
  async sign(message: string): Promise<Hex> {
    await this.approve(async () => {
      this.assertConnected()
      return signQuestion(message, this.address, (await this.networks.active()).name)
    })
    return this.account.signMessage({
      message: isHex(message) ? { raw: message } : message,
    })
  }

  /** Signs typed data (EIP-712) for the network that the wallet is on. */
  async signTyped(data: TypedData): Promise<Hex> {
    await this.approve(async () => {
      this.assertConnected()
      const active = await this.networks.active()
      const { chainId } = data.domain
      if (chainId !== undefined && Number(chainId) !== active.id)
        throw invalidParams(`chainId: the wallet is on chain ${active.id}, not ${chainId}.`)
      return inspectTypedData(active.client, this.address, data, active.name)
    })
    const { EIP712Domain: _, ...types } = data.types
    return this.account.signTypedData({ ...data, types } as never)
  }

  /** Sends a transaction on the network that the wallet was on when the question opened. */
  async send(wanted: WantedTransaction): Promise<Hex> {
    let gas = 0n
    let active = await this.networks.active()
    await this.approve(async () => {
      // The questions before this one may have changed both.
      this.assertConnected()
      active = await this.networks.active()
      if (wanted.chainId !== undefined && wanted.chainId !== active.id) {
        throw invalidParams(`chainId: the wallet is on chain ${active.id}, not ${wanted.chainId}.`)
      }
      const inspection = await inspect(active.client, this.address, wanted, active.name)
      gas = inspection.gas
      return inspection.question
    })
    return send(active, this.account, { ...wanted, gas })
  }

  private async approve(question: () => Question | Promise<Question>): Promise<void> {
    if (!(await this.options.sheet.ask(question))) throw refused()
  }

  private setConnected(connected: boolean): void {
    if (this.memory.connected === connected) return
    this.memory.connected = connected
    remember(this.memory)
    this.tell(() => this.emitter.emit('accountsChanged', this.accounts))
  }

  private use(network: Network): null {
    this.memory.chainId = network.id
    remember(this.memory)
    this.tell(() => this.emitter.emit('chainChanged', numberToHex(network.id)))
    return null
  }

  /** Later, so that a listener that throws does so in the page and not in the wallet. */
  private tell(emit: () => void): void {
    queueMicrotask(emit)
  }
}
