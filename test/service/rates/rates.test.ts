import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { pino } from 'pino'
import { toFunctionSelector } from 'viem'
import { createChains } from '../../../src/service/app/chains.ts'
import { parseFxRates } from '../../../src/service/app/setting-rates.ts'
import { createStore } from '../../../src/service/app/store.ts'
import { openKysely } from '../../../src/service/db/kysely.ts'
import { createDocumentReader } from '../../../src/service/rates/read/document.ts'
import { createFxRates } from '../../../src/service/rates/read/rates.ts'
import { createSourceOpener } from '../../../src/service/rates/read/sources.ts'
import type { OperatedFxRates } from '../../../src/service/rates/types.ts'
import { deployFeed, feedAddress, type SayPrice } from '../../support/feed.ts'
import { type LocalChain, startLocalChain } from '../../support/local-chain.ts'
import { startLyingNode } from '../../support/lying-node.ts'
import { type MockTime, mockTime } from '../../support/mock-time.ts'
import { referenceRates, startDocuments } from '../../support/reference-rates.ts'
import { openEmbedded } from '../../support/tables.ts'

// Real feeds on a real chain, a real server of documents and a real database; only the time is simulated.

const minute = 60_000
const hour = 60 * minute
/** A Wednesday. */
const start = Date.parse('2026-11-25T13:00:00Z')

let chain: LocalChain
let database: Awaited<ReturnType<typeof openEmbedded>>
let documents: Awaited<ReturnType<typeof startDocuments>>
let say: SayPrice
let sayPrecise: SayPrice
let sayPound: SayPrice
let time: MockTime
let refusals: string[]

before(async () => {
  ;[chain, database, documents] = await Promise.all([
    startLocalChain(),
    openEmbedded(),
    startDocuments(),
  ])
  say = await deployFeed(chain, { name: 'EUR / USD' })
  sayPrecise = await deployFeed(chain, { name: 'EUR / USD', places: 18 })
  sayPound = await deployFeed(chain, { name: 'GBP / USD' })
})
after(async () => {
  await Promise.all([chain.stop(), database.close(), documents.stop()])
})
beforeEach(async () => {
  await database.clear()
  time = mockTime(start)
  refusals = []
  await say(euro(1.08))
  documents.set(dailyRates())
})
afterEach(() => time.reset())

const euro = (dollars: number) => BigInt(Math.round(dollars * 1e8))
const feed = { chainId: 31_337, feed: feedAddress(0), maxAgeSeconds: 90_000 }
const document = () => ({ ecbUrl: `${documents.url}?key=secret` })
const hand = { rate: '1.0853', until: '2026-12-31' }
const dailyRates = (
  perEuro = { USD: '1.0850', JPY: '163.20', CHF: '0.9400' },
  day = '2026-11-25',
) => ({
  status: 200,
  body: referenceRates(day, perEuro),
})

/** The rates of a service that has just started: EUR by these sources, and Swiss francs by hand. */
function open(
  sources: readonly object[],
  nodes: readonly string[] = [chain.rpcUrl],
): OperatedFxRates {
  const bounds = { min: 0.8, max: 1.6 }
  const settings = parseFxRates(
    JSON.stringify({
      EUR: { ...bounds, sources },
      CHF: { ...bounds, sources: [{ ...hand, rate: '1.12' }] },
    }),
  )
  const chains = createChains({
    rpcUrls: new Map([[31_337, nodes]]),
    confirmations: new Map(),
    ...{ tokens: [], feeds: [], ensRpcUrl: undefined },
  })
  return createFxRates({
    settings,
    openSources: createSourceOpener(chains),
    store: createStore(openKysely(database.dialect)),
    log: pino({ level: 'silent' }),
    onRefusal: (currency) => void refusals.push(currency),
  })
}

const dollarsOf = async (rates: OperatedFxRates, currency = 'EUR', at?: Date) => {
  const { answer, decimals } = await rates.read(currency, at)
  return Number(answer) / 10 ** decimals
}

/** Expects that nothing is priced in euros, that it is said why, and that Swiss francs go on. */
async function refuses(rates: OperatedFxRates, why: RegExp): Promise<void> {
  await assert.rejects(rates.read('EUR'), {
    code: 'price_unavailable',
    retryable: true,
    message: why,
  })
  assert.equal(await dollarsOf(rates, 'CHF'), 1.12)
  const states = await rates.listStates()
  const [state] = states.filter(({ currency }) => currency === 'EUR')
  assert.equal(state?.rate, undefined)
  assert.match(state?.refusal ?? '', why)
  assert.deepEqual(refusals.splice(0), ['EUR'])
}

