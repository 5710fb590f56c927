import type { Plant } from './plant.ts'

const belonging = 'test/attack/belonging.test.ts'

/** Rules of the service that say to whom money belongs. */
export const plants: Plant[] = [
  {
    rule: 'the first report does not take what names nobody',
    file: 'src/service/payments/credit.ts',
    from: 'return { reason: decision?.reason ?? reason, reportedChargeId }',
    to: `return reportedCharge && !isNamed
    ? { chargeId: reportedCharge.id, proof: 'signature', countedAmount: amount }
    : { reason: decision?.reason ?? reason, reportedChargeId }`,
    test: belonging,
    name: 'is not lost to its payer when a stranger reports it first',
  },
  {
    rule: 'who only names an address owns nothing there while another account was paid at it',
    file: 'src/service/db/migrations/0001/watcher.ts',
    from: 'order by rank, since, account_id limit 1',
    to: 'order by rank desc, since desc, account_id limit 1',
    test: belonging,
    name: 'stays with an account that was paid there before another one set the address as its wallet',
  },
  {
    rule: 'a receiving wallet goes before a name',
    file: 'src/service/db/migrations/0001/watcher.ts',
    from: 'where wallet_address = address\n',
    to: 'where wallet_address = address and wallet_address <> address\n',
    test: belonging,
    name: 'goes to the account whose receiving wallet it is, also before one that named it first',
  },
  {
    rule: 'a report is the merchant’s decision only at an address that the merchant holds',
    file: 'src/service/payments/routes/payments.ts',
    from: 'if (!decides && body.signature === undefined) throw createForeignAddressError()',
    to: '',
    test: belonging,
    name: 'is its address’s holder’s: who only names the address reads, blocks and decides nothing',
  },
  {
    rule: 'several names are no name',
    file: 'src/service/payments/credit.ts',
    from: 'if (reference === undefined || transfer.references.length > 1) return undefined',
    to: 'if (reference === undefined) return undefined',
    test: belonging,
    name: 'of two charges at once credits neither, and is told',
  },
  {
    rule: 'a charge has five places for what the chain has not shown',
    file: 'src/service/payments/reports.ts',
    from: 'maxWaiting: 5,',
    to: 'maxWaiting: 500,',
    test: belonging,
    name: 'change nothing of a charge, and leave room for five',
  },
  {
    rule: 'a conflict names a charge only to who asked about that charge',
    file: 'src/service/payments/routes/payments.ts',
    from: "details: result.outcome === 'known' ? { chargeUuid: chargeId } : undefined,",
    to: 'details: { chargeUuid: chargeId },',
    test: belonging,
    name: 'a hash of another charge’s payment is refused without a word of that charge',
  },
  {
    rule: 'a reserved amount does not overrule the name that its sender gave',
    file: 'src/service/payments/credit.ts',
    from: 'if (transfer.references.some((reference) => reference !== charge.reference)) return undefined',
    to: '',
    test: 'test/attack/credit.test.ts',
    name: 'a name that its sender gave goes before an amount',
  },
  {
    rule: 'a canceled charge takes no money',
    file: 'src/service/payments/credit.ts',
    from: "if (charge.status === 'CANCELLED') return unmatchedReasons.canceled",
    to: '',
    test: belonging,
    name: 'takes no more money, and says so',
  },
  {
    rule: 'a reservation holds for what is mined later',
    file: 'src/service/payments/credit.ts',
    from: 'blockNumber > candidate.sinceBlock &&',
    to: '',
    test: 'test/attack/reserved-amounts.test.ts',
  },
  {
    rule: 'late money in anything but a dollar is no free option',
    file: 'src/service/payments/credit.ts',
    from: 'return findLateReason(charge, quote, minedAt)',
    to: 'return undefined',
    test: 'test/attack/credit.test.ts',
    name: 'a charge that was quoted in a moving token is no option: late money is left to the merchant',
  },
  {
    rule: 'the scan moves by proof only',
    file: 'src/service/watcher/scan/completeness.ts',
    from: 'if (leastComplete?.completeTo === undefined) {',
    to: 'if (leastComplete && leastComplete.completeTo === undefined) await store.saveScanState(chainId, head, undefined)\n    if (leastComplete?.completeTo === undefined) {',
    test: 'test/attack/lag.test.ts',
    name: 'a transfer that an index of logs did not show is found when it is there, however far behind',
  },
]
