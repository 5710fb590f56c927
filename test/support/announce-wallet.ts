/** How a wallet makes itself known to a page. `twice`: again, and anew with another uuid. `late`: when it is told to. */
export type Known = 'once' | 'twice' | 'late' | 'never'

/** What happens to a wallet, as its page hears it: an EIP-1193 event, or that it announces itself now. */
export interface Told {
  binding: string
  event: string
  value?: unknown
}

/** What a wallet does with a question, in the page. */
export interface WalletReply {
  result?: unknown
  /** It throws an Error with these fields. */
  error?: { code?: number; message: string }
  /** It throws this, whatever it is. */
  thrown?: { value: unknown }
}

export interface Announced {
  binding: string
  name: string
  uuid: string
  /** @default 'once' */
  known?: Known
  /** It is window.ethereum, too. @default false */
  legacy?: boolean
}

/** Puts a wallet into a page whose answers come through a binding: EIP-1193 and EIP-6963. It runs in the page, by itself. */
export function announce({ binding, name, uuid, known = 'once', legacy = false }: Announced) {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  addEventListener('test-wallet', (told) => {
    const { binding: whose, event, value } = (told as CustomEvent<Told>).detail
    if (whose !== binding) return
    if (event === 'announce') begin()
    for (const listener of listeners.get(event) ?? []) listener(value)
  })
  const bridge = (window as unknown as Record<string, (ask: unknown) => Promise<WalletReply>>)[
    binding
  ]
  const provider = {
    async request(ask: { method: string }) {
      // For benchmarks: what was asked when, on the page's own clock.
      performance.mark(`wallet ${ask.method}`)
      const { result, error, thrown } = (await bridge?.(ask)) ?? {}
      if (error) throw Object.assign(new Error(error.message), error)
      if (thrown) throw thrown.value
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
    uuid,
    name,
    rdns: `example.${binding.replaceAll('_', '-').toLowerCase()}`,
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="%230f766e"/><circle cx="16" cy="16" r="7" fill="none" stroke="white" stroke-width="3"/></svg>',
  }
  const sayAs = (as: typeof info) => {
    const detail = Object.freeze({ info: as, provider })
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  const say = () => {
    sayAs(info)
    if (known !== 'twice') return
    sayAs(info)
    sayAs({ ...info, uuid: crypto.randomUUID() })
  }
  const begin = () => {
    addEventListener('eip6963:requestProvider', say)
    say()
  }
  if (legacy) Object.assign(window, { ethereum: provider })
  if (known === 'once' || known === 'twice') begin()
}
