import type { CheckoutCharge } from '../../src/api/schemas/charges/checkout-charge.ts'
import type { PaymentStatus } from '../../src/api/schemas/payments/payment.ts'
import { createRunner, type Runner } from '../../src/checkout/effects/runner.ts'
import type { Authorization, Intent, Proposal } from '../../src/checkout/ports/intent.ts'
import type { Journal, JournalEntry, UnreportedHash } from '../../src/checkout/ports/journal.ts'
import type { Ports } from '../../src/checkout/ports/ports.ts'
import type { TabStatus, Tabs } from '../../src/checkout/ports/tabs.ts'
import type {
  AuthorizationRefusal,
  Comparison,
  ConnectedAccount,
  TransactionStatus,
  Wallets,
} from '../../src/checkout/ports/wallets.ts'
import type { AcceptedAsset } from '../../src/checkout/quote/payment-assets.ts'
import {
  createPaymentOption,
  type PaymentOption,
  type Quote,
} from '../../src/checkout/quote/payment-option.ts'
import { updatePaymentOption } from '../../src/checkout/quote/settlement.ts'
import type { State, Step } from '../../src/checkout/state.ts'
import { PayError, type PayErrorCode } from '../../src/errors.ts'
import { account, charge, destination, fault, rich, walletA } from './samples.ts'

type PortName =
  | 'load'
  | 'refresh'
  | 'record'
  | 'wallets'
  | 'connect'
  | 'switchChain'
  | 'funds'
  | 'transfer'
  | 'search'
  | 'transactionStatus'
  | 'open'
  | 'balances'
  | 'inspect'
  | 'arrivals'
  | 'status'
  | 'reserve'
  | 'sign'
  | 'authorize'
  | 'post'
  | 'rehearse'

/** What a service offers besides; nobody reads it here. */
const offer = {
  chainId: '31337',
  tokenAddress: `0x${'0'.repeat(40)}`,
  recipientAddress: `0x${'0'.repeat(40)}`,
}

/** How a call ends: done and answered, done though the answer is lost, or not done at all. */
export type Verdict = 'answer' | 'lose' | 'refuse' | PayError

export interface Call {
  port: PortName
  settle: (verdict: Verdict) => Promise<void>
}

/** A transfer on the simulated chain. */
interface Transfer {
  hash: string
  intent: Intent
  /** Counts up whenever somebody looks. */
  confirmations: number
}

interface Timer {
  at: number
  end: () => void
}

/**
 * A wallet, a shop, a journal and a clock that outlive any number of pages. By default every call is answered at once;
 * `holds` names the ports whose calls wait in `calls` for a test to settle them.
 */
