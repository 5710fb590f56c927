import type { EventTrigger } from '../../../api/schemas/events.ts'
import type { Author, MerchantAccount } from '../../domain/accounts/accounts.ts'
import {
  cancelUnpaidCharge,
  expireCharge,
  failPayment,
  settlePayment,
} from '../../domain/charges/lifecycle.ts'
import { createChargeRecord } from '../../domain/charges/new-charge.ts'
import { type ChargeRecord, noBlockHash } from '../../domain/charges/records.ts'
import { createId } from '../../domain/id.ts'
import { maxMisdirected } from '../../domain/payments/misdirected.ts'
import { startSigning } from '../../domain/refunds/attempts.ts'
import { cancelRefund, createRefund } from '../../domain/refunds/lifecycle.ts'
import { approveRecipient, nameRecipient } from '../../domain/refunds/recipients.ts'
import type { LockedRefund, RefundUpdate } from '../../domain/refunds/records.ts'
import { settleRefund } from '../../domain/refunds/settle.ts'
import {
  createSimulatedAddress,
  createSimulatedBlock,
  createSimulatedHash,
  createSimulatedPayment,
  simulatedChainId,
  simulatedToken,
} from '../../domain/simulations/simulated-chain.ts'
import type { ServiceContext } from '../http/context.ts'

type EventType = EventTrigger['type']

/** Somebody who triggers an event. */
interface Simulator {
  account: MerchantAccount
  author: Author
  shop: string
}

/**
 * Creates the function that does in a test account what has an event of a type told: charges, payments and refunds as everything
 * else makes them, by the same rules, on a chain that does not exist. Its charges are real rows, which the receiver of the event can
 * ask for. It returns the charge that the event is about, or that it came with.
 */
