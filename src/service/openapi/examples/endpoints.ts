import type { Route, RouteOutput } from '../../../api/routes/route.ts'
import type { routes } from '../../../api/routes/routes.ts'
import type { NewCharge } from '../../../api/schemas/charges/charge.ts'
import type { ReceiptReply } from '../../../api/schemas/charges/receipt-reply.ts'
import type { EventTrigger, ListedEvent } from '../../../api/schemas/events.ts'
import type {
  AuthorizationOffers,
  NewAuthorization,
} from '../../../api/schemas/payments/authorization.ts'
import type {
  NewPayment,
  NewReservedAmount,
  PaymentStatus,
  ReservedAmount,
} from '../../../api/schemas/payments/payment.ts'
import type {
  NewRefund,
  OtherTransactions,
  RefundApproval,
  RefundRecipient,
  RefundSigning,
  RefundTransaction,
} from '../../../api/schemas/payments/refund.ts'
import type { PaymentRequest } from '../../../api/schemas/requests/request.ts'
import type {
  RecordedPayment,
  RequestChargeReply,
} from '../../../api/schemas/requests/request-charge-reply.ts'
import type { StoredChargeWebhook, UnderpaymentTolerance } from '../../../api/schemas/settings.ts'
import type {
  UnmatchedAssignment,
  UnmatchedReturn,
  UnmatchedUnassignment,
} from '../../../api/schemas/unmatched.ts'
import type {
  NewWebhookEndpoint,
  WebhookEndpointUpdate,
} from '../../../api/schemas/webhook-endpoints.ts'
import {
  askedRefund,
  authorizationNonce,
  charge,
  event,
  foundRequest,
  hash,
  id,
  newRefund,
  newSecret,
  optimismUsdc,
  otherRecipient,
  payment,
  recipient,
  redeliveredEvent,
  reducedCharge,
  refund,
  requestCharge,
  sentRefund,
  unmatched,
  usdc,
  wallet,
  webhookEndpoint,
} from './values.ts'
import { eventSamples } from './webhooks.ts'

type Examples = {
  [Name in keyof typeof routes]: {
    body?: unknown
    reply: RouteOutput<(typeof routes)[Name] & Route>
  }
}

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
  dismissRefundTransactions: {
    body: { hashes: [hash] } satisfies OtherTransactions,
    reply: askedRefund,
  },
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
    },
  },
  listEvents: { reply: { data: [event], pagination: { has_more: false } } },
  getEvent: { reply: { ...event, livemode: false, event: eventSamples['charge:confirmed'] } },
  redeliverEvent: { reply: redeliveredEvent },
  redeliverEvents: { reply: { count: 12, next_since: '' } },
  triggerEvent: {
    body: { type: 'charge:confirmed' } satisfies EventTrigger,
    reply: { ...redeliveredEvent, chargeUuid: '', livemode: false } satisfies ListedEvent,
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
      suggestions: [{ chargeUuid: id, reasons: ['SHORT', 'LATE'], strong: false }],
      fitting: 1,
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
