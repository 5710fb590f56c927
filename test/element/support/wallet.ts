export const payer = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** `decimals()` */
const decimalsSelector = '0x313ce567'
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

interface Ask {
  method: string
  params?: readonly unknown[]
}

type Answer = unknown

/** An error as EIP-1193 wallets throw it. */
export function refusal(code: number, message = 'User rejected the request.') {
  return Object.assign(new Error(message), { code })
}

export interface PageWalletOptions {
  name?: string
  rdns?: string
  icon?: string
  chainId?: number
  /** The account that it holds. */
  account?: string
}

/**
 * A wallet in the page (EIP-1193), with a chain behind it that has the payer's balance and mines what is sent. It is
 * announced by EIP-6963 when it is told to.
 */
export class PageWallet {
  /** Everything that it was asked, in order. */
  readonly asked: Ask[] = []
  /** Answers in place of the wallet; a promise may wait, an Error is thrown, null is an answer. */
  answer: (ask: Ask) => Answer | undefined = () => undefined
  chainId: number
  readonly account: string
  balance = 1_000_000_000_000n
  /** Blocks on top of what was sent. */
  depth = 1n
  readonly info: { uuid: string; name: string; rdns: string; icon: string }
  readonly provider
  #connected = false
  #sent = 0
  #head = 100n
  readonly #listeners = new Map<string, Set<(value: unknown) => void>>()
  #stop = () => {}

  constructor(options: PageWalletOptions = {}) {
    const { name = 'Page Wallet', rdns = 'example.page', chainId = 31_337 } = options
    this.chainId = chainId
    this.account = options.account ?? payer
    this.info = {
      uuid: crypto.randomUUID(),
      name,
      rdns,
      icon: options.icon ?? 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    }
    this.provider = {
      request: (ask: Ask) => this.#request(ask),
      on: (event: string, hear: (value: unknown) => void) => {
        this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(hear))
      },
      removeListener: (event: string, hear: (value: unknown) => void) => {
        this.#listeners.get(event)?.delete(hear)
      },
    }
  }

  /** Announces itself now, and whenever a page asks, until `leave`. */
  announce(): this {
    const detail = Object.freeze({ info: this.info, provider: this.provider })
    const say = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    this.#stop()
    addEventListener('eip6963:requestProvider', say)
    this.#stop = () => removeEventListener('eip6963:requestProvider', say)
    say()
    return this
  }

  /** Answers no page any more. */
  leave() {
    this.#stop()
  }

  /** Reports something by itself, as an EIP-1193 event. */
  emit(event: string, value: unknown) {
    if (event === 'accountsChanged') this.#connected = (value as string[]).length > 0
    for (const hear of this.#listeners.get(event) ?? []) hear(value)
  }

  count(method: string): number {
    return this.asked.filter((ask) => ask.method === method).length
  }

  async #request(ask: Ask): Promise<unknown> {
    this.asked.push(ask)
    const said = await this.answer(ask)
    if (said instanceof Error) throw said
    return said === undefined ? this.#honest(ask) : said
  }

  #honest({ method, params }: Ask): unknown {
    switch (method) {
      case 'eth_requestAccounts':
      case 'wallet_requestPermissions':
        this.#connected = true
        return method === 'eth_requestAccounts'
          ? [this.account]
          : [{ parentCapability: 'eth_accounts' }]
      case 'eth_accounts':
        return this.#connected ? [this.account] : []
      case 'eth_chainId':
        return `0x${this.chainId.toString(16)}`
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain': {
        const [{ chainId }] = params as [{ chainId: string }]
        this.chainId = Number(chainId)
        for (const hear of this.#listeners.get('chainChanged') ?? []) hear(chainId)
        return null
      }
      default:
        return this.#chain(method, params as string[])
    }
  }

  #chain(method: string, params: string[]): unknown {
    switch (method) {
      case 'eth_blockNumber':
        return `0x${(this.#head + (this.#sent > 0 ? this.depth : 0n)).toString(16)}`
      case 'eth_getTransactionCount':
        return `0x${this.#sent.toString(16)}`
      case 'eth_getBalance':
        return `0x${(10n ** 18n).toString(16)}`
      case 'eth_gasPrice':
        return '0x3b9aca00'
      case 'eth_estimateGas':
        return '0xfde8'
      case 'eth_getCode':
        return '0x'
      case 'eth_call':
        // A contract need not tell its decimals (ERC-20): this one does not.
        if (JSON.stringify(params[0]).includes(decimalsSelector)) return '0x'
        return word(this.balance)
      case 'eth_getLogs':
        return []
      case 'eth_getBlockByNumber':
        return { number: '0x64', transactions: [], timestamp: '0x0' }
      case 'eth_sendTransaction':
        this.#sent++
        return word(BigInt(this.#sent) + 0xabcdn * 2n ** 64n + BigInt(Date.now()))
      case 'eth_getTransactionReceipt':
        return {
          transactionHash: params[0],
          blockNumber: `0x${(this.#head + 1n).toString(16)}`,
          status: '0x1',
          logs: [],
        }
      case 'eth_getTransactionByHash':
        return {
          hash: params[0],
          blockNumber: `0x${(this.#head + 1n).toString(16)}`,
          from: payer,
          to: null,
          nonce: `0x${Math.max(this.#sent - 1, 0).toString(16)}`,
          value: '0x0',
          input: '0x',
        }
      default:
        throw refusal(4200, `The method ${method} is not there.`)
    }
  }
}
