import { PayError } from '../../../../src/errors.ts'
import type { SignedAuthorization } from '../../../../src/service/chain/types/authorizations.ts'
import { computeAuthorizationNonce } from '../../../../src/service/charges/authorization-nonce.ts'
import type { ChargeRecord, PriceQuote } from '../../../../src/service/charges/records.ts'
import { computeReference } from '../../../../src/service/kernel/reference.ts'
import { Clock } from '../../../fault/clock.ts'
import { createDice } from '../../../support/dice.ts'
import { noOrder } from '../../../support/no-order.ts'
import { browserPayer, facilitator, outsider, payers, programs, thief } from './actors.ts'
import { type BrowserFaults, createBrowser } from './browser.ts'
import { chainId, createChain, price, shop, signFor, toHash, token } from './chain.ts'
import { createChecks } from './checks.ts'
import { createPrograms } from './programs.ts'
import { Crash, createProcess, reorgBlocks, type ServiceFaults } from './service.ts'
import { createTables, type StoreFaults } from './store.ts'
import { createThief } from './thief.ts'
import { createWatcher } from './watcher.ts'

// Schedules of payers, programs, a browser, a thief, two processes of the service, crashes, nodes that forget and reorganize, other
// relays and expiry, on the rules of page, door, watcher and relayer themselves. What must hold: checks.ts.

const stepsOfSchedule = 36
/** When every schedule begins, in Unix seconds. */
const startedAt = 1_790_000_000

const shopCharges = ['a', 'b', 'c']
const thiefCharges = ['d', 'e']

/** What careless code would do. */
export interface Faults extends BrowserFaults, StoreFaults, ServiceFaults {
  /** How much happens in the browser, beside the rest: what only it can break is found sooner. @default 3 */
  browserActs?: number
}

function createCharge(id: string, createdAt: number): ChargeRecord {
  const quote: PriceQuote = {
    ...{ chainId, recipient: shop, token, tokenType: 'ERC20', decimals: 6, symbol: 'USDC' },
    ...{ amount: price, priceSource: 'usd_peg' },
  }
  return {
    ...{ id, accountId: 'a', reference: computeReference(id), requestId: undefined, shop: '' },
    ...{
      livemode: true,
      status: 'NEW',
      pricingType: 'fixed_price',
      localAmount: '100',
      localCurrency: 'USD',
    },
    ...{ quote, accepts: [], order: noOrder, baseUrl: undefined, metadata: {}, successUrl: '' },
    ...{ cancelUrl: '', createdAt: new Date(createdAt * 1000), toleratedAmount: '0' },
    ...{ expiresAt: new Date((createdAt + 86_400) * 1000), quoteExpiresAt: undefined },
    ...{ acceptedAmount: undefined, shippedAt: undefined },
    ...{ payments: [], timeline: [], quotePeriods: [] },
  }
}

/** The nonces of the charges, which are the same in each schedule. */
const nonces = new Map<string, string>()

function nonceOf({ id, quote, reference }: ChargeRecord): string {
  const nonce = nonces.get(id) ?? computeAuthorizationNonce({ ...quote, reference })
  nonces.set(id, nonce)
  return nonce
}

export type World = ReturnType<typeof createWorld>

