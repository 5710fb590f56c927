// One sample of every screen and its variants, in one list.
import type { CheckoutCharge } from '../../api/schemas/charges/checkout-charge.ts'
import type { LinkOffer } from '../../api/schemas/link-offer.ts'
import type { Authorization, Intent } from '../../checkout/ports/intent.ts'
import type { ConnectedAccount, Funds, WalletInfo } from '../../checkout/ports/wallets.ts'
import type { PaymentOption } from '../../checkout/quote/payment-option.ts'
import type { State } from '../../checkout/state.ts'
import { PayError } from '../../errors.ts'

/** A screen with the state that shows it. */
export interface Sample {
  /** The screen's name, with the variant after a comma. */
  name: string
  state: State
  /** Whether the screen is that of a browser in which no wallet was found. */
  hasNoWallet?: true
}

const hash = '0x8f3c5a2d9e1b4076c3d8e5f2a1b0c9d8e7f6a5b4c3d2e1f00918273645546372'
const otherHash = '0x1d2c3b4a5968778695a4b3c2d1e0f00112233445566778899aabbccddeeff001'
const id = '3c90c3cc-0d44-4b50-8888-8dd25736052a'
const payer = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const owner = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const shop = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
const thief = '0x996551D2aB7c7A4b3E1C2D0f58Fa46bA81b3a4dC'
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const usdt = '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58'
const wallet: WalletInfo = { id: 'sample.one', name: 'Example Wallet', wasLastUsed: true }
const wallets: WalletInfo[] = [
  wallet,
  { id: 'sample.two', name: 'Another Wallet With A Long Name' },
  { id: 'sample.scan', name: 'WalletConnect', connectsByUri: true },
]
/** Two have the same name. */
const manyWallets = Array.from(
  { length: 28 },
  (_, index): WalletInfo =>
    index < 2
      ? {
          id: `sample.same.${index}`,
          name: 'Harbor',
          rdns: ['example.harbor', 'test.get-harbor'][index],
        }
      : { id: `sample.many.${index}`, name: `Wallet ${index + 1}` },
)
const account: ConnectedAccount = { address: payer, chainId: 8453, wallet }

const token = { address: usdc, decimals: 6, symbol: 'USDC', native: false }
const quote = { chargeId: id, chainId: 8453, token, recipient: shop, amount: 34_500_000n }

function createOption(
  fields: Partial<CheckoutCharge>,
  price = 34_500_000n,
  paidAmount = 0n,
): PaymentOption {
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
    support_url: 'https://store.example/help',
    redirects: {
      success_url: 'https://store.example/thanks',
      cancel_url: 'https://store.example/cart',
      will_redirect_after_success: false,
    },
    ...fields,
  }
  return { charge, price, paidAmount, quote: { ...quote, amount: price - paidAmount || price } }
}

/** Returns the payment option of the same charge in another token. */
function convertOption(
  symbol: string,
  decimals: number,
  chainId: number,
  amount: bigint,
  address?: string,
): PaymentOption {
  const otherToken = { address: address ?? shop, decimals, symbol, native: !address }
  return {
    ...option,
    price: amount,
    quote: { ...quote, chainId, token: otherToken, amount },
    base: option,
  }
}

const option = createOption({})
const canceledOption = createOption({ status: 'CANCELLED' })
const expiredOption = createOption({ status: 'EXPIRED' })
const largeOption = createOption({ finality: { level: 'safe', about_minutes: 10 } })
const partlyPaidOption = createOption({}, 34_500_000n, 20_000_000n)
const reportedOption = createOption({
  waiting_report: { reported_at: '2026-11-21T09:28:00.000Z', age_seconds: 120, seen: false },
})
const minedAt = '2026-11-20T10:01:12.000Z'
const paidOption = createOption(
  { payments: [{ payerTransactionHash: hash, status: 'COMPLETED', minedAt }] },
  34_500_000n,
  34_500_000n,
)
const refund = { tokenSymbol: 'USDC', chainId: '8453', sentAmount: '', hash: '' }
const claimUrl = 'https://pay.example/refund'
const refunds = [
  { ...refund, status: 'COMPLETED', amount: '12.5', sentAmount: '12.5', hash, claimUrl },
  { ...refund, status: 'APPROVED', amount: '5', claimUrl },
  { ...refund, status: 'NEW', amount: '2', claimUrl },
]
const order: Partial<CheckoutCharge> = {
  name: 'Order 1042',
  description: 'Leaves the workshop on Monday.',
  line_items: [
    { name: 'Stoneware mug', quantity: 2, amount: '24.00' },
    { name: 'Shipping', quantity: 1, amount: '10.50' },
  ],
  tax_note: 'Includes 5.51 USD VAT.',
  payer_email_hint: 'a…@example.com',
}
const paidOrderOption = createOption(order, 34_500_000n, 34_500_000n)
const openAmountOption = createOption({ pricing_type: 'no_price', pricing: undefined }, 0n)
const chosenAmountOption = {
  ...openAmountOption,
  quote: { ...openAmountOption.quote, amount: 12_500_000n },
}
const options = [
  option,
  convertOption('USDT', 6, 10, 34_500_000n, usdt),
  convertOption('ETH', 18, 1, 11_500_000_000_000_000n),
]
const intent: Intent = {
  id: 'sample',
  from: payer,
  quote: option.quote,
  nonce: 7,
  block: 100n,
  time: Date.parse('2026-11-21T09:30:00Z'),
}