export class Simulation {
  now = 1_790_000_000_000
  charge: CheckoutCharge
  readonly chain: Transfer[] = []
  readonly calls: Call[] = []
  holds: (port: PortName) => boolean = () => false
  /** What a call that is not held ends with. */
  verdict: (port: PortName) => Verdict = () => 'answer'
  /** The journal's storage throws at writes. */
  storageFails = false
  accountChain = 31_337
  /** The wallet takes no data on a plain send: it is asked once more without. */
  refusesData = false
  /** What else the page takes. */
  accepts: readonly AcceptedAsset[] | undefined
  /** Hashes that arrived from elsewhere. */
  arrived: string[] = []
  /** From which block on it was looked for them. */
  readonly watched: (bigint | undefined)[] = []
  /** Blocks that a page waits for. */
  blocks: (chainId: number) => number = () => 2
  /** What the chain says of a transaction that the payer names. */
  proof: 'reference' | 'signature' = 'reference'
  /** Nobody has seen what the payer names: no node, and not the service, which lists no payment of it. */
  unseen = false
  /** The chain of such a transaction cannot be read. */
  unread = false
  /** How reported hashes stand that the charge does not list. */
  readonly statuses = new Map<string, Pick<PaymentStatus, 'status'> & Partial<PaymentStatus>>()
  /** What is added to the price, or why there is no amount. */
  reserving: bigint | PayError = 317n
  earlierChargeId: string | undefined
  readonly signatures: string[] = []
  /** What the wallet was asked to sign. */
  readonly messages: string[] = []
  /** What another source than the wallet shows of a sent transaction. By default the page names none. */
  comparison: Comparison = { result: 'unreadable' }
  /** The payer sees the page. */
  seen = true
  /** What the account can sign, where it has too little coin. */
  authorization: Authorization | undefined
  /** What the account has. */
  funds = rich
  /** What was posted for the service to send, in order. */
  readonly posted: Intent[] = []
  /** The authorization can no longer pay. */
  lapsed = false
  /** Why the token does not take the signature, whoever sends it. */
  tokenRefusal: AuthorizationRefusal | undefined
  /** What the wallet answers in place of a transaction, and how that stands. */
  proposal: Proposal | undefined
  /** Under which place of the list a named transaction pays. */
  paysDeal = 0
  /** What the service was told, in order. */
  readonly reports: UnreportedHash[] = []
  /** The newest block that a search reads. */
  head = 100n
  /** The ranges that were searched. */
  readonly looks: Parameters<Wallets['searchTransfer']>[1][] = []
  readonly journal = new Map<string, JournalEntry>()
  /** How often each port was called. */
  readonly count: Partial<Record<PortName, number>> = {}
  readonly left: ('success' | 'cancel')[] = []
  /** What pages told each other. */
  readonly told: TabStatus[] = []
  /** What the chain shows of a hash, where it shall not just become deeper. */
  readonly fates = new Map<string, TransactionStatus>()
  /** False: a browser without Web Locks, whose tabs know of each other by the journal alone. */
  canLock = true
  /** The journal's entries cannot be read, as after a bug or by another version. */
  illegible = false
  /** What happens between the reading of an entry and the lock for it. */
  beforeHold: (() => Promise<void>) | undefined
  readonly #tabs = new Map<Page, { mirror?: TabStatus; heard?: (mirror: TabStatus) => void }>()
  #timers: Timer[] = []
  #lock: object | undefined
  #waiting: { page: Page; resolve: () => void }[] = []
  #reads = 0

  constructor(of: CheckoutCharge = charge()) {
    this.charge = of
  }

  /** Opens a page: a runner whose every state is kept. */
  page(): Page {
    return new Page(this)
  }