/** Creates a world: the chain, the database, two processes of the service, and everybody who pays or steals. */
function createWorld(seed: number, faults: Faults) {
  const dice = createDice(seed)
  const clock = new Clock()
  clock.now = startedAt * 1000
  const state = {
    seconds: startedAt,
    isCalm: false,
    crashes: 0,
    refused: 0,
    miscount: 0,
    lag: 0,
    hashes: 0,
  }
  const isRefused = ({ from }: SignedAuthorization) => from === browserPayer && browser.isRefusing
  const chain = createChain(dice, startedAt, isRefused)
  const charges = [...shopCharges, ...thiefCharges].map((id) => createCharge(id, startedAt))
  const tables = createTables({ chain, charges, faults, time: () => state.seconds })
  const { getCharge, relays } = tables
  const isCalm = () => state.isCalm
  const watcher = createWatcher({
    ...{ chain, dice, tables, isCalm },
    mayBeLate: (account) => account === thief || account === facilitator,
  })
  const checks = createChecks({ chain, tables, charges, thiefCharges })
  const service = { ...{ dice, chain, tables, state, faults }, noteSigned: checks.noteSigned }
  const processes = [createProcess(service), createProcess(service)] as const
  const pickProcess = () => dice.pick(processes)
  const submit = (id: string, authorization: SignedAuthorization) =>
    pickProcess().submit(id, authorization)
  /** What somebody on the way has kept. */
  const kept: SignedAuthorization[] = []
  const order = charges[0] as ChargeRecord
  const browser = createBrowser(
    {
      ...{ clock, dice, charge: order, price, payer: browserPayer, isCalm },
      ...{ head: () => Number(chain.head()), timeOf: chain.timeOf, debits: chain.listDebits },
      read: () => getCharge(order.id),
      submit: (authorization) => submit(order.id, chain.sign(authorization)),
      keep: (authorization) => kept.push(chain.sign(authorization)),
      send: (input) => chain.send({ account: browserPayer, to: token, input, pays: order.id }),
    },
    nonceOf,
    faults,
  )
  const agents = createPrograms({
    ...{ chain, dice, accounts: programs, chargeIds: shopCharges },
    pickDoor: () => pickProcess().door,
    onDemand: checks.noteDemand,
    // What the service never got, and its client replaces by another one, nobody else may have: no service can know of it.
    onPaid(authorization) {
      const { nonce } = authorization
      if (relays.some((relay) => relay.nonce === nonce) && dice.chance(0.2))
        kept.push(authorization)
    },
  })
  const signed: { id: string; authorization: SignedAuthorization }[] = []
  const isOwnNonce = ({ id, authorization }: (typeof signed)[number]) =>
    charges.some((charge) => charge.id === id && nonceOf(charge) === authorization.nonce)
  const stranger = createThief({
    ...{ chain, dice, nonceOf, charges: charges.filter(({ id }) => thiefCharges.includes(id)) },
    // A nonce that names no charge is a bearer's until the service has taken it: he sees it no sooner.
    listSeen: () => [
      ...signed.filter(isOwnNonce).map(({ authorization }) => authorization),
      ...relays,
    ],
    pickDoor: () => pickProcess().door,
    submit,
    report: (id, hash) => pickProcess().report(id, hash),
  })
  return {
    ...{ dice, clock, state, chain, charges, tables, watcher, checks, processes },
    ...{ pickProcess, submit, kept, browser, agents, signed, isOwnNonce, stranger },
    browserActs: faults.browserActs ?? 3,
  }
}

/** Does something that may be refused, or cut off by a crash. */
async function attempt({ state }: World, act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (cause) {
    if (!(cause instanceof Crash || cause instanceof PayError)) throw cause
    state.refused += 1
  }
}

/** What may happen in a step. */
function createActions(world: World): (() => unknown)[] {
  const { dice, chain, state, signed, kept, browser } = world
  const submit = ({ id, authorization }: (typeof signed)[number]) =>
    attempt(world, () => world.submit(id, authorization))
  const follow = () =>
    attempt(world, () => world.pickProcess().relayer.follow(chainId, async () => chain.head()))
  /** Somebody else sends what was signed. */
  const relayElsewhere = (authorization: SignedAuthorization) => {
    if (chain.listWaiting().some(({ account }) => account === facilitator)) return
    chain.send({ account: facilitator, to: token, input: '0x', authorizations: [authorization] })
  }
  return [
    async () => {
      const payment = signPayment(world)
      signed.push(payment)
      await submit(payment)
    },
    async () => signed.length > 0 && (await submit(dice.pick(signed))),
    async () => {
      // Both posted at once.
      if (signed.length > 0)
        await Promise.all([submit(dice.pick(signed)), submit(dice.pick(signed))])
    },
    () => Promise.all([follow(), follow()]),
    follow,
    () => chain.mine(),
    () => chain.mine(dice.chance(0.2) ? (dice.chance(0.2) ? 700 : 60) : 5),
    () => attempt(world, world.agents.act),
    () => attempt(world, world.agents.act),
    ...Array.from({ length: world.browserActs }, () => () => browser.act()),
    () => {
      // What somebody on the way has kept is sent, at any time.
      const authorization = kept.length > 0 && dice.chance(0.3) && dice.pick(kept)
      if (authorization) relayElsewhere(authorization)
    },
    () => chain.forget(),
    () => chain.reorganize(),
    () =>
      dice.chance(0.3) &&
      chain.reorganize(2 + dice.below(Number(reorgBlocks) - 3), dice.chance(0.5)),
    () => {
      state.lag = dice.chance(0.5) ? 1 + dice.below(2) : 0
    },
    () => {
      state.miscount = dice.chance(0.5) ? 1 + dice.below(3) : 0
    },
    () => {
      const seen = signed.filter(world.isOwnNonce)
      if (seen.length > 0 && dice.chance(0.3)) relayElsewhere(dice.pick(seen).authorization)
    },
    () => dice.chance(0.5) && relayElsewhere(signElsewhere(world)),
    () => attempt(world, world.stranger.act),
    () => attempt(world, world.stranger.act),
    () => attempt(world, world.stranger.act),
    () => world.watcher.catchUp(),
  ]
}

