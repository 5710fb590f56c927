// Every text in one place, as the other languages have theirs; hence its length.
import type { Step } from '../../../checkout/state.ts'
import { firstMessages, type ScreenText } from '../messages.ts'

// All that is said, in English: what every other language says, too (words.ts).

/** A missing one does not compile. */
const screens: Record<Step, ScreenText> = {
  ...firstMessages.screens,
  unavailable: {
    title: 'This payment is not available',
    text: 'The link may be old, or the shop has withdrawn it.',
  },
  cancelled: { title: 'Payment cancelled', text: 'Nothing was sent from your wallet.' },
  amount: { title: 'How much would you like to pay?', text: '' },
  wallets: { title: 'Choose your wallet', text: '' },
  connecting: {
    title: 'Connect in {wallet}',
    text: 'Open your wallet and approve the connection to this site.',
  },
  tokens: { title: 'Choose what to pay with', text: '' },
  outside: { title: 'Pay with any wallet', text: '' },
  network: { title: 'Switch to {network}', text: 'Approve the change of network in your wallet.' },
  checking: { title: 'Checking your balance', text: 'This takes a moment.' },
  short: { title: 'Not enough {symbol}', text: '' },
  sending: {
    title: 'Confirm in {wallet}',
    text: 'Check the amount in your wallet, then approve it. Keep this page open.',
  },
  unsure: {
    title: 'Looking for your payment',
    text: 'Your wallet gave no clear answer, so the payment may have been sent. Do not pay again yet.',
  },
  recording: { title: 'Payment sent', text: 'Telling the shop about it. Keep this page open.' },
  confirming: {
    title: 'Payment sent',
    text: 'The network is confirming it. You can close this page.',
  },
  earlier: {
    title: 'Looking for an earlier payment',
    text: 'A payment for this purchase was started in this browser before. It may have been sent: check your wallet before you pay again.',
  },
  sign: {
    title: 'Confirm that this payment is yours',
    text: 'Your payment was sent, but it doesn’t say what it’s for. Sign once in your wallet to link it to this purchase. Signing is free and sends nothing.',
  },
  unsafe: {
    title: 'This browser keeps no note of your payment',
    text: 'If this page closes before the shop knows of the payment, nobody would look for it by itself. Allow this page to store data, or go on without it.',
  },
  elsewhere: {
    title: 'You are paying in another tab',
    text: 'Finish there. If the other tab closes, it goes on here.',
  },
  dropped: {
    title: 'The network has lost your payment',
    text: 'It is not waiting to be confirmed any more, and may still come. We keep looking. Your wallet may show it as dropped.',
  },
  void: { title: 'The payment did not go through', text: '' },
  paid: { title: 'Paid', text: 'Thank you. The payment is confirmed.' },
}

/** What a text needs which depends on a number: the forms that the language has (Unicode CLDR, plural rules). */
export type Plural = { readonly other: string } & {
  readonly [form in Intl.LDMLPluralRule]?: string
}

const plural = (forms: Plural) => forms

