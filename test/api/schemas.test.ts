import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ZodMiniType } from 'zod/mini'
import {
  Charge,
  ChargeListQuery,
  ChargeListReply,
  ChargePayment,
  ChargeReply,
  ChargeWebhook,
  CreatedChargeReply,
  FindRequest,
  FoundRequest,
  HistoryEntry,
  NewAcceptedAsset,
  NewCharge,
  NewPayment,
  NewRequest,
  Payment,
  PaymentRequest,
  PaymentStatus,
  ReceivingWallet,
  ReducedCharge,
  RequestCharge,
  RequestChargeAsset,
  RequestProps,
  ReservedAmount,
  StoredChargeWebhook,
  StoredReceivingWallet,
  TimelineEntry,
  UnmatchedPayment,
} from '../../src/api/index.ts'
import {
  accept,
  charge,
  chargePayment,
  foundRequest,
  newCharge,
  newPayment,
  payment,
  paymentRequest,
  paymentStatus,
  reducedCharge,
  requestCharge,
  reservedAmount,
  token,
  unmatchedPayment,
  wallet,
} from './samples.ts'
import { type Table, tableOf } from './tables.ts'

// The tables of the interface, sections 2 and 4, and under each what we decided where it says "not shown".

const money = { amount: 'string', currency: 'string' }

const paymentElement = {
  uuid: 'string',
  chargeUuid: 'string',
  payerTransactionHash: 'string',
  payerChainId: 'string',
  paidTokenAddress: 'string',
  paidAmountInRequestedToken: 'string',
  creditedAmount: 'string',
  payerAddress: 'string',
  status: 'string',
  reason: 'string',
  createdAt: 'string',
  minedAt: 'string',
  verifiedAt: 'string',
}
// Ours: what was sent back.
const sentBack = {
  is_full: 'boolean',
  amounts: [
    {
      ...{ chainId: 'string', tokenAddress: 'string', currency: 'string' },
      ...{ amount: 'string', pending: 'string' },
    },
  ],
}
const timelineElement = { status: 'string', time: 'string', 'context?': 'string' }

// Ours: what is bought.
const lineItem = {
  ...{ name: 'string', description: 'string', quantity: 'number' },
  ...{ unit_amount: 'string', amount: 'string' },
}
const order = {
  ...{ name: 'string', description: 'string', line_items: [lineItem] },
  ...{ tax_note: 'string', payer_email_hint: 'string' },
}

const redirects = {
  cancel_url: 'string',
  success_url: 'string',
  will_redirect_after_success: 'boolean',
}

const reducedTable = {
  id: 'string',
  hosted_url: 'string',
  created_at: 'string',
  pricing_type: 'string',
  pricing: {
    ...{ local: money, settlement: money },
    // Ours, of a price in another currency than US dollars.
    'rate?': { usd: 'string', source: 'string', at: 'string', 'source_url?': 'string' },
  },
  payments: [paymentElement],
  'payments_has_more?': 'boolean',
  'waiting_report?': 'object | null',
  'finality?': 'object | null',
  'refunds?': sentBack,
  // Ours, of one charge: what a card shows.
  ...{ 'brand_color?': 'string', 'brand_logo_url?': 'string', 'organization_name?': 'string' },
  'support_url?': 'string',
  'redirects?': redirects,
  // Ours, beside the interface's set: how the charge stands.
  status: 'string',
  ...{ payment_status: 'string', missing_amount: 'string', excess_amount: 'string' },
  expires_at: 'string',
  timeline: [timelineElement],
  reference: 'string',
  ...order,
  'payer_email?': 'string',
  'metadata?': 'object',
  'accepted_amount?': 'string',
  'shipped_at?': 'string',
  'payment_link?': 'string',
  livemode: 'boolean',
}
const chargeTable = {
  id: 'string',
  hosted_url: 'string',
  created_at: 'string',
  metadata: 'object',
  pricing_type: 'string',
  brand_color: 'string',
  brand_logo_url: 'string',
  charge_kind: 'string',
  code: 'string',
  collected_email: 'boolean',
  organization_name: 'string',
  support_url: 'string',
  payments: [paymentElement],
  'payments_has_more?': 'boolean',
  'waiting_report?': 'object | null',
  'finality?': 'object | null',
  'refunds?': sentBack,
  pricing: {
    ...{ local: money, settlement: money },
    // Ours, of a price in another currency than US dollars.
    'rate?': { usd: 'string', source: 'string', at: 'string', 'source_url?': 'string' },
  },
  pwcb_only: 'boolean',
  redirects,
  timeline: [timelineElement],
  web3_retail_payments_enabled: 'boolean',
  // Ours.
  status: 'string',
  ...{ payment_status: 'string', missing_amount: 'string', excess_amount: 'string' },
  expires_at: 'string',
  reference: 'string',
  ...order,
  payer_email: 'string',
  'accepted_amount?': 'string',
  'shipped_at?': 'string',
  'payment_link?': 'string',
  livemode: 'boolean',
}

