import type { Plant } from './plant.ts'

const wallets = 'test/wallet/track/misdirection.test.ts'
const service = 'test/service/payments/misdirected.test.ts'

/** Rules about transactions that pay somebody else than their wallet was asked to pay. */
export const plants: Plant[] = [
  {
    rule: 'a transaction that pays another address is seen',
    file: 'src/wallet/track/misdirection.ts',
    from: 'if (direct) return isNamed || isOwn ? keepForeign(intent, direct) : undefined',
    to: 'if (direct) return undefined',
    test: wallets,
    name: 'is seen before it is mined',
  },
  {
    rule: 'an earlier transaction of the account is no theft',
    file: 'src/wallet/track/misdirection.ts',
    from: 'isHexEqual(from, intent.from) && Number(nonce) >= intent.nonce',
    to: 'isHexEqual(from, intent.from)',
    test: wallets,
    name: 'is an earlier transaction, whose hash a wallet gives by mistake',
  },
  {
    rule: 'a misdirected transfer names exactly this charge',
    file: 'src/service/payments/misdirected.ts',
    from: 'references[0] === charge.reference &&',
    to: 'references.length < 9 &&',
    test: service,
    name: 'a reference that the account did not authorize tells nothing',
  },
]
