import type { Chains } from '../../chain/types/chains.ts'
import type { Metrics } from '../../operate/metrics.ts'
import { createFxRates, noFxRates } from '../../rates/read/rates.ts'
import type { OperatedFxRates } from '../../rates/types.ts'
import type { RoleParts } from './parts.ts'

/** Opens the rates of the operator's currencies. Reads nothing yet. */
export async function openRates(
  {
    options: { fxRates: settings },
    store,
    log,
    metrics,
  }: Pick<RoleParts, 'options' | 'store' | 'log'> & {
    /** Undefined in the process of a command. */
    metrics: Metrics | undefined
  },
  chains: Chains,
): Promise<OperatedFxRates> {
  if (settings.length === 0) return noFxRates
  const { createSourceOpener } = await import('../../rates/read/sources.ts')
  const openSources = createSourceOpener(chains)
  return createFxRates({
    ...{ settings, openSources, store, log },
    onRead: metrics?.recordFxRate,
    onRefusal: metrics?.countFxRefusal,
  })
}
