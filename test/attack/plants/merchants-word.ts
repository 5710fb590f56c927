import type { Plant } from './plant.ts'

const word = 'test/service/payments/merchants-word.test.ts'

export const plants: Plant[] = [
  {
    rule: 'a call for a payer is not the merchant’s word',
    file: 'src/service/payments/routes/payments.ts',
    from: ' && header(payerHeader) === undefined',
    to: '',
    test: word,
    name: 'is not taken from a proxy’s key, nor from any call for a payer',
  },
  {
    rule: 'only a key with payments:assign decides',
    file: 'src/service/payments/routes/payments.ts',
    from: "isScopeGranted(scopes, ['payments:assign'])",
    to: "isScopeGranted(scopes, ['payments:assign', 'payments'])",
    test: word,
    name: 'is not taken from a proxy’s key, nor from any call for a payer',
  },
  {
    rule: 'the merchant’s word takes nothing that was proved for another charge',
    file: 'src/service/payments/credit.ts',
    from: '  const decision = isNamed ? undefined',
    to: '  const decision = !reason ? undefined',
    test: word,
    name: 'takes nothing that is proved for another charge',
  },
  {
    rule: 'strangers’ reports displace no decision of the merchant',
    file: 'src/service/payments/store/add-report.ts',
    from: "    .where('assignedBy', assignedBy ? 'is not' : 'is', null)\n",
    to: '',
    test: word,
    name: 'decides of money that was found before, and of a hash that is not mined yet',
  },
  {
    rule: 'what the merchant decides about money is in the audit log',
    file: 'src/service/payments/store/credits.ts',
    from: '  await writeDecisions(tx, lockedBefore, credits)\n',
    to: '',
    test: word,
    name: 'stands in the audit log with key, charge, transaction and call',
  },
  {
    rule: 'no rotation drops a secret that still signs',
    file: 'src/service/webhooks/store/endpoint-changes.ts',
    from: "    .where('expiresAt', '<=', sql<Date>`now()`)\n    .execute()\n  const earlier",
    to: '    .execute()\n  const earlier',
    test: 'test/service/accounts/setting-changes.test.ts',
    name: 'is told with the secret that the receiver holds, however often a stolen key has replaced it',
  },
  {
    rule: 'an account that only names an address gets a share of its amounts',
    file: 'src/service/payments/store/reserved-amounts/reservations.ts',
    from: 'if (!isHolder && ',
    to: 'if (isHolder && ',
    test: 'test/attack/scarce-amounts.test.ts',
  },
]
