import type { Ports } from '../ports/ports.ts'
import type { Wallets } from '../ports/wallets.ts'
import { listPaymentOptions } from '../quote/payment-assets.ts'
import type { Effect } from '../state.ts'
import type { Run } from './run.ts'
import type { Dispatch } from './wait.ts'

/** Lists the wallets of the page on the screen, from now on. */
export async function discoverWallets(
  ports: Ports,
  dispatch: Dispatch,
  signal: AbortSignal,
  run: Run,
) {
  const wallets = await ports.loadWallets()
  if (signal.aborted) return
  run.stops.wallets?.()
  run.stops.wallets = wallets.watch((list) => dispatch({ type: 'walletsUpdated', wallets: list }))
}

/** Connects a wallet, for all chains on which the charge can be paid. */
export async function connectWallet(
  ports: Ports,
  dispatch: Dispatch,
  run: Run,
  { walletId, attempt, option }: Extract<Effect, { do: 'connect' }>,
) {
  const wallets = await ports.loadWallets()
  const onUri = (uri: string) => dispatch({ type: 'uriCreated', attempt, uri })
  const options = listPaymentOptions(option, ports.getAcceptedAssets())
  const chainIds = [...new Set([option, ...options].map(({ quote }) => quote.chainId))]
  // Before connecting: the wallet may answer a request that another page has left open.
  watchAccount(dispatch, run, wallets)
  const account = await wallets.connect(walletId, onUri, chainIds)
  run.account = account
  const choice = options.length > 1 ? options : undefined
  dispatch({ type: 'connected', attempt, account, options: choice })
}

/** Follows the wallet's account from now on, once for all screens. */
export function watchAccount(dispatch: Dispatch, run: Run, wallets: Wallets) {
  run.stops.account ??= wallets.watchAccount((account) => {
    run.account = account
    dispatch({ type: 'accountChanged', account })
  })
}
