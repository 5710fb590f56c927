import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Attribution } from 'ox/erc8021'
import { encodeFunctionData, erc20Abi, pad } from 'viem'
import { PayError } from '../../../src/errors.ts'
import type { TransactionLookup } from '../../../src/service/chain/types/transactions.ts'
import type { TransferFilter } from '../../../src/service/chain/types/transfer-logs.ts'
import type { ChargeRecord, PaymentRecord } from '../../../src/service/charges/records.ts'
import { sumCredited, sumRefunds } from '../../../src/service/refunds/amounts.ts'
import {
  adoptTransfer,
  dismissTransactions,
  reportTransaction,
  requestRelease,
  startSigning,
} from '../../../src/service/refunds/attempts.ts'
import { cancelRefund, createRefund } from '../../../src/service/refunds/lifecycle.ts'
import {
  approveRecipient,
  nameRecipient,
  proveRecipient,
} from '../../../src/service/refunds/recipients.ts'
import type {
  LockedRefund,
  RefundRecord,
  RefundUpdate,
} from '../../../src/service/refunds/records.ts'
import { followRefunds } from '../../../src/service/refunds/watch/follow-refunds.ts'
import type { WatcherContext } from '../../../src/service/watcher/context.ts'
import { createDice } from '../../support/dice.ts'
import { effort, isNightly } from '../../support/effort.ts'

// Schedules of payments, refunds, crashes, reorganizations, two desks and an attacker, on the rules and the watcher themselves:
// no refund is sent twice, none to an address that nobody proved or confirmed, and never more than was credited.

const schedules = isNightly ? 1_000_000 : 3_000 * effort
const stepsOfSchedule = 30
/** After so long a hash that no node shows keeps nobody from saying that nothing was sent. */
const hoursMs = 2 * 60 * 60_000

const chainId = 8453
const token = '0x1111111111111111111111111111111111111111'
const shop = '0x2222222222222222222222222222222222222222'
/** Two accounts of the merchant, the payer, where the payer wants the money, and the attacker. */
const merchants = [
  '0x3333333333333333333333333333333333333333',
  '0x4444444444444444444444444444444444444444',
] as const
const payer = '0x5555555555555555555555555555555555555555'
const home = '0x6666666666666666666666666666666666666666'
const attacker = '0x7777777777777777777777777777777777777777'
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

interface SentTransaction {
  hash: string
  from: string
  nonce: number
  to: string
  amount: bigint
  /** The references behind its calldata. */
  codes: readonly string[]
  fails: boolean
  /** The refund that a merchant's wallet was asked for; undefined for any other. */
  refundId: string | undefined
}

let now = Date.now()
/** The next moment, of the service and of the blocks. */
const tick = () => new Date(++now)

