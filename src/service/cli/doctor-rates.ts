import { pino } from 'pino'
import { openChains } from '../app/roles/chains.ts'
import type { ServiceSettings } from '../app/settings.ts'
import { chooseSource, formatRate } from '../rates/judge.ts'
import { readSources } from '../rates/read/rates.ts'
import { createSourceOpener } from '../rates/read/sources.ts'
import type { Report } from './doctor-report.ts'

/** Checks each source of each currency, and whether they agree. Steps are not checked: `pay-charge rates` shows them. */
export async function checkRates(settings: ServiceSettings, report: Report): Promise<void> {
  if (settings.fxRates.length === 0) return
  const chains = await openChains(settings, pino({ enabled: false }))
  const openSources = createSourceOpener(chains)
  for (const setting of settings.fxRates) {
    const subject = `rate of ${setting.currency}`
    const { answers, answer, refusal } = chooseSource(
      setting,
      await readSources(openSources(setting)),
    )
    for (const { name, rate, failure } of answers)
      if (rate)
        report('ok', subject, `${name} says ${formatRate(rate)} USD, ${describeAge(rate.at)}`)
      else report(answer ? 'warning' : 'failed', subject, `${name} ${failure}`)
    if (refusal !== undefined)
      report('failed', subject, `${refusal}. Nothing is priced in ${setting.currency}.`)
    else if (answers.length === 1 && !answer.isByHand)
      report(
        'warning',
        subject,
        'it has one source. Add another: a single one’s rate is bounded by nothing but min, max and its own past.',
      )
  }
}

function describeAge(at: Date): string {
  const minutes = Math.max(0, Math.round((Date.now() - at.getTime()) / 60_000))
  return minutes < 120 ? `${minutes} minutes old` : `${Math.round(minutes / 60)} hours old`
}