/** The transfer that the account signs: the merchant pays the fee. */
const authorization: Authorization = {
  value: quote.amount,
  fee: 0n,
  nonce: `0x${'7c'.repeat(32)}`,
  validBefore: 1_790_000_600n,
  domain: { name: 'USD Coin', version: '2' },
}

const refusalError = new PayError(
  'authorization_refused',
  'Your wallet’s signature doesn’t work for this payment. Nothing was paid.',
)

const heldError = new PayError(
  'authorization_held',
  'The store hasn’t sent your signed payment yet, and still can while it’s valid.',
)

const funds: Funds = {
  tokenBalance: 12_400_000n,
  nativeBalance: 20_000_000_000_000n,
  fee: 61_000_000_000_000n,
  nativeSymbol: 'ETH',
  nonce: 7,
  blockNumber: 100n,
}
const attempt = 1
const rejectedError = new PayError('wallet_refused', 'You declined the request in your wallet.', {
  retryable: true,
})
const offlineError = new PayError(
  'offline',
  'The payment service can’t be reached. Check your connection and try again.',
  {
    retryable: true,
  },
)
const notFoundError = new PayError('not_found', 'No such charge.')
const walletBusyError = new PayError(
  'wallet_busy',
  'Your wallet already has an open request. Open your wallet to answer it.',
  {
    retryable: true,
  },
)
const walletLockedError = new PayError(
  'wallet_locked',
  'Your wallet is locked or disconnected. Unlock it and connect it again.',
  {
    retryable: true,
  },
)
const networkDeclinedError = new PayError('wallet_refused', 'You declined the network change.', {
  retryable: true,
})
const storageError = new PayError(
  'storage_unavailable',
  'This browser doesn’t let this page save data.',
  {
    retryable: true,
  },
)
const mismatchError = new PayError(
  'payment_failed',
  'This transaction belongs to another order. Enter the hash of the payment for this one.',
  {
    retryable: true,
    details: { mismatch: 'other_charge' },
  },
)
const refusedPaymentError = new PayError(
  'payment_failed',
  'This transfer didn’t pay for this order.',
)
const amountError = new PayError('invalid_amount', 'Enter the amount in digits, like 12.5.')
const proposal = {
  kind: 'signatures' as const,
  id: otherHash,
  threshold: 2,
  owners: [
    { address: payer, hasApproved: true },
    { address: owner, hasApproved: false },
    { address: shop, hasApproved: false },
  ],
}
const sentFields = { option: option, hash, intent }
const balances = [
  { option: options[0] ?? option, balance: 80_000_000n },
  { option: options[1] ?? option, shortfall: createShortfall('token', 22_100_000n, 'USDT', 6) },
  {
    option: options[2] ?? option,
    shortfall: createShortfall('gas', 61_000_000_000_000n, 'ETH', 18),
  },
]

const expiredError = new PayError('conflict', 'This payment has expired.')
const reservation = { amount: 34_500_317n, expiresAt: Date.now() + 30 * 60_000 }
const externalPayment = {
  step: 'externalPayment' as const,
  option: { ...option, quote: { ...quote, amount: reservation.amount } },
  unreservedOption: option,
  attempt,
  reservation,
}
const signState = {
  step: 'needsSignature' as const,
  ...sentFields,
  requiredConfirmations: 4,
  signers: [owner],
  attempt,
}

function createShortfall(kind: 'token' | 'gas', amount: bigint, symbol: string, decimals: number) {
  return { kind, amount, symbol, decimals }
}

