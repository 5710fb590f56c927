/** The texts of the page where a payer says where a refund goes. */
export interface RefundTexts {
  title: string
  where: string
  whereText: string
  address: string
  /** `{name}`: of the wallet; `wallet` where it has none. */
  sign: string
  signText: string
  wallet: string
  orElse: string
  send: string
  sendText: string
  named: string
  approved: string
  sending: string
  sent: string
  canceled: string
  declined: string
  tooLarge: string
  notFound: string
  notFoundText: string
}

export const english: RefundTexts = {
  title: 'Your refund from {store}',
  where: 'Where should it go?',
  whereText:
    'Give an address of your own on {chain}. If you paid from an exchange, look up your deposit address there for {symbol} on {chain}: what is sent back to where it came from is lost.',
  address: 'Your address',
  sign: 'Sign with {name}',
  signText: 'With the wallet that paid. Signing sends nothing and costs nothing.',
  wallet: 'your wallet',
  orElse: 'You paid from an exchange, or cannot sign?',
  send: 'Send without a signature',
  sendText: 'The store then asks you whether the address is yours.',
  named: 'You named this address. The store asks you whether it is yours before it sends anything.',
  approved: 'The store sends it to this address.',
  sending: 'The store is sending it.',
  sent: 'Sent',
  canceled: 'The store has canceled this refund.',
  declined: 'The wallet did not sign. Nothing was changed.',
  tooLarge: 'What was sent is larger than 64 KB. Go back, and send less.',
  notFound: 'There is no such refund',
  notFoundText: 'The link is not valid. Ask the store for a new one.',
}
