import type { FailureKind, PayErrorCode } from '../../../src/errors.ts'

// What a payer reads on every screen, and of every failure, as a person wrote it down. Texts are named by their paths in the messages.

/**
 * The title, the sentences, and the buttons of a screen: `!` is the filled one, `-` an outlined, `~` a quiet one, `>` a row, `+` one
 * that is folded, for who opens it.
 */
type Row = [title: string, sentences: string[], buttons: string[]]

const ways = ['>payExternally']
const receipt = ['-download']
const foldedReceipt = ['+download']
const after = (reason: string): [title: string, sentences: string[]] => [
  `notPaid.${reason}.title`,
  [`notPaid.${reason}.text`],
]

/** By the names of the samples of `pay-charge/preview`. */
export const screenTable: Record<string, Row> = {
  loading: ['', [], []],
  unavailable: [
    'screens.unavailable.title',
    ['errors.not_found', 'screens.unavailable.text'],
    ['-retry'],
  ],
  'unavailable, a payment is known': ['sentTitle', ['sentChargeGone'], [...receipt, '-checkAgain']],
  expired: ['ended.expired.title', ['ended.expired.text'], ['-checkAgain', '~contact']],
  canceled: ['ended.cancelled.title', ['ended.cancelled.text'], ['-checkAgain', '~contact']],
  'choose amount': ['screens.enteringAmount.title', [], ['!continue']],
  'choose amount, not read': [
    'screens.enteringAmount.title',
    ['errors.invalid_amount'],
    ['!continue'],
  ],
  ready: ['', [], ['!pay', '-payExternally', '~cancel']],
  'ready, no wallet': ['', [], ['!payExternally', '-pay', '~cancel']],
  'ready, chosen amount': ['', [], ['!pay', '-payExternally', '~changeAmount', '~cancel']],
  'ready, declined': ['', ['errors.wallet_refused'], ['!pay', '-payExternally', '~cancel']],
  'ready, offline': ['', ['errors.offline'], ['!pay', '-payExternally', '~cancel']],
  'partly paid': ['', [], ['!payRest', '-payExternally', '~cancel']],
  'looking for wallets': ['screens.choosingWallet.title', ['searchingWallets'], []],
  'choose wallet': ['screens.choosingWallet.title', [], ways],
  'choose wallet, thirty': ['screens.choosingWallet.title', [], ways],
  'no wallet': ['screens.choosingWallet.title', ['noWallet'], ['!payExternally']],
  'choose wallet, busy': ['screens.choosingWallet.title', ['errors.wallet_busy'], ways],
  'choose wallet, locked': ['screens.choosingWallet.title', ['errors.wallet_locked'], ways],
  connecting: ['screens.connecting.title', ['screens.connecting.text'], []],
  'connecting, perhaps locked': [
    'screens.connecting.title',
    ['screens.connecting.text', 'lockedHint'],
    [],
  ],
  'scan, WalletConnect': ['scanTitle', ['scanText'], []],
  'preparing the amount': ['screens.externalPayment.title', ['preparingAmount'], []],
  'amount not reserved': ['screens.externalPayment.title', ['errors.offline'], ['!retry']],
  'scan, payment': [
    'screens.externalPayment.title',
    ['exactAmountText', 'onlyOnNetwork', 'awaitingPayment'],
    ['+checkHash'],
  ],
  'scan, hash does not fit': [
    'screens.externalPayment.title',
    ['mismatches.other_charge'],
    ['-checkHash'],
  ],
  'scan, looking for a transaction': [
    'sought.title',
    ['sought.text', 'sought.details'],
    ['+checkHash'],
  ],
  'looking for transactions, no amount': [
    'sought.title',
    ['sought.text'],
    ['+checkHash', '-sought.unpaid'],
  ],
  'scan, reading a hash': ['screens.externalPayment.title', [], ['-checkingTransaction']],
  'scan, then sign': ['screens.externalPayment.title', ['noReservedAmountText'], ['-checkHash']],
  'choose token, reading': ['screens.choosingToken.title', ['checkingBalances'], []],
  'choose token': ['screens.choosingToken.title', [], ['-checkAgain', ...ways]],
  'wrong network': [
    'screens.wrongNetwork.title',
    ['otherNetwork'],
    ['!switchNetwork', ...ways, '>useOtherWallet'],
  ],
  'wrong network, asking': ['screens.wrongNetwork.title', ['screens.wrongNetwork.text'], []],
  'wrong network, refused': [
    'screens.wrongNetwork.title',
    ['networkDeclined'],
    ['!switchNetwork', ...ways, '>useOtherWallet'],
  ],
  checking: ['screens.checking.title', ['screens.checking.text'], []],
  'short of token': [
    'screens.insufficientFunds.title',
    ['tokenShortfall', 'add.label', 'add.arrives', 'ways.connected'],
    ['!payExternally', '>useOtherWallet'],
  ],
  'short of token, it has arrived': ['screens.ready.title', ['tokenShortfall'], ['!pay']],
  'short of gas': [
    'screens.insufficientFunds.title',
    ['gasShortfall', 'add.label', 'add.arrives'],
    ['!payExternally', '>useOtherWallet'],
  ],
  'short of gas, fee in the token': [
    'feeInToken.title',
    ['feeInToken.text', 'feeInToken.total', 'ways.more'],
    ['!pay', '+payExternally', '+useOtherWallet'],
  ],
  'short of gas, not sent by the store': [
    'screens.choosingToken.title',
    ['errors.authorization_refused', 'add.place', 'ways.any'],
    ['>add.button', ...ways, '>useOtherWallet'],
  ],
  'a payment was reported': [
    'screens.waitingPayment.title',
    ['waitingSigns.report', 'screens.waitingPayment.text', 'droppedWarning'],
    ['-checkAgain', '+payAnyway'],
  ],
  'the account has an unconfirmed transaction': [
    'screens.waitingPayment.title',
    ['waitingSigns.nonce', 'screens.waitingPayment.text', 'droppedWarning'],
    ['-checkAgain', '+payAnyway'],
  ],
  'no storage': [
    'screens.storageBlocked.title',
    ['screens.storageBlocked.text'],
    ['!retry', '-payAnyway'],
  ],
  'confirm in wallet': ['screens.sending.title', ['screens.sending.text'], ['~noRequestSeen']],
  'confirm in wallet, still waiting': [
    'screens.sending.title',
    ['screens.sending.text', 'stillWaiting'],
    ['~noRequestSeen'],
  ],
  'sign in wallet, no network fee': [
    'screens.sending.title',
    ['screens.sending.text', 'noNetworkFee'],
    ['~noRequestSeen'],
  ],
  'signed, sent by the store': [
    'authorized.title',
    ['authorized.text', 'authorized.until'],
    ['-checkAgain'],
  ],
  'signed, not accepted by the store': ['authorized.title', ['authorized.held'], ['-checkAgain']],
  'unknown outcome': [
    'screens.unknownOutcome.title',
    ['screens.unknownOutcome.text', 'payAgainWarning'],
    ['-checkAgain', '~confirmPayAgain'],
  ],
  'unknown outcome, nothing found': [
    'screens.unknownOutcome.title',
    ['screens.unknownOutcome.text', 'nothingFound', 'payAgainWarning'],
    ['-checkAgain', '~confirmPayAgain'],
  ],
  'unknown outcome, nonce used': [
    'nonceUsed.title',
    ['nonceUsed.text'],
    ['!payAgain', '~checkAgain', '~contact'],
  ],
  'waiting for signatures': ['proposalTitle', ['proposalText', 'proposedWarning'], ['+payAgain']],
  'sent in a batch': ['batchTitle', ['batchText', 'proposedWarning'], ['+payAgain']],
  'sent in a batch, forgotten by the wallet': [
    'batchForgotten.title',
    ['batchForgotten.text', 'payAgainWarning'],
    ['-checkAgain', '~confirmPayAgain'],
  ],
  'an earlier payment': [
    'screens.earlierPayment.title',
    ['screens.earlierPayment.text', 'droppedWarning'],
    ['-checkAgain', '+payAnyway'],
  ],
  'an earlier payment, found': [
    'earlierFound.title',
    ['earlierFound.text', 'rejectedWarning'],
    ['-checkAgain', '~contact', '+payAnyway'],
  ],
  sign: [
    'screens.needsSignature.title',
    ['screens.needsSignature.text', 'unsignedWarning'],
    ['!sign', '~notNow', ...foldedReceipt],
  ],
  'sign, in the wallet': [
    'screens.needsSignature.title',
    ['screens.needsSignature.text'],
    ['!sign', ...foldedReceipt],
  ],
  'sign, another account': [
    'screens.needsSignature.title',
    ['signWithAccount', 'rejectedWarning'],
    ['!sign', '~notNow', ...foldedReceipt, '+payAnyway'],
  ],
  'sign, choose wallet': ['screens.choosingWallet.title', [], []],
  'sign, left to the store': [
    'unlinked.title',
    ['unlinked.text'],
    ['-sign', ...receipt, '~contact'],
  ],
  'paid after the store canceled': [
    'paidAfterEnd.cancelled.title',
    ['paidAfterEnd.cancelled.text'],
    [...receipt, '~contact'],
  ],
  'paid after the end': [
    'paidAfterEnd.expired.title',
    ['paidAfterEnd.expired.text'],
    [...receipt, '~contact'],
  ],
  'another tab pays': ['screens.otherTab.title', ['screens.otherTab.text'], ['~checkAgain']],
  'another tab has paid': ['screens.otherTab.title', ['screens.otherTab.text'], ['~checkAgain']],
  reporting: ['screens.reporting.title', ['screens.reporting.text'], foldedReceipt],
  'reporting, offline': ['screens.reporting.title', ['unreachable'], foldedReceipt],
  confirming: ['screens.confirming.title', ['screens.confirming.text'], foldedReceipt],
  'confirming, a large payment': [
    'screens.confirming.title',
    ['screens.confirming.text', 'largePayment'],
    foldedReceipt,
  ],
  'confirming, reorganized': ['screens.confirming.title', ['reorganized'], foldedReceipt],
  'another browser pays': ['othersPayment.title', ['othersPayment.text'], []],
  dropped: [
    'screens.dropped.title',
    ['screens.dropped.text', 'droppedWarning'],
    [...foldedReceipt, '+payAgain'],
  ],
  'canceled in the wallet': [...after('cancelled'), ['!payAgain', '~contact', ...foldedReceipt]],
  reverted: [...after('reverted'), ['!payAgain', '~contact', ...foldedReceipt]],
  'rejected by the store': [
    'notPaid.rejected.title',
    ['notPaid.rejected.text', 'errors.payment_failed', 'rejectedWarning'],
    ['!contact', ...receipt, '-payAgain'],
  ],
  misdirected: [
    'screens.misdirected.title',
    ['screens.misdirected.text', 'misdirectedWarning'],
    [...receipt, '~contact'],
  ],
  paid: ['screens.paid.title', ['screens.paid.text'], receipt],
  'paid, with what is bought': ['screens.paid.title', ['screens.paid.text'], receipt],
  'paid before': ['screens.paid.title', ['alreadyPaid'], receipt],
  'paid before, and on the way': ['screens.paid.title', ['paidTwice'], receipt],
  'paid, and refunded': ['screens.paid.title', ['alreadyPaid'], receipt],
  cancelled: ['screens.cancelled.title', ['screens.cancelled.text'], ['-payAfterCancel']],
  offline: ['screens.failed.title', ['errors.offline'], ['-retry']],
  'failed, a payment is known': ['sentTitle', ['sentUnreachable'], [...receipt, '-checkAgain']],
  'wrong attribute': ['screens.failed.title', ['errors.invalid_attribute'], []],
}

