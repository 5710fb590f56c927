import type {
  AuthorizationName,
  SignedAuthorization,
} from '../../../../src/service/chain/types/authorizations.ts'
import { listAuthorizationNonces } from '../../../../src/service/charges/authorization-nonce.ts'
import {
  attachPayment,
  createPaymentRecord,
  settlePayment,
} from '../../../../src/service/charges/lifecycle.ts'
import type {
  ChargeRecord,
  ChargeUpdate,
  TransferRecord,
} from '../../../../src/service/charges/records.ts'
import type { ServiceContext } from '../../../../src/service/http/context.ts'
import type { ReportRecord } from '../../../../src/service/payments/reports.ts'
import type {
  CreditDecision,
  MinedTransaction,
  Transfer,
} from '../../../../src/service/payments/transfers.ts'
import type {
  AcceptedAuthorization,
  OfferedChallenge,
  RelayAttempt,
  RelayRecord,
  RelaySlot,
  SlotKey,
} from '../../../../src/service/relayer/records.ts'
import type { RelayerOptions } from '../../../../src/service/relayer/watch/options.ts'
import type { WatcherContext } from '../../../../src/service/watcher/context.ts'
import { type Chain, chainId } from './chain.ts'

// The database in the schedules of the relayer: tables in memory, with what the real one guarantees. A method takes effect completely
// or not at all.

/** How deep a payment is confirmed. */
export const confirmations = 2

/** What a careless database would do. */
export interface StoreFaults {
  /** The relayer takes the chain's nonce for each transaction, as relayers do that keep none of their own. */
  sharesNonces?: boolean
  /** An authorization that somebody else has sent counts as one that has failed. */
  forgetsForwarded?: boolean
  /** An authorization is taken for any charge that it is handed in for. */
  acceptsAgain?: boolean
  /** Whoever has sent an authorization that was accepted here proves its charge. */
  provesAnySender?: boolean
  /** Whoever reports a transfer first has it credited. */
  creditsFirstReport?: boolean
}

export interface StoreWorld {
  chain: Chain
  /** Unix seconds. */
  time(): number
  charges: readonly ChargeRecord[]
  faults: StoreFaults
}

interface Slot extends SlotKey {
  id: string | undefined
  isOpen: boolean
  closedAt?: bigint
  minedHash?: string | undefined
  since: number
}

type Attempt = RelayAttempt &
  SlotKey & { index: number; savedAt: number; relayId: string | undefined }

export type Tables = ReturnType<typeof createTables>

const isSlot = (a: SlotKey) => (b: SlotKey) => a.account === b.account && a.nonce === b.nonce
const isSameName = (a: AuthorizationName) => (b: AuthorizationName) =>
  a.token === b.token && a.sender === b.sender && a.nonce === b.nonce
const isSameAuthorization = (a: SignedAuthorization, b: SignedAuthorization) =>
  a.from === b.from &&
  a.nonce === b.nonce &&
  a.value === b.value &&
  a.validBefore === b.validBefore &&
  a.signature === b.signature
const toName = ({ token, from: sender, nonce }: RelayRecord) => ({ chainId, token, sender, nonce })

