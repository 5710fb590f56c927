import type {
  ChargeEvent,
  MisdirectedEvent,
  RefundEvent,
  ToleranceChangingEvent,
  UnmatchedEvent,
  WalletChangingEvent,
  WebhookChangingEvent,
  WebhookTestEvent,
} from '../../../api/schemas/webhook.ts'
import {
  charge,
  hash,
  id,
  otherRecipient,
  recipient,
  sentRefund,
  unmatched,
  usdc,
  wallet,
  webhookEndpoint,
} from './values.ts'

/** An example of the body of a webhook call about a charge. */
export const eventExample: ChargeEvent = {
  id: '0d6f2f0e-6c1b-4f0e-9f1a-3b1d6a1c2e4f',
  type: 'charge:created',
  created_at: '2026-11-20T09:30:00.000Z',
  livemode: true,
  sequence: 1,
  data: charge,
}

/** An example of the body of a webhook call about unmatched money. */
export const unmatchedEventExample: UnmatchedEvent = {
  id: '9b1f0c5d-2a3e-4d6f-8b7a-0c9d8e7f6a5b',
  type: 'payment:unmatched',
  created_at: '2026-11-20T09:31:02.000Z',
  livemode: true,
  data: unmatched,
}

/** An example of the body of a webhook call about a refund. */
export const refundEventExample: RefundEvent = {
  id: '6a5b4c3d-2e1f-4a0b-9c8d-7e6f5a4b3c2d',
  type: 'refund:confirmed',
  created_at: '2026-11-21T09:41:20.000Z',
  livemode: true,
  sequence: 6,
  data: sentRefund,
}

/** An example of the body of a webhook call about money that went to somebody else. */
export const misdirectedEventExample: MisdirectedEvent = {
  id: '3e2d1c0b-9a8f-4e7d-8c6b-5a4f3e2d1c0b',
  type: 'payment:misdirected',
  created_at: '2026-11-20T09:31:02.000Z',
  livemode: true,
  data: {
    uuid: '7c6b5a4f-3e2d-4c1b-8a9f-8e7d6c5b4a3f',
    chargeUuid: id,
    chainId: '8453',
    hash,
    senderAddress: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    recipientAddress: '0x000000000000000000000000000000000000dEaD',
    tokenAddress: usdc,
    amount: '19.99',
    expectedRecipientAddress: recipient,
    blockNumber: '23100000',
    minedAt: '2026-11-20T09:31:00.000Z',
    createdAt: '2026-11-20T09:31:02.000Z',
  },
}

/** An example of the body of a webhook call about a larger tolerance of underpayments. */
export const toleranceChangingExample: ToleranceChangingEvent = {
  id: '5c1e0d8f-7a2b-4e3c-b4d6-9f8a7b6c5d4e',
  type: 'tolerance.changing',
  created_at: '2026-11-20T09:30:00.000Z',
  livemode: true,
  data: {
    effective_at: '2026-11-21T09:30:00.000Z',
    author: 'pc_0123abcd',
    from: { amount: '0', percent: '0' },
    to: { amount: '1.5', percent: '2' },
  },
}

/** An example of the body of a webhook call about another receiving wallet. */
export const walletChangingExample: WalletChangingEvent = {
  id: '4b0d9c7e-6f1a-4d2b-a3c5-8e7f6a5b4c3d',
  type: 'wallet.changing',
  created_at: '2026-11-20T09:30:00.000Z',
  livemode: true,
  data: {
    effective_at: '2026-11-21T09:30:00.000Z',
    author: 'pc_0123abcd',
    from: wallet,
    to: { ...wallet, walletAddress: otherRecipient },
  },
}

/** An example of the body of a webhook call about another webhook URL. */
export const webhookChangingExample: WebhookChangingEvent = {
  id: '8a7b6c5d-4e3f-4210-9fed-cba987654321',
  type: 'webhook.changing',
  created_at: '2026-11-20T09:30:00.000Z',
  livemode: true,
  data: {
    effective_at: '2026-11-21T09:30:00.000Z',
    author: 'cli',
    endpoint: webhookEndpoint.uuid,
    from: { url: 'https://shop.example.org/webhooks' },
    to: { url: 'https://shop.example.org/hooks' },
  },
}

/** An example of the body of a webhook call that tests an endpoint. */
export const webhookTestExample: WebhookTestEvent = {
  id: '7b8c9d0e-1f2a-4b3c-8d4e-5f6a7b8c9d0e',
  type: 'webhook.test',
  created_at: '2026-11-20T09:30:00.000Z',
  livemode: true,
  data: { endpoint: webhookEndpoint.uuid },
}
