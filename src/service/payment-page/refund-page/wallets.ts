// The wallets of the browser, which announce themselves to the page.

export interface Provider {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>
}

/** How a wallet announces itself (EIP-6963). */
interface AnnouncedWallet {
  info: { uuid: string; name: string }
  provider: Provider
}

/** A wallet of the browser. */
export interface Wallet {
  name: string
  provider: Provider
}

/**
 * Tells of each wallet once: those that announce themselves, else the one that is there.
 *
 * @param unnamed the payer's word for a wallet that tells no name
 */
export function listenForWallets(unnamed: string, hear: (wallet: Wallet) => void): void {
  const known = new Set<string>()
  const add = (id: string, wallet: Wallet) => {
    if (known.has(id)) return
    known.add(id)
    hear(wallet)
  }
  addEventListener('eip6963:announceProvider', (event) => {
    const { info, provider } = (event as CustomEvent<AnnouncedWallet>).detail
    add(info.uuid, { name: info.name.slice(0, 40), provider })
  })
  dispatchEvent(new Event('eip6963:requestProvider'))
  const { ethereum } = window as { ethereum?: Provider }
  if (known.size === 0 && ethereum) add('injected', { name: unnamed, provider: ethereum })
}

/**
 * Returns a wallet's account: the one that it shows this site already, or, after it was asked, the one that its owner chooses.
 *
 * @throws what the wallet says where it refuses
 */
export async function readAccount(
  { provider }: Wallet,
  method: 'eth_accounts' | 'eth_requestAccounts',
): Promise<string | undefined> {
  const [account] = (await provider.request({ method })) as readonly unknown[]
  return typeof account === 'string' && /^0x[\da-f]{40}$/i.test(account) ? account : undefined
}
