import type { Route, RouteOutput } from '../../api/routes/route.ts'
import type { routes } from '../../api/routes/routes.ts'
import type { Charge, NewCharge, ReducedCharge } from '../../api/schemas/charges/charge.ts'
import type { ReceiptReply } from '../../api/schemas/charges/receipt-reply.ts'
import type { EventTrigger, ListedEvent } from '../../api/schemas/events.ts'
import type {
  AuthorizationOffers,
  NewAuthorization,
} from '../../api/schemas/payments/authorization.ts'
import type {
  ChargePayment,
  NewPayment,
  NewReservedAmount,
  PaymentStatus,
  ReservedAmount,
} from '../../api/schemas/payments/payment.ts'
import type {
  NewRefund,
  Refund,
  RefundApproval,
  RefundRecipient,
  RefundSigning,
  RefundTransaction,
} from '../../api/schemas/payments/refund.ts'
import type { FoundRequest, PaymentRequest } from '../../api/schemas/requests/request.ts'
import type { RequestCharge } from '../../api/schemas/requests/request-charge.ts'
import type {
  RecordedPayment,
  RequestChargeReply,
} from '../../api/schemas/requests/request-charge-reply.ts'
import type {
  ReceivingWallet,
  StoredChargeWebhook,
  UnderpaymentTolerance,
} from '../../api/schemas/settings.ts'
import type {
  HidingRule,
  NewHidingRule,
  UnmatchedAssignment,
  UnmatchedPayment,
  UnmatchedReturn,
  UnmatchedUnassignment,
} from '../../api/schemas/unmatched.ts'
import type {
  ChargeEvent,
  MisdirectedEvent,
  RefundEvent,
  ToleranceChangingEvent,
  UnmatchedEvent,
  WalletChangingEvent,
  WebhookChangingEvent,
  WebhookTestEvent,
} from '../../api/schemas/webhook.ts'
import type {
  NewWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointUpdate,
} from '../../api/schemas/webhook-endpoints.ts'

const id = '3c90c3cc-0d44-4b50-8888-8dd25736052a'
const requestId = '7f3e1b52-5a0e-4c63-9a58-2d5f0a1f7c11'
const hash = `0x${'4e'.repeat(32)}`
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const optimismUsdc = '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'
const authorizationNonce = `0x${'a3'.repeat(32)}`
const recipient = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const otherRecipient = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const hosted_url = `https://pay.example.org/pay/${id}`

