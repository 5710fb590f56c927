import type { Charge, ReducedCharge } from '../../../api/schemas/charges/charge.ts'
import type { ListedEvent } from '../../../api/schemas/events.ts'
import type { ChargePayment } from '../../../api/schemas/payments/payment.ts'
import type { Refund } from '../../../api/schemas/payments/refund.ts'
import type { FoundRequest } from '../../../api/schemas/requests/request.ts'
import type { RequestCharge } from '../../../api/schemas/requests/request-charge.ts'
import type { ReceivingWallet } from '../../../api/schemas/settings.ts'
import type { UnmatchedPayment } from '../../../api/schemas/unmatched.ts'
import type { WebhookEndpoint } from '../../../api/schemas/webhook-endpoints.ts'

// What several examples show: one order, and what became of it.

export const id = '3c90c3cc-0d44-4b50-8888-8dd25736052a'
export const requestId = '7f3e1b52-5a0e-4c63-9a58-2d5f0a1f7c11'
export const hash = `0x${'4e'.repeat(32)}`
export const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
export const optimismUsdc = '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'
export const authorizationNonce = `0x${'a3'.repeat(32)}`
export const recipient = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const otherRecipient = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const hosted_url = `https://pay.example.org/pay/${id}`

export const reducedCharge: ReducedCharge = {
  id,
  hosted_url,
  created_at: '2026-11-20T09:30:00.000Z',
  livemode: true,
  pricing_type: 'fixed_price',
  pricing: {
    local: { amount: '19.99', currency: 'USD' },
    settlement: { amount: '19.99', currency: 'USDC' },
  },
  payments: [],
  status: 'NEW',
  expires_at: '2026-11-21T09:30:00.000Z',
  timeline: [],
  reference: '7268012abbb252704d08b0023815096c',
  name: 'Order A-1001',
  description: '',
  line_items: [
    {
      name: 'Stoneware mug',
      description: 'Rust glaze, 350 ml',
      quantity: 2,
      unit_amount: '7.50',
      amount: '15.00',
    },
    { name: 'Shipping', description: '', quantity: 1, unit_amount: '4.99', amount: '4.99' },
  ],
  tax_note: 'Includes $1.60 VAT',
  payer_email_hint: 'a•••@e•••.com',
  payer_email: 'ada@example.com',
  metadata: { order: 'A-1001' },
}

export const charge: Charge = {
  ...reducedCharge,
  payer_email: 'ada@example.com',
  metadata: { order: 'A-1001' },
  brand_color: '#4f46e5',
  brand_logo_url: '',
  charge_kind: 'WEB3',
  code: id,
  collected_email: true,
  organization_name: 'Field & Kiln',
  pwcb_only: false,
  redirects: {
    cancel_url: '',
    success_url: 'https://shop.example.org/thanks',
    will_redirect_after_success: true,
  },
  web3_retail_payments_enabled: true,
}

export const foundRequest: FoundRequest = {
  uuid: requestId,
  chainId: '8453',
  recipientAddress: recipient,
  tokenAmount: '19.99',
  tokenAddress: usdc,
  tokenDecimals: 6,
  tokenType: 'ERC20',
  tokenSymbol: 'USDC',
  createdAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
  history: [],
}

export const unmatched: UnmatchedPayment = {
  uuid: '5f0c2a9e-3d1b-4c7a-8e6f-9a0b1c2d3e4f',
  chainId: '8453',
  hash,
  tokenAddress: usdc,
  tokenSymbol: 'USDC',
  recipientAddress: recipient,
  senderAddress: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  amount: '19.99',
  blockNumber: '23100000',
  minedAt: '2026-11-20T09:31:00.000Z',
  status: 'UNMATCHED',
  reason: 'The sender named no charge.',
  references: [],
  chargeUuid: '',
  createdAt: '2026-11-20T09:31:02.000Z',
  isHidden: false,
}

