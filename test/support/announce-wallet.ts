/** Puts a wallet into a page whose answers come through a binding: EIP-1193 and EIP-6963. It runs in the page, by itself. */
export function announce({ binding, name, uuid }: { binding: string; name: string; uuid: string }) {
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
    uuid,
    name,
    rdns: `example.${binding.replaceAll('_', '-').toLowerCase()}`,
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="%230f766e"/><circle cx="16" cy="16" r="7" fill="none" stroke="white" stroke-width="3"/></svg>',
  }
  const detail = Object.freeze({ info, provider })
  const say = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', say)
  say()
}