describe('a rate by a feed', () => {
  test('names its source and time, and is read once for a thousand', async () => {
    const rates = open([feed])
    assert.deepEqual(rates.currencies, ['CHF', 'EUR'])
    const all = await Promise.all(Array.from({ length: 1000 }, () => rates.read('EUR')))
    const [first] = all
    assert.ok(all.every(({ at }) => at === first?.at))
    assert.deepEqual(first, {
      currency: 'EUR',
      answer: euro(1.08),
      decimals: 8,
      source: `feed ${feed.feed} on chain 31337`,
      at: new Date(start),
    })
    await say(euro(1.081))
    assert.equal(await dollarsOf(rates), 1.08)
    time.pass(minute)
    assert.equal(await dollarsOf(rates), 1.081)
  })

  test('has the places of its contract', async () => {
    await sayPrecise(1_080_000_000_000_000_000n)
    assert.equal(await dollarsOf(open([{ ...feed, feed: feedAddress(1) }])), 1.08)
  })

  for (const [what, answer, ageSeconds, why] of [
    ['negative', -euro(1.08), 0, /gives no price/],
    ['zero', 0n, 0, /gives no price/],
    ['too high', euro(1.7), 0, /says 1\.7 USD, which is not from 0\.8 to 1\.6/],
    ['too low', euro(0.7), 0, /says 0\.7 USD, which is not from/],
    ['of the future', euro(1.08), -600, /in the future/],
    ['too old', euro(1.08), 90_001, /is too old: it is of 2026-11-24T11:59:59/],
  ] as const)
    test(`that is ${what} is refused`, async () => {
      await say(answer, ageSeconds)
      await refuses(open([feed]), why)
    })

  test('of another currency, and what is no feed, is refused', async () => {
    await sayPound(euro(1.08))
    await refuses(
      open([{ ...feed, feed: feedAddress(2) }]),
      /is the feed "GBP \/ USD", not "EUR \/ USD"/,
    )
    await refuses(open([{ ...feed, feed: chain.dusd }]), /is no Chainlink feed/)
  })

  test('is refused while its node cannot be reached', async () => {
    const rates = open([feed], ['http://127.0.0.1:9'])
    await refuses(rates, /on chain 31337 cannot be read: Chain 31337 could not be read/)
  })

  test('on which the nodes of its chain do not agree is refused', async () => {
    const round = toFunctionSelector('latestRoundData()')
    const liar = await startLyingNode(chain.rpcUrl)
    liar.lie(async ({ method, params }, ask) => {
      const [call] = params ?? []
      if (method !== 'eth_call' || !JSON.stringify(call).includes(round)) return undefined
      const truth = (await ask(method, [call, 'latest'])) as string
      const lie = euro(1.12).toString(16).padStart(64, '0')
      return { result: truth.replace(euro(1.08).toString(16).padStart(64, '0'), lie) }
    })
    const rates = open([feed], [liar.rpcUrl, chain.rpcUrl])
    await refuses(rates, /nodes of chain 31337 disagree about the price feed/)
    await liar.stop()
  })

  test('becomes too old while it is kept', async () => {
    const rates = open([feed])
    await say(euro(1.08), 89_980)
    assert.equal(await dollarsOf(rates), 1.08)
    time.pass(30_000)
    await refuses(rates, /is too old/)
  })

  test('of a Friday counts on Sunday, and until Monday and its age', async () => {
    time.jump(Date.parse('2026-11-27T22:00:00Z') - start)
    await say(euro(1.08))
    const rates = open([feed])
    for (const moment of ['2026-11-28T12:00:00Z', '2026-11-29T23:00:00Z', '2026-12-01T00:59:00Z']) {
      time.pass(Date.parse(moment) - Date.now())
      assert.equal(await dollarsOf(rates), 1.08, moment)
    }
    time.pass(2 * minute)
    await refuses(rates, /is too old/)
  })
})