/** A chain of blocks, and the transactions that wait for one. */
function createChain(dice: ReturnType<typeof createDice>) {
  const blocks: { hash: string; time: Date; transactions: SentTransaction[] }[] = []
  /** How many blocks the node's index of logs is behind, and whether its pool can be read. */
  let [lag, isSilent] = [0, false]
  let waiting: SentTransaction[] = []
  let count = 0
  const createHash = () => `0x${(++count).toString(16).padStart(64, '0')}`
  const mined = () => blocks.flatMap(({ transactions }) => transactions)
  const getNonce = (account: string, upTo = blocks.length) =>
    blocks
      .slice(0, upTo)
      .flatMap((block) => block.transactions)
      .filter(({ from }) => from === account).length
  const chain = {
    getHead: () => BigInt(blocks.length - 1),
    mined,
    waiting: () => waiting,
    send(sent: Omit<SentTransaction, 'hash' | 'nonce'>, nonce?: number): SentTransaction {
      const own = waiting.filter(({ from }) => from === sent.from).length
      const transaction = { ...sent, hash: createHash(), nonce: nonce ?? getNonce(sent.from) + own }
      // One with the nonce of another takes its place.
      waiting = [
        ...waiting.filter(({ from, nonce }) => from !== sent.from || nonce !== transaction.nonce),
        transaction,
      ]
      return transaction
    },
    mine(share = 1) {
      const transactions: SentTransaction[] = []
      for (const transaction of waiting.toSorted((a, b) => a.nonce - b.nonce)) {
        const { from, nonce } = transaction
        const next = getNonce(from) + transactions.filter((other) => other.from === from).length
        if (nonce === next && dice.chance(share)) transactions.push(transaction)
      }
      waiting = waiting.filter((transaction) => !transactions.includes(transaction))
      blocks.push({ hash: createHash(), time: tick(), transactions })
    },
    reorganize(depth: number) {
      const dropped = blocks.splice(Math.max(1, blocks.length - depth))
      waiting = [...dropped.flatMap(({ transactions }) => transactions), ...waiting]
      for (const _ of dropped) blocks.push({ hash: createHash(), time: tick(), transactions: [] })
    },
    /** The node lags, or refuses: what it does not show proves nothing. */
    falter() {
      lag = dice.chance(0.5) ? dice.below(4) : 0
      isSilent = dice.chance(0.3)
    },
    recover() {
      lag = 0
      isSilent = false
    },
    blockOf: (hash: string) =>
      blocks.findIndex(({ transactions }) => transactions.some((tx) => tx.hash === hash)),
    countWaiting(account: string) {
      const next = getNonce(account)
      const own = waiting.filter(({ from }) => from === account).map(({ nonce }) => nonce)
      let count = 0
      while (own.includes(next + count)) count += 1
      return count
    },
    lookUp(hash: string): TransactionLookup {
      const number = blocks.findIndex(({ transactions }) =>
        transactions.some((tx) => tx.hash === hash),
      )
      const found = mined().find((tx) => tx.hash === hash) ?? waiting.find((tx) => tx.hash === hash)
      const head = chain.getHead()
      if (!found) return { chainId, transaction: undefined, receipt: undefined, head }
      const transaction = toTransaction(found)
      if (number < 0) return { chainId, transaction, receipt: undefined, head }
      const block = { number: BigInt(number), hash: blocks[number]?.hash ?? '' }
      const receipt = {
        hasSucceeded: !found.fails,
        block,
        minedAt: new Date(0),
        logs: found.fails || found.amount === 0n ? [] : [toLog(found)],
        internalTransfers: undefined,
      }
      return { chainId, transaction, receipt, head }
    },
    port: {
      getConfirmations: () => 2,
      getBlockHash: async (_: number, number: bigint) => blocks[Number(number)]?.hash,
      getNonce: async (_: number, account: string, number: bigint) =>
        getNonce(account, Number(number) + 1),
      findReplacement: async (
        _: number,
        { sender, nonce }: { sender: string; nonce: number },
        head: bigint,
      ) =>
        blocks
          .slice(0, Number(head) + 1)
          .flatMap(({ transactions }) => transactions)
          .find((tx) => tx.from === sender && tx.nonce === nonce)?.hash,
      findTransfers: async (
        _: number,
        { from, to }: { from: bigint; to: bigint },
        { recipients, senders }: TransferFilter,
      ) =>
        blocks.slice(0, blocks.length - lag).flatMap(({ hash: blockHash, transactions }, number) =>
          BigInt(number) < from || BigInt(number) > to
            ? []
            : transactions
                .filter((tx) => !tx.fails && tx.amount > 0n && recipients.includes(tx.to))
                .filter((tx) => senders?.includes(tx.from) ?? true)
                .map((tx) => ({
                  hash: tx.hash,
                  blockHash,
                  blockNumber: BigInt(number),
                  logIndex: 0,
                  token,
                  recipient: tx.to,
                  sender: tx.from,
                  amount: tx.amount,
                })),
        ),
      async findCompleteTransfers(
        id: number,
        range: { from: bigint; to: bigint },
        filter: TransferFilter,
      ) {
        const indexed = BigInt(blocks.length - 1 - lag)
        const completeTo =
          indexed < range.from ? undefined : indexed < range.to ? indexed : range.to
        return {
          transfers: await this.findTransfers(id, range, filter),
          completeTo,
          witness: undefined,
        }
      },
      getNoncesAtNodes: async (_: number, account: string) =>
        isSilent
          ? [{ node: 'other', failure: 'it does not answer' }]
          : [
              {
                node: 'own',
                mined: getNonce(account),
                pending: getNonce(account) + chain.countWaiting(account),
              },
            ],
      getBlockTime: async (_: number, number: bigint) => blocks[Number(number)]?.time,
      lookUpTransaction: async (_: number, hash: string) => chain.lookUp(hash),
      parseAddress: (address: string) => address,
      getUsdPriceAt: async () => ({ source: 'none' }),
    },
  }
  chain.mine()
  return chain
}

function toTransaction({ hash, from, nonce, to, amount, codes }: SentTransaction) {
  const call = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to as `0x${string}`, amount],
  })
  const suffix = codes.length > 0 ? Attribution.toDataSuffix({ codes: [...codes] }).slice(2) : ''
  return { hash, from, nonce, to: token, value: 0n, input: `${call}${suffix}` }
}

