import type { Chains } from '../../chain/types/chains.ts'
import type { OperatedFxRates } from '../../rates/types.ts'
import type { RoleParts } from './parts.ts'

/** Opens the rates of the operator's currencies. Reads nothing yet. */
export async function openRates(
  { options, store, log }: Pick<RoleParts, 'options' | 'store' | 'log'>,
  _chains: Chains,
): Promise<OperatedFxRates> {
  const { fxRates: settings } = options
  const { createFxRates, noFxRates } = await import('../../rates/read/rates.ts')
  if (settings.length === 0) return noFxRates
  const { openSources } = await import('../../rates/read/sources.ts')
  return createFxRates({ settings, openSources, store, log })
}