/** What most questions of a link have. */
const question = {
  kind: 'text',
  required: false,
  autocomplete: 'off',
  value: '',
  max_length: '',
  min: '',
  max: '',
  options: [],
}
const offer: LinkOffer = {
  is_open: true,
  title: 'Stoneware mug',
  text: '$34.50',
  name: 'Stoneware mug',
  description: 'Rust glaze, 350 ml',
  store: 'Mug shop',
  brand_color: '',
  brand_logo_url: '',
  price: '$34.50',
  livemode: true,
  questions: [],
  button: 'Continue to payment',
  lang: 'en',
  dir: 'ltr',
  charge: '',
}
const takenOffer: LinkOffer = {
  ...offer,
  is_open: false,
  title: 'Someone else is paying right now',
  text: 'If they don’t finish, you can pay in 28 minutes. Come back then.',
}
const askingOffer: LinkOffer = {
  ...offer,
  price: '',
  questions: [
    {
      ...question,
      name: 'amount',
      label: 'Amount',
      kind: 'choice',
      options: [
        { value: '10', label: '$10.00' },
        { value: '25', label: '$25.00' },
        { value: '', label: 'Another amount' },
      ],
    },
    { ...question, name: 'field0', label: 'Email', kind: 'email', required: true },
    { ...question, name: 'field1', label: 'Size (optional)' },
  ],
}