/** Creates the database. */
export function createTables(world: StoreWorld) {
  const { time, faults } = world
  const money = createMoney(world)
  const relays: RelayRecord[] = []
  const slots: Slot[] = []
  const attempts: Attempt[] = []
  const next = new Map<string, number>()
  const accepted: (AuthorizationName & { chargeId: string })[] = []
  const challenges: OfferedChallenge[] = []
  const { getCharge } = money
  const takeNonce = (account: string, chainNonce: number) => {
    const nonce = faults.sharesNonces ? chainNonce : Math.max(next.get(account) ?? 0, chainNonce)
    next.set(account, nonce + 1)
    return nonce
  }
  const copyRelay = (id: string | undefined) => {
    const relay = relays.find((relay) => relay.id === id)
    return relay && { ...relay }
  }
  const toSlot = ({ id, minedHash, since, ...key }: Slot): RelaySlot => ({
    ...{ chainId, account: key.account, nonce: key.nonce },
    relay: copyRelay(id),
    minedBefore: minedHash,
    ageMs: (time() - since) * 1000,
    attempts: attempts
      .filter(isSlot(key))
      .toSorted((a, b) => a.index - b.index)
      .map((attempt) => ({ ...attempt, ageMs: (time() - attempt.savedAt) * 1000 })),
  })
  const open = (account: string, nonce: number, id: string | undefined) => {
    const slot = { chainId, account, nonce, id, isOpen: true, since: time() }
    slots.push(slot)
    return slot
  }
  const close = (key: SlotKey, closedAt: bigint, minedHash?: string) => {
    const slot = slots.find((slot) => isSlot(key)(slot) && slot.isOpen)
    if (slot) Object.assign(slot, { isOpen: false, closedAt, minedHash })
    return slot
  }
  const isRelaying = (chargeId: string) =>
    relays.some((relay) => relay.chargeId === chargeId && relay.status === 'RELAYING')
  const readMoney = (relay: RelayRecord | undefined) => relay && money.readMoney(relay)
  const store: RelayerOptions['store'] = {
    ...money.reports,
    readMoney: async (id) => readMoney(relays.find((relay) => relay.id === id)),
    listOfferedFees: async () => [],
    saveOfferedFee: async () => undefined,
    findCharges: money.findCharges,
    findRelay: async (chargeId, authorization) =>
      relays.findLast(
        (relay) => relay.chargeId === chargeId && isSameAuthorization(relay, authorization),
      ),
    listUnderWay: async ({ from }) =>
      relays.filter((relay) => relay.from === from && relay.status === 'RELAYING'),
    async beginRelay(relay, account, chainNonce, _, { balance, usedIds }, check) {
      const known = await store.findRelay(relay.chargeId, relay)
      if (known && known.status !== 'FAILED') return { outcome: 'known', relay: known }
      if (isRelaying(relay.chargeId)) return { outcome: 'busy' }
      check(getCharge(relay.chargeId))
      const name = toName(relay)
      const earlier = relay.isExclusive ? accepted.find(isSameName(name)) : undefined
      if (earlier && earlier.chargeId !== relay.chargeId && !faults.acceptsAgain)
        return { outcome: 'taken' }
      const reserved = relays
        .filter(
          ({ id, from, status }) =>
            from === relay.from && status === 'RELAYING' && !usedIds.includes(id),
        )
        .reduce((sum, { value }) => sum + value, relay.value)
      if (reserved > balance) return { outcome: 'limited', by: 'balance' }
      if (relay.isExclusive && earlier?.chargeId !== relay.chargeId)
        accepted.unshift({ ...name, chargeId: relay.chargeId })
      const nonce = takeNonce(account, chainNonce)
      relays.push({ ...relay })
      return { outcome: 'begun', slot: toSlot(open(account, nonce, relay.id)) }
    },
    async saveAttempt(slot, index, attempt) {
      const saved = attempts.find((other) => isSlot(slot)(other) && other.index === index)
      if (saved) return saved
      const { chainId, account, nonce } = slot
      const relayId = attempt.kind === 'relay' ? slot.relay?.id : undefined
      attempts.push({ ...attempt, chainId, account, nonce, index, relayId, savedAt: time() })
      const relay = relays.find(({ id, status }) => id === relayId && status === 'RELAYING')
      if (relay) relay.hash = attempt.hash
      return attempt
    },
    listOpenSlots: async () =>
      slots
        .filter(({ isOpen }) => isOpen)
        .toSorted((a, b) => a.nonce - b.nonce)
        .map(toSlot),
    async endSlot(slot, hash, head, end) {
      const id = close(slot, head, hash)?.id
      const relay = relays.find((relay) => relay.id === id)
      if (relay?.status !== 'RELAYING' || !end) return
      const used = end.hash ?? (end.status === 'USED' ? hash : undefined)
      Object.assign(relay, end, used !== undefined && { hash: used })
      if (faults.forgetsForwarded && end.hash !== undefined) relay.status = 'FAILED'
    },
    async moveRelay(slot, chainNonce, head) {
      const nonce = takeNonce(slot.account, chainNonce)
      const closed = close(slot, head)
      if (closed) open(slot.account, nonce, closed.id)
    },
    listNextNonces: async (_, block) => {
      const isReachable = ({ isOpen, closedAt = 0n }: Slot) => isOpen || closedAt > block
      const reachable = slots.filter(isReachable).map(({ account }) => account)
      return new Map([...next].filter(([account]) => reachable.includes(account)))
    },
    async reopenSlots({ account }, from) {
      const reopened = slots.filter(
        (slot) => slot.account === account && slot.nonce >= from && !slot.isOpen,
      )
      for (const slot of reopened) {
        const { id } = slot
        const hasOther = slots.some((other) => other.isOpen && other.id === id)
        const relay = relays.find((relay) => relay.id === id)
        Object.assign(slot, { isOpen: true, since: time() })
        if (hasOther) slot.id = undefined
        if (relay?.status === 'USED' && !isRelaying(relay.chargeId)) relay.status = 'RELAYING'
      }
      const missing: number[] = []
      for (let nonce = from; nonce < (next.get(account) ?? 0); nonce += 1)
        if (!slots.some((slot) => slot.account === account && slot.nonce === nonce)) {
          open(account, nonce, undefined)
          missing.push(nonce)
        }
      return { reopened: reopened.map(({ nonce }) => nonce), missing }
    },
  }

  /** The transfers of what was accepted that wait for the merchant. */
  const listHeld = () =>
    money.transfers.filter(
      ({ status, authorization, sender }) =>
        status === 'UNMATCHED' &&
        accepted.some((one) => one.nonce === authorization && one.sender === sender),
    )

  /** The transactions that this service has signed for what was accepted. */
  function listHashes({ chargeId, ...name }: (typeof accepted)[number]): string[] {
    const ids = relays
      .filter((relay) => relay.chargeId === chargeId && isSameName(name)(toName(relay)))
      .map(({ id }) => id)
    return attempts.filter(({ relayId = '' }) => ids.includes(relayId)).map(({ hash }) => hash)
  }

  function findAccepted(names: readonly AuthorizationName[]): AcceptedAuthorization[] {
    const named = names.flatMap((name) => {
      const challenge = challenges.find((one) => one.nonce === name.nonce)
      return challenge ? [{ ...name, chargeId: challenge.chargeId, isNamed: true, hashes: [] }] : []
    })
    const found = accepted
      .filter((one) => names.some(isSameName(one)))
      .map((one) => ({
        ...{ ...one, isNamed: faults.provesAnySender ?? false, hashes: listHashes(one) },
      }))
    return [...named, ...found]
  }

  // What the page of programs and the watcher ask for beyond that.
  const more = {
    listUnfailedRelays: async (id: string) =>
      relays
        .filter(({ chargeId, status }) => chargeId === id && status !== 'FAILED')
        .map((relay) => ({ ...relay, money: readMoney(relay) })),
    findRelayByPaymentId: async () => undefined,
    async saveChallenges(offered: readonly OfferedChallenge[]) {
      for (const one of offered)
        if (challenges.every(({ nonce }) => nonce !== one.nonce)) challenges.push(one)
    },
    findChallenge: async (nonce: string) => challenges.find((one) => one.nonce === nonce),
    findAccepted: async (names: readonly AuthorizationName[]) => findAccepted(names),
    findAcceptedNonces: async (_: number, nonces: readonly string[]) =>
      [...accepted, ...challenges].map(({ nonce }) => nonce).filter((one) => nonces.includes(one)),
  }
  return {
    ...{ money, relays, slots, attempts, accepted, getCharge, listHeld },
    store: { ...money.tables, ...store, ...more } as unknown as typeof store &
      typeof more &
      WatcherContext['store'] &
      ServiceContext['store'],
  }
}

