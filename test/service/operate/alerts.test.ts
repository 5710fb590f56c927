import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { parseYaml } from '@redocly/openapi-core'
import { createMetrics } from '../../../src/service/operate/metrics.ts'
import { chainId, provideHarness } from '../../support/harness.ts'
import { newCharge } from '../../support/paying.ts'
import { withOptions } from '../../support/service-options.ts'
import { until } from '../../support/wait.ts'

// A rule about a metric that is not there never fires, and nobody notices.

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; description: string }
}

interface Panel {
  id: number
  title: string
  type: string
  targets?: { expr: string }[]
}

const readFile = (name: string) =>
  readFileSync(new URL(`../../../scripts/operate/${name}`, import.meta.url), 'utf8')
const { groups } = parseYaml(readFile('alerts.yaml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const dashboard = JSON.parse(readFile('dashboard.json')) as { panels: Panel[] }
const panelExpressions = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ name: title, expr })),
)
const expressions = [...rules.map(({ alert: name, expr }) => ({ name, expr })), ...panelExpressions]

/** What the service shows: the names of all metrics, and the labels and their values that each was seen with. */
interface Shown {
  names: Set<string>
  labels: Map<string, Map<string, Set<string>>>
}

/** Of the service alone, and with the labels of what is counted only where something is wrong. */
let own: Shown
let shown: Shown
const harness = provideHarness(withOptions({ isMetricsPublic: true }))
before(async () => {
  await harness.started
  await newCharge(harness)
  await fetch(`${harness.service.baseUrl}/readyz`)
  const read = async () => await (await fetch(`${harness.service.baseUrl}/metrics`)).text()
  const text = await until('the watcher', async () => {
    const found = await read()
    return /watcher_lag_blocks\{/.test(found) ? found : undefined
  })
  own = parseMetrics(text)
  const metrics = createMetrics([chainId])
  metrics.countDisagreement(chainId, 'https://node.example')
  metrics.recordClockOffset(chainId, 1)
  const euro = { currency: 'EUR', answer: 108n, decimals: 2, source: 'by hand', at: new Date() }
  metrics.recordFxRate({
    ...{ currency: 'EUR', min: 0.8, max: 1.6, boundPercent: 3, sources: [], readAt: new Date() },
    ...{ rate: euro, refusal: undefined, isWaiting: false, lastRefusedAt: undefined },
  })
  const account = '0x1111111111111111111111111111111111111111'
  metrics.recordRelayer(chainId, {
    accounts: [{ account, balance: 1n, floor: 0n, transactionsLeft: 1, blockedBy: undefined }],
    open: [],
  })
  shown = parseMetrics(`${text}\n${(await metrics.read()).text}`)
  for (const name of shown.names) assert.ok(own.names.has(name), `the service has ${name}`)
})

function parseMetrics(text: string): Shown {
  const names = new Set<string>()
  const labels: Shown['labels'] = new Map()
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    if (type === 'histogram')
      for (const part of ['bucket', 'sum', 'count']) names.add(`${name}_${part}`)
    else names.add(name)
  }
  for (const [, name = '', inside = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const ofName = labels.get(name) ?? new Map<string, Set<string>>()
    labels.set(name, ofName)
    for (const [, label = '', value = ''] of inside.matchAll(/(\w+)="([^"]*)"/g))
      ofName.set(label, (ofName.get(label) ?? new Set()).add(value))
  }
  return { names, labels }
}

/** Labels that Prometheus adds to every sample. */
const scrapeLabels = ['job', 'instance']
/** https://prometheus.io/docs/prometheus/latest/querying/functions/ and /operators/: those that our expressions use. */
const promqlWords =
  /^(by|or|and|unless|offset|abs|absent|changes|histogram_quantile|increase|max|min|rate|sum|time|topk|h|le)$/

/** Fails when an expression names a metric, a label, or a value that the service does not show. */
function checkExpression(expr: string, { names, labels }: Shown): void {
  const used: string[] = []
  const matchers: [metric: string, inside: string][] = []
  const grouping = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(', '),
  )
  const bare = expr
    .replace(/(\w+)\{([^}]*)\}/g, (_, metric: string, inside: string) => {
      matchers.push([metric, inside])
      return metric
    })
    .replace(/\bby \([^)]*\)/g, '')
    .replace(/\[[^\]]*\]|\boffset \w+/g, '')
  for (const [word] of bare.matchAll(/\b[a-z_]\w*/gi)) {
    if (promqlWords.test(word)) continue
    if (word !== 'up') assert.ok(names.has(word), `there is no metric ${word}`)
    used.push(word)
  }
  assert.ok(used.length > 0, 'names no metric')
  for (const [metric, inside] of matchers)
    for (const [, label = '', operator, value = ''] of inside.matchAll(
      /(\w+)(=~|!=|=)"([^"]*)"/g,
    )) {
      if (scrapeLabels.includes(label)) continue
      const values = labels.get(metric)?.get(label)
      assert.ok(values, `${metric} has no label ${label}`)
      if (operator !== '=~') assert.ok(values.has(value), `${metric} has no ${label} ${value}`)
    }
  for (const label of grouping)
    for (const metric of used)
      assert.ok(
        scrapeLabels.includes(label) || labels.get(metric)?.has(label),
        `${metric} has no label ${label}`,
      )
}

