import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { PayError } from '../../../src/errors.ts'
import { computeAuthorizationNonce } from '../../../src/service/domain/charges/authorization-nonce.ts'
import type {
  ChargeRecord,
  PaymentRecord,
  PriceQuote,
} from '../../../src/service/domain/charges/records.ts'
import { computeReference } from '../../../src/service/domain/charges/reference.ts'
import type {
  RelayAttempt,
  RelayRecord,
  RelaySlot,
  SignedAuthorization,
  SlotKey,
  UnsignedRelay,
} from '../../../src/service/domain/relayer/records.ts'
import { createRelayer, type RelayerOptions } from '../../../src/service/watcher/relayer/relayer.ts'
import { createDice } from '../../support/dice.ts'
import { effort, isNightly } from '../../support/effort.ts'
import { noOrder } from '../../support/no-order.ts'

// Schedules of payers, two relayers, crashes, nodes that forget and reorganize, other relays and expiry, on the rules and the
// relayer itself: no account pays a charge twice, no authorization that stays valid is lost, and no nonce is left unused.

const schedules = isNightly ? 1_000_000 : 3_000 * effort
const stepsOfSchedule = 30

const chainId = 8453
const token = '0x1111111111111111111111111111111111111111'
const shop = '0x2222222222222222222222222222222222222222'
const payers = [
  '0x3333333333333333333333333333333333333333',
  '0x4444444444444444444444444444444444444444',
] as const
const accounts = ['0x5555555555555555555555555555555555555555'] as const
const price = 100n

interface SentTransaction extends SlotKey {
  hash: string
  fee: bigint
  authorization: SignedAuthorization | undefined
}

class Crash extends Error {}

/** A chain with a token that takes each nonce of an account once. */
function createChain(dice: ReturnType<typeof createDice>, startedAt: number) {
  let blocks: { transactions: (SentTransaction & { hasSucceeded: boolean })[]; time: number }[] = [
    { transactions: [], time: startedAt },
  ]
  let waiting: SentTransaction[] = []
  const raws = new Map<string, SentTransaction>()
  const mined = () => blocks.flatMap(({ transactions }) => transactions)
  const getNonce = (account: string, upTo = blocks.length) =>
    blocks
      .slice(0, upTo)
      .flatMap(({ transactions }) => transactions)
      .filter((tx) => tx.account === account).length
  const debits = () => mined().filter((tx) => tx.authorization && tx.hasSucceeded)
  const isUsed = (from: string, nonce: string) =>
    debits().some(
      ({ authorization }) => authorization?.from === from && authorization.nonce === nonce,
    )
  const time = () => blocks.at(-1)?.time ?? 0
  return {
    raws,
    mined,
    debits,
    isUsed,
    time,
    getNonce,
    head: () => BigInt(blocks.length - 1),
    forget: () => {
      waiting = []
    },
    mine(seconds = 5, share = 0.2) {
      const transactions: (SentTransaction & { hasSucceeded: boolean })[] = []
      const block = { transactions, time: time() + seconds }
      blocks = [...blocks, block]
      for (const tx of waiting.toSorted((a, b) => a.nonce - b.nonce)) {
        if (tx.nonce !== getNonce(tx.account) || dice.chance(share)) continue
        const { authorization } = tx
        const hasSucceeded =
          !authorization ||
          (BigInt(block.time) < authorization.validBefore &&
            !isUsed(authorization.from, authorization.nonce))
        transactions.push({ ...tx, hasSucceeded })
      }
      waiting = waiting.filter((tx) => tx.nonce >= getNonce(tx.account))
    },
    reorganize() {
      const [last] = blocks.slice(-1)
      if (!last || blocks.length < 3) return
      blocks = blocks.slice(0, -1)
      waiting = [...last.transactions, ...waiting]
      blocks = [...blocks, { transactions: [], time: last.time }]
    },
    /** Somebody else sends what was signed. */
    relayElsewhere(authorization: SignedAuthorization) {
      const account = `0x${'99'.repeat(20)}`
      const tx = {
        chainId,
        account,
        nonce: getNonce(account),
        fee: 1n,
        hash: `0xelse${mined().length}`,
        authorization,
      }
      if (waiting.every((other) => other.account !== account)) waiting = [...waiting, tx]
    },
    accept(raw: string) {
      const tx = raws.get(raw)
      if (!tx) throw new Error('The node cannot read it.')
      if (tx.nonce < getNonce(tx.account)) return
      const same = waiting.find(
        ({ account, nonce }) => account === tx.account && nonce === tx.nonce,
      )
      if (same && same.fee * 110n > tx.fee * 100n) return
      waiting = [...waiting.filter((other) => other !== same), tx]
    },
  }
}