export function createSimulation(
  context: ServiceContext,
): (type: EventType, simulator: Simulator) => Promise<ChargeRecord> {
  const { store, chains } = context
  const toAddress = (name: string) => chains.parseAddress(createSimulatedAddress(name), 'type')
  const getPayer = () => toAddress('payer')

  async function addCharge(type: EventType, { account, shop }: Simulator): Promise<ChargeRecord> {
    const now = new Date()
    // A charge that is to expire has expired when it is created.
    const expiry = type === 'charge:expired' ? { ...context.expiry, defaultMs: 0 } : context.expiry
    const charge = createChargeRecord({
      body: {
        pricing_type: 'fixed_price',
        local_price: { amount: '10.00' },
        name: 'Test order',
        metadata: { triggered: type },
      },
      account,
      shop,
      destination: {
        chainId: simulatedChainId,
        recipient: toAddress(account.id),
        token: toAddress('token'),
        tokenType: 'ERC20',
      },
      token: simulatedToken,
      sources: {},
      accepts: [],
      isTestChain: (chainId) => chainId === simulatedChainId,
      now,
      expiry,
      quoteLifetimeMs: context.quoteLifetimeMs,
    })
    await store.createCharge(charge, account.brand, undefined, {
      max: context.recipientsPerAccount,
      since: new Date(now.getTime() - context.watchMs),
    })
    return charge
  }

  /** Pays a charge its price; returns the id of the payment, which waits for confirmations. */
  async function pay(charge: ChargeRecord): Promise<string> {
    const mined = createSimulatedPayment(charge, getPayer(), new Date())
    const by = {
      chargeId: charge.id,
      proof: 'reference',
      countedAmount: charge.quote.amount,
    } as const
    await store.recordTransactions([
      { mined, transfers: mined.transfers, chargeIds: [charge.id], decideCredit: () => by },
    ])
    const paid = await store.getCharge(charge.accountId, charge.id)
    const payment = paid?.payments.find(({ hash }) => hash === mined.hash)
    if (payment) return payment.id
    throw new Error('The simulated payment was not recorded.')
  }

  async function confirm(charge: ChargeRecord): Promise<void> {
    const paymentId = await pay(charge)
    await store.updateCharge(charge.id, (locked, transfers) => {
      const own = transfers.filter((transfer) => transfer.paymentId === paymentId)
      return settlePayment(locked, paymentId, own, new Date())
    })
  }

  async function fail(charge: ChargeRecord): Promise<void> {
    const id = await pay(charge)
    const reason = 'The simulated chain no longer has the transaction.'
    await store.dropTransfers({ id, chargeId: charge.id }, noBlockHash, (locked) =>
      failPayment(locked, id, reason, new Date()),
    )
  }

  /** Sends money to a charge's recipient that names no charge. */
  async function leaveUnmatched(charge: ChargeRecord): Promise<void> {
    const mined = createSimulatedPayment(charge, getPayer(), new Date())
    const transfers = mined.transfers.map((transfer) => ({ ...transfer, references: [] }))
    const decision = { reason: 'The sender named no charge.' }
    await store.recordTransactions([
      {
        mined: { ...mined, transfers, mentionedReferences: [] },
        transfers,
        chargeIds: [],
        decideCredit: () => decision,
      },
    ])
  }

  async function misdirect(charge: ChargeRecord): Promise<void> {
    const { quote } = charge
    const now = new Date()
    const record = {
      id: createId(),
      chargeId: charge.id,
      chainId: quote.chainId,
      hash: createSimulatedHash(),
      token: quote.token,
      recipient: toAddress('thief'),
      sender: getPayer(),
      amount: quote.amount,
      expectedRecipient: quote.recipient,
      block: createSimulatedBlock(now),
      minedAt: now,
      createdAt: now,
    }
    await store.recordMisdirected(record, charge, maxMisdirected)
  }

  /** Refunds a paid charge, as far as these steps lead. */
  async function refund(
    charge: ChargeRecord,
    { author }: Simulator,
    ...decisions: readonly ((locked: LockedRefund) => RefundUpdate | undefined)[]
  ): Promise<void> {
    await confirm(charge)
    const id = await store.createRefund(
      charge.id,
      author,
      (locked, refunds) =>
        createRefund(locked, refunds, {
          asset: undefined,
          readAmount: () => undefined,
          reason: 'Test refund',
          now: new Date(),
        }),
      { idempotencyKey: undefined, toResponse: (created) => created.id },
    )
    for (const decide of decisions) await store.updateRefund(id, author, decide)
  }

  type Step = (charge: ChargeRecord, simulator: Simulator) => Promise<unknown>
  const approve = (locked: LockedRefund) => approveRecipient(locked, getPayer())
  const sign = (locked: LockedRefund) =>
    startSigning(locked, {
      id: crypto.randomUUID(),
      account: toAddress('merchant'),
      nonce: 0,
      askedNonce: 0,
      fromBlock: 0n,
      startedAt: new Date(),
      searchedTo: undefined,
      searchedNonce: undefined,
      seen: undefined,
      isAccepted: false,
      release: undefined,
    })
  const settle = (isConfirmed: boolean) => (locked: LockedRefund) => {
    const now = new Date()
    const transfer = {
      position: 0,
      amount: locked.refund.amount,
      block: createSimulatedBlock(now),
      minedAt: now,
      sender: toAddress('merchant'),
      blockTime: now,
      price: { usdPrice: undefined, usdSource: 'none' } as const,
      fee: undefined,
    }
    const hash = createSimulatedHash()
    return settleRefund(locked, { kind: 'mined', hash, transfer, isConfirmed })
  }
  const reason = 'The simulated transaction was reverted.'
  const end = (locked: LockedRefund) => settleRefund(locked, { kind: 'ended', reason })

  // A type without its step does not compile.
  const steps: Record<EventType, Step> = {
    'charge:created': async () => undefined,
    'charge:pending': pay,
    'charge:confirmed': confirm,
    async 'charge:paid_again'(charge) {
      await confirm(charge)
      await confirm(charge)
    },
    'charge:failed': fail,
    'charge:expired': ({ id }) =>
      store.updateCharge(id, (charge) => expireCharge(charge, new Date())),
    'charge:canceled': ({ id }, { author }) =>
      store.cancelCharge(id, author, (charge) => cancelUnpaidCharge(charge, new Date())),
    'payment:unmatched': leaveUnmatched,
    'payment:misdirected': misdirect,
    'refund:named': (charge, simulator) =>
      refund(charge, simulator, (locked) => nameRecipient(locked, getPayer())),
    'refund:pending': (charge, simulator) =>
      refund(charge, simulator, approve, sign, settle(false)),
    'refund:confirmed': (charge, simulator) =>
      refund(charge, simulator, approve, sign, settle(true)),
    'refund:failed': (charge, simulator) => refund(charge, simulator, approve, sign, end),
    'refund:canceled': (charge, simulator) => refund(charge, simulator, cancelRefund),
  }

  return async (type, simulator) => {
    const charge = await addCharge(type, simulator)
    await steps[type](charge, simulator)
    return charge
  }
}
