// The English messages. Those that the first screens need are in `messages.ts`, since they load before this file.
import type { Step } from '../../../checkout/state.ts'
import { firstMessages, type ScreenText } from '../messages.ts'

/** The title and text of each screen. A missing screen does not compile. */
const screens: Record<Step, ScreenText> = {
  ...firstMessages.screens,
  unavailable: {
    title: 'This payment isn’t available',
    text: 'The link may be out of date, or the store may have withdrawn it.',
  },
  cancelled: { title: 'Payment canceled', text: 'Nothing was sent from your wallet.' },
  enteringAmount: { title: 'How much would you like to pay?', text: '' },
  choosingWallet: { title: 'Choose your wallet', text: '' },
  connecting: {
    title: 'Connect in {wallet}',
    text: 'Open your wallet and approve the connection to this site.',
  },
  choosingToken: { title: 'Choose how to pay', text: '' },
  externalPayment: { title: 'Send from another wallet', text: '' },
  wrongNetwork: {
    title: 'Switch to {network}',
    text: 'Approve the network change in your wallet.',
  },
  checking: { title: 'Checking your balance', text: 'This only takes a moment.' },
  insufficientFunds: { title: 'Not enough {symbol}', text: '' },
  sending: {
    title: 'Confirm in {wallet}',
    text: 'Check the amount in your wallet and approve the payment. Keep this page open.',
  },
  unknownOutcome: {
    title: 'Looking for your payment',
    text: 'We didn’t get a clear response from your wallet, so your payment may already be on its way. Don’t pay again yet.',
  },
  reporting: { title: 'Payment sent', text: 'Notifying the store. Keep this page open.' },
  confirming: {
    title: 'Payment sent',
    text: 'The network is confirming your payment. You can close this page.',
  },
  earlierPayment: {
    title: 'Looking for an earlier payment',
    text: 'You already started paying for this in this browser. Check your wallet before paying again.',
  },
  needsSignature: {
    title: 'Link your payment to this order',
    text: 'Your payment was sent without this order’s number. Sign a message to link it. It’s free and moves no money.',
  },
  waitingPayment: {
    title: 'A payment may already be on its way',
    text: 'If it’s yours, wait. This page updates automatically.',
  },
  storageBlocked: {
    title: 'Your browser is blocking storage',
    text: 'If this page closes early, we can’t resume your payment. Allow storage for this site, or continue anyway.',
  },
  otherTab: {
    title: 'You’re paying in another tab',
    text: 'Finish in the other tab. If you close it, you can continue here.',
  },
  dropped: {
    title: 'Your payment may not go through',
    text: 'The network dropped it, but it could still be picked up. We’ll keep checking.',
  },
  notPaid: { title: 'Your payment didn’t go through', text: '' },
  misdirected: {
    title: 'Your payment isn’t going to the store',
    text: 'What your wallet sent doesn’t match this order. A malicious app or extension may have changed it.',
  },
  paid: { title: 'Paid', text: 'Thank you. Your payment is confirmed.' },
}

/** A text that depends on a number, in the plural forms that the language has (Unicode CLDR). */
export type Plural = { readonly other: string } & {
  readonly [form in Intl.LDMLPluralRule]?: string
}

const plural = (forms: Plural) => forms

