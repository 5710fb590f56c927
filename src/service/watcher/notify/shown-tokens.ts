import type { Transfer } from '../../payments/transfers.ts'
import type { WatcherContext } from '../context.ts'
import type { WatchedDestinations } from '../watched-destinations.ts'

/**
 * Saves the metadata of tokens that no charge takes at the recipients where they arrived. Merchants are notified of such
 * transfers, which are only shown with the decimals of their token.
 */
export async function saveShownTokens(
  { store, chains, log }: Pick<WatcherContext, 'store' | 'chains' | 'log'>,
  destinations: WatchedDestinations,
  chainId: number,
  transfers: readonly Transfer[],
): Promise<void> {
  const others = transfers.filter(({ token, recipient }) => !destinations.accepts(token, recipient))
  const byDestination = new Map(
    others.map((transfer) => [`${transfer.token} ${transfer.recipient}`, transfer]),
  )
  for (const { token, recipient } of byDestination.values()) {
    const metadata = await chains.getToken(chainId, token).catch((err: unknown) => {
      // Anyone can deploy a token that answers only at times. Its transfers are recorded all the same, and shown once it has
      // answered.
      log.warn(
        { err, chainId, token },
        'A token could not be read, so its transfers are not shown.',
      )
      return undefined
    })
    if (metadata) await store.saveShownToken({ ...metadata, chainId, token, recipient })
  }
}