/** Tables in memory, with what the database guarantees: a method takes effect completely or not at all. */
function createStore(
  time: () => number,
  getCharge: (id: string) => ChargeRecord,
  sharesNonces: boolean,
) {
  const relays: RelayRecord[] = []
  const slots: (SlotKey & { id: string; isOpen: boolean })[] = []
  const attempts: (RelayAttempt & SlotKey & { index: number; savedAt: number })[] = []
  const next = new Map<string, number>()
  const isSlot = (a: SlotKey) => (b: SlotKey) => a.account === b.account && a.nonce === b.nonce
  const takeNonce = (account: string, chainNonce: number) => {
    const nonce = sharesNonces ? chainNonce : Math.max(next.get(account) ?? 0, chainNonce)
    next.set(account, nonce + 1)
    return nonce
  }
  const toSlot = ({ id, ...key }: SlotKey & { id: string }): RelaySlot => ({
    ...{ chainId, account: key.account, nonce: key.nonce },
    relay: { ...(relays.find((relay) => relay.id === id) as RelayRecord) },
    ageMs: 0,
    attempts: attempts
      .filter(isSlot(key))
      .toSorted((a, b) => a.index - b.index)
      .map((attempt) => ({ ...attempt, ageMs: (time() - attempt.savedAt) * 1000 })),
  })
  const close = (key: SlotKey) => {
    const slot = slots.find((slot) => isSlot(key)(slot) && slot.isOpen)
    if (slot) slot.isOpen = false
    return slot?.id
  }
  const store: RelayerOptions['store'] = {
    listOfferedFees: async () => [],
    saveOfferedFee: async () => undefined,
    findCharges: async ({ ids = [] }) => ids.map(getCharge),
    findRelay: async (chargeId, { from, signature }) =>
      relays.findLast(
        (relay) =>
          relay.chargeId === chargeId && relay.from === from && relay.signature === signature,
      ),
    listUnderWay: async ({ from }) =>
      relays.filter((relay) => relay.from === from && relay.status === 'RELAYING'),
    async beginRelay(relay, account, chainNonce, _, { balance, usedIds }, check) {
      const known = await store.findRelay(relay.chargeId, relay)
      if (known && known.status !== 'FAILED') return { outcome: 'known', relay: known }
      if (
        relays.some(({ chargeId, status }) => chargeId === relay.chargeId && status === 'RELAYING')
      )
        return { outcome: 'busy' }
      check(getCharge(relay.chargeId))
      const reserved = relays
        .filter(
          ({ id, from, status }) =>
            from === relay.from && status === 'RELAYING' && !usedIds.includes(id),
        )
        .reduce((sum, { value }) => sum + value, relay.value)
      if (reserved > balance) return { outcome: 'limited', by: 'balance' }
      const nonce = takeNonce(account, chainNonce)
      relays.push({ ...relay })
      slots.push({ chainId, account, nonce, id: relay.id, isOpen: true })
      return { outcome: 'begun', slot: toSlot({ chainId, account, nonce, id: relay.id }) }
    },
    async saveAttempt(slot, index, attempt) {
      const saved = attempts.find((other) => isSlot(slot)(other) && other.index === index)
      if (saved) return saved
      const { chainId, account, nonce } = slot
      attempts.push({ ...attempt, chainId, account, nonce, index, savedAt: time() })
      const id = slots.find((other) => isSlot(slot)(other) && other.isOpen)?.id
      const relay = relays.find((relay) => relay.id === id)
      if (relay && attempt.kind === 'relay') relay.hash = attempt.hash
      return attempt
    },
    listOpenSlots: async () =>
      slots
        .filter(({ isOpen }) => isOpen)
        .toSorted((a, b) => a.nonce - b.nonce)
        .map(toSlot),
    async endSlot(slot, _, end) {
      const id = close(slot)
      const relay = relays.find((relay) => relay.id === id)
      if (relay && end && relay.status === 'RELAYING') Object.assign(relay, end)
    },
    async moveRelay(slot, chainNonce) {
      const nonce = takeNonce(slot.account, chainNonce)
      const id = close(slot)
      if (id !== undefined) slots.push({ chainId, account: slot.account, nonce, id, isOpen: true })
    },
  }
  return { store, relays, slots }
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
    ...{ shippedAt: undefined, payments: [], timeline: [], quotePeriods: [] },
  }
}