export const en = {
  ...firstMessages,
  screens,
  testMode: 'Test',
  coveredButton: 'Something is covering the Pay button. Close it and try again.',
  orderFor: 'For {email}',
  orderItems: 'Items: {n}',
  back: 'Back',
  transaction: 'Transaction',
  payAfterCancel: 'Pay now instead',
  installed: 'Installed',
  lastUsed: 'Last used',
  noWallet:
    'We couldn’t find a wallet in this browser. Install one, or open this page in your wallet’s browser.',
  inAppBrowser:
    'Wallets can’t be opened inside {app}, so copy the link and open it in your browser.',
  inThisApp:
    'Wallets can’t be opened inside this app, so copy the link and open it in your browser.',
  payExternally: 'Pay by QR code or address',
  changeAmount: 'Change amount',
  payRest: 'Pay the remaining {amount}',
  partlyPaid: '{paid} of {price} paid.',
  lockedHint: 'Is your wallet locked? Open it and unlock it.',
  preparingCode: 'Preparing a code for your wallet',
  scanTitle: 'Scan with your wallet',
  scanText: 'Scan the code with your wallet app and approve the connection.',
  openTitle: 'Open your wallet',
  openText: 'Approve the connection in the app, then come back to this page.',
  openOnDevice: 'Open on this device',
  anotherWallet: 'Another wallet',
  copyLink: 'Copy link',
  qrConnectLabel: 'QR code to connect your wallet',
  qrPayLabel: 'QR code with the payment details for your wallet',
  heldFor: 'Held for {time}.',
  sendExactly: 'Send exactly',
  onlyOnNetwork: 'Send only on {network}. Funds sent on another network may be lost.',
  tokenContract: 'Token contract',
  openInWallet: 'Open in your wallet',
  showCode: 'Show the code for another device',
  awaitingPayment: 'Waiting for your payment',
  paidAlready: 'I’ve already sent it',
  transactionHash: 'Transaction hash',
  hashHint: 'Paste a hash or explorer link',
  checkHash: 'Check payment',
  checkingTransaction: 'Checking the transaction',
  sought: {
    title: 'We’re looking for this transaction',
    text: 'We can’t see it on the network yet. This page updates as soon as we do.',
    details: 'If you haven’t paid yet, use the details below.',
    unpaid: 'I haven’t paid yet',
  },
  codeNotLoaded: 'Part of this page couldn’t load. Check your connection and try again.',
  loading: 'Loading',
  checkingBalances: 'Checking your balances',
  balance: 'You have {amount}',
  shortfall: 'Need {amount} more',
  balanceUnknown: 'Balance unavailable',
  otherToken: 'Pay with another token',
  addFundsTo: 'Add funds to',
  proposalTitle: 'Waiting for signatures',
  proposalText:
    'The payment is sent when enough owners sign in the wallet app. This page updates automatically, and you can come back to it later.',
  signaturesNeeded: plural({
    one: '{n} more signature needed',
    other: '{n} more signatures needed',
  }),
  signed: 'Signed',
  notSigned: 'Not signed yet',
  batchTitle: 'Your wallet is sending your payment',
  batchText: 'Your wallet is bundling it with other transactions. This page updates automatically.',
  batchForgotten: {
    title: 'Your payment may have been declined',
    text: 'Your wallet no longer has this request, and we can’t see a payment on the network. Check your wallet’s activity before you pay again.',
  },
  sign: 'Sign message',
  notNow: 'Not now',
  unsignedWarning: 'If you don’t sign, the store has to link your payment by hand.',
  signWithAccount:
    'This payment came from {account}. Switch to that account in your wallet to sign.',
  unlinked: {
    title: 'The store will link your payment',
    text: 'Your payment was sent. The store still needs to link it to this order. Keep your receipt and don’t pay again.',
  },
  paidAfterEnd: {
    expired: {
      title: 'This order has expired',
      text: 'Your payment arrived, but the store has to decide whether it still counts. Contact the store and keep the receipt.',
    },
    cancelled: {
      title: 'The store canceled this order',
      text: 'Your payment arrived and the store has to return it. Keep the receipt.',
    },
  },
  othersPayment: {
    title: 'A payment is being confirmed',
    text: 'It wasn’t made in this browser. If it’s yours, you don’t need to pay again.',
  },
  earlierFound: {
    title: 'Your earlier payment was found',
    text: 'We’ve let the store know. Ask the store before you pay again.',
  },
  waitingSigns: {
    report: 'A payment for this was reported {time}. The network hasn’t confirmed it yet.',
    nonce: 'Your account has sent a transaction that isn’t confirmed yet.',
  },
  ended: {
    expired: {
      title: 'This payment has expired',
      text: 'You can no longer pay it. If you’ve already sent money, contact the store.',
    },
    cancelled: {
      title: 'The store canceled this payment',
      text: 'You can no longer pay it. If you’ve already sent money, contact the store.',
    },
  },
  startAgain: 'Start over',
  preparingAmount: 'Getting your amount',
  exactAmountText: 'Send this exact amount. The last digits identify your order.',
  noReservedAmountText:
    'Send the amount below. Then paste the transaction hash and sign a message to link your payment to this order.',
  suggestedAmounts: 'Suggested amounts',
  aboveZero: 'Enter an amount above zero.',
  atLeast: 'At least {amount}.',
  atMost: 'At most {amount}.',
  amountFormat: 'Enter the amount in digits, like {example}.',
  decimalPlaces: plural({
    one: '{symbol} allows up to {n} decimal place.',
    other: '{symbol} allows up to {n} decimal places.',
  }),
  approximately: 'about {amount}',
  searchingWallets: 'Looking for wallets',
  otherNetwork: 'Your wallet is on a different network.',
  switchNetwork: 'Switch network',
  networkDeclined: 'You declined the network change. Switch to {network} to pay.',
  addNetwork: {
    title: 'Add the network yourself',
    chainId: 'Chain ID',
    symbol: 'Currency symbol',
    rpcUrl: 'RPC URL',
    explorer: 'Block explorer',
  },
  tokenShortfall: 'You have {have} on {network}. This payment needs {need}.',
  gasShortfall:
    '{network} charges a fee of about {need}. Add {missing} to your wallet on {network}.',
  useOtherWallet: 'Use another wallet',
  noRequestSeen: 'Don’t see a request?',
  notPaid: {
    cancelled: {
      title: 'Canceled in your wallet',
      text: 'Your wallet replaced this payment with another transaction. Nothing was paid.',
    },
    reverted: {
      title: 'Your payment failed',
      text: 'The network rejected the transfer. You paid only the network fee.',
    },
    rejected: {
      title: 'The store couldn’t accept this payment',
      text: 'Contact the store with your receipt.',
    },
  },
  payAgain: 'Pay again',
  checkAgain: 'Check again',
  networkFee: 'Network fee',
  noNetworkFee: 'None',
  feeInToken: 'No {coin}? Pay the fee in {symbol} instead: {fee}.',
  authorized: {
    title: 'Payment signed',
    text: 'The store is sending your payment. You can close this page.',
    until: 'If it isn’t sent by {time}, nothing is paid and you can pay again.',
    held: 'The store hasn’t sent your payment yet, and still can until {time}. Don’t pay again before then.',
  },
  proposedWarning: 'If you pay again and this payment is sent after all, you’ll pay twice.',
  droppedWarning: 'If you pay again and the first payment still goes through, you’ll pay twice.',
  rejectedWarning: 'Your first payment may have moved money. Ask the store before you pay again.',
  askedFor: 'We asked for',
  sentInstead: 'Your wallet sent',
  anotherToken: 'another token',
  misdirectedWarning:
    'Don’t pay again with this wallet or in this browser. Tell the store, and save the transaction link as proof.',
  mayHavePaid: 'You may have already paid',
  sentTitle: 'Your payment was sent',
  sentChargeGone: 'The store can’t find this order. Keep the receipt and show it to the store.',
  sentNotAccepted: 'The store didn’t accept it. Keep the receipt and show it to the store.',
  sentUnreachable:
    'We can’t reach the store right now. We’ll keep trying. You don’t need to pay again.',
  payAnyway: 'Pay anyway',
  reorganized: 'The network is confirming your payment again. You don’t need to do anything.',
  nonceUsed: {
    title: 'Your payment wasn’t sent',
    text: 'Your wallet sent a different transaction instead. Check its activity, then pay again.',
  },
  nothingFound: 'No payment found yet. We’ll keep checking.',
  confirmPayAgain: 'I didn’t approve it – pay again',
  payAgainWarning: 'If you did approve it and pay again, you’ll pay twice.',
  unreachable: 'We can’t reach the store right now. We’ll keep trying, and your payment is safe.',
  /** The plural form is that of {m}. */
  confirmations: plural({
    one: '{n} of {m} confirmation',
    other: '{n} of {m} confirmations',
  }),
  /** The time that is left: "1 of 3 confirmations, about 20 s". */
  confirmationsEta: '{confirmations}, about {time}',
  largePayment: 'Large payments wait until the network can’t take them back: about {time}.',
  waitingForNetwork: 'Waiting for the network',
  sent: 'Sent from your wallet',
  recorded: 'Store notified',
  confirmed: 'Confirmed by the network',
  amount: 'Amount',
  amountIn: 'Amount in {symbol}',
  continue: 'Continue',
  alreadyPaid: 'This has already been paid.',
  paidTwice:
    'This has already been paid. If your payment arrives too, the store has to return it. Keep the receipt.',
  refund: 'Refund',
  refundClaim: 'Choose where it goes',
  refundInProgress: 'In progress',
  refunded: 'Sent',
  receipt: 'Receipt',
  copyReceipt: 'Copy receipt',
  download: 'Download',
  print: 'Print',
  status: 'Status',
  statuses: {
    sent: 'Sent, not confirmed by the store yet',
    confirmed: 'Paid and confirmed',
    rejected: 'Not accepted by the store',
    misdirected: 'Sent to another address, not to the store',
    reverted: 'Failed (only the network fee was paid)',
    cancelled: 'Canceled (nothing was paid)',
  },
  from: 'From',
  token: 'Token',
  time: 'Time',
  to: 'To',
  network: 'Network',
  charge: 'Reference',
  store: 'Store',
  viewInExplorer: 'View in block explorer',
  close: 'Close',
  showPayment: 'Show payment',
  showReceipt: 'Show receipt',
  copy: 'Copy {what}',
  copied: 'Copied',
  returning: 'Returning to the store…',
  stay: 'Stay here',
  returnToStore: 'Return to the store',
  // Of the errors whose message is not for payers. Any other one's message is its text.
  errors: {
    invalid_attribute: 'This payment isn’t set up correctly. Please tell the store.',
    page_broken: 'Another script on this page prevents payments. Please tell the store.',
    not_found: 'We couldn’t find this payment.',
    rate_limited: 'Too many attempts. Wait a moment and try again.',
    service_failed: 'The store’s payment service has a problem. Try again later.',
    timeout: 'That took too long. Try again.',
    wallet_failed: 'Your wallet reported a problem.',
    chain_unknown: 'This network isn’t supported here. Please tell the store.',
  },
}