const paymentTable = {
  uuid: 'string',
  payerTransactionHash: 'string',
  payerChainId: 'string',
  paidTokenAddress: 'string',
  requestCharge: { uuid: 'string', link: 'string', tokenAmount: 'string', tokenSymbol: 'string' },
  // Ours.
  'warnings?': ['string'],
}

const historyElement = {
  uuid: 'string',
  type: 'string',
  timestamp: 'string',
  amount: 'string',
  txHash: 'string',
  chainId: 'string',
  tokenSymbol: 'string',
  tokenAddress: 'string',
  status: 'string',
}
const foundTable = {
  uuid: 'string',
  chainId: 'string',
  recipientAddress: 'string',
  tokenAmount: 'string',
  tokenAddress: 'string',
  tokenDecimals: 'number',
  tokenType: 'string',
  tokenSymbol: 'string',
  createdAt: 'string',
  updatedAt: 'string',
  history: [historyElement],
}

const acceptTable = {
  chainId: 'string',
  recipientAddress: 'string',
  tokenAmount: 'string',
  tokenAddress: 'string',
  tokenDecimals: 'number',
  tokenSymbol: 'string',
  tokenType: 'string',
}
const requestChargeTable = {
  uuid: 'string',
  link: 'string',
  tokenAmount: 'string',
  tokenAddress: 'string',
  tokenDecimals: 'number',
  tokenType: 'string',
  tokenSymbol: 'string',
  chainId: 'string',
  createdAt: 'string',
  requestLink: { uuid: 'string', recipientAddress: 'string' },
  'quoteExpiresAt?': 'string',
  'signedQuote?': 'string',
  'accepts?': [acceptTable],
}
const aroundCharge = { warnings: ['any'], 'request_charge?': requestChargeTable }

// Numbers are taken where the interface's known client sends them; an amount never is: it would be rounded.
const newAcceptTable = {
  chainId: 'string | number',
  tokenAddress: 'string',
  'recipientAddress?': 'string',
  'tokenAmount?': 'string',
  'tokenType?': 'string | number',
  'tokenDecimals?': 'string | number',
  'tokenSymbol?': 'string',
}
const propsTable = {
  'chainId?': 'string | number',
  'recipientAddress?': 'string',
  'tokenAmount?': 'string',
  'tokenAddress?': 'string',
  'tokenType?': 'string | number',
  'tokenDecimals?': 'string | number',
  'tokenSymbol?': 'string',
  'accepts?': [newAcceptTable],
}

