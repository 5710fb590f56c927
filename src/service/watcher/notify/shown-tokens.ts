import type { Transfer } from '../../domain/payments/transfers.ts'
import type { WatcherContext } from '../context.ts'
import type { WatchedDestinations } from '../watched-destinations.ts'

/**
 * Saves how tokens are shown that no charge takes at the recipients where they arrived. Merchants are told of them, and
 * a transfer is only shown with the decimals of its token.
 */
export async function saveShownTokens(
  { store, chains, log }: Pick<WatcherContext, 'store' | 'chains' | 'log'>,
  destinations: WatchedDestinations,
  chainId: number,
  transfers: readonly Transfer[],
): Promise<void> {
  const others = transfers.filter(({ token, recipient }) => !destinations.accepts(token, recipient))
  const byPlace = new Map(others.map((one) => [`${one.token} ${one.recipient}`, one]))
  for (const { token, recipient } of byPlace.values()) {
    const shown = await chains.getToken(chainId, token).catch((err: unknown) => {
      // Anybody can deploy a token that answers only at times. It keeps nothing from being recorded, and is shown once it
      // has answered when something arrives.
      log.warn(
        { err, chainId, token },
        'A token could not be read, so its transfers are not shown.',
      )
      return undefined
    })
    if (shown) await store.saveShownToken({ ...shown, chainId, token, recipient })
  }
}