/** What the chain was seen to move, and what it pays. */
function createMoney({ chain, charges, faults }: StoreWorld) {
  const noncesOf = new Map(
    charges.map((charge) => [
      charge.id,
      listAuthorizationNonces(charge, chainId).map(({ nonce }) => nonce),
    ]),
  )
  const transfers: TransferRecord[] = []
  const reports: ReportRecord[] = []
  /** Transactions of which only the logs of their transfers were read. */
  const fromLogs = new Map<string, boolean>()
  const known = new Map<string, { key: string; charge: ChargeRecord }>()

  /** A charge with its payments: what is credited, by the real rules of its life. */
  function getCharge(id: string): ChargeRecord {
    const own = transfers.filter((one) => one.chargeId === id && one.paymentId !== undefined)
    const key = `${chain.head()} ${own.map(({ hash, block }) => hash + block.hash).join(' ')}`
    const cached = known.get(id)
    if (cached?.key === key) return cached.charge
    let charge = charges.find((charge) => charge.id === id) as ChargeRecord
    const now = new Date()
    for (const [paymentId = '', group] of Map.groupBy(own, ({ paymentId }) => paymentId)) {
      const [first] = group as [TransferRecord]
      const proof = first.proof ?? 'merchant'
      const payment = createPaymentRecord(charge, first, proof, now, paymentId)
      charge = apply(charge, attachPayment(charge, payment))
      const depth = chain.head() - first.block.number + 1n
      if (depth >= confirmations)
        charge = apply(charge, settlePayment(charge, paymentId, group, now))
    }
    known.set(id, { key, charge })
    return charge
  }

  const findTransfer = ({ hash }: { hash: string }, position: number) =>
    transfers.find((one) => one.hash === hash && one.position === position)

  const tables = {
    async recordTransactions(arrived: readonly Parameters<typeof record>[0][]) {
      return arrived.map(record)
    },
    listReports: async (_: number, hashes: readonly string[]) =>
      reports.filter(({ hash, status }) => hashes.includes(hash) && status === 'WAITING'),
    async endReports(ended: readonly { id: string }[], reason: string) {
      for (const report of reports)
        if (report.status === 'WAITING' && ended.some(({ id }) => id === report.id))
          Object.assign(report, { status: 'ENDED', reason })
    },
    listKnownHashes: async (_: number, hashes: readonly string[]) =>
      new Set(
        [...reports, ...transfers].map(({ hash }) => hash).filter((one) => hashes.includes(one)),
      ),
    findReservations: async () => [],
    listOfferedFees: async () => [],
  }

  /** Records a transaction, as the database does: what is credited once stays so. */
  function record({
    mined,
    transfers: read,
    chargeIds,
    decideCredit,
  }: {
    mined: MinedTransaction
  } & Pick<
    Parameters<WatcherContext['store']['recordTransactions']>[0][number],
    'transfers' | 'chargeIds' | 'decideCredit'
  >) {
    const { hash, block, minedAt, isFromLogs = false } = mined
    fromLogs.set(hash, (fromLogs.get(hash) ?? true) && isFromLogs)
    const creditedChargeIds: string[] = []
    for (const transfer of read) {
      const { position, token, recipient, sender, amount, authorization } = transfer
      let row = findTransfer(mined, position)
      if (!row) {
        row = {
          ...{
            id: `${hash} ${position}`,
            chainId,
            hash,
            position,
            token,
            recipient,
            sender,
            amount,
          },
          ...{ authorization, countedAmount: undefined, block, minedAt, status: 'UNMATCHED' },
          ...{ proof: undefined, reason: '', paymentId: undefined, chargeId: undefined },
          ...{ mentionedReferences: mined.mentionedReferences, createdAt: new Date() },
        }
        transfers.push(row)
      }
      Object.assign(row, { block, minedAt, authorization: authorization ?? row.authorization })
      if (row.status !== 'UNMATCHED') continue
      const byRule = decideCredit(transfer, new Map(chargeIds.map((id) => [id, getCharge(id)])))
      const decision = faults.creditsFirstReport ? creditReported(byRule, transfer) : byRule
      if ('reason' in decision) {
        row.reason = decision.reason
        row.chargeId = decision.reportedChargeId ?? row.chargeId
        continue
      }
      const { chargeId, proof, countedAmount } = decision
      const paymentId = `${chargeId} ${hash}`
      Object.assign(row, {
        status: 'CREDITED',
        reason: '',
        chargeId,
        proof,
        countedAmount,
        paymentId,
      })
      creditedChargeIds.push(chargeId)
    }
    return { creditedChargeIds, unmatchedCount: 0, movedCount: 0 }
  }

  return {
    ...{ tables, transfers, reports: createReports(transfers, reports, fromLogs), getCharge },
    listWaiting: () => reports.filter(({ status }) => status === 'WAITING'),
    /** The charges that a transaction was reported for. */
    listReported: (hash: string) =>
      reports.filter((report) => report.hash === hash).map(({ chargeId }) => chargeId),
    findCharges: async ({
      ids = [],
      references = [],
      authorizationNonces = [],
    }: Parameters<WatcherContext['store']['findCharges']>[0]) =>
      charges
        .filter(
          (charge) =>
            ids.includes(charge.id) ||
            references.includes(charge.reference) ||
            noncesOf.get(charge.id)?.some((nonce) => authorizationNonces.includes(nonce)),
        )
        .map(({ id }) => getCharge(id)),
    /** What has become of a relay's money. */
    readMoney({ chargeId, from, nonce }: RelayRecord) {
      const row = transfers.find((one) => one.authorization === nonce && one.sender === from)
      if (!row) return undefined
      if (row.status === 'UNMATCHED') return 'waiting' as const
      return row.chargeId === chargeId ? ('credited' as const) : ('decided' as const)
    },
    /** A reorganization has taken back what is in none of these blocks. */
    drop(isThere: (transfer: TransferRecord) => boolean) {
      for (let at = transfers.length - 1; at >= 0; at--)
        if (!isThere(transfers[at] as TransferRecord)) transfers.splice(at, 1)
    },
  }
}

