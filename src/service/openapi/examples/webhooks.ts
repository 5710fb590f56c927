import { Charge } from '../../../api/schemas/charges/charge.ts'
import type { EventType } from '../../../api/schemas/events.ts'
import { ChargePayment } from '../../../api/schemas/payments/payment.ts'
import { Refund } from '../../../api/schemas/payments/refund.ts'
import { ReceivingWallet } from '../../../api/schemas/settings.ts'
import { UnmatchedPayment } from '../../../api/schemas/unmatched.ts'
import type {
  ChargeEvent,
  ChargeEventType,
  RefundEvent,
  RefundEventType,
  WebhookEvent,
} from '../../../api/schemas/webhook.ts'
import recorded from './recorded.json' with { type: 'json' }

// A sample of each type of event, about the order of the recorded day. OpenAPI shows the samples, and POST /events/trigger sends
// them: they are in test mode, and name no charge that exists.

const charge = Charge.parse(recorded.createCharge.reply.data)
const payment = ChargePayment.parse(recorded.getPayment.reply)
const unmatched = UnmatchedPayment.parse(recorded.listUnmatched.reply.data[0])
const refund = Refund.parse(recorded.nameRefundRecipient.reply)
const sentRefund = Refund.parse(recorded.getRefund.reply)
const wallet = ReceivingWallet.parse(recorded.setReceivingWallet.reply)
const webhookEndpoint = recorded.getWebhookEndpoint.reply
const { payerTransactionHash: hash, payerAddress: payer } = payment

const time = '2026-11-20T09:30:00.000Z'
const [pending, completed] = [
  { status: 'PENDING', time: '2026-11-20T09:31:00.000Z' },
  { status: 'COMPLETED', time: '2026-11-20T09:31:20.000Z' },
] as const
const againAt = '2026-11-20T09:40:20.000Z'

const head = {
  id: '0d6f2f0e-6c1b-4f0e-9f1a-3b1d6a1c2e4f',
  created_at: time,
  livemode: false,
}

function sampleCharge(
  type: ChargeEventType,
  sequence: number,
  changes: Partial<Charge>,
): ChargeEvent {
  return { ...head, type, sequence, data: { ...charge, ...changes, livemode: false } }
}

function sampleRefund(
  type: RefundEventType,
  sequence: number,
  changes: Partial<Refund>,
): RefundEvent {
  return { ...head, type, sequence, data: { ...refund, ...changes, livemode: false } }
}

const change = { effective_at: '2026-11-21T09:30:00.000Z', author: 'pc_0123abcd' }

/** A sample of the body of a webhook call of each type. A type without one does not compile. */
export const eventSamples: Readonly<Record<EventType, WebhookEvent>> = {
  'charge:created': sampleCharge('charge:created', 1, {}),
  'charge:pending': sampleCharge('charge:pending', 2, {
    status: 'PENDING',
    timeline: [pending],
    payments: [{ ...payment, status: 'PENDING', creditedAmount: '0', verifiedAt: '' }],
  }),
  'charge:confirmed': sampleCharge('charge:confirmed', 3, {
    status: 'COMPLETED',
    payment_status: 'paid',
    missing_amount: '0',
    timeline: [pending, completed],
    payments: [payment],
  }),
  'charge:paid_again': sampleCharge('charge:paid_again', 4, {
    status: 'COMPLETED',
    payment_status: 'overpaid',
    missing_amount: '0',
    excess_amount: payment.creditedAmount,
    timeline: [pending, completed],
    payments: [
      payment,
      {
        ...payment,
        uuid: 'd5c4b3a2-9180-4f7e-8d6c-5b4a39281706',
        payerTransactionHash: `0x${'5f'.repeat(32)}`,
        reason: 'OVERPAID',
        createdAt: '2026-11-20T09:40:00.000Z',
        minedAt: '2026-11-20T09:40:02.000Z',
        verifiedAt: againAt,
      },
    ],
  }),
  'charge:unconfirmed': sampleCharge('charge:unconfirmed', 4, {
    status: 'NEW',
    timeline: [pending, completed, { status: 'NEW', time: againAt }],
    payments: [
      {
        ...payment,
        status: 'FAILED',
        reason: 'The merchant has taken its assignment back.',
        creditedAmount: '0',
      },
    ],
  }),
  'charge:failed': sampleCharge('charge:failed', 4, {
    status: 'FAILED',
    timeline: [pending, completed, { status: 'FAILED', time: againAt }],
    payments: [
      {
        ...payment,
        status: 'FAILED',
        reason: 'The transaction is no longer on the chain.',
        creditedAmount: '0',
        minedAt: '',
      },
    ],
  }),
  'charge:expired': sampleCharge('charge:expired', 2, {
    status: 'EXPIRED',
    timeline: [{ status: 'EXPIRED', time: charge.expires_at }],
  }),
  'charge:canceled': sampleCharge('charge:canceled', 2, {
    status: 'CANCELLED',
    timeline: [{ status: 'CANCELLED', time: '2026-11-20T10:00:00.000Z' }],
  }),
  'payment:unmatched': { ...head, type: 'payment:unmatched', data: unmatched },
  'payment:misdirected': {
    ...head,
    type: 'payment:misdirected',
    data: {
      uuid: '7c6b5a4f-3e2d-4c1b-8a9f-8e7d6c5b4a3f',
      chargeUuid: charge.id,
      chainId: '8453',
      hash,
      senderAddress: payer,
      recipientAddress: '0x000000000000000000000000000000000000dEaD',
      tokenAddress: wallet.tokenAddress,
      amount: '19.99',
      expectedRecipientAddress: wallet.walletAddress,
      blockNumber: '23100000',
      minedAt: '2026-11-20T09:31:00.000Z',
      createdAt: '2026-11-20T09:31:02.000Z',
    },
  },
  'refund:named': sampleRefund('refund:named', 4, { status: 'NAMED' }),
  'refund:pending': sampleRefund('refund:pending', 5, { ...sentRefund, status: 'PENDING' }),
  'refund:confirmed': sampleRefund('refund:confirmed', 6, sentRefund),
  'refund:failed': sampleRefund('refund:failed', 5, { failure: 'The transaction was reverted.' }),
  'refund:canceled': sampleRefund('refund:canceled', 5, { status: 'CANCELLED' }),
  'wallet.changing': {
    ...head,
    type: 'wallet.changing',
    data: { ...change, from: wallet, to: { ...wallet, walletAddress: refund.recipientAddress } },
  },
  'tolerance.changing': {
    ...head,
    type: 'tolerance.changing',
    data: {
      ...change,
      from: { amount: '0', percent: '0' },
      to: { amount: '1.5', percent: '2' },
    },
  },
  'webhook.changing': {
    ...head,
    type: 'webhook.changing',
    data: {
      ...change,
      endpoint: webhookEndpoint.uuid,
      from: { url: 'https://shop.example.org/webhooks' },
      to: { url: 'https://shop.example.org/hooks' },
    },
  },
  'key.granted': {
    ...head,
    type: 'key.granted',
    data: {
      author: change.author,
      prefix: 'pc_4f8a01cd',
      name: 'Ruth Sand',
      from: [],
      to: ['desk:refund'],
      expires_at: '',
    },
  },
  'webhook.test': {
    ...head,
    type: 'webhook.test',
    data: { endpoint: webhookEndpoint.uuid },
  },
}
