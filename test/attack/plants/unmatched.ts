import type { Plant } from './plant.ts'

const test = 'test/service/payments/unassign.test.ts'
const assignment = 'src/service/domain/payments/assignment.ts'

/** What a merchant may take back, and what follows from it. */
export const plants: Plant[] = [
  {
    rule: 'no assignment is undone once the order was shipped',
    file: assignment,
    from: '  if (shippedAt)\n',
    to: '  if (shippedAt && !status)\n',
    test,
    name: 'nothing is undone once the order was shipped, and nothing is shipped that was undone',
  },
  {
    rule: 'no order is shipped whose payment was undone',
    file: 'src/service/domain/charges/shipping.ts',
    from: "if (status === 'COMPLETED') return now",
    to: 'if (status) return now',
    test,
    name: 'nothing is undone once the order was shipped, and nothing is shipped that was undone',
  },
  {
    rule: 'money of an undone assignment no longer counts',
    file: 'src/service/store/payments/unassign.ts',
    from: '  if (update) await applyUpdates(tx, [{ locked, update }])\n',
    to: '',
    test,
    name: 'an assignment is undone: the store is told, the audit log has who, and another charge gets the money',
  },
  {
    rule: 'a charge that is no longer paid without what was undone says so',
    file: 'src/service/domain/charges/lifecycle.ts',
    from: 'statusChange: failure.statusChange ?? reopening?.statusChange,',
    to: 'statusChange: failure.statusChange,',
    test: 'test/service/domain/charges/withdraw.test.ts',
    name: 'whatever is taken back, a charge is what the rest makes it, and its store is told',
  },
  {
    rule: 'an undone decision by report is not made again',
    file: 'src/service/store/payments/unassign.ts',
    from: '  await forgetDecision(tx, chargeId, transfer)\n',
    to: '',
    test,
    name: 'a decision by report is forgotten too: reading the transaction again does not repeat it',
  },
  {
    rule: 'a hiding rule hides the money of its own account alone',
    file: 'src/service/store/unmatched/hiding-rules.ts',
    from: ".where('account_id', '=', accountId)\n          .where('id', '=', id)",
    to: ".where('id', '=', id)",
    test: 'test/service/payments/hiding.test.ts',
    name: 'an account’s rules are its own, name its tokens, and are at most a hundred',
  },
  {
    rule: 'what was decided on is hidden from nobody',
    file: 'src/service/store/unmatched/unmatched.ts',
    from: "wantsHidden || status === 'UNMATCHED'",
    to: "wantsHidden || status !== 'CREDITED'",
    test: 'test/service/payments/hiding.test.ts',
    name: 'what a known sender sends is hidden, and proof credits it, and the merchant assigns it, all the same',
  },
  {
    rule: 'a claim is signed only by the money’s sender',
    file: 'src/service/routes/unmatched/signed-claims.ts',
    from: 'if (keyOwner === sender)',
    to: 'if (keyOwner !== undefined)',
    test: 'test/service/payments/suggestions.test.ts',
    name: 'a claim is signed where the sender’s key has signed it, and a stranger’s is a report like any other',
  },
  {
    rule: 'claims cost a node few calls, however many there are',
    file: 'src/service/routes/unmatched/signed-claims.ts',
    from: 'unproven.slice(0, maxClaimsAsked)',
    to: 'unproven.slice(0, 1000 * maxClaimsAsked)',
    test: 'test/service/payments/signed-claims.test.ts',
    name: 'however many claim it falsely, a node is called a few times',
  },
  {
    rule: 'a claim that anybody can make goes before no charge whose price was paid',
    file: 'src/service/domain/unmatched/suggestions.ts',
    from: 'Math.max(0, 1 - Math.log(Math.max(1, claims)))',
    to: '10 + 0 * claims',
    test: 'test/service/domain/unmatched/suggestions.test.ts',
    name: 'of 10000 hostile claims none is shown as certain, and few are shown first',
  },
  {
    rule: 'an amount that was reserved after money came suggests nothing',
    file: 'src/service/domain/unmatched/candidates.ts',
    from: 'transfer.block.number > sinceBlock',
    to: 'transfer.block.number + 100n > sinceBlock',
    test: 'test/service/payments/suggestions.test.ts',
    name: 'an order whose address was shown to copy goes first, and nobody gets there afterwards',
  },
  {
    rule: 'only the assignment that is named is undone',
    file: 'src/service/store/payments/unassign.ts',
    from: 'row?.charge_id !== chargeId || row.payment_id === null',
    to: '!row?.charge_id || row.payment_id === null',
    test,
    name: 'what proof credits is never undone, nor another charge’s',
  },
]