export const refund: Refund = {
  uuid: '2b1a0f9e-8d7c-4b6a-9c5e-4d3f2a1b0c9d',
  chargeUuid: id,
  livemode: true,
  reference: '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
  status: 'APPROVED',
  chainId: '8453',
  tokenAddress: usdc,
  tokenSymbol: 'USDC',
  tokenDecimals: 6,
  amount: '19.99',
  reason: 'The cup arrived broken.',
  recipientAddress: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  recipientProof: 'SIGNATURE',
  signerAddress: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  senderAddress: '',
  senderNonce: '',
  hash: '',
  sentAmount: '',
  failure: '',
  waitsFor: '',
  unclearTransfers: [],
  claimUrl: `https://pay.example.org/pay/${id}/refunds/2b1a0f9e-8d7c-4b6a-9c5e-4d3f2a1b0c9d`,
  createdAt: '2026-11-21T09:30:00.000Z',
  minedAt: '',
}
export const newRefund: Refund = {
  ...refund,
  status: 'NEW',
  recipientAddress: '',
  recipientProof: '',
  signerAddress: '',
}
export const askedRefund: Refund = {
  ...refund,
  status: 'SIGNING',
  senderAddress: recipient,
  senderNonce: '12',
}
export const sentRefund: Refund = {
  ...askedRefund,
  status: 'COMPLETED',
  hash,
  sentAmount: '19.99',
  minedAt: '2026-11-21T09:41:00.000Z',
}

export const payment: ChargePayment = {
  uuid: 'b3b9a5de-8c16-4c6e-93c5-1f4b6f0a9d3e',
  chargeUuid: id,
  payerTransactionHash: hash,
  payerChainId: '8453',
  paidTokenAddress: usdc,
  paidAmountInRequestedToken: '19.99',
  creditedAmount: '19.99',
  payerAddress: otherRecipient,
  status: 'COMPLETED',
  reason: '',
  createdAt: '2026-11-20T09:31:00.000Z',
  minedAt: '2026-11-20T09:31:02.000Z',
  verifiedAt: '2026-11-20T09:31:20.000Z',
}

export const event: ListedEvent = {
  uuid: '0b7e6d5c-4a39-4281-9f0e-1d2c3b4a5968',
  type: 'charge:confirmed',
  chargeUuid: id,
  createdAt: '2026-11-20T09:31:20.000Z',
  livemode: true,
  deliveries: [
    {
      endpoint: 'c1d2e3f4-a5b6-4c7d-8e9f-0a1b2c3d4e5f',
      status: 'FAILED',
      attempts: 12,
      lastError: 'The receiver answered 500.',
      nextAttemptAt: '',
    },
  ],
}

/** The same event, whose delivery begins anew. */
export const redeliveredEvent: ListedEvent = {
  ...event,
  deliveries: event.deliveries.map((delivery) => ({
    ...delivery,
    status: 'WAITING',
    attempts: 0,
    nextAttemptAt: '2026-11-20T11:00:00.000Z',
  })),
}

export const webhookEndpoint: WebhookEndpoint = {
  uuid: 'c1d2e3f4-a5b6-4c7d-8e9f-0a1b2c3d4e5f',
  url: 'https://shop.example.org/tea/webhooks',
  events: ['charge:confirmed', 'charge:paid_again'],
  shop: 'tea',
  enabled: true,
  default: false,
  createdAt: '2026-11-20T09:30:00.000Z',
}
export const newSecret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

export const wallet: ReceivingWallet = {
  walletAddress: recipient,
  chainId: 8453,
  tokenAddress: usdc,
}

export const requestCharge = {
  uuid: id,
  link: hosted_url,
  tokenAmount: '19.99',
  tokenAddress: usdc,
  tokenDecimals: 6,
  tokenType: 'ERC20',
  tokenSymbol: 'USDC',
  chainId: '8453',
  createdAt: '2026-11-20T09:30:00.000Z',
  requestLink: { uuid: requestId, recipientAddress: recipient },
  accepts: [
    {
      chainId: '10',
      recipientAddress: recipient,
      tokenAmount: '19.99',
      tokenAddress: optimismUsdc,
      tokenDecimals: 6,
      tokenSymbol: 'USDC',
      tokenType: 'ERC20',
    },
  ],
} satisfies RequestCharge
