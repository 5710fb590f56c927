import type { Chains } from '../../chain/types/chains.ts'
import type { Metrics } from '../../operate/metrics.ts'
import { addPeggedTokens } from '../../rates/pegged-tokens.ts'
import { createFxRates } from '../../rates/read/rates.ts'
import type { OperatedFxRates } from '../../rates/types.ts'
import type { RoleParts } from './parts.ts'

/**
 * Opens the rates of the operator's currencies, and adds to the chains what tokens of these are worth. Reads nothing yet. What is kept of a
 * currency counts for money of then also where no currency is set any more.
 */
export async function openRates(
  {
    options: { fxRates: settings, tokens },
    store,
    log,
    metrics,
  }: Pick<RoleParts, 'options' | 'store' | 'log'> & {
    /** Undefined in the process of a command. */
    metrics: Metrics | undefined
  },
  chains: Chains,
): Promise<{ rates: OperatedFxRates; chains: Chains }> {
  const { createSourceOpener } = await import('../../rates/read/sources.ts')
  const openSources = createSourceOpener(chains)
  const rates = createFxRates({
    settings,
    openSources,
    store,
    log,
    onRead: metrics?.recordFxRate,
    onRefusal: metrics?.countFxRefusal,
  })
  return { rates, chains: addPeggedTokens(chains, tokens, rates) }
}