  /** Lets all that is ready run, then moves the clock. */
  async advance(milliseconds: number) {
    const until = this.now + milliseconds
    await settled()
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.now = Math.max(this.now, next.at)
      next.end()
      await settled()
    }
    this.now = until
  }

  /** The network is back, or the page is shown: whatever waits goes on. */
  async wake() {
    for (const { end } of [...this.#timers]) end()
    await settled()
  }

  /** Milliseconds until the next timer; undefined when nobody waits. */
  get nextTimer(): number | undefined {
    const [first] = this.#timers.map(({ at }) => at).sort((a, b) => a - b)
    return first === undefined ? undefined : first - this.now
  }

  deal(): PaymentOption {
    return createPaymentOption(this.charge, destination())
  }

  /** The calls of a port that wait. */
  held(port: PortName): Call {
    const call = this.calls.find((one) => one.port === port)
    if (!call) throw new Error(`Nobody waits for ${port}.`)
    return call
  }

  ports(page: Page): Ports {
    const call = <T>(port: PortName, act: () => T): Promise<T> => this.#call(page, port, act)
    const wallets: Wallets = {
      dispose() {},
      watch(tell) {
        tell([walletA])
        return () => {}
      },
      connect: () => call('connect', () => ({ ...account, chainId: this.accountChain })),
      switchChain: (chainId) =>
        call('switchChain', () => {
          this.accountChain = chainId
        }),
      readFunds: () => call('funds', () => ({ ...this.funds, nonce: this.chain.length })),
      prepareAuthorization: async () => this.authorization,
      signAuthorization: async (_, isWanted) => {
        if (!isWanted()) throw new PayError('chain_refused', 'Not wanted any more.')
        return await call('authorize', () => `0x${'51'.repeat(65)}`)
      },
      findAuthorizationRefusal: () => call('rehearse', () => this.tokenRefusal),
      transfer: async (intent, isWanted, tell, onWithoutData) => {
        if (!isWanted()) throw new PayError('chain_refused', 'Not wanted any more.')
        if (this.refusesData) onWithoutData?.()
        if (!this.proposal) return await call('transfer', () => this.#send(intent))
        // As the wallets' adapter does it: what comes of it is for the search to see.
        tell(this.proposal)
        throw new PayError('wallet_failed', 'Your wallet will send the payment later.')
      },
      searchTransfer: (intent, range) => {
        this.looks.push(range)
        return call('search', () => this.#search(intent))
      },
      getTransactionStatus: (_, hash) => call('transactionStatus', () => this.#fate(hash)),
      signMessage: (_, message) =>
        call('sign', () => {
          this.messages.push(message)
          return `0x${'51'.repeat(65)}`
        }),
      watchAccount(tell) {
        page.account = tell
        return () => {}
      },
      readBalances: (options) =>
        call('balances', () => options.map((option) => ({ option, balance: rich.tokenBalance }))),
      compareTransfer: async () => this.comparison,
      inspectTransaction: (options, text) =>
        call('inspect', () => {
          const found = options[this.paysDeal]
          if (!found || !/^0x\w{64}$/.test(text))
            throw new PayError('payment_failed', 'This is no transaction hash.')
          const signers = [account.address]
          const { proof, unseen: isUnseen, unread: isUnread } = this
          return { hash: text, option: found, proof, signers, isUnseen, isUnread }
        }),
      findIncomingTransfers: (_, from) => {
        this.watched.push(from)
        return call('arrivals', () => ({ hashes: [...this.arrived], toBlock: this.head }))
      },
    }
    return {
      proxy: {
        load: () => call('load', () => this.deal()),
        getChargeId: () => this.charge.id,
        refresh: (deal) => call('refresh', () => updatePaymentOption(deal, this.charge)),
        getPreviousChargeId: () => this.earlierChargeId,
        reportTransaction: ({ quote }, hash, _, signature) => {
          this.reports.push({ hash, chainId: quote.chainId, token: quote.token.address })
          if (signature !== undefined) this.signatures.push(signature)
          return call('record', () => this.#record(hash))
        },
        getPaymentStatus: ({ quote }, hash) =>
          call('status', () => {
            const known = this.statuses.get(hash)
            if (!known) throw new PayError('not_found', 'It was never reported.')
            const where = { chainId: String(quote.chainId), tokenAddress: quote.token.address }
            return { hash, ...where, reason: '', signers: [], ...known }
          }),
        findAuthorizationOffer: async () =>
          this.authorization && {
            ...offer,
            ...this.authorization,
            value: String(this.authorization.value),
            fee: String(this.authorization.fee),
            validBefore: String(this.authorization.validBefore),
          },
        addAuthorization: (intent) => {
          this.posted.push(intent)
          return call('post', () => this.#relay(intent))
        },
        listRefunds: async () => [],
        reserveAmount: ({ quote }) =>
          call('reserve', () => {
            if (this.reserving instanceof PayError) throw this.reserving
            return { amount: quote.amount + this.reserving, expiresAt: this.now + 86_400_000 }
          }),
      },
      journal: this.#journal(page, call),
      tabs: this.#tabsOf(page),
      loadWallets: () => call('wallets', () => wallets),
      checkQuote: () => undefined,
      getAcceptedAssets: () => this.accepts,
      isPageVisible: () => this.seen,
      getRequiredConfirmations: (chainId) => this.blocks(chainId),
      sleep: (milliseconds, signal) => this.#sleep(milliseconds, signal),
      // Never the same twice, as a clock that somebody has waited for.
      now: () => this.now + this.#reads++,
      monotonicNow: () => this.now,
      random: () => 0.5,
      onLeave: (how) => {
        this.left.push(how)
      },
    }
  }

  /** The browser closes a page: its lock is free, and nobody hears of it any more. */
  close(page: Page) {
    this.#tabs.delete(page)
    this.#release(page)
  }

  #release(page: Page) {
    if (this.#lock !== page) return
    this.#lock = undefined
    const next = this.#waiting.shift()
    if (!next) return
    this.#lock = next.page
    next.resolve()
  }

  #hold(page: Page): boolean {
    if (!this.canLock) return true
    if (this.#lock && this.#lock !== page) return false
    this.#lock = page
    return true
  }

  #inherit(page: Page, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#hold(page)) return resolve()
      const one = { page, resolve }
      this.#waiting.push(one)
      const leave = () => {
        this.#waiting = this.#waiting.filter((other) => other !== one)
        reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  /** As a BroadcastChannel does it: everybody hears but the one who speaks. Who comes later is told what stands. */
  #tabsOf(page: Page): Tabs {
    const tab: { mirror?: TabStatus; heard?: (mirror: TabStatus) => void } = {}
    this.#tabs.set(page, tab)
    const others = () => [...this.#tabs.values()].filter((one) => one !== tab)
    return {
      notify: (_, mirror) => {
        this.told.push(mirror)
        if (!this.canLock) return
        if (mirror.step === 'over') delete tab.mirror
        else tab.mirror = mirror
        for (const { heard } of others()) queueMicrotask(() => heard?.(mirror))
      },
      listen: (_, heard) => {
        tab.heard = heard
        for (const { mirror } of this.canLock ? others() : [])
          if (mirror) queueMicrotask(() => tab.heard === heard && heard(mirror))
        return () => delete tab.heard
      },
    }
  }

  async #call<T>(page: Page, port: PortName, act: () => T): Promise<T> {
    this.count[port] = (this.count[port] ?? 0) + 1
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const settle = async (verdict: Verdict) => {
      const place = this.calls.indexOf(entry)
      if (place >= 0) this.calls.splice(place, 1)
      // Of a page that is gone, only what others were asked still happens, and it hears nothing of that.
      if (page.gone && !['transfer', 'record', 'post'].includes(port)) return
      const { value, error } = outcome(port, verdict, act)
      if (page.gone) return
      if (error) reject(error)
      else resolve(value as T)
      await settled()
    }
    const entry: Call = { port, settle }
    if (this.holds(port)) this.calls.push(entry)
    else void settle(this.verdict(port))
    return await promise
  }

  /** Who had still to sign has signed: the transfer of an intent is sent, and told to nobody. */
  execute(intent: Intent): string {
    return this.#send(intent)
  }

  #send(intent: Intent): string {
    const hash = `0x${String(this.chain.length + 1).repeat(64)}`
    this.chain.push({ hash, intent, confirmations: 0 })
    return hash
  }

  /** The token takes a nonce once, and the same post gets the same answer. */
  #relay(intent: Intent): string {
    const known = this.chain.find((one) => one.intent.id === intent.id)
    const hash = known?.hash ?? this.#send(intent)
    void this.#record(hash)
    return hash
  }

  #search(intent: Intent) {
    if (this.lapsed) return { found: 'lapsed', toBlock: this.head } as const
    const found = this.chain.find((one) => one.intent.id === intent.id)
    return found
      ? ({ found: 'transfer', hasReference: true, hash: found.hash } as const)
      : ({
          // Its own wallet says that it will be in no block.
          found: this.proposal?.hasFailed ? 'used' : 'nothing',
          toBlock: this.head,
          proposal: this.proposal,
        } as const)
  }

  /** One block deeper at each look. At two, the service credits what was reported. */
  #fate(hash: string): TransactionStatus {
    const fixed = this.fates.get(hash)
    if (fixed) return fixed
    const found = this.chain.find((one) => one.hash === hash)
    if (!found) return { status: 'unknown' }
    found.confirmations++
    const { confirmations } = found
    if (confirmations >= 2) this.credit(hash, 'COMPLETED')
    return { status: 'mined', confirmations, isReverted: false, nonce: found.intent.nonce }
  }

  /** Gives a recorded payment a status. */
  credit(hash: string, status: string) {
    const payments = (this.charge.payments ?? []).map((one) =>
      one.payerTransactionHash === hash ? { ...one, status } : one,
    )
    this.charge = { ...this.charge, payments }
  }

  /** As the element's shop does it: our own hash a second time is a success. */
  #record(hash: string) {
    const payments = this.charge.payments ?? []
    if (this.unseen || payments.some((one) => one.payerTransactionHash === hash)) return undefined
    const fresh = {
      payerTransactionHash: hash,
      paidAmountInRequestedToken: '19.99',
      status: 'PENDING',
    }
    this.charge = { ...this.charge, payments: [...payments, fresh] }
    return undefined
  }

  #journal(page: Page, call: <T>(port: PortName, act: () => T) => Promise<T>): Journal {
    /** What the storage does not take, of payers who go on all the same. */
    const memory = new Map<string, JournalEntry>()
    const read = (chargeId: string) => {
      if (this.illegible) throw new PayError('storage_unavailable', 'The note cannot be read.')
      return memory.get(chargeId) ?? this.journal.get(chargeId)
    }
    const write = (chargeId: string, entry: JournalEntry, consented = memory.has(chargeId)) => {
      if (!this.storageFails) {
        this.illegible = false
        memory.delete(chargeId)
        this.journal.set(chargeId, entry)
      } else if (consented) memory.set(chargeId, entry)
      else throw new PayError('storage_unavailable', 'The storage is full.')
    }
    const addUnreportedHash = (
      { chargeId, chainId, token }: Quote,
      hash: string,
      isSubmitted = false,
    ) => {
      const entry = read(chargeId)
      const { unreportedHashes: known = [] } = entry ?? {}
      if (entry?.hash === hash || known.some((one) => one.hash === hash)) return
      const one: UnreportedHash = {
        hash,
        chainId,
        token: token.address,
        ...(isSubmitted && { wasSubmitted: true }),
      }
      write(chargeId, { ...entry, unreportedHashes: [...known, one] })
    }
    const removeUnreportedHash = (chargeId: string, hash: string) => {
      const entry = read(chargeId)
      if (!entry?.unreportedHashes) return
      write(chargeId, {
        ...entry,
        unreportedHashes: entry.unreportedHashes.filter((one) => one.hash !== hash),
      })
    }
    return {
      read,
      writeIntent: (intent, consented = false) =>
        call('open', () => {
          const { chargeId } = intent.quote
          if (!this.#hold(page)) return false
          const before = consented && this.illegible ? undefined : read(chargeId)
          if (before?.intent && before.settledAt === undefined) return false
          // Settled since the intent was made.
          if (before?.settledAt !== undefined && !intent.earlierHashes?.includes(before.hash ?? ''))
            return false
          write(
            chargeId,
            {
              intent,
              abandonedHashes: before?.abandonedHashes,
              unreportedHashes: before?.unreportedHashes,
              isAwaited: before?.isAwaited,
              refused: before?.refused,
            },
            consented,
          )
          return true
        }),
      acquireLock: async () => {
        await this.beforeHold?.()
        return this.#hold(page)
      },
      waitForLock: (_, signal) => this.#inherit(page, signal),
      releaseLock: () => this.#release(page),
      writeHash: (intent, hash) => {
        const { chargeId } = intent.quote
        const entry = read(chargeId)
        const another = entry?.intent !== undefined && entry.intent.id !== intent.id
        if (entry?.settledAt !== undefined || another) return addUnreportedHash(intent.quote, hash)
        const told =
          entry?.hash === hash
            ? entry
            : {
                abandonedHashes: entry?.abandonedHashes,
                unreportedHashes: entry?.unreportedHashes,
                isAwaited: entry?.isAwaited,
                refused: entry?.refused,
              }
        write(chargeId, { ...told, intent, hash })
      },
      addUnreportedHash,
      writeMisdirection: (intent, hash, misdirection) => {
        const { chargeId } = intent.quote
        write(chargeId, { ...read(chargeId), intent, hash, misdirection })
        this.#release(page)
      },
      updateIntent: (intent) => {
        const { chargeId } = intent.quote
        const entry = read(chargeId)
        if (entry?.intent?.id === intent.id) write(chargeId, { ...entry, intent })
      },
      markAwaited: (chargeId) => write(chargeId, { ...read(chargeId), isAwaited: true }),
      markRecorded: (chargeId, hash) => {
        const entry = read(chargeId)
        if (entry?.hash === hash) write(chargeId, { ...entry, isRecorded: true })
        else if (entry?.unreportedHashes?.some((one) => one.hash === hash && one.wasSubmitted)) {
          const mark = (one: UnreportedHash): UnreportedHash =>
            one.hash === hash ? { ...one, isRecorded: true } : one
          write(chargeId, { ...entry, unreportedHashes: entry.unreportedHashes.map(mark) })
        } else removeUnreportedHash(chargeId, hash)
      },
      removeUnreportedHash,
      markSettled: (chargeId, hash) => {
        this.#release(page)
        const entry = read(chargeId)
        if (entry?.settledAt !== undefined && entry.hash) return false
        const unreportedHashes = entry?.unreportedHashes?.filter((one) => one.hash !== hash)
        write(chargeId, { ...entry, unreportedHashes, hash, isRecorded: true, settledAt: this.now })
        return true
      },
      close: (chargeId, intentId, hash, refused = read(chargeId)?.refused) => {
        this.#release(page)
        if (this.storageFails) throw new PayError('storage_unavailable', 'The storage is shut.')
        const entry = read(chargeId)
        const abandonedHashes = [...(entry?.abandonedHashes ?? []), ...(hash ? [hash] : [])]
        if (entry?.intent && entry.intent.id !== intentId)
          return hash ? write(chargeId, { ...entry, abandonedHashes }) : undefined
        const { unreportedHashes, isAwaited } = entry ?? {}
        if (abandonedHashes.length > 0 || unreportedHashes || isAwaited || refused)
          return write(chargeId, { abandonedHashes, unreportedHashes, isAwaited, refused })
        memory.delete(chargeId)
        this.journal.delete(chargeId)
      },
    }
  }

  #sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const forget = () => {
        this.#timers = this.#timers.filter((one) => one !== timer)
      }
      const abort = () => {
        forget()
        reject(signal.reason)
      }
      const timer = {
        at: this.now + milliseconds,
        end: () => {
          forget()
          signal.removeEventListener('abort', abort)
          resolve()
        },
      }
      if (signal.aborted) return reject(signal.reason)
      signal.addEventListener('abort', abort, { once: true })
      this.#timers.push(timer)
    })
  }
}

