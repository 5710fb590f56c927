// Every screen once, so that it can be looked at: a list, hence its length.
import type { CheckoutCharge } from '../../api/checkout-charge.ts'
import type { Deal } from '../../checkout/deal.ts'
import type { Account, Funds, Intent, WalletInfo } from '../../checkout/ports.ts'
import type { State } from '../../checkout/state.ts'
import { PayError } from '../../errors.ts'

/** A screen, and how it is come to. */
export interface Sample {
  /** As ELEMENT calls the screen, and in which of its conditions. */
  name: string
  state: State
}

const hash = '0x8f3c5a2d9e1b4076c3d8e5f2a1b0c9d8e7f6a5b4c3d2e1f00918273645546372'
const another = '0x1d2c3b4a5968778695a4b3c2d1e0f00112233445566778899aabbccddeeff001'
const id = '3c90c3cc-0d44-4b50-8888-8dd25736052a'
const payer = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const owner = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const shop = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const wallet: WalletInfo = { id: 'sample.one', name: 'Example Wallet' }
const wallets: WalletInfo[] = [
  wallet,
  { id: 'sample.two', name: 'Another Wallet With A Long Name' },
  { id: 'sample.scan', name: 'WalletConnect', scan: true },
]
const account: Account = { address: payer, chainId: 8453, wallet }

const token = { address: usdc, decimals: 6, symbol: 'USDC', native: false }
const quote = { chargeId: id, chainId: 8453, token, recipient: shop, amount: 34_500_000n }

function dealOf(more: Partial<CheckoutCharge>, price = 34_500_000n, paid = 0n): Deal {
  const pricing = {
    local: { amount: '34.50', currency: 'USD' },
    settlement: { amount: '34.5', currency: 'USDC' },
  }
  const charge: CheckoutCharge = {
    id,
    hosted_url: '',
    created_at: '2026-11-20T10:00:00.000Z',
    pricing_type: 'fixed_price',
    pricing,
    payments: [],
    ...more,
  }
  return { charge, price, paid, quote: { ...quote, amount: price - paid || price } }
}

/** The same charge in another token. */
function inToken(symbol: string, decimals: number, chainId: number, amount: bigint): Deal {
  const other = { address: shop, decimals, symbol, native: false }
  return { ...deal, price: amount, quote: { ...quote, chainId, token: other, amount }, own: deal }
}

const deal = dealOf({})
const partly = dealOf({}, 34_500_000n, 20_000_000n)
const paidDeal = dealOf({}, 34_500_000n, 34_500_000n)
const open = dealOf({ pricing_type: 'no_price', pricing: undefined }, 0n)
const deals = [
  deal,
  inToken('USDT', 6, 10, 34_500_000n),
  inToken('ETH', 18, 1, 11_500_000_000_000_000n),
]
const intent: Intent = {
  id: 'sample',
  from: payer,
  quote: deal.quote,
  nonce: 7,
  block: 100n,
  time: Date.parse('2026-11-21T09:30:00Z'),
}
const funds: Funds = {
  token: 12_400_000n,
  native: 20_000_000_000_000n,
  fee: 61_000_000_000_000n,
  nativeSymbol: 'ETH',
  nonce: 7,
  block: 100n,
}
const attempt = 1
const refused = new PayError('wallet_refused', 'You declined it in your wallet.', {
  retryable: true,
})
const offline = new PayError('offline', 'The service could not be reached.', { retryable: true })
const gone = new PayError('not_found', 'No such charge.')
const busy = new PayError(
  'wallet_busy',
  'Your wallet already shows a request. Open it to answer.',
  {
    retryable: true,
  },
)
const stayed = new PayError('chain_refused', 'Your wallet stayed on another network.', {
  retryable: true,
})
const shut = new PayError('storage_unavailable', 'This browser lets the page store nothing.', {
  retryable: true,
})
const misfit = new PayError('payment_failed', 'This transaction is older than this charge.', {
  retryable: true,
  details: { misfit: 'older' },
})
const wrongAmount = new PayError('invalid_amount', 'Write the amount in digits, such as 12.5.')
const proposal = {
  kind: 'signatures' as const,
  id: another,
  threshold: 2,
  owners: [
    { address: payer, approved: true },
    { address: owner, approved: false },
    { address: shop, approved: false },
  ],
}
const under = { deal, hash, intent }
const held = [
  { deal: deals[0] ?? deal, held: 80_000_000n },
  { deal: deals[1] ?? deal, missing: missing('token', 22_100_000n, 'USDT', 6) },
  { deal: deals[2] ?? deal, missing: missing('gas', 61_000_000_000_000n, 'ETH', 18) },
]

const over = new PayError('conflict', 'This payment has expired.')
const reserved = { amount: 34_500_317n, expiresAt: Date.parse('2026-11-23T09:30:00Z') }
const outside = {
  step: 'outside' as const,
  deal: { ...deal, quote: { ...quote, amount: reserved.amount } },
  base: deal,
  attempt,
  reserved,
}
const signing = { step: 'sign' as const, ...under, needed: 4, signers: [owner], attempt }

function missing(of: 'token' | 'gas', amount: bigint, symbol: string, decimals: number) {
  return { of, amount, symbol, decimals }
}