const reducedCharge: ReducedCharge = {
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

const charge: Charge = {
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

const foundRequest: FoundRequest = {
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

const hidingRule: HidingRule = {
  uuid: '2d4f6a8c-1b3e-4d5f-9a7c-8e6d4c2b0a19',
  senderAddress: '',
  chainId: '8453',
  tokenAddress: usdc,
  amountBelow: '0.01',
  createdAt: '2026-11-20T09:30:00.000Z',
}

const unmatched: UnmatchedPayment = {
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
  isShared: false,
  reason: 'The sender named no charge.',
  references: [],
  chargeUuid: '',
  createdAt: '2026-11-20T09:31:02.000Z',
  isHidden: false,
}

const refund: Refund = {
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
  hash: '',
  sentAmount: '',
  failure: '',
  claimUrl: `https://pay.example.org/pay/${id}/refunds/2b1a0f9e-8d7c-4b6a-9c5e-4d3f2a1b0c9d`,
  createdAt: '2026-11-21T09:30:00.000Z',
  minedAt: '',
}
const newRefund: Refund = {
  ...refund,
  status: 'NEW',
  recipientAddress: '',
  recipientProof: '',
  signerAddress: '',
}
const askedRefund: Refund = { ...refund, status: 'SIGNING', senderAddress: recipient }
const sentRefund: Refund = {
  ...askedRefund,
  status: 'COMPLETED',
  hash,
  sentAmount: '19.99',
  minedAt: '2026-11-21T09:41:00.000Z',
}

const payment: ChargePayment = {
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

const event: ListedEvent = {
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
const redeliveredEvent: ListedEvent = {
  ...event,
  deliveries: event.deliveries.map((delivery) => ({
    ...delivery,
    status: 'WAITING',
    attempts: 0,
    nextAttemptAt: '2026-11-20T11:00:00.000Z',
  })),
}

const webhookEndpoint: WebhookEndpoint = {
  uuid: 'c1d2e3f4-a5b6-4c7d-8e9f-0a1b2c3d4e5f',
  url: 'https://shop.example.org/tea/webhooks',
  events: ['charge:confirmed', 'charge:paid_again'],
  shop: 'tea',
  enabled: true,
  default: false,
  createdAt: '2026-11-20T09:30:00.000Z',
}
const newSecret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

const wallet: ReceivingWallet = { walletAddress: recipient, chainId: 8453, tokenAddress: usdc }

/** An example of the body of a webhook call about a charge. */
export const eventExample: ChargeEvent = {
  id: '0d6f2f0e-6c1b-4f0e-9f1a-3b1d6a1c2e4f',
  type: 'charge:created',
  created_at: '2026-11-20T09:30:00.000Z',
  livemode: true,
  data: charge,
}

type Examples = {
  [Name in keyof typeof routes]: {
    body?: unknown
    reply: RouteOutput<(typeof routes)[Name] & Route>
  }
}

const requestCharge = {
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

/** An example of each endpoint's body and reply; a test parses them with their schemas. */
export const examples: Examples = {
  createCharge: {
    body: {
      pricing_type: 'fixed_price',
      local_price: { amount: '19.99', currency: 'USD' },
      name: 'Order A-1001',
      line_items: [
        {
          name: 'Stoneware mug',
          description: 'Rust glaze, 350 ml',
          quantity: 2,
          unit_amount: '7.50',
        },
        { name: 'Shipping', unit_amount: '4.99' },
      ],
      tax_note: 'Includes $1.60 VAT',
      payer_email: 'ada@example.com',
      metadata: { order: 'A-1001' },
      redirect_url: 'https://shop.example.org/thanks',
      requestProps: { accepts: [{ chainId: '10', tokenAddress: optimismUsdc }] },
    } satisfies NewCharge,
    reply: { data: charge, warnings: [] },
  },
  getCharge: { reply: { data: reducedCharge, warnings: [] } },
  listCharges: {
    reply: { data: [reducedCharge], pagination: { has_more: false, total: 1 }, warnings: [] },
  },
  setReceivingWallet: { body: wallet, reply: wallet },
  setChargeWebhook: {
    body: { url: 'https://shop.example.org/webhooks' },
    reply: {
      url: 'https://shop.example.org/webhooks',
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    } satisfies StoredChargeWebhook,
  },
  listAuditLog: {
    reply: {
      data: [
        {
          uuid: '5e2b7c1a-9d3f-4a86-b0c4-7f1e2d3c4b5a',
          createdAt: '2026-11-20T09:30:00.000Z',
          author: 'pc_0123abcd',
          authorName: 'backend',
          action: 'wallet.changing',
          from: wallet,
          to: { ...wallet, walletAddress: otherRecipient },
          requestId: '2c9a4f51-0e7d-4b3a-8f6c-1d2e3f4a5b6c',
        },
      ],
      pagination: { has_more: false },
    },
  },
  addPayment: {
    body: { hash, chainId: '8453', tokenAddress: usdc } satisfies NewPayment,
    reply: {
      uuid: 'b3b9a5de-8c16-4c6e-93c5-1f4b6f0a9d3e',
      payerTransactionHash: hash,
      payerChainId: '8453',
      paidTokenAddress: usdc,
      requestCharge,
    } satisfies RecordedPayment,
  },
  getPaymentStatus: {
    reply: {
      hash,
      chainId: '8453',
      tokenAddress: usdc,
      status: 'PENDING',
      reason: '',
      signers: [],
    } satisfies PaymentStatus,
  },
  getReceipt: {
    reply: {
      receipt:
        'eyJhbGciOiJFUzI1NiIsInR5cCI6InBheS1jaGFyZ2UtcmVjZWlwdCtqd3QifQ.eyJpc3MiOiJodHRwczovL3BheS5leGFtcGxlLm9yZyJ9.c2lnbmF0dXJl',
      verify_url: 'https://pay.example.org/receipts/verify',
    } satisfies ReceiptReply,
  },
  createRefund: {
    body: { amount: '19.99', reason: 'The cup arrived broken.' } satisfies NewRefund,
    reply: newRefund,
  },
  listChargeRefunds: { reply: { data: [refund] } },
  nameRefundRecipient: {
    body: {
      recipientAddress: refund.recipientAddress,
      signature: `0x${'5b'.repeat(65)}`,
    } satisfies RefundRecipient,
    reply: refund,
  },
  listRefunds: { reply: { data: [sentRefund], pagination: { has_more: false } } },
  getRefund: { reply: sentRefund },
  approveRefund: {
    body: { recipientAddress: refund.recipientAddress } satisfies RefundApproval,
    reply: { ...refund, recipientProof: 'MERCHANT', signerAddress: '' },
  },
  cancelRefund: { reply: { ...newRefund, status: 'CANCELLED' } },
  signRefund: {
    body: {
      senderAddress: recipient,
      attempt: 'a7b6c5d4-e3f2-4a1b-8c0d-9e8f7a6b5c4d',
    } satisfies RefundSigning,
    reply: askedRefund,
  },
  reportRefund: { body: { hash } satisfies RefundTransaction, reply: { ...askedRefund, hash } },
  releaseRefund: { reply: askedRefund },
  listPayments: {
    reply: { data: [{ ...payment, livemode: true }], pagination: { has_more: false } },
  },
  getPayment: { reply: { ...payment, livemode: true } },
  exportBooks: {
    reply: {
      time: '2026-11-20T09:31:00.000Z',
      kind: 'payment',
      direction: 'in',
      status: 'confirmed',
      charge_id: id,
      reference: reducedCharge.reference,
      metadata: { order: 'A-1001' },
      name: reducedCharge.name,
      tax_note: reducedCharge.tax_note,
      line_items: reducedCharge.line_items,
      price_usd: '19.99',
      token: 'USDC',
      amount: '19.99',
      base_units: '19990000',
      counted_amount: '19.99',
      usd_price: '1',
      usd_amount: '19.99',
      usd_source: 'peg',
      hash,
      position: 41,
      block_number: '23100000',
      sender: otherRecipient,
      recipient,
      chain: 'eip155:8453',
      sender_account: `eip155:8453:${otherRecipient}`,
      recipient_account: `eip155:8453:${recipient}`,
      asset: `eip155:8453/erc20:${usdc}`,
      proof: 'reference',
      reason: '',
      is_shared: false,
    },
  },
  listEvents: { reply: { data: [event], pagination: { has_more: false } } },
  getEvent: { reply: { ...event, event: eventExample } },
  redeliverEvent: { reply: redeliveredEvent },
  redeliverEvents: { reply: { count: 12, next_since: '' } },
  triggerEvent: {
    body: { type: 'charge:confirmed' } satisfies EventTrigger,
    reply: { ...redeliveredEvent, livemode: false } satisfies ListedEvent,
  },
  reserveAmount: {
    body: { chainId: '8453', tokenAddress: usdc } satisfies NewReservedAmount,
    reply: {
      chainId: '8453',
      tokenAddress: usdc,
      recipientAddress: recipient,
      amount: '19.992474',
      expiresAt: '2026-11-22T09:30:00.000Z',
    } satisfies ReservedAmount,
  },
  listAuthorizationOffers: {
    reply: {
      data: [
        {
          chainId: '8453',
          tokenAddress: usdc,
          recipientAddress: recipient,
          value: '20010000',
          fee: '20000',
          nonce: authorizationNonce,
          validBefore: '1795253400',
          domain: { name: 'USD Coin', version: '2' },
        },
      ],
    } satisfies AuthorizationOffers,
  },
  addAuthorization: {
    body: {
      chainId: '8453',
      tokenAddress: usdc,
      authorization: {
        from: otherRecipient,
        to: recipient,
        value: '19990000',
        validAfter: '0',
        validBefore: '1795253400',
        nonce: authorizationNonce,
      },
      signature: `0x${'5b'.repeat(65)}`,
    } satisfies NewAuthorization,
    reply: {
      uuid: '0b0f7a52-6a3e-4f0e-9a53-2d6a4f8e1c77',
      payerTransactionHash: hash,
      payerChainId: '8453',
      paidTokenAddress: usdc,
      requestCharge,
    } satisfies RecordedPayment,
  },
  cancelCharge: {
    reply: {
      data: {
        ...reducedCharge,
        status: 'CANCELLED',
        timeline: [{ status: 'CANCELLED', time: '2026-11-20T10:00:00.000Z' }],
      },
      warnings: [],
    },
  },
  listHidingRules: { reply: { data: [hidingRule] } },
  addHidingRule: {
    body: { chainId: '8453', tokenAddress: usdc, amountBelow: '0.01' } satisfies NewHidingRule,
    reply: hidingRule,
  },
  removeHidingRule: { reply: hidingRule },
  setUnderpaymentTolerance: {
    body: { amount: '1.50', percent: '2' } satisfies UnderpaymentTolerance,
    reply: { amount: '1.5', percent: '2', effective_at: '2026-11-21T09:30:00.000Z' },
  },
  markShipped: {
    reply: {
      data: {
        ...reducedCharge,
        status: 'COMPLETED',
        timeline: [{ status: 'COMPLETED', time: '2026-11-20T09:32:00.000Z' }],
        shipped_at: '2026-11-20T10:00:00.000Z',
      },
      warnings: [],
    },
  },
  addWebhookEndpoint: {
    body: {
      url: webhookEndpoint.url,
      events: ['charge:confirmed', 'charge:paid_again'],
      shop: 'tea',
    } satisfies NewWebhookEndpoint,
    reply: { ...webhookEndpoint, secret: newSecret },
  },
  listWebhookEndpoints: { reply: { data: [webhookEndpoint] } },
  getWebhookEndpoint: { reply: webhookEndpoint },
  updateWebhookEndpoint: {
    body: { enabled: false } satisfies WebhookEndpointUpdate,
    reply: { ...webhookEndpoint, enabled: false },
  },
  removeWebhookEndpoint: { reply: { effective_at: '2026-11-21T09:30:00.000Z' } },
  rotateWebhookSecret: { reply: { ...webhookEndpoint, secret: newSecret } },
  testWebhookEndpoint: {
    reply: { ...redeliveredEvent, type: 'webhook.test', chargeUuid: '' } satisfies ListedEvent,
  },
  listUnmatched: { reply: { data: [unmatched], pagination: { has_more: false } } },
  getUnmatched: {
    reply: {
      ...unmatched,
      usdAmount: '19.00',
      suggestions: [{ chargeUuid: id, reasons: ['SHORT', 'LATE'] }],
    },
  },
  assignUnmatched: {
    body: { chargeUuid: id } satisfies UnmatchedAssignment,
    reply: { ...unmatched, status: 'ASSIGNED', reason: '', chargeUuid: id },
  },
  unassignUnmatched: {
    body: { chargeUuid: id } satisfies UnmatchedUnassignment,
    reply: { ...unmatched, reason: 'The merchant has taken its assignment back.' },
  },
  returnUnmatched: {
    body: {} satisfies UnmatchedReturn,
    reply: { ...unmatched, status: 'ASSIGNED', reason: '', chargeUuid: id },
  },
  ignoreUnmatched: { reply: { ...unmatched, status: 'IGNORED' } },
  createRequest: {
    body: {
      recipientAddress: recipient,
      chainId: '8453',
      tokenAmount: '19.99',
      tokenAddress: usdc,
    },
    reply: {
      ...foundRequest,
      trackId: '',
      reference: '',
      attachmentUrl: '',
    } satisfies PaymentRequest,
  },
  getRequest: { reply: { ...foundRequest, trackId: '', reference: '', attachmentUrl: '' } },
  findRequest: { reply: foundRequest },
  getRequestCharge: {
    reply: {
      ...requestCharge,
      status: 'NEW',
      payments: [],
      timeline: [],
      updatedAt: requestCharge.createdAt,
    } satisfies RequestChargeReply,
  },
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
