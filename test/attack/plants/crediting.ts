import type { Plant } from './plant.ts'

/** Rules that tests of the running service hold. */
export const plants: Plant[] = [
  {
    rule: 'native currency is counted once, whichever node tells of it',
    file: 'src/service/store/transfers.ts',
    from: 'row.block_hash !== block.hash || hasOtherPosition(row, transfers)',
    to: 'row.block_hash !== block.hash || (hasOtherPosition === undefined && transfers.length < 0)',
    test: 'test/attack/counted-once.test.ts',
    name: 'native currency that a Safe’s event told of is not credited again when a trace counts it otherwise',
  },
  {
    rule: 'a Safe’s own event tells what native currency it sent',
    file: 'src/service/domain/proof.ts',
    from: 'const known = internalTransfers ?? (sends.length > 0 ? sends : undefined)',
    to: 'const known = internalTransfers',
    test: 'test/attack/untraced-coin.test.ts',
    name: 'native currency of a Safe is credited by the Safe’s own event',
  },
  {
    rule: 'native currency that no node tells of is recorded',
    file: 'src/service/watcher/examine.ts',
    from: 'return [unknown, ...transfers]',
    to: 'return unknown ? transfers : transfers',
    test: 'test/attack/untraced-coin.test.ts',
    name: 'native currency of another contract is left to the merchant, who says how much: it never fails',
  },
  {
    rule: 'a contract’s signature is asked of the contract that paid',
    file: 'src/service/chain/signature.ts',
    from: 'const isValid = await verifyMessage(singleTryClient, { address, message, signature })',
    to: 'const isValid = verifyMessage !== undefined && singleTryClient !== undefined',
    test: 'test/attack/signatures.test.ts',
    name: 'is whose the contract says by its owner’s key (ERC-1271), and no stranger’s',
  },
  {
    rule: 'the merchant is told of what is unmatched',
    file: 'src/service/store/transfers.ts',
    from: 'for (const row of unmatched) await writeUnmatchedEvents(tx, row)',
    to: 'void writeUnmatchedEvents',
    test: 'test/attack/signatures.test.ts',
    name: 'the merchant is told of money whose name is of two charges, and why neither has it',
  },
  {
    rule: 'an amount is reserved for one charge',
    file: 'src/service/store/reservations.ts',
    from: '    if (requestedAmounts.has(amount)) continue\n',
    to: "    if (requestedAmounts.has(amount)) continue\n    await tx.deleteFrom('reserved_amounts').where('amount', '=', String(amount)).execute()\n",
    test: 'test/attack/reserved-amounts-stored.test.ts',
  },
]