const tables: [section: string, schema: ZodMiniType, table: Table][] = [
  ['2.1 charge', Charge, chargeTable],
  ['2.1 charge, reduced set', ReducedCharge, reducedTable],
  ['2.1 payment element', ChargePayment, paymentElement],
  ['2.1 timeline element', TimelineEntry, timelineElement],
  ['2.2 payment record', Payment, paymentTable],
  [
    '2.3 request',
    PaymentRequest,
    { ...foundTable, trackId: 'string', reference: 'string', attachmentUrl: 'string' },
  ],
  ['2.3 request, as the find response has it', FoundRequest, foundTable],
  ['2.3 history element', HistoryEntry, historyElement],
  ['2.4 request charge', RequestCharge, requestChargeTable],
  ['2.4 request charge, a further pair (ours)', RequestChargeAsset, acceptTable],
  ['2.5 requestProps', RequestProps, propsTable],
  ['2.5 requestProps, a further pair (ours)', NewAcceptedAsset, newAcceptTable],
  [
    '4.1 body',
    NewCharge,
    {
      pricing_type: 'string',
      'local_price?': { amount: 'string', 'currency?': 'string' },
      'baseUrl?': 'string',
      'requestId?': 'string',
      'requestProps?': propsTable,
      'metadata?': 'object',
      'redirect_url?': 'string',
      'cancel_url?': 'string',
      // Ours.
      'expires_at?': 'string',
      'name?': 'string',
      'description?': 'string',
      'line_items?': [
        {
          ...{ name: 'string', 'description?': 'string', 'quantity?': 'number' },
          unit_amount: 'string',
        },
      ],
      'tax_note?': 'string',
      'payer_email?': 'string',
    },
  ],
  ['4.1 answer', CreatedChargeReply, { data: chargeTable, ...aroundCharge }],
  ['4.2 answer', ChargeReply, { data: reducedTable, ...aroundCharge }],
  [
    '4.3 query',
    ChargeListQuery as unknown as ZodMiniType,
    {
      'limit?': 'string',
      'starting_after?': 'string',
      'ending_before?': 'string',
      'status?': 'string',
      // Ours.
      'created_since?': 'string',
      'payment_status?': 'string',
      'created_before?': 'string',
      'paid_since?': 'string',
      'paid_before?': 'string',
      'reference?': 'string',
      'hash?': 'string',
      'payer?': 'string',
      'payer_email?': 'string',
      'amount?': 'string',
      'metadata_key?': 'string',
      'metadata_value?': 'string',
      'search?': 'string',
      'chain?': 'string',
      'token?': 'string',
      'shop?': 'string',
      'payment_link?': 'string',
      'currency?': 'string',
      'returned?': 'string',
      'sort?': 'string',
    },
  ],
  [
    '4.3 answer',
    ChargeListReply,
    {
      data: [reducedTable],
      pagination: { has_more: 'boolean', total: 'number' },
      warnings: ['any'],
    },
  ],
  [
    '4.4 body',
    ReceivingWallet,
    { walletAddress: 'string', chainId: 'number', tokenAddress: 'string' },
  ],
  [
    '4.4 answer',
    StoredReceivingWallet,
    {
      walletAddress: 'string',
      chainId: 'number',
      tokenAddress: 'string',
      'effective_at?': 'string',
    },
  ],
  ['4.5 body', ChargeWebhook, { url: 'string' }],
  [
    '4.5 answer',
    StoredChargeWebhook,
    { url: 'string', 'secret?': 'string', 'effective_at?': 'string' },
  ],
  [
    '4.6 body',
    NewPayment,
    { hash: 'string', chainId: 'string', tokenAddress: 'string', 'signature?': 'string' },
  ],
  [
    'how a payment stands (ours)',
    PaymentStatus,
    {
      hash: 'string',
      chainId: 'string',
      tokenAddress: 'string',
      status: 'string',
      reason: 'string',
      signers: ['string'],
    },
  ],
  [
    'a reserved amount (ours)',
    ReservedAmount,
    {
      chainId: 'string',
      tokenAddress: 'string',
      recipientAddress: 'string',
      amount: 'string',
      expiresAt: 'string',
      'signedReservation?': 'string',
    },
  ],
  [
    'unmatched money (ours)',
    UnmatchedPayment,
    {
      uuid: 'string',
      chainId: 'string',
      hash: 'string',
      tokenAddress: 'string',
      tokenSymbol: 'string',
      recipientAddress: 'string',
      senderAddress: 'string',
      amount: 'string',
      blockNumber: 'string',
      minedAt: 'string',
      status: 'string',
      reason: 'string',
      references: ['string'],
      chargeUuid: 'string',
      shop: 'string',
      createdAt: 'string',
      isHidden: 'boolean',
    },
  ],
  [
    '4.7 form, beside its attachment',
    NewRequest as unknown as ZodMiniType,
    {
      recipientAddress: 'string',
      'chainId?': 'string | number',
      'tokenAmount?': 'string',
      'tokenAddress?': 'string',
      'tokenType?': 'string | number',
      'tokenDecimals?': 'string | number',
      'tokenSymbol?': 'string',
      'trackId?': 'string',
      'reference?': 'string',
    },
  ],
  [
    '4.9 query',
    FindRequest,
    {
      recipient: 'string',
      'tokenAmount?': 'string',
      'tokenAddress?': 'string',
      'chainId?': 'string',
    },
  ],
]
for (const [section, schema, table] of tables) {
  test(`${section}: exactly these fields, of these types`, () => {
    assert.deepEqual(tableOf(schema), table)
  })
}

