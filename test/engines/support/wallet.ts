import { PageWallet, type PageWalletOptions, refusal } from '../../element/support/wallet.ts'
import { ask as askStage, newPayer, onChain } from './stage.ts'

interface Ask {
  method: string
  params?: readonly unknown[]
}

/** What a wallet does by itself: it knows its account, and which network it is on. */
const own = /^(eth_requestAccounts|eth_accounts|eth_chainId|wallet_\w+)$/

/** A wallet beside the page, as an extension is: it outlives the page. */
class OutlivingWallet extends PageWallet {
  /** Announces itself to a page by EIP-6963, now and whenever the page asks. */
  announceTo(page: Window & typeof globalThis) {
    const detail = Object.freeze({ info: this.info, provider: this.provider })
    const say = () =>
      page.dispatchEvent(new page.CustomEvent('eip6963:announceProvider', { detail }))
    page.addEventListener('eip6963:requestProvider', say)
    say()
  }
}

/** One with the real chain behind it. It holds no key: the local chain signs for its account. */
export class ChainWallet extends OutlivingWallet {
  /** Answers in place of the wallet; a promise may wait, an Error is thrown. */
  decide: (ask: Ask) => unknown = () => undefined
  /** The transactions that it has broadcast, in order. */
  readonly sent: string[] = []

  private constructor(options: PageWalletOptions) {
    super(options)
    this.answer = (ask) => this.#answer(ask)
  }

  /** One with an account of its own, which has money. */
  static async open(options: PageWalletOptions = {}): Promise<ChainWallet> {
    return new ChainWallet({ account: await newPayer(), ...options })
  }

  async #answer(ask: Ask): Promise<unknown> {
    const said = await this.decide(ask)
    if (said !== undefined || own.test(ask.method)) return said
    if (this.chainId !== 31_337) return refusal(-32_603, 'This network cannot be reached.')
    const result = await onChain(ask.method, ask.params)
    if (ask.method === 'eth_sendTransaction') this.sent.push(String(result))
    return result
  }
}

/** The app of a new Safe as a wallet. It has proposed what it was asked for when it answers. */
export class SafeWallet extends OutlivingWallet {
  readonly #safe: number

  private constructor(safe: number) {
    super({ name: 'Safe', rdns: 'example.safe' })
    this.#safe = safe
    this.answer = async (ask) => {
      const { result, error } = await askStage<SafeAnswer>('askSafe', { safe, ask })
      return error ? refusal(error.code, error.message) : result
    }
  }

  static async open(): Promise<SafeWallet> {
    const { safe } = await askStage<{ safe: number }>('openSafe')
    return new SafeWallet(safe)
  }

  /** Its owners sign the proposal and execute it. */
  execute = () => askStage('executeSafe', { safe: this.#safe })
}

interface SafeAnswer {
  result?: unknown
  error?: { code: number; message: string }
}