/** The reports of payers, of the service itself and of anybody else. */
function createReports(
  transfers: readonly TransferRecord[],
  reports: ReportRecord[],
  fromLogs: ReadonlyMap<string, boolean>,
): Pick<RelayerOptions['store'], 'getReport' | 'addReport'> {
  return {
    getReport: async (id, _, hash) =>
      reports.find((report) => report.chargeId === id && report.hash === hash),
    async addReport(report) {
      const { chargeId, hash } = report
      const own = transfers.filter((one) => one.hash === hash)
      const isKnown = [...reports, ...own.filter(({ paymentId }) => paymentId !== undefined)].some(
        (one) => one.chargeId === chargeId && one.hash === hash,
      )
      if (isKnown) return { outcome: 'known' }
      const hasUnmatched = own.some(({ status }) => status === 'UNMATCHED')
      if (own.length > 0 && !hasUnmatched) return { outcome: 'taken' }
      // Its transfers wait for a proof, and were read as a whole: the chain has nothing to add.
      const isRead = hasUnmatched && !fromLogs.get(hash)
      const status = isRead ? 'ENDED' : 'WAITING'
      reports.push({ ...report, status })
      for (const one of own)
        if (one.status === 'UNMATCHED' && one.chargeId === undefined) one.chargeId = chargeId
      return { outcome: 'added', report }
    },
  }
}

/** What a service decides that believes whoever reports a transfer first. */
function creditReported(decision: CreditDecision, { amount = 0n }: Transfer): CreditDecision {
  const chargeId = 'reason' in decision ? decision.reportedChargeId : undefined
  return chargeId ? { chargeId, proof: 'signature', countedAmount: amount } : decision
}

function apply(charge: ChargeRecord, update: ChargeUpdate | undefined): ChargeRecord {
  const { payment, statusChange } = update ?? {}
  if (!payment) return charge
  const others = charge.payments.filter(({ id }) => id !== payment.id)
  return {
    ...charge,
    payments: [...others, payment],
    status: statusChange?.status ?? charge.status,
    timeline: statusChange ? [...charge.timeline, statusChange] : charge.timeline,
  }
}
