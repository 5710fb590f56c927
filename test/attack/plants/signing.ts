import type { Plant } from './plant.ts'

const test = 'test/checkout/effects/authorizations.test.ts'

/** Payments that a payer signs and the service sends: the page's rules (EIP-3009). */
export const plants: Plant[] = [
  {
    rule: 'a signature that is not in the journal is not posted',
    file: 'src/checkout/effects/post-authorization.ts',
    from: 'if (entry?.intent?.authorization?.signature !== intent.authorization?.signature) {',
    to: 'if (!intent.authorization) {',
    test,
    name: 'what the journal does not take is not posted',
  },
  {
    rule: 'a signature that the token would take keeps every other payment waiting, whoever refuses it',
    file: 'src/checkout/effects/post-authorization.ts',
    from: "if (refusal === 'refused' && entry?.refused?.id !== intentId)",
    to: 'if (entry?.refused?.id !== intentId)',
    test,
    name: 'where the chain does not say, a refusal proves nothing',
  },
  {
    rule: 'a signature that was refused is asked about again before another payment',
    file: 'src/checkout/effects/check-funds.ts',
    from: 'readEntry(ports.journal, option.charge.id)?.refused',
    to: 'readEntry(ports.journal, option.charge.id) && undefined',
    test,
    name: 'what was refused and can be sent now keeps everything else waiting, also after a reload',
  },
  {
    rule: 'while a signature is out, no consent starts another payment',
    file: 'src/checkout/transitions/pay/authorize-payment.ts',
    from: 'return intent?.authorization?.signature !== undefined',
    to: "return intent?.authorization?.signature === ''",
    test,
  },
  {
    rule: 'a fee in the token is shown before it is signed',
    file: 'src/checkout/transitions/pay/send-transfer.ts',
    from: 'return signed && authorization?.fee === 0n ? { signed } : { missing, signed }',
    to: 'return signed ? { signed } : { missing, signed }',
    test,
    name: 'a fee in the token is shown before anything is signed',
  },
]