/** A page with the runner in it. */
export class Page {
  readonly runner: Runner
  readonly states: State[] = []
  gone = false
  /** Tells the page that the wallet shows another account. */
  account: ((account: ConnectedAccount | undefined) => void) | undefined
  readonly #simulation: Simulation

  constructor(simulation: Simulation) {
    this.#simulation = simulation
    this.runner = createRunner(simulation.ports(this), (state) => this.states.push(state))
    this.runner.dispatch({ type: 'start' })
  }

  get state(): State {
    return this.runner.state
  }

  get step(): Step {
    return this.runner.state.step
  }

  async send(event: Parameters<Runner['dispatch']>[0]) {
    this.runner.dispatch(event)
    await settled()
  }

  /** The tab dies: no clean-up of its own, and no answer reaches it. */
  die() {
    this.gone = true
    this.runner.dispose()
    this.#simulation.close(this)
  }
}

function outcome<T>(
  port: PortName,
  verdict: Verdict,
  act: () => T,
): { value?: T; error?: unknown } {
  try {
    if (verdict === 'answer') return { value: act() }
    if (verdict === 'lose') act()
  } catch (error) {
    return { error }
  }
  if (verdict instanceof PayError) return { error: verdict }
  return { error: verdict === 'refuse' ? new PayError(refusal(port), 'The payer said no.') : fault }
}

const refusal = (port: PortName): PayErrorCode =>
  port === 'switchChain' ? 'chain_refused' : 'wallet_refused'

/** A page on which the payer has said Pay, with some ports' calls held. */
export async function paying(simulation: Simulation, ...held: string[]): Promise<Page> {
  simulation.holds = (port) => held.includes(port)
  const page = simulation.page()
  await settled()
  await page.send({ type: 'pay' })
  return page
}

/** Lets every promise that can settle do so. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
