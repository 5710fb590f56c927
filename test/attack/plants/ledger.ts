import type { Plant } from './plant.ts'

const found = {
  test: 'test/attack/ledger.test.ts',
  name: 'of every transaction, credited and unmatched are what arrived, and nobody is credited what nobody meant',
}

const situations = { test: 'test/attack/situations.test.ts' }

/** Rules that the fuzzer's own ledger holds. */
export const plants: Plant[] = [
  {
    rule: 'fuzzer: money that is described in two ways is recorded once',
    file: 'src/service/payments/arrivals.ts',
    from: 'if (limit === undefined || before + sumKnown(group) <= limit) added.push(...group)',
    to: 'if (limit !== -1n) added.push(...group)',
    ...found,
  },
  {
    rule: 'fuzzer: a bound on references counts for each author',
    file: 'src/service/watcher/attribute/arrived-transfers.ts',
    from: 'references: new Set(listNamedReferences(transaction.attribution)),',
    to: 'references: new Set(listNamedReferences(transaction.attribution).slice(0, 1)),',
    ...found,
  },
  {
    rule: 'fuzzer: no transfer is lost beyond a batch',
    file: 'src/service/payments/store/record.ts',
    from: 'for (const batch of splitIntoBatches(rows, maxRowsPerInsert)) {',
    to: 'for (const batch of [...splitIntoBatches(rows, 3)].slice(0, 1)) {',
    ...found,
  },
  {
    rule: 'fuzzer: logs that are counted anew in each transaction are told apart',
    file: 'src/service/chain/logs/transfers.ts',
    from: '({ blockHash, hash, logIndex }: TransferLog): string {',
    to: "({ blockHash, logIndex }: TransferLog): string { const hash = ''",
    ...found,
  },
  {
    rule: 'fuzzer: unmatched money that a reorganization took back is not told of any more',
    file: 'src/service/watcher/confirm/unmatched-reorgs.ts',
    from: 'else await dropReplaced(destinations, block, await readHead())',
    to: '',
    ...found,
  },
  {
    rule: 'fuzzer: what a reorganization moved is recorded in its new block',
    file: 'src/service/payments/store/arrivals.ts',
    from: 'if (isChanged(row, values)) moves.push({ row, values })',
    to: 'if (isChanged(row, values) && row.block_hash === block.hash) moves.push({ row, values })',
    ...found,
  },
  {
    rule: 'fuzzer: a charge is credited only by what its sender has named',
    file: 'src/service/payments/proof/proof.ts',
    from: 'const ownMovements = bySender.get(authorization.account)',
    to: 'const ownMovements = sortMovements(movements)',
    ...found,
  },
  {
    rule: 'a payment has the block of its transfers',
    file: 'src/service/db/migrations/0001/payments/payments.ts',
    from: 'or earlier.block_hash is distinct from written.block_hash);',
    to: ');',
    ...situations,
    name: 'is there again in the very same block',
  },
  {
    rule: 'a payment and its transfers are taken back together',
    file: 'src/service/payments/store/reorganized.ts',
    from: '.set({ blockHash: null })',
    to: '.set({ reason: null as never })',
    ...situations,
    name: 'is there again in the very same block',
  },
  {
    rule: 'what a reorganization has deleted is looked for until it cannot come back',
    file: 'src/service/payments/store/reorganized.ts',
    from: 'await saveUnread(tx, chainId, transactions)',
    to: 'await saveUnread(tx, chainId, transactions.slice(0, 0))',
    ...situations,
    name: 'unmatched money whose very blocks come back is unmatched again',
  },
  {
    rule: 'what is left of another block keeps nothing of this one from being recorded',
    file: 'src/service/payments/arrivals.ts',
    from: 'else if (limit > before && !isStale)',
    to: 'else if (limit > before)',
    ...situations,
  },
  {
    rule: 'a search for coin in no block ends',
    file: 'src/service/watcher/scan/balance-search.ts',
    from: 'if (range.to < range.from || recipients.length > maxRecipients) return []',
    to: 'if (recipients.length > maxRecipients) return []',
    test: 'test/service/watcher/balance-search.test.ts',
    name: 'a chain that became shorter, with another balance, ends the search',
  },
]
