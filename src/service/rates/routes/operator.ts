import type { Hono } from 'hono'
import type { Env } from '../../http/context.ts'
import { registerOperatorEndpoint } from '../../http/endpoint.ts'
import { operatorRoutes } from '../../http/operator-routes.ts'
import { formatRate } from '../judge.ts'
import type { FxRateState, OperatedFxRates } from '../types.ts'

/** Registers the operator's routes about the rates of currencies. */
export function registerRateRoutes(app: Hono<Env>, { rates }: { rates: OperatedFxRates }): void {
  registerOperatorEndpoint(app, operatorRoutes.listRates, async () => {
    const states = await rates.listStates()
    return { status: 200, body: { data: states.map(toReply) } }
  })

  registerOperatorEndpoint(app, operatorRoutes.acceptRate, async ({ body }) => {
    const rate = await rates.accept(body.currency)
    return {
      status: 200,
      body: { currency: rate.currency, rate: formatRate(rate), source: rate.source },
    }
  })
}

function toReply({ currency, min, max, boundPercent, rate, ...state }: FxRateState) {
  return {
    currency,
    min,
    max,
    boundPercent,
    rate: rate ? formatRate(rate) : '',
    refusal: state.refusal ?? '',
    isWaiting: state.isWaiting,
    lastRefusedAt: state.lastRefusedAt?.toISOString() ?? '',
    sources: state.sources.map(({ source, rate: its, failure = '' }) => ({
      source,
      rate: its ? formatRate(its) : '',
      at: its?.at.toISOString() ?? '',
      freshUntil: its?.freshUntil.toISOString() ?? '',
      failure,
    })),
  }
}