/** All screens, in the order in which a payer could meet them. */
export const samples: readonly Sample[] = [
  { name: 'loading', state: { step: 'loading' } },
  { name: 'unavailable', state: { step: 'unavailable', error: gone } },
  {
    name: 'unavailable, a payment is known',
    state: { step: 'unavailable', error: gone, entry: { intent, hash } },
  },
  { name: 'expired', state: { step: 'unavailable', error: over, deal, why: 'expired' } },
  { name: 'canceled', state: { step: 'unavailable', error: over, deal, why: 'cancelled' } },
  { name: 'choose amount', state: { step: 'amount', deal: open } },
  { name: 'choose amount, not read', state: { step: 'amount', deal: open, error: wrongAmount } },
  { name: 'ready', state: { step: 'ready', deal } },
  { name: 'ready, declined', state: { step: 'ready', deal, notice: refused } },
  { name: 'ready, offline', state: { step: 'ready', deal, notice: offline } },
  { name: 'partly paid', state: { step: 'ready', deal: partly } },
  { name: 'looking for wallets', state: { step: 'wallets', deal } },
  { name: 'choose wallet', state: { step: 'wallets', deal, wallets } },
  { name: 'no wallet', state: { step: 'wallets', deal, wallets: [] } },
  {
    name: 'choose wallet, busy',
    state: { step: 'wallets', deal, wallets, notice: busy, busy: wallet },
  },
  { name: 'connecting', state: { step: 'connecting', deal, wallets, wallet, attempt } },
  {
    name: 'scan, WalletConnect',
    state: {
      step: 'connecting',
      deal,
      wallets,
      wallet: { id: 'sample.scan', name: 'WalletConnect', scan: true },
      attempt,
      uri: `wc:${another.slice(2)}@2?expiryTimestamp=1795000000&relay-protocol=irn&symKey=${hash.slice(2)}`,
    },
  },
  { name: 'preparing the amount', state: { step: 'outside', deal, attempt } },
  { name: 'amount not reserved', state: { step: 'outside', deal, attempt, notice: offline } },
  { name: 'scan, payment', state: outside },
  { name: 'scan, hash does not fit', state: { ...outside, notice: misfit } },
  { name: 'scan, reading a hash', state: { ...outside, looking: true } },
  { name: 'scan, then sign', state: { step: 'outside', deal, attempt, noRoom: true } },
  { name: 'choose token, reading', state: { step: 'tokens', deal, account, deals, attempt } },
  {
    name: 'choose token',
    state: { step: 'tokens', deal, account, deals, attempt, holdings: held },
  },
  { name: 'wrong network', state: { step: 'network', deal, account, attempt, asking: false } },
  {
    name: 'wrong network, asking',
    state: { step: 'network', deal, account, attempt, asking: true },
  },
  {
    name: 'wrong network, refused',
    state: { step: 'network', deal, account, attempt, asking: false, notice: stayed },
  },
  { name: 'checking', state: { step: 'checking', deal, account, attempt } },
  { name: 'short of token', state: { step: 'short', deal, account, of: 'token', funds } },
  {
    name: 'short of gas',
    state: { step: 'short', deal, account, of: 'gas', funds: { ...funds, token: 80_000_000n } },
  },
  { name: 'no storage', state: { step: 'unsafe', deal, account, intent, error: shut } },
  { name: 'confirm in wallet', state: { step: 'sending', deal, account, intent, asked: true } },
  { name: 'unsure', state: { step: 'unsure', deal, intent } },
  {
    name: 'unsure, nothing found',
    state: { step: 'unsure', deal, intent, sighting: { seen: 'nothing', upTo: 120n } },
  },
  {
    name: 'unsure, nonce used',
    state: { step: 'unsure', deal, intent, sighting: { seen: 'used', upTo: 120n } },
  },
  {
    name: 'waiting for signatures',
    state: { step: 'unsure', deal, intent: { ...intent, proposal }, proposal },
  },
  {
    name: 'sent in a batch',
    state: {
      step: 'unsure',
      deal,
      intent: { ...intent, proposal: { kind: 'batch', id: another } },
    },
  },
  { name: 'an earlier payment', state: { step: 'earlier', deal, intent } },
  { name: 'an earlier payment, found', state: { step: 'earlier', deal, intent, hash } },
  { name: 'sign', state: signing },
  { name: 'sign, in the wallet', state: { ...signing, asking: true } },
  { name: 'sign, another account', state: { ...signing, account } },
  { name: 'sign, choose wallet', state: { ...signing, choosing: true, wallets } },
  { name: 'sign, left to the store', state: { ...signing, declined: true } },
  { name: 'another tab pays', state: { step: 'elsewhere', deal } },
  {
    name: 'another tab has paid',
    state: {
      step: 'elsewhere',
      deal,
      mirror: { step: 'confirming', hash, confirmations: 1, needed: 4 },
    },
  },
  { name: 'recording', state: { step: 'recording', ...under } },
  { name: 'recording, offline', state: { step: 'recording', ...under, trouble: offline } },
  { name: 'confirming', state: { step: 'confirming', ...under, confirmations: 1, needed: 12 } },
  {
    name: 'confirming, reorganised',
    state: { step: 'confirming', ...under, confirmations: 0, needed: 12, lost: true },
  },
  { name: 'dropped', state: { step: 'dropped', ...under, needed: 4 } },
  { name: 'cancelled in the wallet', state: { step: 'void', ...under, why: 'cancelled' } },
  { name: 'reverted', state: { step: 'void', ...under, why: 'reverted' } },
  { name: 'refused by the shop', state: { step: 'void', ...under, why: 'refused', error: misfit } },
  { name: 'paid', state: { step: 'paid', deal: paidDeal, hash, intent, before: false } },
  { name: 'paid before', state: { step: 'paid', deal: paidDeal, hash, before: true } },
  { name: 'cancelled', state: { step: 'cancelled', deal } },
  { name: 'offline', state: { step: 'failed', error: offline } },
  {
    name: 'failed, a payment is known',
    state: { step: 'failed', error: offline, entry: { intent, hash } },
  },
  {
    name: 'wrong attribute',
    state: {
      step: 'failed',
      error: new PayError('invalid_attribute', 'charge-id must be a UUID.', { field: 'charge-id' }),
    },
  },
]
