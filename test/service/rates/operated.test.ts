import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readSettings } from '../../../src/service/app/settings.ts'
import { runDoctor } from '../../../src/service/cli/doctor.ts'
import { createDeskKey } from '../../support/desk.ts'
import { type DeskVisitor, visitDesk } from '../../support/desk-visitor.ts'
import { deployFeed, feedAddress, type SayPrice } from '../../support/feed.ts'
import { chainId, clientOf, provideHarness } from '../../support/harness.ts'
import { commandsOf, refusalOf } from '../../support/operator.ts'
import { referenceRates, startDocuments } from '../../support/reference-rates.ts'
import { withOptions } from '../../support/service-options.ts'
import { until } from '../../support/wait.ts'

// What the operator and the people at the desk see of the rates of a running service.

const documents = await startDocuments()
const today = new Date().toISOString().slice(0, 10)
documents.set({ status: 200, body: referenceRates(today, { USD: '1.08', JPY: '163.20' }) })
after(() => documents.stop())

const euro = (dollars: number) => BigInt(Math.round(dollars * 1e8))
const FX_RATES = JSON.stringify({
  EUR: {
    ...{ min: 0.8, max: 1.6, boundPercent: 5 },
    sources: [{ chainId, feed: feedAddress(0), maxAgeSeconds: 90_000 }],
  },
  CHF: { min: 0.8, max: 1.6, sources: [{ rate: '1.12', until: '2099-12-31' }] },
})

let say: SayPrice
let visitor: DeskVisitor
const harness = provideHarness({ FX_RATES, ...withOptions({ isMetricsPublic: true }) })
before(async () => {
  await harness.started
  say = await deployFeed(harness.chain, { name: 'EUR / USD' })
  const { apiKey } = await createDeskKey(harness.environment, harness.shop.id, {
    scope: 'desk:see',
    name: 'Ruth Sand',
  })
  visitor = visitDesk(harness.service.baseUrl)
  await visitor.send('/desk/sign-in', { key: apiKey })
})

const cli = commandsOf(harness)
const get = async (path: string) => await (await fetch(`${harness.service.baseUrl}${path}`)).text()

interface Listed {
  rate: string
  refusal: string
  isWaiting: boolean
}

/** Waits until the service has a rate of the euro, or has none any more, and returns what the operator is shown of it. */
async function untilEuro(has: boolean): Promise<Listed> {
  await until('the rate of the euro to be read', async () =>
    /no rate of EUR/.test(await get('/readyz')) === has ? undefined : true,
  )
  const lines = (await cli('rates', '--json')).split('\n').map((line) => JSON.parse(line))
  return lines.find(({ currency }) => currency === 'EUR')
}

async function examine(rates: object): Promise<string[]> {
  const parsed = readSettings({
    ...{ CHAIN_RPC_URLS: JSON.stringify({ [chainId]: harness.chain.rpcUrl }) },
    FX_RATES: JSON.stringify(rates),
    DATA_DIR: '/nonexistent',
  })
  assert.ok('settings' in parsed, 'it was refused')
  const found: string[] = []
  await runDoctor(parsed.settings, { json: true }, (line) => {
    const { state, subject, text } = JSON.parse(line)
    if (subject.startsWith('rate of')) found.push(`${state} ${subject}: ${text}`)
  })
  return found
}

