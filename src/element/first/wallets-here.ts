import type { ElementContext } from './context.ts'

// What is known of wallets without their code, so that the first screen offers first what can work here.

let isAnnounced = false
const noteAnnounced = () => {
  isAnnounced = true
}

/** Asks the wallets in this browser to announce themselves (EIP-6963). They answer at once, and show the payer nothing. */
export function askForWallets(): void {
  // One listener, however many cards a page has.
  addEventListener('eip6963:announceProvider', noteAnnounced)
  dispatchEvent(new Event('eip6963:requestProvider'))
}

/** Returns whether a wallet has announced itself so far, or the page brings one. */
export function isWalletHere({ settings, pageOptions }: ElementContext): boolean {
  return !!(
    isAnnounced ||
    (window as { ethereum?: unknown }).ethereum ||
    settings.walletconnectProjectId ||
    pageOptions.wallets
  )
}