/** A payer signs in a page. One whose page forgot signs once more: the nonce is the same. Some make one up. */
function signPayment({ dice, chain, charges }: World) {
  const [id, from] = [dice.pick(shopCharges), dice.pick(payers)]
  const charge = charges.find((charge) => charge.id === id) as ChargeRecord
  const nonce = dice.chance(0.8) ? nonceOf(charge) : toHash('d', dice.below(1e9))
  const validBefore = BigInt(startedAt + (dice.chance(0.3) ? 70 : 80_000))
  const authorization: SignedAuthorization = chain.sign({
    ...{ chainId, token, from, recipient: shop, value: price, validAfter: 0n, validBefore, nonce },
    signature: signFor(id, `${from.slice(-4)} ${validBefore} ${nonce.slice(-9)}`),
  })
  return { id, authorization }
}

/** Somebody pays the same shop for an order that is none of this service's. */
function signElsewhere({ dice, chain }: World): SignedAuthorization {
  return chain.sign({
    ...({ chainId, token, from: outsider, recipient: shop, value: price, validAfter: 0n } as const),
    ...{ validBefore: BigInt(chain.time() + 300), nonce: toHash('e', dice.below(1e9)) },
    signature: signFor('-', 'of an order elsewhere'),
  })
}

/** Lets time pass until all that was taken has ended. */
async function settle({ state, tables, processes, chain, clock, watcher, checks }: World) {
  // What a program has signed lapses after 300 seconds, and keeps what the page posts until then waiting.
  const isOpen = () => tables.slots.some((slot) => slot.isOpen)
  for (let round = 0; round < 12 || (isOpen() && round < 40); round += 1) {
    state.seconds += 30
    await processes[0].relayer.follow(chainId, async () => chain.head())
    chain.mine(30, 0)
    await watcher.poll()
    // A page reads every three seconds: enough to see each block.
    await clock.advance(6_000, () => false)
    checks.always()
  }
}

/** What was used by another transaction that a reorganization took back is given up: posted again, it is sent. */
async function postAgain(world: World) {
  const { tables, checks, processes } = world
  const [givenUp] = tables.relays.filter(checks.isGivenUp)
  if (!givenUp) return
  await attempt(world, () => processes[0].submit(givenUp.chargeId, givenUp))
  await settle(world)
  checks.isSent(givenUp)
}

/** What a schedule did. */
export interface Played {
  /** Debits, and those of the browser's account and of programs. */
  paid: number
  browser: number
  program: number
  /** Calls that were refused, or cut off by a crash. */
  refused: number
  /** Transactions by which the thief has carried out what others have signed. */
  forwarded: number
  /** Payments that wait for the merchant. */
  held: number
}

/** Makes the time of a world that of this process. Returns how to give it back. */
function installTime({ state, chain }: World): () => void {
  const { Date: RealDate } = globalThis
  const { now: realNow } = performance
  const now = () => Math.max(state.seconds, chain.time()) * 1000
  globalThis.Date = class extends RealDate {
    constructor(...parts: []) {
      super(...((parts.length > 0 ? parts : [now()]) as []))
    }
    static override now = now
  } as DateConstructor
  performance.now = now
  return () => {
    globalThis.Date = RealDate
    performance.now = realNow
  }
}

/** Plays a schedule, and returns what it did, or throws what it broke. */
export async function playSchedule(seed: number, faults: Faults = {}): Promise<Played> {
  const world = createWorld(seed, faults)
  const end = installTime(world)
  try {
    await play(world)
    await finish(world)
  } finally {
    end()
  }
  const { chain, state, tables, stranger } = world
  const debits = chain.listDebits()
  const count = (payers: readonly string[]) =>
    debits.filter(({ from }) => payers.includes(from)).length
  return {
    ...{ paid: debits.length, refused: state.refused + state.crashes },
    ...{ browser: count([browserPayer]), program: count(programs) },
    ...{ forwarded: stranger.forwarded, held: tables.listHeld().length },
  }
}

async function play(world: World) {
  const { dice, state, clock, checks, watcher } = world
  const actions = createActions(world)
  for (let step = 0; step < stepsOfSchedule; step += 1) {
    const passed = dice.below(15)
    state.seconds += passed
    await clock.advance(passed * 1000, () => false)
    await dice.pick(actions)()
    await watcher.poll()
    checks.always()
  }
}

/** From here on everything works again. */
async function finish(world: World) {
  const { state, chain, browser, checks, watcher } = world
  state.isCalm = true
  watcher.catchUp()
  await browser.reopen()
  await settle(world)
  checks.settled()
  await postAgain(world)
  // What was signed has lapsed; the browser has read it, and the payer has tried again.
  chain.mine(700, 0)
  await settle(world)
  await browser.again()
  await settle(world)
  checks.ended(browser)
  browser.end()
  await checks.answered(world.agents)
}
