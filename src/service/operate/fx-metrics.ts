import { Counter, Gauge, type Registry } from 'prom-client'
import { formatAmount } from '../../amount.ts'
import type { FxRateState } from '../rates/types.ts'

/** Records the rates of currencies. */
export interface FxMetrics {
  /** Records a currency's rate and its sources, as they were read. */
  recordFxRate(state: FxRateState): void
  /** Counts a price that was not made because its currency has no rate. */
  countFxRefusal(currency: string): void
}

/** Creates the metrics of the rates of currencies. A service without FX_RATES has no value for them. */
export function createFxMetrics(registry: Registry): FxMetrics {
  const registers = [registry]
  const labelNames = ['currency'] as const
  const datedAt = new Map<string, Date>()
  const rates = new Gauge({
    name: 'pay_charge_fx_rate',
    help: 'US dollars for one unit of a currency, by which prices are computed; none while there is no rate.',
    labelNames,
    registers,
  })
  new Gauge({
    name: 'pay_charge_fx_rate_age_seconds',
    help: 'Age of the last rate of a currency, by its source.',
    labelNames,
    registers,
    collect() {
      for (const [currency, at] of datedAt)
        this.set({ currency }, Math.max(0, (Date.now() - at.getTime()) / 1000))
    },
  })
  const usable = new Gauge({
    name: 'pay_charge_fx_sources_usable',
    help: 'Sources of a currency that give a rate.',
    labelNames,
    registers,
  })
  const refused = new Counter({
    name: 'pay_charge_fx_refused_total',
    help: 'Prices that were not made because their currency has no rate.',
    labelNames,
    registers,
  })
  return {
    recordFxRate({ currency, rate, sources }) {
      usable.set({ currency }, sources.filter((source) => source.rate).length)
      // Created with 0, so that Prometheus sees the first one as an increase.
      refused.inc({ currency }, 0)
      if (rate) {
        datedAt.set(currency, rate.at)
        rates.set({ currency }, Number(formatAmount(rate.answer, rate.decimals)))
      } else rates.remove({ currency })
    },
    countFxRefusal: (currency) => refused.inc({ currency }),
  }
}