describe('a step of one source alone', () => {
  test('waits, also after a restart, and counts when it still stands an hour later', async () => {
    assert.equal(await dollarsOf(open([feed])), 1.08)
    time.pass(2 * minute)
    await say(euro(1.404))
    const why =
      /alone says 1\.404 USD, which is more than 3 % from 1\.08 USD before; it counts if it still says so at 2026-11-25T14:02/
    await refuses(open([feed]), why)
    time.pass(50 * minute)
    await refuses(open([feed]), why)
    time.pass(11 * minute)
    const rates = open([feed])
    assert.equal(await dollarsOf(rates), 1.404)
    time.pass(minute)
    assert.equal(await dollarsOf(rates), 1.404)
  })

  test('waits anew when it moves on, and no more when it moves back', async () => {
    const rates = open([feed])
    await rates.read('EUR')
    await say(euro(1.2))
    time.pass(minute)
    await refuses(rates, /alone says 1\.2 USD/)
    time.pass(55 * minute)
    await say(euro(1.3))
    await refuses(rates, /alone says 1\.3 USD/)
    time.pass(10 * minute)
    await refuses(rates, /alone says 1\.3 USD/)
    await say(euro(1.08))
    time.pass(minute)
    assert.equal(await dollarsOf(rates), 1.08)
    await say(euro(1.3))
    time.pass(minute)
    await refuses(rates, /counts if it still says so at 2026-11-25T15:/)
  })

  test('waits anew after another source has contradicted it', async () => {
    const rates = open([feed, document()])
    documents.set({ status: 503 })
    assert.equal(await dollarsOf(rates), 1.08)
    await say(euro(1.2))
    time.pass(minute)
    await refuses(rates, /alone says 1\.2 USD/)
    documents.set(dailyRates())
    time.pass(minute)
    await refuses(rates, /its sources differ/)
    time.pass(2 * hour)
    documents.set({ status: 200, body: '' })
    await refuses(
      open([feed, document()]),
      /alone says 1\.2 USD.* it still says so at 2026-11-25T16:/,
    )
  })

  test('is used when the operator accepts it', async () => {
    const rates = open([feed])
    await rates.read('EUR')
    await assert.rejects(rates.accept('EUR'), { code: 'not_found' })
    await say(euro(1.2))
    time.pass(minute)
    await refuses(rates, /pay-charge rates accept EUR/)
    const { answer } = await open([feed]).accept('EUR')
    assert.equal(answer, euro(1.2))
    time.pass(minute)
    assert.equal(await dollarsOf(rates), 1.2)
    await say(euro(1.25))
    time.pass(minute)
    await refuses(rates, /alone says 1\.25 USD, which is more than 3 % from 1\.2 USD/)
  })

  test('is no larger in small ones: within an hour it moves by its bound', async () => {
    const rates = open([feed])
    await rates.read('EUR')
    for (const [dollars, isUsed] of [
      [1.1, true],
      [1.112, true],
      [1.12, false],
    ] as const) {
      time.pass(5 * minute)
      await say(euro(dollars))
      if (isUsed) assert.equal(await dollarsOf(rates), dollars)
      else await refuses(rates, /more than 3 % from 1\.08 USD/)
    }
  })

  test('counts after three days of open market', async () => {
    await open([feed]).read('EUR')
    time.pass(3 * 24 * hour + minute)
    await say(euro(1.2))
    // A weekend lies between.
    await refuses(open([feed]), /alone says 1\.2 USD/)
    time.pass(3 * 24 * hour)
    await say(euro(1.25))
    assert.equal(await dollarsOf(open([feed])), 1.25)
  })

  test('by hand is the operator’s word', async () => {
    assert.equal(await dollarsOf(open([hand])), 1.0853)
    time.pass(minute)
    assert.equal(await dollarsOf(open([{ ...hand, rate: '1.2' }])), 1.2)
    time.pass(40 * 24 * hour)
    await assert.rejects(open([hand]).read('EUR'), /by hand has ended at 2027-01-01/)
  })
})

describe('two sources', () => {
  test('that agree give the first one’s rate, and no step waits', async () => {
    const rates = open([feed, document()])
    assert.equal(await dollarsOf(rates), 1.08)
    await say(euro(1.2))
    documents.set(dailyRates({ USD: '1.21', JPY: '163', CHF: '0.94' }))
    time.pass(16 * minute)
    assert.equal(await dollarsOf(rates), 1.2)
  })

  test('that differ give none, and both are named without a key', async () => {
    await say(euro(1.2))
    const why = new RegExp(
      `differ by more than 3 %: feed 0x\\w+ on chain 31337 says 1\\.2 USD, ${documents.url} says 1\\.085 USD`,
    )
    await refuses(open([feed, document()]), why)
  })

  test('are one where the other is dead or too old', async () => {
    documents.set({ status: 503 })
    const rates = open([document(), feed])
    assert.equal(await dollarsOf(rates), 1.08)
    const [state] = (await rates.listStates()).filter(({ currency }) => currency === 'EUR')
    assert.deepEqual(
      state?.sources.map(({ failure }) => failure),
      ['answers 503', undefined],
    )
    await say(-1n)
    documents.set(dailyRates())
    time.pass(minute)
    assert.equal(await dollarsOf(rates), 1.085)
  })

  test('that are dead give none', async () => {
    documents.set({ status: 503 })
    await say(0n)
    await refuses(
      open([feed, document()]),
      /no source can be used: feed .* gives no price; http.* answers 503/,
    )
  })
})