test('every alert and every panel names metrics, labels and values that the service shows', () => {
  assert.ok(rules.length > 15 && panelExpressions.length > 20)
  for (const { name, expr } of expressions) {
    try {
      checkExpression(expr, shown)
    } catch (cause) {
      throw new Error(`${name}: ${(cause as Error).message}`, { cause })
    }
  }
})

describe('an expression fails', () => {
  const cases = [
    ['pay_charge_watcher_lag > 1', /no metric pay_charge_watcher_lag$/],
    ['sum by (network) (pay_charge_watcher_lag_blocks)', /no label network/],
    ['rate(pay_charge_payments_total{result="failed"}[5m])', /no label result/],
    ['rate(pay_charge_payments_total{outcome="fail"}[5m])', /no outcome fail/],
    ['rate(pay_charge_http_request_duration_seconds[5m])', /no metric/],
    ['time() > 1', /names no metric/],
  ] as const
  for (const [expr, pattern] of cases)
    test(`such as ${expr}`, () => assert.throws(() => checkExpression(expr, shown), pattern))
})

test('no two panels have one id: Grafana would show one of them', () => {
  const ids = dashboard.panels.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
})

test('every metric of ours has a panel', () => {
  const all = panelExpressions.map(({ expr }) => expr).join('\n')
  const missing = [...shown.names]
    .filter((name) => name.startsWith('pay_charge_') && !/_(sum|count)$/.test(name))
    .filter((name) => !new RegExp(`\\b${name}\\b`).test(all))
  assert.deepEqual(missing, [])
})

test('what a counter counts first is an increase: it begins with 0', () => {
  const counted = [
    ['pay_charge_payments_misdirected_total', 'chain', `${chainId}`],
    ['pay_charge_payments_total', 'outcome', 'reopened'],
    ['pay_charge_refunds_total', 'outcome', 'reopened'],
    ['pay_charge_webhook_tries_total', 'outcome', 'given_up'],
    ['pay_charge_rate_limited_total', 'kind', 'reporter'],
  ] as const
  for (const [name, label, value] of counted)
    assert.ok(own.labels.get(name)?.get(label)?.has(value), `${name} of ${label} ${value}`)
})

test('every alert says what it is and what to do, and whom it wakes', () => {
  const names = rules.map(({ alert }) => alert)
  assert.equal(new Set(names).size, names.length)
  for (const { alert, labels, annotations } of rules) {
    assert.match(labels.severity, /^(page|ticket)$/, alert)
    assert.match(annotations.summary, /\.$/, alert)
    assert.match(annotations.description, /[.)]$/, alert)
  }
})