/** Sets what a path such as `pricing.local.amount` names; undefined removes it. */
function withChange(sample: unknown, path: string[], value: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  const copy = { ...(sample as Record<string, unknown>) }
  const part = withChange(copy[name], rest, value)
  if (part === undefined) delete copy[name]
  else copy[name] = part
  return copy
}

/** Paths of all fields of a sample, nested ones too. */
function paths(sample: unknown, before: string[] = []): string[][] {
  if (typeof sample !== 'object' || sample === null || Array.isArray(sample)) return []
  return Object.entries(sample).flatMap(([name, part]) => {
    const path = [...before, name]
    return name === 'metadata' ? [path] : [path, ...paths(part, path)]
  })
}

const time = '2026-11-20T10:00:00Z'
const history = {
  uuid: charge.id,
  type: 'PAYMENT',
  timestamp: time,
  amount: '5',
  txHash: newPayment.hash,
  chainId: '1',
  tokenSymbol: 'USDC',
  tokenAddress: token,
  status: 'COMPLETED',
}
const samples: [name: string, schema: ZodMiniType, sample: object, optional: string[]][] = [
  ['Charge', Charge, charge, []],
  ['ReducedCharge', ReducedCharge, reducedCharge, []],
  ['ChargePayment', ChargePayment, chargePayment, []],
  ['TimelineEntry', TimelineEntry, { status: 'PENDING', time, context: 'UNDERPAID' }, ['context']],
  ['Payment', Payment, payment, []],
  ['PaymentRequest', PaymentRequest, paymentRequest, []],
  ['FoundRequest', FoundRequest, foundRequest, []],
  ['HistoryEntry', HistoryEntry, history, []],
  ['RequestCharge', RequestCharge, requestCharge, ['accepts', 'quoteExpiresAt', 'signedQuote']],
  ['Accept', RequestChargeAsset, accept, []],
  ['NewCharge', NewCharge, newCharge, ['metadata', 'local_price.currency']],
  ['NewPayment', NewPayment, newPayment, []],
  ['PaymentStatus', PaymentStatus, paymentStatus, []],
  ['ReservedAmount', ReservedAmount, reservedAmount, []],
  ['UnmatchedPayment', UnmatchedPayment, unmatchedPayment, []],
  [
    'ReceivingWallet',
    ReceivingWallet,
    { walletAddress: wallet, chainId: 8453, tokenAddress: token },
    [],
  ],
]
for (const [name, schema, sample, optional] of samples) {
  test(`${name}: each field must be there, unless optional, and be of its type`, () => {
    assert.deepEqual(schema.parse(sample), sample)
    const all = paths(sample)
    assert.ok(all.length)
    for (const path of all) {
      const field = path.join('.')
      const missing = schema.safeParse(withChange(sample, path, undefined))
      assert.equal(missing.success, optional.includes(field), `without ${field}`)
      // No field of the interface is null, and none is a list of numbers.
      for (const wrong of [null, [7]]) {
        const { error } = schema.safeParse(withChange(sample, path, wrong))
        assert.equal(error?.issues[0]?.path.join('.').startsWith(field), true, `${field}: ${wrong}`)
      }
    }
  })
}

test('fields beyond the table are left out', () => {
  const more = { ...reducedCharge, code: 'x', charge_kind: 'WEB3' }
  assert.deepEqual(ReducedCharge.parse(more), reducedCharge)
  assert.deepEqual(NewPayment.parse({ ...newPayment, status: 'COMPLETED' }), newPayment)
})