function toLog({ from, to, amount }: SentTransaction) {
  const topics = [transferTopic, pad(from as `0x${string}`), pad(to as `0x${string}`)]
  return { index: 0, address: token, topics, data: `0x${amount.toString(16).padStart(64, '0')}` }
}

function createPayment(id: string, payerAddress: string, amount: bigint): PaymentRecord {
  return {
    id,
    chargeId: 'charge',
    chainId,
    hash: `0x${'0'.repeat(64)}`,
    token,
    status: 'COMPLETED',
    reason: '',
    receivedAmount: amount,
    countedAmount: amount,
    creditedAmount: amount,
    payerAddress,
    block: { number: 1n, hash: '0x1' },
    minedAt: new Date(0),
    proof: 'reference',
    createdAt: new Date(0),
    verifiedAt: new Date(0),
  }
}

/** Plays a schedule, and returns what it did, or throws what it broke. */
async function playSchedule(seed: number): Promise<{ sent: number; refused: number }> {
  const dice = createDice(seed)
  const chain = createChain(dice)
  let payments = [createPayment('first', payer, 100n)]
  const refunds = new Map<string, RefundRecord>()
  /** Refunds of which the merchant's wallet is asked now, by whom; a crash forgets it. */
  let attempts = 0
  let refused = 0
  const asset = { chainId, token }

  const getCharge = () =>
    ({
      id: 'charge',
      accountId: 'account',
      reference: '',
      payments,
      quote: { ...asset, recipient: shop, decimals: 6, symbol: 'USDC', amount: 100n },
      accepts: [],
    }) as unknown as ChargeRecord
  const lock = (refund: RefundRecord): LockedRefund => ({
    refund,
    charge: getCharge(),
    refunds: [...refunds.values()],
  })
  const update = (id: string, decide: (locked: LockedRefund) => RefundUpdate | undefined) => {
    const refund = refunds.get(id)
    if (!refund) throw new Error(`There is no refund ${id}.`)
    const changed = decide(lock(refund))?.refund ?? refund
    refunds.set(id, changed)
    return changed
  }
  /** Does what may be refused. */
  const attempt = <T>(act: () => T): T | undefined => {
    try {
      return act()
    } catch (cause) {
      if (!(cause instanceof PayError)) throw cause
      refused += 1
      return undefined
    }
  }
  const context = {
    chains: chain.port,
    reorgBlocks: 64,
    entryPoints: [],
    clock: { correctBlockTime: (_: number, time: Date) => time },
    log: { info: () => undefined, warn: ({ err }: { err: unknown }) => assert.fail(err as Error) },
    store: {
      listWatchedRefunds: async () =>
        [...refunds.values()].filter(({ status }) =>
          ['SIGNING', 'PENDING', 'COMPLETED'].includes(status),
        ),
      getTakenTransfers: async (_: number, hash: string, exceptId: string) => ({
        positions: [...refunds.values()]
          .filter((refund) => refund.hash === hash && refund.transfer && refund.id !== exceptId)
          .map(({ transfer }) => transfer?.position ?? 0),
        hasFee: false,
      }),
      updateRefund: async (
        id: string,
        _: undefined,
        decide: (locked: LockedRefund) => RefundUpdate | undefined,
      ) => update(id, decide),
      scheduleRefundCheck: async () => undefined,
    },
  } as unknown as WatcherContext
  const watch = () => followRefunds(context, chainId, async () => chain.getHead(), chain.getHead())

  /** The merchant's wallet is asked: by whichever desk, and with whatever outcome. */
  function ask(id: string): void {
    const released = refunds.get(id)?.released
    // A wallet that still has the question may send it: then the same account is asked, for the same nonce.
    const account = released?.account ?? dice.pick(merchants)
    const attemptId = `attempt-${++attempts}`
    const nonce = chain.mined().filter(({ from }) => from === account).length
    const isAgain = released !== undefined && released.nonce >= nonce
    const askedNonce = isAgain ? released.nonce : nonce + chain.countWaiting(account)
    const signing = {
      id: attemptId,
      account,
      nonce,
      askedNonce,
      fromBlock: chain.getHead(),
      startedAt: tick(),
      searchedTo: undefined,
      searchedNonce: undefined,
      seen: undefined,
      isAccepted: false,
      release: undefined,
    }
    // What an earlier wallet was believed not to have sent, and sent later, is found before another one is asked.
    const late = chain.mined().find((tx) => tx.refundId === id && !tx.fails)
    if (late && refunds.get(id)?.status === 'APPROVED') {
      const { hash, from, to, amount } = late
      const block = BigInt(chain.blockOf(hash))
      const found = { hash, amount, sender: from, recipient: to, block }
      attempt(() => update(id, (locked) => adoptTransfer(locked, found, tick(), true)))
      return
    }
    const asked = attempt(() => update(id, (locked) => startSigning(locked, signing)))
    if (asked?.attempt?.id !== attemptId) return
    assert.ok(
      sumRefunds([...refunds.values()], asset) <= sumCredited(getCharge(), asset),
      'more may be refunded than is credited',
    )
    const { recipient = '', recipientProof, amount, reference } = asked
    assert.ok(
      recipient === home || (recipient === attacker && recipientProof?.kind === 'signature'),
      `asked for a transfer to ${recipient}`,
    )
    // It declines, and nothing is sent; or the desk dies before it reports.
    if (dice.chance(0.2)) return
    const isReportLost = dice.chance(0.3)
    const codes = dice.chance(0.8) ? [reference] : []
    // Some wallets hold another account than the desk was told.
    const from = codes.length > 0 && dice.chance(0.05) ? dice.pick(merchants) : account
    // A token may keep a fee of what is sent.
    const arriving = dice.chance(0.1) && amount > 1n ? amount - 1n : amount
    const transfer = {
      from,
      to: recipient,
      amount: arriving,
      codes,
      fails: dice.chance(0.05),
      refundId: id,
    }
    // It hangs, and sends when nobody waits for it any more.
    if (from === account && dice.chance(0.2)) {
      hanging.push({ transfer, nonce: askedNonce })
      return
    }
    const sent = chain.send(transfer, from === account ? askedNonce : undefined)
    // Some wallets answer with the hash of another transaction.
    const others = [...chain.mined(), ...chain.waiting()]
    const hash = dice.chance(0.1) ? dice.pick(others).hash : sent.hash
    if (!isReportLost)
      attempt(() => update(id, (locked) => reportTransaction(locked, hash, tick())))
  }

  /** Transfers of wallets that were asked, and have not sent them. */
  const hanging: { transfer: Omit<SentTransaction, 'hash' | 'nonce'>; nonce: number }[] = []

  /** Says that nothing was sent, whether or not that is true. */
  function release(id: string, time = tick()): void {
    attempt(() => update(id, (locked) => requestRelease(locked, chain.getHead(), time)))
  }

  /** The merchant looks at what may be the refund, and says what it is. */
  function decide(id: string): void {
    for (const { hash } of refunds.get(id)?.unclear ?? []) {
      const isRefund = chain.mined().find((tx) => tx.hash === hash)?.refundId === id
      attempt(() =>
        update(id, (locked) =>
          isRefund
            ? reportTransaction(locked, hash, tick(), true)
            : dismissTransactions(locked, [hash]),
        ),
      )
    }
  }

  const actions: (() => void | Promise<void>)[] = [
    () => {
      const amount = BigInt(1 + dice.below(120))
      const input = {
        asset: undefined,
        isOfExcess: false,
        readAmount: () => amount,
        reason: '',
        now: new Date(),
      }
      const refund = attempt(() => createRefund(getCharge(), [...refunds.values()], input))
      if (refund) refunds.set(refund.id, refund)
    },
    () => {
      const part = createPayment(`part-${payments.length}`, attacker, BigInt(1 + dice.below(10)))
      if (payments.length < 3) payments = [...payments, part]
    },
    () => {
      // A reorganization takes a payment back, or gives it back.
      const taken = dice.pick(payments).id
      if (dice.chance(0.3))
        payments = payments.map((payment) =>
          payment.id === taken
            ? { ...payment, status: payment.status === 'COMPLETED' ? 'PENDING' : 'COMPLETED' }
            : payment,
        )
    },
    () => chain.mine(0.8),
    () => chain.mine(0.8),
    () => chain.reorganize(1 + dice.below(3)),
    watch,
    watch,
    () => chain.falter(),
    () => {
      const late = hanging.shift()
      // A nonce that is used is nobody's any more.
      const used = chain.mined().filter(({ from }) => from === late?.transfer.from).length
      if (late && late.nonce >= used) chain.send(late.transfer, late.nonce)
    },
  ]
  const refundActions: ((id: string) => void)[] = [
    (id) =>
      attempt(() => update(id, (locked) => nameRecipient(locked, dice.pick([home, attacker])))),
    (id) => attempt(() => update(id, (locked) => proveRecipient(locked, home, payer))),
    (id) => attempt(() => update(id, (locked) => proveRecipient(locked, attacker, attacker))),
    // The merchant has asked the payer.
    (id) => attempt(() => update(id, (locked) => approveRecipient(locked, home))),
    (id) => {
      if (dice.chance(0.1)) attempt(() => update(id, cancelRefund))
    },
    ask,
    ask,
    ask,
    (id) => release(id),
    decide,
    (id) => {
      // Speeds a transaction up, or cancels it, in the wallet.
      const sent = chain.waiting().find((tx) => tx.refundId === id)
      if (!sent) return
      const isCanceled = dice.chance(0.5)
      const { nonce, hash: _, ...same } = sent
      chain.send(isCanceled ? { ...same, amount: 0n, codes: [], refundId: undefined } : same, nonce)
    },
    (id) => {
      // Somebody sends in the refund's name: a little, or all of it.
      const { reference, amount, recipient } = refunds.get(id) as RefundRecord
      const gift = dice.chance(0.5) ? 1n : amount
      if (recipient && dice.chance(0.2))
        chain.send({
          from: attacker,
          to: recipient,
          amount: gift,
          codes: [reference],
          fails: false,
          refundId: undefined,
        })
    },
    (id) => {
      // A transfer of the merchant's own, of which the service knows nothing.
      const { amount } = refunds.get(id) as RefundRecord
      const from = dice.pick(merchants)
      if (dice.chance(0.2))
        chain.send({ from, to: shop, amount, codes: [], fails: false, refundId: undefined })
    },
  ]

  for (let step = 0; step < stepsOfSchedule; step++) {
    const ids = [...refunds.keys()]
    if (ids.length > 0 && dice.chance(0.6)) dice.pick(refundActions)(dice.pick(ids))
    else await dice.pick(actions)()
    checkChain(chain.mined(), refunds)
  }
  // Then all is mined, and the service looks until it knows. That nothing was sent is not believed where something was.
  chain.recover()
  for (let round = 0; round < 8; round++) {
    chain.mine()
    if (round === 1 || round === 4)
      for (const id of refunds.keys()) {
        decide(id)
        release(id, new Date(now + hoursMs))
      }
    // What was said in hours is followed by blocks of then.
    if (round === 1) now += 2 * hoursMs
    await watch()
    checkChain(chain.mined(), refunds)
  }
  // What a wallet sends after it was believed not to is found when the refund is asked for again.
  const isEnded = (id: string) => ['APPROVED', 'CANCELLED'].includes(refunds.get(id)?.status ?? '')
  const sent = chain
    .mined()
    .filter(({ refundId, fails }) => refundId !== undefined && !fails && !isEnded(refundId))
  // A gift of all of it may have come before. And of refunds that are alike in all, a transfer that names none may be taken for
  // the other's: it counts once all the same.
  for (const { refundId = '', hash } of sent) {
    const counted = [...refunds.values()].filter(
      (refund) => refund.transfer && (refund.hash === hash || refund.id === refundId),
    )
    assert.ok(counted.length > 0, 'a refund that was sent is not known to be')
    for (const refund of counted) {
      const its = chain.mined().find((one) => one.hash === refund.hash)
      assert.equal(refund.status, 'COMPLETED')
      assert.equal(refund.transfer?.amount, its?.amount)
      // A little of somebody else's is no refund.
      if (its?.from === attacker) assert.equal(its.amount, refund.amount)
    }
  }
  return { sent: sent.length, refused }
}

/** No refund has two transfers of the merchant's. */
function checkChain(
  mined: readonly SentTransaction[],
  refunds: ReadonlyMap<string, RefundRecord>,
): void {
  for (const id of refunds.keys()) {
    const transfers = mined.filter(({ refundId, fails }) => refundId === id && !fails)
    assert.ok(transfers.length < 2, `refund ${id} was sent ${transfers.length} times`)
  }
}

test('over all schedules no refund is sent twice, too much, or to whom nobody has named', async () => {
  let [sent, refused] = [0, 0]
  for (let seed = 1; seed <= schedules; seed++) {
    const played = await playSchedule(seed).catch((cause: unknown) => {
      throw new Error(`Schedule ${seed}: ${(cause as Error).message}`, { cause })
    })
    sent += played.sent
    refused += played.refused
  }
  // Schedules in which nothing happens would show nothing.
  assert.ok(sent > schedules / 5, `${sent} refunds were sent`)
  assert.ok(refused > schedules / 2, `${refused} calls were refused`)
  console.log(`${schedules} schedules: ${sent} refunds sent, ${refused} calls refused.`)
})
