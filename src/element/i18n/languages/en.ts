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
  amount: { title: 'How much would you like to pay?', text: '' },
  wallets: { title: 'Choose your wallet', text: '' },
  connecting: {
    title: 'Connect in {wallet}',
    text: 'Open your wallet and approve the connection to this site.',
  },
  tokens: { title: 'Choose how to pay', text: '' },
  outside: { title: 'Pay with any wallet', text: '' },
  network: { title: 'Switch to {network}', text: 'Approve the network change in your wallet.' },
  checking: { title: 'Checking your balance', text: 'This only takes a moment.' },
  short: { title: 'Not enough {symbol}', text: '' },
  sending: {
    title: 'Confirm in {wallet}',
    text: 'Check the amount in your wallet and approve the payment. Keep this page open.',
  },
  unsure: {
    title: 'Looking for your payment',
    text: 'Your wallet didn’t give a clear answer, so your payment may have been sent. Please don’t pay again yet.',
  },
  recording: { title: 'Payment sent', text: 'Letting the store know. Keep this page open.' },
  confirming: {
    title: 'Payment sent',
    text: 'The network is confirming your payment. You can close this page.',
  },
  earlier: {
    title: 'Looking for an earlier payment',
    text: 'You started a payment for this purchase in this browser before. It may have been sent. Check your wallet before you pay again.',
  },
  sign: {
    title: 'Confirm that this payment is yours',
    text: 'Your payment was sent, but it doesn’t say what it’s for. Sign once in your wallet to link it to this purchase. Signing is free and sends nothing.',
  },
  unsafe: {
    title: 'We can’t save your payment in this browser',
    text: 'If this page closes before the store knows about your payment, we can’t look for it automatically. Allow this page to store data, or continue without saving.',
  },
  elsewhere: {
    title: 'You’re paying in another tab',
    text: 'Finish in the other tab. If you close it, you can continue here.',
  },
  dropped: {
    title: 'Your payment was dropped by the network',
    text: 'It’s no longer waiting to be confirmed, but it may still go through. We’ll keep checking. Your wallet may show it as dropped.',
  },
  void: { title: 'Your payment didn’t go through', text: '' },
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
  back: 'Back',
  transaction: 'Transaction',
  reopen: 'Pay now instead',
  noWallet:
    'We couldn’t find a wallet in this browser. Install one, or open this page in your wallet’s browser.',
  outside: 'Pay with a QR code or manually',
  codeComes: 'Preparing a code for your wallet',
  scanTitle: 'Scan with your wallet',
  scanText: 'Scan the code with your wallet app and approve the connection.',
  openTitle: 'Open your wallet',
  openText: 'Approve the connection in the app, then come back to this page.',
  openIn: 'Or open it on this device',
  openWallet: 'Another wallet',
  copyLink: 'Copy link',
  qrConnect: 'QR code to connect your wallet',
  qrPay: 'QR code with the payment details for your wallet',
  outsideText:
    'Scan the code with your wallet app, or send the exact amount below. This page updates when your payment arrives.',
  outsideHere:
    'Open the payment in your wallet, or send the exact amount below. This page updates when your payment arrives.',
  exactly: 'Send exactly',
  only: 'Send only on {network}. Funds sent on another network may be lost.',
  contract: 'Token contract',
  openInWallet: 'Open in your wallet',
  showCode: 'Show the code for another device',
  awaiting: 'Waiting for your payment',
  paidAlready: 'Already paid?',
  hash: 'Transaction hash',
  hashHint: '0x… or a block explorer link',
  checkHash: 'Check payment',
  looking: 'Checking the transaction',
  notLoaded: 'Part of this page couldn’t load. Check your connection and try again.',
  loading: 'Loading',
  reading: 'Checking your balances',
  have: 'You have {amount}',
  lacks: '{amount} short',
  unread: 'Balance unavailable',
  otherToken: 'Pay with another token',
  receiveAt: 'Your address',
  signTitle: 'Waiting for signatures',
  signText:
    'Your account sends the payment once enough of its owners have signed in its app. This page updates automatically, and you can come back to it later.',
  signers: plural({
    one: '{n} of {m} signatures is needed. Owners:',
    other: '{n} of {m} signatures are needed. Owners:',
  }),
  signed: 'Signed',
  unsigned: 'Not signed yet',
  batchTitle: 'Your wallet is sending your payment',
  batchText: 'It goes to the network together with others. This page updates automatically.',
  signIt: 'Sign in your wallet',
  signNot: 'Not now',
  signWarn: 'Without your signature, the store has to match your payment manually.',
  signAs: 'This payment came from {account}. Switch to that account in your wallet to sign.',
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
  reserving: 'Preparing the exact amount',
  exact: 'Send exactly this amount, to the last digit. It’s how the store recognizes your payment.',
  noRoom:
    'Send the amount below. Then paste the transaction hash and sign, so that the store can match your payment.',
  suggested: 'Suggested amounts',
  aboveZero: 'Enter an amount above zero.',
  atLeast: 'At least {amount}.',
  atMost: 'At most {amount}.',
  likeThis: 'Enter the amount in digits, like {example}.',
  places: plural({
    one: '{symbol} allows up to {n} decimal place.',
    other: '{symbol} allows up to {n} decimal places.',
  }),
  about: 'about {amount}',
  searching: 'Looking for wallets',
  network: 'Your wallet is on a different network.',
  switch: 'Switch network',
  haveNeed: 'You have {have} and need {need}. Add {missing} to pay.',
  gas: 'The network fee is about {need} and you have {have}. Add {missing} to pay.',
  otherWallet: 'Use another wallet',
  doubt: 'I don’t see a request in my wallet',
  void: {
    cancelled: {
      title: 'Canceled in your wallet',
      text: 'Your wallet replaced this payment with another transaction. Nothing was paid.',
    },
    reverted: {
      title: 'Your payment failed',
      text: 'The network rejected the transfer. You paid only the network fee.',
    },
    refused: {
      title: 'The store couldn’t accept this payment',
      text: 'Keep the receipt and show it to the store.',
    },
  },
  payAgain: 'Pay again',
  look: 'Check again',
  proposedWarn: 'If you pay again and this payment is sent after all, you’ll pay twice.',
  droppedWarn: 'If you pay again and the first payment still goes through, you’ll pay twice.',
  refusedWarn: 'Your first payment may have moved money. Ask the store before you pay again.',
  unreadable: 'You may have already paid',
  sentTitle: 'Your payment was sent',
  sentGone:
    'The store no longer has a record of this charge. Keep the receipt and show it to the store.',
  sentFailed: 'The store didn’t accept it. Keep the receipt and show it to the store.',
  sentAway: 'We can’t reach the store right now. We’ll keep trying. You don’t need to pay again.',
  payAnyway: 'Pay anyway',
  lost: 'The network has undone this payment for now. In most cases it goes through again on its own.',
  used: 'Your payment was most likely not sent. Your wallet used its place (nonce) for another transaction.',
  nothing: 'No payment found yet. We’ll keep checking.',
  consent: 'I didn’t approve it. Pay again',
  consentWarn: 'If you did approve it and pay again, you’ll pay twice.',
  trouble: 'We can’t reach the store right now. We’ll keep trying, and your payment is safe.',
  /** The plural form is that of {m}. */
  confirmations: plural({
    one: '{n} of {m} confirmation',
    other: '{n} of {m} confirmations',
  }),
  /** The time that is left: "1 of 3 confirmations, about 20 s". */
  left: '{confirmations}, about {time}',
  waiting: 'Waiting for the network',
  sent: 'Sent from your wallet',
  recorded: 'Reported to the store',
  confirmed: 'Confirmed by the network',
  amount: 'Amount',
  amountIn: 'Amount in {symbol}',
  continue: 'Continue',
  paidBefore: 'This charge is paid. There’s nothing left to do.',
  receipt: 'Receipt',
  copyReceipt: 'Copy receipt',
  download: 'Download',
  print: 'Print',
  status: 'Status',
  statuses: {
    sent: 'Sent, not confirmed by the store yet',
    confirmed: 'Paid and confirmed',
    refused: 'Not accepted by the store',
    reverted: 'Rejected by the network. Nothing was paid',
    cancelled: 'Canceled in the wallet. Nothing was paid',
  },
  from: 'From',
  token: 'Token',
  time: 'Time',
  to: 'To',
  on2: 'Network',
  charge: 'Charge',
  shop: 'Store',
  explorer: 'View in block explorer',
  close: 'Close',
  showPayment: 'Show payment',
  showReceipt: 'Show receipt',
  copy: 'Copy {what}',
  copied: 'Copied',
  returning: 'Returning to the store…',
  stay: 'Stay here',
  return: 'Return to the store',
}
