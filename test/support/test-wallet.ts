import type { Page } from '@playwright/test'
import { type Address, type Hex, numberToHex } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'

/** What a wallet does with a question: as its owner says. `hang` never answers. */
export type Verdict = 'approve' | 'refuse' | 'hang' | { code: number; message: string }

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
}

/**
 * A wallet of our own, announced by EIP-6963 in the page, whose answers a test decides. It holds no key: the local
 * chain signs for its unlocked accounts.
 */
export class TestWallet {
  /** Everything that it was asked, in order. */
  readonly asked: Ask[] = []
  /** Decides on questions to the owner; reads are never asked about. */
  decide: (ask: Ask) => Verdict = () => 'approve'
  readonly address: string
  chainId: number
  #knowsChain: boolean
  #connected = false
  readonly #options: TestWalletOptions

  constructor(options: TestWalletOptions) {
    this.#options = options
    this.address = demoAccount(options.account ?? 1).address
    this.chainId = options.chainId ?? 31_337
    this.#knowsChain = options.knowsChain ?? true
  }

  /** Puts the wallet into every document of the page. */
  async install(page: Page) {
    const binding = `wallet_${(this.#options.name ?? 'Test Wallet').replace(/\W/g, '_')}`
    await page.exposeBinding(binding, (_, ask: Ask) => this.#answer(ask, page))
    await page.addInitScript(announce, { binding, name: this.#options.name ?? 'Test Wallet' })
  }

  /** How often it was asked for a method. */
  count(method: string): number {
    return this.asked.filter((ask) => ask.method === method).length
  }

  /** The transactions that it was asked to send, in order. */
  get transactions(): { to: Address; data: Hex; value: Hex }[] {
    return this.asked
      .filter(({ method }) => method === 'eth_sendTransaction')
      .map(({ params }) => (params as [{ to: Address; data: Hex; value: Hex }])[0])
  }

  async #answer(ask: Ask, page: Page): Promise<{ result?: unknown; error?: unknown }> {
    this.asked.push(ask)
    if (questions.includes(ask.method)) {
      const verdict = this.decide(ask)
      if (verdict === 'hang') return new Promise(() => {})
      if (verdict === 'refuse')
        return { error: { code: 4001, message: 'User rejected the request.' } }
      if (verdict !== 'approve') return { error: verdict }
    }
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
      default:
        return this.#forward(ask)
    }
  }

  async #moveTo({ params }: Ask, page: Page) {
    const [{ chainId }] = params as [{ chainId: string }]
    this.chainId = Number(chainId)
    await page.evaluate(
      (id) => dispatchEvent(new CustomEvent('test-wallet-chain', { detail: id })),
      chainId,
    )
    return { result: null }
  }

  async #forward({ method, params }: Ask) {
    if (this.chainId !== 31_337)
      return { error: { code: -32603, message: 'This network cannot be reached.' } }
    const response = await fetch(this.#options.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] }),
    })
    return (await response.json()) as { result?: unknown; error?: unknown }
  }
}

const questions = [
  'eth_requestAccounts',
  'wallet_requestPermissions',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'eth_sendTransaction',
]

/** Runs in the page. EIP-1193 and EIP-6963. */
function announce({ binding, name }: { binding: string; name: string }) {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const emit = (event: string, value: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(value)
  }
  addEventListener('test-wallet-chain', (event) =>
    emit('chainChanged', (event as CustomEvent).detail),
  )
  const bridge = (
    window as unknown as Record<
      string,
      (ask: unknown) => Promise<{ result?: unknown; error?: { message: string } }>
    >
  )[binding]
  const provider = {
    async request(ask: unknown) {
      const { result, error } = (await bridge?.(ask)) ?? {}
      if (error) throw Object.assign(new Error(error.message), error)
      return result
    },
    on(event: string, listener: (value: unknown) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event: string, listener: (value: unknown) => void) {
      listeners.get(event)?.delete(listener)
    },
  }
  const info = {
    uuid: crypto.randomUUID(),
    name,
    rdns: `example.${binding.replaceAll('_', '-').toLowerCase()}`,
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="%230f766e"/><circle cx="16" cy="16" r="7" fill="none" stroke="white" stroke-width="3"/></svg>',
  }
  const detail = Object.freeze({ info, provider })
  const say = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', say)
  say()
}
