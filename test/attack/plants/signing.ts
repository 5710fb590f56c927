import type { Plant } from './plant.ts'

const test = 'test/checkout/effects/authorizations.test.ts'

/** Payments that a payer signs and the service sends: the page's rules (EIP-3009). */
export const plants: Plant[] = [
  {
    rule: 'a signature that is not in the journal is not posted',
    file: 'src/checkout/effects/post-authorization.ts',
    from: 'if (!isJournaled(ports.journal, intent)) {',
    to: 'if (!isJournaled(ports.journal, intent) && intent.time < 0) {',
    test,
    name: 'what the journal does not take is not posted',
  },
  {
    rule: 'only the first post of a signature can be refused for certain',
    file: 'src/checkout/effects/post-authorization.ts',
    from: 'if (isFirst && failures === 0 && error && !error.retryable)',
    to: 'if (error && !error.retryable)',
    test,
    name: 'a refusal after a lost answer proves nothing: it is waited for until it lapses',
  },
  {
    rule: 'while a signature is out, no consent starts another payment',
    file: 'src/checkout/transitions/pay/authorize-payment.ts',
    from: 'return intent?.authorization?.signature !== undefined',
    to: "return intent?.authorization?.signature === ''",
    test,
    name: 'a refusal after a lost answer proves nothing: it is waited for until it lapses',
  },
  {
    rule: 'a fee in the token is shown before it is signed',
    file: 'src/checkout/transitions/pay/send-transfer.ts',
    from: 'if (intent && authorization?.fee === 0n)',
    to: 'if (intent)',
    test,
    name: 'a fee in the token is shown before anything is signed',
  },
]
