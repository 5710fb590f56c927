// All English messages in one file, in the order of the other languages, so that two can be read side by side.
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
  externalPayment: { title: 'Pay with any wallet', text: '' },
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
    text: 'Your wallet didn’t give a clear answer, so your payment may have been sent. Please don’t pay again yet.',
  },
  recording: { title: 'Payment sent', text: 'Letting the store know. Keep this page open.' },
  confirming: {
    title: 'Payment sent',
    text: 'The network is confirming your payment. You can close this page.',
  },
  earlierPayment: {
    title: 'Looking for an earlier payment',
    text: 'You started a payment for this purchase in this browser before. It may have been sent. Check your wallet before you pay again.',
  },
  needsSignature: {
    title: 'Confirm that this payment is yours',
    text: 'Your payment was sent, but it doesn’t say what it’s for. Sign once in your wallet to link it to this purchase. Signing is free and sends nothing.',
  },
  storageBlocked: {
    title: 'We can’t save your payment in this browser',
    text: 'If this page closes before the store knows about your payment, we can’t look for it automatically. Allow this page to store data, or continue without saving.',
  },
  otherTab: {
    title: 'You’re paying in another tab',
    text: 'Finish in the other tab. If you close it, you can continue here.',
  },
  dropped: {
    title: 'Your payment was dropped by the network',
    text: 'It’s no longer waiting to be confirmed, but it may still go through. We’ll keep checking. Your wallet may show it as dropped.',
  },
  notPaid: { title: 'Your payment didn’t go through', text: '' },
  misdirected: {
    title: 'This payment isn’t going to the store',
    text: 'Your wallet sent something other than we asked for. A harmful app or browser extension may have changed the address.',
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
  coveredButton: 'Something covers the button. Close or move it, and try again.',
  back: 'Back',
  transaction: 'Transaction',
  payAfterCancel: 'Pay now instead',
  noWallet:
    'We couldn’t find a wallet in this browser. Install one, or open this page in your wallet’s browser.',
  payExternally: 'Pay with a QR code or manually',
  preparingCode: 'Preparing a code for your wallet',
  scanTitle: 'Scan with your wallet',
  scanText: 'Scan the code with your wallet app and approve the connection.',
  openTitle: 'Open your wallet',
  openText: 'Approve the connection in the app, then come back to this page.',
  openOnDevice: 'Or open it on this device',
  anotherWallet: 'Another wallet',
  copyLink: 'Copy link',
  qrConnectLabel: 'QR code to connect your wallet',
  qrPayLabel: 'QR code with the payment details for your wallet',
  externalScanText:
    'Scan the code with your wallet app, or send the exact amount below. This page updates when your payment arrives.',
  externalOpenText:
    'Open the payment in your wallet, or send the exact amount below. This page updates when your payment arrives.',
  sendExactly: 'Send exactly',
  onlyOnNetwork: 'Send only on {network}. Funds sent on another network may be lost.',
  tokenContract: 'Token contract',
  openInWallet: 'Open in your wallet',
  showCode: 'Show the code for another device',
  awaitingPayment: 'Waiting for your payment',
  paidAlready: 'Already paid?',
  transactionHash: 'Transaction hash',
  hashHint: '0x… or a block explorer link',
  checkHash: 'Check payment',
  checkingTransaction: 'Checking the transaction',
  codeNotLoaded: 'Part of this page couldn’t load. Check your connection and try again.',
  loading: 'Loading',
  checkingBalances: 'Checking your balances',
  balance: 'You have {amount}',
  shortfall: '{amount} short',
  balanceUnknown: 'Balance unavailable',
  otherToken: 'Pay with another token',
  payerAddress: 'Your address',
  proposalTitle: 'Waiting for signatures',
  proposalText:
    'Your account sends the payment once enough of its owners have signed in its app. This page updates automatically, and you can come back to it later.',
  signaturesNeeded: plural({
    one: '{n} of {m} signatures is needed. Owners:',
    other: '{n} of {m} signatures are needed. Owners:',
  }),
  signed: 'Signed',
  notSigned: 'Not signed yet',
  batchTitle: 'Your wallet is sending your payment',
  batchText: 'It goes to the network together with others. This page updates automatically.',
  sign: 'Sign in your wallet',
  notNow: 'Not now',
  unsignedWarning: 'Without your signature, the store has to match your payment manually.',
  signWithAccount:
    'This payment came from {account}. Switch to that account in your wallet to sign.',
  unlinked: {
    title: 'The store will match your payment',
    text: 'Your payment was sent, but isn’t linked to this purchase yet. Keep the receipt and show it to the store. You don’t need to pay again.',
  },
  earlierFound: {
    title: 'Your earlier payment was found',
    text: 'We’ve let the store know. Ask the store before you pay again.',
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
  preparingAmount: 'Preparing the exact amount',
  exactAmountText:
    'Send exactly this amount, to the last digit. It’s how the store recognizes your payment.',
  noReservedAmountText:
    'Send the amount below. Then paste the transaction hash and sign, so that the store can match your payment.',
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
  tokenShortfall: 'You have {have} and need {need}. Add {missing} to pay.',
  gasShortfall: 'The network fee is about {need} and you have {have}. Add {missing} to pay.',
  useOtherWallet: 'Use another wallet',
  noRequestSeen: 'I don’t see a request in my wallet',
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
      text: 'Keep the receipt and show it to the store.',
    },
  },
  payAgain: 'Pay again',
  checkAgain: 'Check again',
  proposedWarning: 'If you pay again and this payment is sent after all, you’ll pay twice.',
  droppedWarning: 'If you pay again and the first payment still goes through, you’ll pay twice.',
  rejectedWarning: 'Your first payment may have moved money. Ask the store before you pay again.',
  askedFor: 'We asked for',
  sentInstead: 'Your wallet sent',
  anotherToken: 'another token',
  misdirectedWarning:
    'Don’t pay again with this wallet or in this browser. Tell the store, and keep this transaction: it’s your proof.',
  mayHavePaid: 'You may have already paid',
  sentTitle: 'Your payment was sent',
  sentChargeGone:
    'The store no longer has a record of this charge. Keep the receipt and show it to the store.',
  sentNotAccepted: 'The store didn’t accept it. Keep the receipt and show it to the store.',
  sentUnreachable:
    'We can’t reach the store right now. We’ll keep trying. You don’t need to pay again.',
  payAnyway: 'Pay anyway',
  reorganized:
    'The network has undone this payment for now. In most cases it goes through again on its own.',
  nonceUsed:
    'Your payment was most likely not sent. Your wallet used its place (nonce) for another transaction.',
  nothingFound: 'No payment found yet. We’ll keep checking.',
  confirmPayAgain: 'I didn’t approve it. Pay again',
  payAgainWarning: 'If you did approve it and pay again, you’ll pay twice.',
  unreachable: 'We can’t reach the store right now. We’ll keep trying, and your payment is safe.',
  /** The plural form is that of {m}. */
  confirmations: plural({
    one: '{n} of {m} confirmation',
    other: '{n} of {m} confirmations',
  }),
  /** The time that is left: "1 of 3 confirmations, about 20 s". */
  confirmationsEta: '{confirmations}, about {time}',
  waitingForNetwork: 'Waiting for the network',
  sent: 'Sent from your wallet',
  recorded: 'Reported to the store',
  confirmed: 'Confirmed by the network',
  amount: 'Amount',
  amountIn: 'Amount in {symbol}',
  continue: 'Continue',
  alreadyPaid: 'This charge is paid. There’s nothing left to do.',
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
    reverted: 'Rejected by the network. Nothing was paid',
    cancelled: 'Canceled in the wallet. Nothing was paid',
  },
  from: 'From',
  token: 'Token',
  time: 'Time',
  to: 'To',
  network: 'Network',
  charge: 'Charge',
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
}
