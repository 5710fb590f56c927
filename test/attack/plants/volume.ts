import type { Plant } from './plant.ts'

/** Rules about how much strangers may write, and about one bad item among others. */
export const plants: Plant[] = [
  {
    rule: 'a statement has a bounded number of rows',
    file: 'src/service/store/any-of.ts',
    from: 'export const maxRowsPerInsert = 500',
    to: 'export const maxRowsPerInsert = 500_000',
    test: 'test/attack/counted-once.test.ts',
    name: 'a transaction that pays more charges than a statement has parameters for pays each once, however often it is read',
  },
  {
    rule: 'a large transaction is recorded in parts',
    file: 'src/service/domain/batches.ts',
    from: 'const maxTransfers = 100\n',
    to: 'const maxTransfers = 100_000\n',
    test: 'test/service/domain/batches.test.ts',
    name: 'a transaction with many transfers is recorded in parts, each with its own charges, one after the other',
  },
]