describe('a document', () => {
  test('is asked for each quarter of an hour, and not sent again', async () => {
    const first = documents.statuses.length
    const rates = open([document()])
    assert.equal(await dollarsOf(rates), 1.085)
    time.pass(10 * minute)
    await rates.read('EUR')
    time.pass(6 * minute)
    await rates.read('EUR')
    assert.deepEqual(documents.statuses.slice(first), [200, 304])
  })

  // A kept one may be closed by the server at the moment at which it is used again.
  test('is fetched by a connection of its own each time', async () => {
    const first = documents.connections
    for (let reader = 0; reader < 3; reader++) await open([document()]).read('EUR')
    assert.equal(documents.connections - first, 3)
  })

  test('is right for its days also while its server is down', async () => {
    const rates = open([document()])
    await rates.read('EUR')
    documents.set({ status: 500 })
    time.pass(47 * hour)
    assert.equal(await dollarsOf(rates), 1.085)
    time.pass(hour)
    await refuses(rates, /is too old: it is of 2026-11-25/)
  })

  for (const [what, reply, why] of [
    [
      'that leads elsewhere',
      { status: 302, headers: { location: 'http://169.254.169.254/' } },
      /redirects, which is not followed/,
    ],
    [
      'that is too long',
      { status: 200, body: `<gesmes:Envelope${' '.repeat(300_000)}` },
      /has more than 256 KiB/,
    ],
    [
      'of another form',
      { status: 200, body: '<html></html>' },
      /is no document of reference rates/,
    ],
    [
      'with a comment',
      { status: 200, body: `${dailyRates().body}<!-- -->` },
      /is no document of reference rates/,
    ],
    ['of a day that is none', dailyRates(undefined, '2026-11-31'), /is not of one day/],
    ['of two days', { status: 200, body: dailyRates().body.repeat(2) }, /is not of one day/],
    ['without dollars', dailyRates({ USD: '0', JPY: '163', CHF: '1' }), /has no rate of USD/],
    [
      'with half a rate',
      dailyRates({ USD: '1,08', JPY: '163', CHF: '1' }),
      /has a rate that cannot be read/,
    ],
    [
      'of tomorrow',
      dailyRates(undefined, '2026-11-26'),
      /is of 2026-11-26, which is in the future/,
    ],
    ['of last week', dailyRates(undefined, '2026-11-20'), /is too old/],
  ] as const)
    test(`${what} is refused`, async () => {
      documents.set(reply)
      await refuses(open([document()]), why)
    })

  test('whose server sends a byte a second is given up, and nothing else waits for it', async () => {
    documents.set({ ...dailyRates(), isSlow: true })
    const rates = open([document()])
    const seen: string[] = []
    const euros = assert.rejects(rates.read('EUR'), /does not answer within 10 s/)
    await Promise.all([
      euros.then(() => seen.push('EUR')),
      rates.read('CHF').then(() => seen.push('CHF')),
      rates.read('CHF').then(() => seen.push('CHF')),
    ])
    assert.deepEqual(seen, ['CHF', 'CHF', 'EUR'])
    // While it is slow, whoever asks after that is told at once.
    assert.deepEqual(refusals.splice(0), ['EUR'])
    await refuses(rates, /does not answer within 10 s/)
    documents.set(dailyRates())
    time.pass(2 * minute)
    assert.equal(await dollarsOf(rates), 1.085)
  })

  test('whose server cannot be reached is refused', async () => {
    const ended = await startDocuments()
    await ended.stop()
    await refuses(open([{ ecbUrl: ended.url }]), /cannot be reached: ECONNREFUSED/)
    // A merchant reads the reason, and not what the URL holds.
    const read = createDocumentReader('http://shop:secret@127.0.0.1/?key=secret')
    await assert.rejects(read(), { message: 'cannot be reached: the request failed' })
  })
})

describe('a rate of the past', () => {
  test('is the newest that was read and fresh then', async () => {
    const rates = open([feed])
    await rates.read('EUR')
    time.pass(30 * minute)
    await say(euro(1.09))
    await rates.read('EUR')
    assert.equal(await dollarsOf(rates, 'EUR', new Date(start + 29 * minute)), 1.08)
    assert.equal(await dollarsOf(rates, 'EUR', new Date(start + 31 * minute)), 1.09)
    time.pass(20 * hour)
    assert.equal(await dollarsOf(open([hand]), 'EUR', new Date(start + 5 * minute)), 1.08)
  })

  test('of before the first is that of now for an hour, and then none', async () => {
    const rates = open([feed])
    assert.equal(await dollarsOf(rates, 'EUR', new Date(start - 59 * minute)), 1.08)
    await assert.rejects(rates.read('EUR', new Date(start - 61 * minute)), {
      code: 'price_unavailable',
      message: /none is kept of 2026-11-25T11:59/,
    })
  })
})