const isOfOneCharge = (one: SignedAuthorization, other: SignedAuthorization) =>
  one.signature.split(' ')[0] === other.signature.split(' ')[0]

function toPayment(
  { id: chargeId, createdAt }: ChargeRecord,
  { hash, authorization }: SentTransaction,
): PaymentRecord {
  return {
    ...{ id: hash, chargeId, chainId, hash, token, status: 'COMPLETED', reason: '', createdAt },
    ...{ receivedAmount: price, countedAmount: price, creditedAmount: price, block: undefined },
    ...{ payerAddress: authorization?.from ?? '', proof: 'authorization' },
    ...{ minedAt: undefined, verifiedAt: undefined },
  }
}

/**
 * Plays a schedule, and returns what it did, or throws what it broke.
 *
 * @param sharesNonces lets the relayer take the chain's nonce for each transaction, as relayers do that keep none of their own
 */
async function playSchedule(
  seed: number,
  sharesNonces = false,
): Promise<{ paid: number; refused: number }> {
  const dice = createDice(seed)
  const startedAt = Math.floor(Date.now() / 1000)
  const chain = createChain(dice, startedAt)
  let seconds = startedAt
  const charges = ['a', 'b', 'c'].map((id) => createCharge(id, startedAt))
  const getCharge = (id: string) => {
    const charge = charges.find((charge) => charge.id === id) as ChargeRecord
    // The watcher has credited what the chain shows.
    const payments = chain
      .debits()
      .filter(({ authorization }) => authorization?.signature.startsWith(`${id} `))
      .map((debit): PaymentRecord => toPayment(charge, debit))
    return payments.length > 0 ? { ...charge, payments, status: 'COMPLETED' as const } : charge
  }
  const nonceOf = ({ quote, reference }: ChargeRecord) =>
    computeAuthorizationNonce({ ...quote, reference })
  const { store, relays, slots } = createStore(() => seconds, getCharge, sharesNonces)
  let crashes = 0
  let isCalm = false
  /** Any call of the world may be the last one of its process. */
  const mayCrash = () => {
    if (isCalm || !dice.chance(0.04)) return
    crashes += 1
    throw new Crash()
  }
  const guarded = <T extends object>(target: T): T =>
    new Proxy(target, {
      get: (of, name) => {
        const value = of[name as keyof T]
        // The one that is no call of a node.
        if (typeof value !== 'function' || name === 'getConfirmations') return value
        return async (...args: unknown[]) => {
          mayCrash()
          const result = await value.apply(of, args)
          mayCrash()
          return result
        }
      },
    })
  let hashes = 0
  let isPaidTwice = false
  const sign = async ({ chainId, account, nonce, authorization, fees }: UnsignedRelay) => {
    const isPaidByOthers = chain
      .debits()
      .some(
        ({ authorization: other }) =>
          other &&
          authorization &&
          isOfOneCharge(other, authorization) &&
          other.from !== authorization.from,
      )
    isPaidTwice ||= isPaidByOthers
    const hash = `0x${(++hashes).toString(16)}`
    const raw = `raw ${hash}`
    chain.raws.set(raw, { chainId, account, nonce, hash, authorization, fee: fees.maxFeePerGas })
    return { raw, hash }
  }
  const node: RelayerOptions['chains'] = {
    getBlockNumber: async () => chain.head(),
    getBlockTime: async () => new Date(chain.time() * 1000),
    getConfirmations: () => 2,
    getNonce: async (_, account, number) => chain.getNonce(account, Number(number) + 1),
    getBalance: async () => 10n ** 18n,
    getTokenBalance: async () => 10n ** 18n,
    getAuthorizationDomain: async () => ({ name: 'USD Coin', version: '2' }),
    isAuthorizationUsed: async (_, __, from, nonce) => chain.isUsed(from, nonce),
    findAuthorizationUse: async () => undefined,
    getFees: async () => ({ maxFeePerGas: BigInt(10 + dice.below(10)), maxPriorityFeePerGas: 1n }),
    getDataFee: async () => 0n,
    getRate: async () => undefined,
    broadcast: async (_, raw) => {
      // Some nodes lose what they have taken.
      if (isCalm || dice.chance(0.8)) chain.accept(raw)
    },
    simulateRelay: async (_, __, { from, nonce, validBefore }) =>
      chain.isUsed(from, nonce) || BigInt(chain.time()) >= validBefore
        ? { outcome: 'refused', reason: 'used or expired' }
        : { outcome: 'accepted', gas: 90_000n },
    lookUpAtNodes: async (_, hash) => {
      const found = chain.mined().find((tx) => tx.hash === hash)
      const receipt = found && { hasSucceeded: found.hasSucceeded }
      if (!isCalm && dice.chance(0.1)) return [{ node: 'n', failure: 'down' }]
      return [{ node: 'n', lookup: { receipt } as never }]
    },
  }
  const createOne = () =>
    createRelayer({
      ...{ store: guarded(store), chains: guarded(node), signer: { accounts, sign } },
      ...{ log: pino({ enabled: false }), onEnd: () => undefined, fee: 'none' as const },
      ...{ onSubmit: () => undefined, onState: () => undefined },
      limits: {
        ...{
          maxCosts: new Map([[chainId, 10n ** 12n]]),
          minBalances: new Map(),
          replaceAfterMs: 20_000,
        },
        counts: { perAccount: 100, total: 100, openSlots: 16 },
      },
    })
  const relayers = [createOne(), createOne()]
  const signed: { charge: ChargeRecord; authorization: SignedAuthorization }[] = []
  let refused = 0
  const attempt = async (act: () => Promise<unknown>) => {
    try {
      await act()
    } catch (cause) {
      if (!(cause instanceof Crash || cause instanceof PayError)) throw cause
      refused += 1
    }
  }
  const submit = ({ charge, authorization }: (typeof signed)[number]) =>
    attempt(() => dice.pick(relayers).submit(getCharge(charge.id), charge.quote, authorization))
  const follow = () => attempt(() => dice.pick(relayers).follow(chainId, async () => chain.head()))
  const actions: (() => unknown)[] = [
    async () => {
      const [charge, from] = [dice.pick(charges), dice.pick(payers)]
      // A payer whose page forgot signs once more: the nonce is the same. Some programs make one up.
      const isOwn = dice.chance(0.8)
      const nonce = isOwn ? nonceOf(charge) : `0x${dice.below(1e9)}`
      const validBefore = BigInt(startedAt + (dice.chance(0.3) ? 70 : 80_000))
      const signature = `${charge.id} ${from} ${validBefore} ${nonce}`
      const authorization = {
        ...{ chainId, token, from, recipient: shop, value: price, validAfter: 0n, validBefore },
        ...{ nonce, signature },
      }
      signed.push({ charge, authorization })
      await submit({ charge, authorization })
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
    () => chain.mine(dice.chance(0.2) ? 60 : 5),
    () => chain.forget(),
    () => chain.reorganize(),
    () => {
      const seen = signed.filter(
        ({ charge, authorization }) => authorization.nonce === nonceOf(charge),
      )
      if (seen.length > 0 && dice.chance(0.3)) chain.relayElsewhere(dice.pick(seen).authorization)
    },
  ]
  const check = () => {
    assert.ok(!isPaidTwice, 'a second account was to pay a charge that another one had paid')
    const debited = chain
      .debits()
      .map(
        ({ authorization }) => `${authorization?.from} ${authorization?.signature.split(' ')[0]}`,
      )
    assert.equal(new Set(debited).size, debited.length, 'an account paid a charge twice')
    const open = relays
      .filter(({ status }) => status === 'RELAYING')
      .map(({ chargeId }) => chargeId)
    assert.equal(new Set(open).size, open.length, 'two authorizations are under way for a charge')
    const taken = slots.map(({ account, nonce }) => `${account} ${nonce}`)
    assert.equal(new Set(taken).size, taken.length, 'two authorizations have one nonce')
  }
  for (let step = 0; step < stepsOfSchedule; step += 1) {
    seconds += dice.below(15)
    await dice.pick(actions)()
    check()
  }
  isCalm = true
  const settle = async () => {
    for (let round = 0; round < 12; round += 1) {
      seconds += 30
      await relayers[0]?.follow(chainId, async () => chain.head())
      chain.mine(30, 0)
      check()
    }
  }
  await settle()
  assert.ok(
    slots.every(({ isOpen }) => !isOpen),
    'a nonce waits for ever',
  )
  assert.ok(
    relays.every(({ status }) => status !== 'RELAYING'),
    'an authorization was lost',
  )
  // What was used by another transaction that a reorganization took back is given up: posted again, it is sent.
  const isGivenUp = ({ status, from, nonce, validBefore, chargeId }: RelayRecord) =>
    status === 'FAILED' &&
    validBefore > BigInt(startedAt + 1000) &&
    !chain.isUsed(from, nonce) &&
    getCharge(chargeId).status !== 'COMPLETED'
  const [givenUp] = relays.filter(isGivenUp)
  if (givenUp) {
    const charge = getCharge(givenUp.chargeId)
    const { chainId, token, from, recipient, value, validAfter, validBefore, nonce, signature } =
      givenUp
    const terms = {
      chainId,
      token,
      from,
      recipient,
      value,
      validAfter,
      validBefore,
      nonce,
      signature,
    }
    await relayers[0]?.submit(charge, charge.quote, terms)
    await settle()
    assert.ok(chain.isUsed(from, nonce), 'an authorization that stays valid is not sent')
  }
  for (const account of accounts) {
    const own = slots.filter((slot) => slot.account === account)
    assert.equal(chain.getNonce(account), own.length, 'a nonce was left unused')
  }
  return { paid: chain.debits().length, refused: refused + crashes }
}

test('over all schedules no account pays a charge twice, and nothing that was accepted is lost', async () => {
  let [paid, refused] = [0, 0]
  for (let seed = 1; seed <= schedules; seed += 1) {
    const played = await playSchedule(seed).catch((cause: unknown) => {
      throw new Error(`Schedule ${seed}: ${(cause as Error).message}`, { cause })
    })
    paid += played.paid
    refused += played.refused
  }
  // Schedules in which nothing happens would show nothing.
  assert.ok(paid > schedules / 2, `${paid} were paid`)
  assert.ok(refused > schedules / 2, `${refused} calls were refused or crashed`)
  console.log(`${schedules} schedules: ${paid} paid, ${refused} refused or crashed.`)
})

test('the schedules find a relayer whose transactions share a nonce', async () => {
  let found = 0
  for (let seed = 1; seed <= 200; seed += 1)
    await playSchedule(seed, true).catch(() => {
      found += 1
    })
  assert.ok(found > 20, `${found} of 200`)
})