export const en = {
  ...firstMessages,
  screens,
  back: 'Back',
  transaction: 'Transaction',
  reopen: 'Pay after all',
  noWallet:
    'No wallet was found in this browser. Install one, or open this page in your wallet’s own browser.',
  outside: 'Pay with a code or by hand',
  codeComes: 'Making a code for your wallet',
  scanTitle: 'Scan with your wallet',
  scanText: 'Scan the code with the app of your wallet and approve the connection.',
  openTitle: 'Open your wallet',
  openText: 'Approve the connection in its app, then come back to this page.',
  openIn: 'Or open it on this device',
  openWallet: 'Another wallet',
  copyLink: 'Copy link',
  qrConnect: 'Code that connects your wallet',
  qrPay: 'Code that fills in the payment in your wallet',
  outsideText:
    'Scan the code with the app of your wallet, or send by hand just what stands here. This page goes on by itself when it has arrived.',
  outsideHere:
    'Open it in your wallet, or send by hand just what stands here. This page goes on by itself when it has arrived.',
  exactly: 'Send exactly',
  only: 'Only on {network}. On another network it may be lost.',
  contract: 'Token contract',
  openInWallet: 'Open in your wallet',
  showCode: 'Show the code for another device',
  awaiting: 'Waiting for your payment',
  paidAlready: 'Paid already?',
  hash: 'Transaction hash',
  hashHint: '0x… or its address in an explorer',
  checkHash: 'Check it',
  looking: 'Reading the transaction',
  notLoaded: 'A part of this page could not be loaded. Check the connection and try again.',
  loading: 'Loading',
  reading: 'Reading your balances',
  have: 'You have {amount}',
  lacks: '{amount} missing',
  unread: 'Balance not known',
  otherToken: 'Pay with something else',
  receiveAt: 'Receive it at',
  signTitle: 'Waiting for signatures',
  signText:
    'Your account sends it when enough of its owners have signed in its own app. This page goes on by itself, and you can come back to it.',
  signers: plural({
    one: '{n} of {m} signatures is needed. Owners:',
    other: '{n} of {m} signatures are needed. Owners:',
  }),
  signed: 'Signed',
  unsigned: 'Not yet',
  batchTitle: 'Your wallet is sending it',
  batchText: 'It goes to the network with others. This page goes on by itself.',
  signIt: 'Sign in your wallet',
  signNot: 'Not now',
  signWarn: 'Without your signature, the store has to match your payment by hand.',
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
      text: 'It can’t be paid any more. If you’ve already sent money, contact the store.',
    },
    cancelled: {
      title: 'The store canceled this payment',
      text: 'It can’t be paid any more. If you’ve already sent money, contact the store.',
    },
  },
  startAgain: 'Start again',
  reserving: 'Preparing the exact amount',
  exact: 'Send exactly this amount, to the last digit. It’s how the store recognizes your payment.',
  noRoom:
    'Send the amount below. Then paste the transaction hash and sign, so that the store can match your payment.',
  suggested: 'Suggested amounts',
  aboveZero: 'Give an amount above zero.',
  atLeast: 'At least {amount}.',
  atMost: 'At most {amount}.',
  likeThis: 'Write the amount in digits, such as {example}.',
  places: plural({
    one: '{symbol} has at most {n} decimal place.',
    other: '{symbol} has at most {n} decimal places.',
  }),
  about: 'about {amount}',
  searching: 'Looking for wallets',
  network: 'Your wallet is on another network.',
  switch: 'Switch network',
  haveNeed: 'You have {have} and need {need}: {missing} more.',
  gas: 'The network’s fee is about {need}, and you have {have}: {missing} more.',
  otherWallet: 'Use another wallet',
  doubt: 'I don’t see it, or I closed it',
  void: {
    cancelled: {
      title: 'Cancelled in your wallet',
      text: 'Your wallet sent something else in its place: nothing was paid.',
    },
    reverted: {
      title: 'The payment failed',
      text: 'The network refused the transfer: nothing was paid but the network’s fee.',
    },
    refused: {
      title: 'The shop cannot count this payment',
      text: 'Keep the receipt and show it to the shop.',
    },
  },
  payAgain: 'Pay again',
  look: 'Check again',
  proposedWarn: 'If you pay again and this one is sent after all, you pay twice.',
  droppedWarn: 'If you pay again and the first one comes after all, you pay twice.',
  refusedWarn: 'Your first payment may have moved money. Ask the shop before you pay again.',
  unreadable: 'An earlier payment may have been made',
  sentTitle: 'Your payment was sent',
  sentGone:
    'The shop does not know this charge any more. Keep the receipt and show it to the shop.',
  sentFailed: 'The shop did not take it. Keep the receipt and show it to the shop.',
  sentAway: 'The shop cannot be reached. We keep trying, and you need not pay again.',
  payAnyway: 'Pay all the same',
  lost: 'The network has taken it back for now. It comes again by itself in most cases.',
  used: 'It was most likely not sent: your wallet has used the number of this payment (nonce) for something else.',
  nothing: 'Nothing has been found so far. We keep looking.',
  consent: 'I did not approve it: pay again',
  consentWarn: 'If you approved it after all and pay again, you pay twice.',
  trouble: 'The shop cannot be reached right now. We keep trying, and your payment is safe.',
  /** The form is that of {m}. */
  confirmations: plural({
    one: '{n} of {m} confirmation',
    other: '{n} of {m} confirmations',
  }),
  /** What is left, such as "1 of 3 confirmations, about 20 s". */
  left: '{confirmations}, about {time}',
  waiting: 'Waiting for the network',
  sent: 'Sent from your wallet',
  recorded: 'Reported to the shop',
  confirmed: 'Confirmed by the network',
  amount: 'Amount',
  amountIn: 'Amount in {symbol}',
  continue: 'Continue',
  paidBefore: 'This charge is paid. There is nothing left to do.',
  receipt: 'Receipt',
  copyReceipt: 'Copy receipt',
  download: 'Download',
  print: 'Print',
  status: 'State',
  statuses: {
    sent: 'Sent, not confirmed by the shop yet',
    confirmed: 'Paid and confirmed',
    refused: 'Not counted by the shop',
    reverted: 'Refused by the network: nothing was paid',
    cancelled: 'Cancelled in the wallet: nothing was paid',
  },
  from: 'From',
  token: 'Token',
  time: 'Time',
  to: 'To',
  on2: 'Network',
  charge: 'Charge',
  shop: 'Shop',
  explorer: 'View in the explorer',
  close: 'Close',
  showPayment: 'Show the payment',
  showReceipt: 'Show the receipt',
  copy: 'Copy {what}',
  copied: 'Copied',
  returning: 'Returning to the shop…',
  stay: 'Stay here',
  return: 'Return to the shop',
}
