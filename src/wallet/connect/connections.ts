import { type Address, type Chain, getAddress, withRetry, withTimeout } from 'viem'
import { recall } from '../storage.ts'
import type { Connector, ConnectorListener } from './connector.ts'

/** The wallet that the payer is connected with: the account that pays, and the chain that the wallet is on. */
export interface Connection {
  connector: Connector
  address: Address
  chainId: number
}

/** The id of window.ethereum's connector, which is not announced. */
export const legacyConnectorId = 'injected'

/**
 * Milliseconds that wallets of an earlier page have to answer. A wallet that never does would otherwise block every
 * read.
 */
const reconnectTimeoutMs = 20_000

/** The wallets of a page, and the one that is connected. */
export class Connections {
  /** The chains that can be paid on. */
  readonly chains: readonly Chain[]
  /** Performance time at which the wallets of the page were asked to announce themselves. */
  readonly startedAtMs = performance.now()
  readonly #listening = new AbortController()
  #connectors: readonly Connector[] = []
  #connection: Connection | undefined
  /** The wallet that the payer chose last, connected or not. */
  #chosen: Connector | undefined
  #reconnecting: Promise<unknown> | undefined
  /** Counts the reports of accounts. */
  #accountsUpdate = 0
  readonly #onConnectors = new Set<() => void>()
  readonly #onConnection = new Set<(connection: Connection | undefined) => void>()

  constructor(chains: readonly Chain[]) {
    this.chains = chains
  }

  get connectors(): readonly Connector[] {
    return this.#connectors
  }

  get connection(): Connection | undefined {
    return this.#connection
  }

  /** Aborts when these connections are no longer needed: all listeners to the page and to wallets then end. */
  get signal(): AbortSignal {
    return this.#listening.signal
  }

  /** Ends all listening, so that a page with many payments does not keep the listeners of earlier ones. */
  dispose(): void {
    this.#listening.abort()
    this.#onConnectors.clear()
    this.#onConnection.clear()
  }

  /** Adds a wallet and listens to its events. */
  add(connector: Connector): void {
    this.#connectors = [...this.#connectors, connector]
    const listener: ConnectorListener = {
      onAccounts: (accounts) => {
        // A wallet whose answer cannot be read keeps its account: the account is checked again before a transfer.
        this.#updateAccounts(connector, accounts).catch(() => undefined)
      },
      onChain: (chainId) => {
        if (this.#connection?.connector === connector)
          this.#setConnection({ ...this.#connection, chainId })
      },
      onDisconnect: () => this.remove(connector),
    }
    connector.listen(listener, this.signal)
    for (const notify of this.#onConnectors) notify()
  }

  async #updateAccounts(connector: Connector, [first]: readonly string[]): Promise<void> {
    const update = ++this.#accountsUpdate
    if (first === undefined) return this.remove(connector)
    const address = getAddress(first)
    if (this.#connection?.connector === connector)
      return this.#setConnection({ ...this.#connection, address })
    // The payer has let this page see the account in the wallet's own window, or has answered a request of an earlier
    // page. A wallet that was not chosen never takes the place of the connected one.
    if (this.#connection && this.#chosen !== connector) return
    const chainId = await connector.getChainId()
    // The wallet may have reported another account, or none, meanwhile.
    if (update === this.#accountsUpdate) this.#setConnection({ connector, address, chainId })
  }

  /**
   * Connects a wallet, which asks the payer unless it has let this page see the account before. Undefined for a wallet
   * that shows no account. Rejects with the wallet's error.
   */
  async connect(connector: Connector): Promise<Connection | undefined> {
    this.#chosen = connector
    const { accounts, chainId } = await connector.connect()
    const [address] = accounts
    if (!address) return undefined
    const connection = { connector, address, chainId }
    this.#setConnection(connection)
    return connection
  }

  /** Forgets the connection with a wallet, if it is the connected one. */
  remove(connector: Connector): void {
    if (this.#connection?.connector === connector) this.#setConnection(undefined)
  }

  /**
   * Returns the connection, or connects a wallet that still knows this page, without asking the payer. Where we know
   * which one was used last, only that one is asked: another wallet that never answers would block it.
   */
  async restore(): Promise<Connection | undefined> {
    if (!this.#connection) await this.#reconnect()
    return this.#connection
  }

  /** After the time limit it resolves immediately, until the wallet has answered. */
  #reconnect(): Promise<unknown> {
    if (this.#reconnecting) return this.#reconnecting
    const attempt = this.#tryKnownWallets().finally(() => {
      this.#reconnecting = undefined
    })
    this.#reconnecting = withTimeout(() => attempt, { timeout: reconnectTimeoutMs }).catch(
      () => undefined,
    )
    return this.#reconnecting
  }

  async #tryKnownWallets(): Promise<void> {
    const lastId = recall('last-wallet')
    const lastConnectors = this.#connectors.filter(({ id }) => id === lastId)
    const otherConnectors = this.#connectors.filter(({ id }) => id !== legacyConnectorId)
    for (const connector of lastConnectors.length > 0 ? lastConnectors : otherConnectors) {
      // Some wallets, such as MetaMask, fail at first while the page is loading.
      const accounts = await withRetry(() => connector.getAccounts()).catch(() => [])
      const chainId = accounts[0] && (await connector.getChainId().catch(() => undefined))
      const [address] = accounts
      if (this.#connection) return
      if (address && chainId) return this.#setConnection({ connector, address, chainId })
    }
  }

  #setConnection(next: Connection | undefined): void {
    const before = this.#connection
    const isSame =
      next?.connector === before?.connector &&
      next?.address === before?.address &&
      next?.chainId === before?.chainId
    this.#connection = next
    if (!isSame) for (const notify of this.#onConnection) notify(next)
  }

  /** Calls back whenever a wallet is added. Returns a function that stops it. */
  watchConnectors(onChange: () => void): () => void {
    this.#onConnectors.add(onChange)
    return () => this.#onConnectors.delete(onChange)
  }

  /** Calls back whenever account, chain or wallet change. Returns a function that stops it. */
  watchConnection(onChange: (connection: Connection | undefined) => void): () => void {
    this.#onConnection.add(onChange)
    return () => this.#onConnection.delete(onChange)
  }
}