/** All screens, in the order in which a payer could see them. */
export const samples: readonly Sample[] = [
  { name: 'loading', state: { step: 'loading' } },
  { name: 'link', state: { step: 'offered', offer } },
  { name: 'link, asks', state: { step: 'offered', offer: askingOffer } },
  { name: 'link, opening', state: { step: 'offered', offer, isBusy: true } },
  { name: 'link, offline', state: { step: 'offered', offer, notice: offlineError } },
  { name: 'link, taken', state: { step: 'offered', offer: takenOffer } },
  { name: 'unavailable', state: { step: 'unavailable', error: notFoundError } },
  {
    name: 'unavailable, a payment is known',
    state: { step: 'unavailable', error: notFoundError, entry: { intent, hash } },
  },
  {
    name: 'expired',
    state: { step: 'unavailable', error: expiredError, option, reason: 'expired' },
  },
  {
    name: 'canceled',
    state: { step: 'unavailable', error: expiredError, option, reason: 'cancelled' },
  },
  { name: 'choose amount', state: { step: 'enteringAmount', option: openAmountOption } },
  {
    name: 'choose amount, not read',
    state: { step: 'enteringAmount', option: openAmountOption, error: amountError },
  },
  { name: 'ready', state: { step: 'ready', option } },
  { name: 'ready, no wallet', state: { step: 'ready', option }, hasNoWallet: true },
  {
    name: 'ready, chosen amount',
    state: { step: 'ready', option: chosenAmountOption },
  },
  { name: 'ready, declined', state: { step: 'ready', option, notice: rejectedError } },
  { name: 'ready, offline', state: { step: 'ready', option, notice: offlineError } },
  { name: 'partly paid', state: { step: 'ready', option: partlyPaidOption } },
  { name: 'looking for wallets', state: { step: 'choosingWallet', option } },
  { name: 'choose wallet', state: { step: 'choosingWallet', option, wallets } },
  {
    name: 'choose wallet, thirty',
    state: { step: 'choosingWallet', option, wallets: [...manyWallets, ...wallets.slice(1)] },
  },
  { name: 'no wallet', state: { step: 'choosingWallet', option, wallets: [] } },
  {
    name: 'choose wallet, busy',
    state: { step: 'choosingWallet', option, wallets, notice: walletBusyError, busyWallet: wallet },
  },
  {
    name: 'choose wallet, locked',
    state: { step: 'choosingWallet', option, wallets, notice: walletLockedError },
  },
  { name: 'connecting', state: { step: 'connecting', option, wallets, wallet, attempt } },
  {
    name: 'connecting, perhaps locked',
    state: { step: 'connecting', option, wallets, wallet, attempt, isDelayed: true },
  },
  {
    name: 'scan, WalletConnect',
    state: {
      step: 'connecting',
      option,
      wallets,
      wallet: { id: 'sample.scan', name: 'WalletConnect', connectsByUri: true },
      attempt,
      uri: `wc:${otherHash.slice(2)}@2?expiryTimestamp=1795000000&relay-protocol=irn&symKey=${hash.slice(2)}`,
    },
  },
  { name: 'preparing the amount', state: { step: 'externalPayment', option, attempt } },
  {
    name: 'amount not reserved',
    state: { step: 'externalPayment', option, attempt, notice: offlineError },
  },
  { name: 'scan, payment', state: externalPayment },
  { name: 'scan, hash does not fit', state: { ...externalPayment, notice: mismatchError } },
  {
    name: 'scan, looking for a transaction',
    state: { ...externalPayment, sought: [{ hash, option }] },
  },
  {
    name: 'looking for transactions, no amount',
    state: {
      step: 'externalPayment',
      option: openAmountOption,
      attempt,
      isReservationUnavailable: true,
      sought: [hash, otherHash].map((soughtHash) => ({
        hash: soughtHash,
        option: openAmountOption,
      })),
    },
  },
  { name: 'scan, reading a hash', state: { ...externalPayment, isInspecting: true } },
  {
    name: 'scan, then sign',
    state: { step: 'externalPayment', option, attempt, isReservationUnavailable: true },
  },
  {
    name: 'choose token, reading',
    state: { step: 'choosingToken', option, account, options, attempt },
  },
  {
    name: 'choose token',
    state: { step: 'choosingToken', option, account, options, attempt, balances },
  },
  {
    name: 'wrong network',
    state: { step: 'wrongNetwork', option, account, attempt, isAwaitingWallet: false },
  },
  {
    name: 'wrong network, asking',
    state: { step: 'wrongNetwork', option, account, attempt, isAwaitingWallet: true },
  },
  {
    name: 'wrong network, refused',
    state: {
      step: 'wrongNetwork',
      option,
      account,
      attempt,
      isAwaitingWallet: false,
      notice: networkDeclinedError,
    },
  },
  { name: 'checking', state: { step: 'checking', option, account, attempt, hasConsented: false } },
  {
    name: 'short of token',
    state: { step: 'insufficientFunds', option, account, attempt, missing: 'token', funds },
  },
  {
    name: 'short of gas',
    state: {
      step: 'insufficientFunds',
      option,
      account,
      attempt,
      missing: 'gas',
      funds: { ...funds, tokenBalance: 80_000_000n },
    },
  },
  {
    name: 'short of gas, fee in the token',
    state: {
      step: 'insufficientFunds',
      option,
      account,
      attempt,
      missing: 'gas',
      funds: { ...funds, tokenBalance: 80_000_000n },
      intent: {
        ...intent,
        authorization: { ...authorization, value: quote.amount + 50_000n, fee: 50_000n },
      },
    },
  },
  {
    name: 'short of gas, not sent by the store',
    state: {
      step: 'insufficientFunds',
      option: { ...option, refusedAuthorization: { from: account.address, error: refusalError } },
      account,
      attempt,
      missing: 'gas',
      funds: { ...funds, tokenBalance: 80_000_000n },
    },
  },
  {
    name: 'short of token, it has arrived',
    state: {
      step: 'insufficientFunds',
      option,
      account,
      attempt,
      funds: { ...funds, tokenBalance: 80_000_000n },
    },
  },
  {
    name: 'a payment was reported',
    state: { step: 'waitingPayment', option: reportedOption, sign: 'report' },
  },
  {
    name: 'the account has an unconfirmed transaction',
    state: { step: 'waitingPayment', option, sign: 'nonce' },
  },
  {
    name: 'no storage',
    state: { step: 'storageBlocked', option, account, intent, error: storageError },
  },
  {
    name: 'confirm in wallet',
    state: { step: 'sending', option, account, intent, wasWalletAsked: true },
  },
  {
    name: 'confirm in wallet, still waiting',
    state: { step: 'sending', option, account, intent, wasWalletAsked: true, isDelayed: true },
  },
  {
    name: 'sign in wallet, no network fee',
    state: {
      step: 'sending',
      option,
      account,
      intent: { ...intent, authorization },
      wasWalletAsked: true,
    },
  },
  {
    name: 'signed, sent by the store',
    state: {
      step: 'unknownOutcome',
      option,
      intent: { ...intent, authorization: { ...authorization, signature: `0x${'51'.repeat(65)}` } },
    },
  },
  {
    name: 'signed, not accepted by the store',
    state: {
      step: 'unknownOutcome',
      option,
      intent: { ...intent, authorization: { ...authorization, signature: `0x${'51'.repeat(65)}` } },
      lastError: heldError,
    },
  },
  { name: 'unknown outcome', state: { step: 'unknownOutcome', option, intent } },
  {
    name: 'unknown outcome, nothing found',
    state: {
      step: 'unknownOutcome',
      option,
      intent,
      searchResult: { found: 'nothing', toBlock: 120n },
    },
  },
  {
    name: 'unknown outcome, nonce used',
    state: {
      step: 'unknownOutcome',
      option,
      intent,
      searchResult: { found: 'used', toBlock: 120n },
    },
  },
  {
    name: 'waiting for signatures',
    state: { step: 'unknownOutcome', option, intent: { ...intent, proposal }, proposal },
  },
  {
    name: 'sent in a batch',
    state: {
      step: 'unknownOutcome',
      option,
      intent: { ...intent, proposal: { kind: 'batch', id: otherHash } },
    },
  },
  {
    name: 'sent in a batch, forgotten by the wallet',
    state: {
      step: 'unknownOutcome',
      option,
      intent: { ...intent, proposal: { kind: 'batch', id: otherHash } },
      proposal: { kind: 'batch', id: otherHash, isForgotten: true },
      searchResult: { found: 'nothing', toBlock: 120n },
    },
  },
  { name: 'an earlier payment', state: { step: 'earlierPayment', option, intent } },
  { name: 'an earlier payment, found', state: { step: 'earlierPayment', option, intent, hash } },
  { name: 'sign', state: signState },
  { name: 'sign, in the wallet', state: { ...signState, isAwaitingWallet: true } },
  { name: 'sign, another account', state: { ...signState, account } },
  { name: 'sign, choose wallet', state: { ...signState, isChoosingWallet: true, wallets } },
  { name: 'sign, left to the store', state: { ...signState, hasDeclined: true } },
  {
    name: 'paid after the store canceled',
    state: { ...signState, option: canceledOption, signers: [], hasDeclined: true },
  },
  {
    name: 'paid after the end',
    state: { ...signState, option: expiredOption, signers: [], hasDeclined: true },
  },
  { name: 'another tab pays', state: { step: 'otherTab', option } },
  {
    name: 'another tab has paid',
    state: {
      step: 'otherTab',
      option,
      tabStatus: { step: 'confirming', hash, confirmations: 1, requiredConfirmations: 4 },
    },
  },
  { name: 'reporting', state: { step: 'reporting', ...sentFields } },
  {
    name: 'reporting, offline',
    state: { step: 'reporting', ...sentFields, lastError: offlineError },
  },
  {
    name: 'confirming',
    state: { step: 'confirming', ...sentFields, confirmations: 1, requiredConfirmations: 12 },
  },
  {
    name: 'confirming, a large payment',
    state: {
      step: 'confirming',
      ...sentFields,
      option: largeOption,
      confirmations: 4,
      requiredConfirmations: 4,
    },
  },
  {
    name: 'confirming, reorganized',
    state: {
      step: 'confirming',
      ...sentFields,
      confirmations: 0,
      requiredConfirmations: 12,
      wasReorged: true,
    },
  },
  {
    name: 'another browser pays',
    state: {
      step: 'confirming',
      option,
      hash,
      confirmations: 1,
      requiredConfirmations: 12,
      isOthers: true,
    },
  },
  { name: 'dropped', state: { step: 'dropped', ...sentFields, requiredConfirmations: 4 } },
  {
    name: 'canceled in the wallet',
    state: { step: 'notPaid', ...sentFields, reason: 'cancelled' },
  },
  { name: 'reverted', state: { step: 'notPaid', ...sentFields, reason: 'reverted' } },
  {
    name: 'rejected by the store',
    state: { step: 'notPaid', ...sentFields, reason: 'rejected', error: refusedPaymentError },
  },
  {
    name: 'misdirected',
    state: {
      step: 'misdirected',
      ...sentFields,
      misdirection: { recipient: thief, token: usdc, amount: 34_500_000n },
    },
  },
  { name: 'paid', state: { step: 'paid', option: paidOption, hash, intent, wasPaidBefore: false } },
  {
    name: 'paid, with what is bought',
    state: { step: 'paid', option: paidOrderOption, hash, intent, wasPaidBefore: false },
  },
  { name: 'paid before', state: { step: 'paid', option: paidOption, hash, wasPaidBefore: true } },
  {
    name: 'paid before, and on the way',
    state: {
      step: 'paid',
      option: paidOption,
      hash: otherHash,
      intent,
      wasPaidBefore: true,
      isSurplus: true,
    },
  },
  {
    name: 'paid, and refunded',
    state: { step: 'paid', option: paidOption, hash, wasPaidBefore: true, refunds },
  },
  { name: 'cancelled', state: { step: 'cancelled', option } },
  { name: 'offline', state: { step: 'failed', error: offlineError } },
  {
    name: 'failed, a payment is known',
    state: { step: 'failed', error: offlineError, entry: { intent, hash } },
  },
  {
    name: 'wrong attribute',
    state: {
      step: 'failed',
      error: new PayError('invalid_attribute', 'charge-id must be a UUID.', { field: 'charge-id' }),
    },
  },
]