describe('a rate of a running service', () => {
  test('is missing, and everyone who looks is told', async () => {
    await say(-1n)
    const html = await until('the feed to be read', async () => {
      const page = (await visitor.open('/desk/chains')).html
      return page.includes('gives no price') ? page : undefined
    })
    assert.match(
      html,
      /EUR<small class="money">± 5 %.*?No rate.*?Nothing can be priced in this currency.*?gives no price/s,
    )
    assert.match(html, /CHF<small>.*?1\.12.*?± 3 %.*?In use.*?by hand/s)
    const { refusal } = await untilEuro(false)
    assert.match(refusal, /^no source can be used: feed 0x\w+ on chain 31337 gives no price$/)
    assert.match(await get('/readyz'), /There is no rate of EUR, so nothing is priced in it\./)
    const metrics = await get('/metrics')
    assert.match(metrics, /^pay_charge_fx_rate\{currency="CHF"\} 1\.12$/m)
    assert.doesNotMatch(metrics, /^pay_charge_fx_rate\{currency="EUR"\}/m)
    assert.match(metrics, /^pay_charge_fx_sources_usable\{currency="EUR"\} 0$/m)
  })

  test('is there again, with its source and age', async () => {
    await say(euro(1.08), 120)
    assert.equal((await untilEuro(true)).rate, '1.08')
    assert.doesNotMatch(await get('/readyz'), /rate/)
    const { html } = await visitor.open('/desk/chains')
    assert.match(
      html,
      /EUR<small>.*?1\.08.*?2 min.*?In use.*?feed 0x\w+ on chain 31337.*?Last without a rate/s,
    )
    const metrics = await get('/metrics')
    assert.match(metrics, /^pay_charge_fx_rate\{currency="EUR"\} 1\.08$/m)
    const age = Number(
      /^pay_charge_fx_rate_age_seconds\{currency="EUR"\} ([\d.]+)$/m.exec(metrics)?.[1],
    )
    assert.ok(age >= 120 && age < 600, `${age}`)
    const shown = await cli('rates')
    assert.match(shown, /^EUR {2}1\.08 USD \(from 0\.8 to 1\.6, bound 5 %\)$/m)
    assert.match(shown, /^ {5}feed 0x\w+ on chain 31337: 1\.08 USD of \d{4}-/m)
  })

  test('that has moved too far waits until the operator accepts it', async () => {
    assert.match(await refusalOf(cli('rates', 'accept', 'EUR')), /No rate of EUR waits/)
    assert.match(await refusalOf(cli('rates', 'accept', 'GBP')), /FX_RATES does not name it/)
    assert.match(
      await refusalOf(cli('rates', 'accept', 'euro')),
      /^currency must be a code such as EUR/,
    )
    await say(euro(1.2))
    // The rate in use is read again after a minute; a restart reads it at once.
    await harness.restart()
    const { refusal, isWaiting } = await untilEuro(false)
    assert.match(refusal, /alone says 1\.2 USD, which is more than 5 % from 1\.08 USD before/)
    assert.equal(isWaiting, true)
    const said = await cli('rates', 'accept', 'EUR')
    assert.match(said, /^One EUR is 1\.2 USD now, by feed 0x\w+ on chain 31337\.$/)
    assert.equal((await untilEuro(true)).rate, '1.2')
    const source = `feed ${feedAddress(0)} on chain ${chainId}`
    for (const account of [harness.shop, harness.other]) {
      const [entry] = (await clientOf(harness, account).listAuditLog({ limit: 1 })).data
      assert.deepEqual(
        [entry?.action, entry?.author, entry?.from, entry?.to],
        [
          'rate.accepted',
          'cli',
          { currency: 'EUR', usd: '1.08', source },
          { currency: 'EUR', usd: '1.2', source },
        ],
      )
    }
  })
})

describe('doctor', () => {
  const feed = { chainId, feed: feedAddress(0), maxAgeSeconds: 90_000 }
  const bounds = { min: 0.8, max: 1.6 }

  test('says what each source says, and whether they agree', async () => {
    await say(euro(1.08), 300)
    assert.deepEqual(await examine({ EUR: { ...bounds, sources: [feed] } }), [
      `ok rate of EUR: feed ${feed.feed} on chain ${chainId} says 1.08 USD, 5 minutes old`,
      'warning rate of EUR: it has one source. Add another: a single one’s rate is bounded by nothing but min, max and its own past.',
    ])
    await say(euro(1.2))
    const sources = [feed, { rate: '1.08', until: '2099-12-31' }]
    assert.match(
      (await examine({ EUR: { ...bounds, sources } })).at(-1) ?? '',
      /^failed rate of EUR: its sources differ by more than 3 %: .* says 1\.2 USD, by hand says 1\.08 USD\. Nothing is priced in EUR\.$/,
    )
  })

  test('names a feed of something else, and a document that lacks the currency', async () => {
    const found = await examine({
      CHF: {
        ...bounds,
        sources: [feed, { ecbUrl: documents.url }, { rate: '1.1', until: '2099-12-31' }],
      },
    })
    assert.deepEqual(found.slice(0, 2), [
      `warning rate of CHF: feed ${feed.feed} on chain ${chainId} is the feed "EUR / USD", not "CHF / USD"`,
      `warning rate of CHF: ${documents.url} has no rate of CHF`,
    ])
  })
})
