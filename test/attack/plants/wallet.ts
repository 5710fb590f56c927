import type { Plant } from './plant.ts'

const test = 'test/attack/wallet.test.ts'

export const plants: Plant[] = [
  {
    rule: 'what is no reference, the uuid among it, is never published',
    file: 'src/wallet/send/transfer-call.ts',
    from: 'return isPublic ? reference : undefined',
    to: 'return isPublic ? reference : reference || chargeId',
    test,
    name: 'a name that is the uuid in other words, or no reference, is never published',
  },
  {
    rule: 'calldata carries the reference, not the uuid',
    file: 'src/wallet/send/transfer-call.ts',
    from: 'createAttributionSuffix(reference)]',
    to: 'createAttributionSuffix(quote.chargeId)]',
    test,
  },
  {
    rule: 'the transfer of an intent is ours also without its name',
    file: 'src/wallet/track/match-transfer.ts',
    from: "if (!hasReference || (isSender && [intent.nonce, usedNonce].includes(nonce))) return 'own'\n  return isSender",
    to: "if (!hasReference) return 'own'\n  return !isSender",
    test,
    name: 'a wallet that drops the suffix and answers nothing has paid: the page does not offer to pay again',
  },
  {
    rule: 'what names another charge is never ours',
    file: 'src/wallet/track/match-transfer.ts',
    from: 'if (references.size > 0) return undefined',
    to: '',
    test,
    name: 'a payment of another charge, as large and to the same recipient, is not taken for this one',
  },
  {
    rule: 'only the payer’s own account has the intent’s nonce',
    file: 'src/wallet/track/match-transfer.ts',
    from: 'isHexEqual(from, intent.from) && isHexEqual(to, call.to)',
    to: 'isHexEqual(to, call.to)',
    test,
    name: 'a stranger’s transfer of the same amount, in the charge’s name, is not the payer’s own',
  },
  {
    rule: 'what its own sender meant for another charge is no arrival, and no proof',
    file: 'src/wallet/track/references.ts',
    from: 'return isHexEqual(from, sender) && references.size > 0',
    to: 'return from === sender && false && references.size > 0',
    test,
    name: 'an arrival that its sender meant for another charge is none of this one',
  },
  {
    rule: 'a wallet that takes no data on a plain send is asked once more without',
    file: 'src/wallet/send/send.ts',
    from: 'if (!isPlainSend || !refusesData(cause)) throw cause',
    to: 'throw cause',
    test,
    name: 'a hardware wallet that refuses data is asked once more without, and pays once',
  },
  {
    rule: 'a payment that has failed is not followed',
    file: 'src/checkout/quote/settlement.ts',
    from: "(status === 'PENDING' || status === undefined) && hash",
    to: "status !== 'COMPLETED' && hash",
    test: 'test/checkout/quote/settlement.test.ts',
    name: 'the waiting payment is told, and the last one that paid',
  },
]
