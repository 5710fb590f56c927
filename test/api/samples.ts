// One of each resource, as interface.md sections 2.1 to 2.4 have it.

export const chargeId = '3c90c3cc-0d44-4b50-8888-8dd25736052a'
export const otherId = '9b2f4f7e-52a1-4e35-9d0a-6f0c5a1c77aa'
export const hash = `0x${'ab'.repeat(32)}`
export const token = `0x${'c0'.repeat(20)}`
export const wallet = `0x${'d1'.repeat(20)}`
const time = '2026-11-20T10:00:00.000Z'

export const chargePayment = {
  uuid: otherId,
  chargeUuid: chargeId,
  payerTransactionHash: hash,
  payerChainId: '8453',
  paidTokenAddress: token,
  paidAmountInRequestedToken: '0',
  creditedAmount: '0',
  payerAddress: '',
  status: 'PENDING',
  reason: '',
  createdAt: time,
  minedAt: '',
  verifiedAt: '',
}

export const reference = '0123456789abcdef0123456789abcdef'

export const reducedCharge = {
  id: chargeId,
  hosted_url: `https://pay.example/p/${chargeId}`,
  created_at: time,
  livemode: true,
  pricing_type: 'fixed_price',
  pricing: {
    local: { amount: '19.99', currency: 'USD' },
    settlement: { amount: '19.99', currency: 'USDC' },
  },
  payments: [chargePayment],
  status: 'PENDING',
  payment_status: 'unpaid',
  missing_amount: '19.99',
  excess_amount: '0',
  expires_at: '2026-11-21T10:00:00.000Z',
  timeline: [{ status: 'PENDING', time }],
  reference,
  name: '',
  description: '',
  line_items: [],
  tax_note: '',
  payer_email_hint: '',
}

export const charge = {
  ...reducedCharge,
  payments: [],
  status: 'NEW',
  timeline: [],
  metadata: { cart: 'private' },
  payer_email: '',
  brand_color: '#7c3aed',
  brand_logo_url: '',
  charge_kind: 'WEB3',
  code: chargeId,
  collected_email: false,
  organization_name: 'Mugs',
  support_url: 'mailto:help@mugs.example',
  pwcb_only: false,
  redirects: { cancel_url: '', success_url: '', will_redirect_after_success: false },
  web3_retail_payments_enabled: true,
}

export const payment = {
  uuid: otherId,
  payerTransactionHash: hash,
  payerChainId: '8453',
  paidTokenAddress: token,
  requestCharge: {
    uuid: chargeId,
    link: `https://pay.example/p/${chargeId}`,
    tokenAmount: '19.99',
    tokenSymbol: 'USDC',
  },
}

export const accept = {
  chainId: '10',
  recipientAddress: wallet,
  tokenAmount: '19.99',
  tokenAddress: token,
  tokenDecimals: 6,
  tokenSymbol: 'USDC',
  tokenType: 'ERC20',
}

export const requestCharge = {
  uuid: chargeId,
  link: `https://pay.example/p/${chargeId}`,
  tokenAmount: '19.99',
  tokenAddress: token,
  tokenDecimals: 6,
  tokenType: 'ERC20',
  tokenSymbol: 'USDC',
  chainId: '8453',
  createdAt: time,
  requestLink: { uuid: otherId, recipientAddress: wallet },
  quoteExpiresAt: time,
  accepts: [accept],
}

export const foundRequest = {
  uuid: otherId,
  chainId: '8453',
  recipientAddress: wallet,
  tokenAmount: '5',
  tokenAddress: token,
  tokenDecimals: 6,
  tokenType: 'ERC20',
  tokenSymbol: 'USDC',
  createdAt: time,
  updatedAt: time,
  history: [],
}

export const paymentRequest = {
  ...foundRequest,
  trackId: 'order-7',
  reference: 'mug',
  attachmentUrl: '',
}

export const newCharge = {
  pricing_type: 'fixed_price' as const,
  local_price: { amount: '19.99', currency: 'USD' as const },
  metadata: { cart: 'private' },
}

export const newPayment = { hash, chainId: '8453', tokenAddress: token }

export const paymentStatus = {
  hash,
  chainId: '8453',
  tokenAddress: token,
  status: 'UNMATCHED',
  reason: 'Nothing names a charge.',
  signers: [wallet],
}

export const reservedAmount = {
  chainId: '8453',
  tokenAddress: token,
  recipientAddress: wallet,
  amount: '19.991238',
  expiresAt: time,
}

export const unmatchedPayment = {
  uuid: otherId,
  chainId: '8453',
  hash,
  tokenAddress: token,
  tokenSymbol: 'USDC',
  recipientAddress: wallet,
  senderAddress: wallet,
  amount: '19.99',
  blockNumber: '7',
  minedAt: time,
  status: 'UNMATCHED',
  reason: 'Nothing names a charge.',
  references: [reference],
  chargeUuid: '',
  shop: '',
  createdAt: time,
  isHidden: false,
}

export const bookRow = {
  time,
  booked_at: time,
  kind: 'payment',
  entry: 'movement',
  direction: 'in',
  status: 'confirmed',
  charge_id: chargeId,
  reference,
  order: 'Nº 7',
  metadata: { order: 'Nº 7' },
  name: 'Mug',
  tax_note: '',
  line_items: [],
  charge_price: '19.99',
  charge_currency: 'USD',
  charge_price_usd: '19.99',
  token: 'USDC',
  amount: '19.99',
  base_units: '19990000',
  counted_amount: '19.99',
  usd_price: '1',
  usd_amount: '19.99',
  usd_source: 'peg',
  book_currency: 'USD',
  book_amount: '19.99',
  book_rate: null,
  book_rate_source: '',
  book_rate_at: '',
  hash,
  position: 3,
  block_number: '7',
  sender: wallet,
  recipient: wallet,
  chain: 'eip155:8453',
  sender_account: `eip155:8453:${wallet}`,
  recipient_account: `eip155:8453:${wallet}`,
  asset: `eip155:8453/erc20:${token}`,
  proof: 'reference',
  reason: '',
  decided_at: '',
  test: false,
}
