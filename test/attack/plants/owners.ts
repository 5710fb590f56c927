import type { Plant } from './plant.ts'

/** Questions to a person: no time limit, and no way that is closed by what is not "cannot". */
export const plants: Plant[] = [
  {
    rule: 'what is not known to be a read has no time limit',
    file: 'src/wallet/connect/provider.ts',
    from: 'if (!readMethods.includes(ask.method)) return answer()',
    to: 'if (/^(eth_requestAccounts|eth_sendTransaction|wallet_s\\w+|personal_sign)$/.test(ask.method)) return answer()',
    test: 'test/wallet/owners.test.ts',
    name: 'eth_signTypedData_v4 waits for its owner for a day',
  },
  {
    rule: 'only a wallet that cannot sign closes the way to pay by a signature',
    file: 'src/wallet/authorize/sign-authorization.ts',
    from: "if (error.code !== 'wallet_failed' || !isInability(cause)) throw error",
    to: "if (error.code !== 'wallet_failed') throw error",
    test: 'test/wallet/owners.test.ts',
    name: 'a wallet that cannot sign is told from one that did not',
  },
  {
    rule: 'a wallet that fails while it signs is asked again',
    file: 'src/checkout/effects/transfer.ts',
    from: "if (error.code === 'authorization_refused')",
    to: "if (authorization && wasAsked && error.code === 'wallet_failed')",
    test: 'test/checkout/effects/authorizations.test.ts',
    name: 'a wallet that failed is asked again for its signature, and paid once',
  },
  {
    rule: 'what is signed after its end is not posted',
    file: 'src/checkout/effects/transfer.ts',
    from: 'if (ports.now() >= endsAt) throw createLapsedError()',
    to: '',
    test: 'test/checkout/effects/authorizations.test.ts',
    name: 'what is signed after its end is dropped and said to have come too late, and the payer signs anew',
  },
  {
    rule: 'a signature whose time is over says nothing of its account',
    file: 'src/checkout/effects/post-authorization.ts',
    from: "if (refusal === 'refused' && entry?.refused?.id !== intentId)",
    to: 'if (refusal && entry?.refused?.id !== intentId)',
    test: 'test/checkout/effects/authorizations.test.ts',
    name: 'what is refused because its time is over says nothing of the account, which signs anew',
  },
]