/** A failure, with what the payer reads of it. */
interface Failure {
  code: PayErrorCode
  kind?: FailureKind
  mismatch?: string
  /** What a service, proxy or node said, which no payer may read. */
  said?: string
  status?: number
  reads: string
  /** The samples of the screens on which it can come. */
  on: string[]
}

const before = ['ready, offline', 'choose wallet, busy']

export const failureTable: Failure[] = [
  { code: 'wallet_refused', reads: 'errors.wallet_refused', on: ['ready, declined', 'sign'] },
  {
    code: 'wallet_busy',
    reads: 'errors.wallet_busy',
    on: ['choose wallet, busy', 'unknown outcome', 'sign'],
  },
  { code: 'wallet_locked', reads: 'errors.wallet_locked', on: ['choose wallet, locked'] },
  {
    code: 'wallet_failed',
    reads: 'errors.wallet_failed',
    on: [...before, 'unknown outcome', 'sign'],
  },
  { code: 'wallet_failed', kind: 'wallet_gone', reads: 'errors.wallet_gone', on: before },
  {
    code: 'wallet_failed',
    kind: 'wallet_silent',
    reads: 'errors.wallet_silent',
    on: [...before, 'unknown outcome'],
  },
  { code: 'wallet_failed', kind: 'not_sent', reads: 'errors.not_sent', on: ['ready, offline'] },
  { code: 'wallet_failed', kind: 'other_account', reads: 'errors.other_account', on: ['sign'] },
  {
    code: 'wallet_failed',
    kind: 'relay_unreachable',
    reads: 'errors.relay_unreachable',
    on: ['choose wallet, busy'],
  },
  {
    code: 'wallet_failed',
    kind: 'walletconnect_unavailable',
    reads: 'errors.walletconnect_unavailable',
    on: ['choose wallet, busy'],
  },
  {
    code: 'wallet_failed',
    kind: 'code_expired',
    reads: 'errors.code_expired',
    on: ['choose wallet, busy'],
  },
  {
    code: 'wallet_failed',
    kind: 'networks_missing',
    reads: 'errors.networks_missing',
    on: ['choose wallet, busy'],
  },
  { code: 'wallet_unable', reads: 'errors.wallet_unable', on: ['ready, offline'] },
  { code: 'insufficient_funds', reads: 'errors.insufficient_funds', on: ['ready, offline'] },
  { code: 'chain_refused', reads: 'errors.chain_refused', on: ['ready, offline'] },
  {
    code: 'chain_refused',
    kind: 'switch_failed',
    reads: 'errors.switch_failed',
    on: ['wrong network'],
  },
  {
    code: 'chain_unknown',
    said: 'The charge is paid on chain 5, which is not known here.',
    reads: 'errors.chain_unknown',
    on: before,
  },
  {
    code: 'chain_unreachable',
    reads: 'errors.chain_unreachable',
    on: [...before, 'choose token', 'unknown outcome'],
  },
  { code: 'price_unavailable', reads: 'errors.price_unavailable', on: ['ready, offline'] },
  {
    code: 'payment_failed',
    kind: 'transfer_refused',
    reads: 'errors.transfer_refused',
    on: ['ready, offline'],
  },
  {
    code: 'payment_failed',
    said: 'The transaction pays another address than the charge’s.',
    reads: 'errors.payment_failed',
    on: ['rejected by the store'],
  },
  {
    code: 'payment_failed',
    mismatch: 'no_hash',
    reads: 'mismatches.no_hash',
    on: ['scan, hash does not fit'],
  },
  {
    code: 'payment_failed',
    mismatch: 'reverted',
    reads: 'mismatches.reverted',
    on: ['scan, hash does not fit'],
  },
  {
    code: 'payment_failed',
    mismatch: 'other_charge',
    reads: 'mismatches.other_charge',
    on: ['scan, hash does not fit'],
  },
  {
    code: 'payment_failed',
    mismatch: 'other_token',
    reads: 'mismatches.other_token',
    on: ['scan, hash does not fit'],
  },
  {
    code: 'payment_failed',
    mismatch: 'other_recipient',
    reads: 'mismatches.other_recipient',
    on: ['scan, hash does not fit'],
  },
  {
    code: 'payment_failed',
    mismatch: 'nothing',
    reads: 'mismatches.nothing',
    on: ['scan, hash does not fit'],
  },
  { code: 'conflict', reads: 'errors.conflict', on: ['scan, hash does not fit'] },
  {
    code: 'conflict',
    status: 409,
    said: 'The key was used with another body.',
    reads: 'errors.service_failed',
    on: ['offline', 'amount not reserved'],
  },
  { code: 'storage_unavailable', reads: 'errors.storage_unavailable', on: ['ready, offline'] },
  {
    code: 'storage_unavailable',
    kind: 'storage_blocked',
    reads: 'errors.storage_blocked',
    on: ['ready, offline', 'short of gas, not sent by the store'],
  },
  { code: 'quote_not_signed', reads: 'errors.quote_not_signed', on: ['offline'] },
  {
    code: 'quote_not_signed',
    kind: 'reference_unsigned',
    reads: 'errors.reference_unsigned',
    on: ['sign'],
  },
  { code: 'quote_mismatch', reads: 'errors.quote_mismatch', on: ['offline'] },
  { code: 'recipient_not_pinned', reads: 'errors.recipient_not_pinned', on: ['offline'] },
  {
    code: 'authorization_refused',
    reads: 'errors.authorization_refused',
    on: ['short of gas, not sent by the store'],
  },
  { code: 'authorization_lapsed', reads: 'errors.authorization_lapsed', on: ['ready, offline'] },
  {
    code: 'invalid_attribute',
    said: 'charge-id must be a UUID.',
    reads: 'errors.invalid_attribute',
    on: ['wrong attribute'],
  },
  {
    code: 'page_broken',
    said: 'Another script has changed Array.from.',
    reads: 'errors.page_broken',
    on: ['offline'],
  },
  {
    code: 'not_found',
    status: 404,
    said: 'The service answered 404.',
    reads: 'errors.not_found',
    on: ['unavailable'],
  },
  {
    code: 'rate_limited',
    status: 429,
    said: 'Too many calls from 203.0.113.7.',
    reads: 'errors.rate_limited',
    on: ['offline', 'amount not reserved'],
  },
  {
    code: 'timeout',
    said: 'No answer within 10 s.',
    reads: 'errors.timeout',
    on: ['offline', 'ready, offline', 'amount not reserved'],
  },
  {
    code: 'offline',
    reads: 'errors.offline',
    on: ['offline', 'ready, offline', 'amount not reserved'],
  },
  {
    code: 'service_failed',
    status: 500,
    said: 'Internal error.',
    reads: 'errors.service_failed',
    on: ['offline', 'amount not reserved'],
  },
  {
    code: 'bad_gateway',
    status: 502,
    said: 'The service sent no JSON.',
    reads: 'errors.service_failed',
    on: ['offline', 'amount not reserved'],
  },
  {
    code: 'forbidden',
    status: 403,
    said: 'This origin is not allowed.',
    reads: 'errors.service_failed',
    on: ['offline'],
  },
  {
    code: 'unauthenticated',
    status: 401,
    said: 'The api-key is unknown.',
    reads: 'errors.service_failed',
    on: ['offline'],
  },
  {
    code: 'invalid_request',
    status: 400,
    said: 'local_price.amount must be a decimal amount.',
    reads: 'errors.service_failed',
    on: ['offline', 'amount not reserved'],
  },
  {
    code: 'too_large',
    status: 413,
    said: 'The body is too large.',
    reads: 'errors.service_failed',
    on: ['offline'],
  },
  {
    code: 'invalid_reply',
    said: 'The charge has no price.',
    reads: 'errors.service_failed',
    on: ['offline'],
  },
  {
    code: 'invalid_amount',
    said: '0.1 has more than 0 decimal places.',
    reads: 'errors.invalid_amount',
    on: ['offline'],
  },
]
