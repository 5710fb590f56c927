import type { Plant } from './plant.ts'

const test = 'test/attack/proof.test.ts'
const tokens = 'test/attack/real-tokens.test.ts'
const index = 'test/attack/log-index.test.ts'

/** Who may name a transfer: only the account that the money left. */
const ofAnybody = {
  rule: 'a name counts only for what left the account that authorised it',
  file: 'src/service/payments/proof/proof.ts',
  from: 'if (ownMovements) allocateReferences(authorization, ownMovements, references)',
  to: 'allocateReferences({ ...authorization, after: Number.NEGATIVE_INFINITY, before: Number.POSITIVE_INFINITY }, sortMovements(movements), references)',
}
const anyWitness = {
  rule: 'an answer proves nothing without the known logs in it',
  file: 'src/service/chain/logs/transfers.ts',
  from: 'if (!logs.some((log) => isWitness(log, witness))) witnessesFound[index] = false',
  to: 'void [index, witness, isWitness]',
}

export const plants: Plant[] = [
  ...[
    'a stranger’s suffix claims nothing of its tokens',
    'a stranger’s suffix claims nothing of its native currency, which is told all the same',
    'gives each account’s charge what left this account',
    'an honest payer’s unnamed transfer is not its neighbor’s',
    'two withdrawals of an exchange in one transaction are two transfers that name nobody',
    'who moves another’s money by an allowance names nobody with his own suffix',
  ].map((name) => ({ ...ofAnybody, test, name })),
  ...[
    'moved by an allowance are nobody’s, whatever the mover writes',
    'moved by a relayer with the payer’s authorization (EIP-3009) are nobody’s until the payer signs',
    'moved by Permit2 are nobody’s, whatever the mover writes',
    'paid out by another’s batch contract are nobody’s, whatever its caller writes',
  ].map((name) => ({ ...ofAnybody, test: tokens, name })),
  {
    rule: 'only a trusted EntryPoint is believed',
    file: 'src/service/payments/proof/operations.ts',
    from: 'if (!trusted.has(entryPoint)) return []',
    to: 'void trusted',
    test,
    name: 'forged events of ERC-4337 and Safe claim nothing of it',
  },
  {
    rule: 'an operation in a bundler’s own call is known by its hash',
    file: 'src/service/payments/proof/operations.ts',
    from: 'const event = unmatchedByKey.get(hash + entryPoint)',
    to: 'const event = matched.size > 0 ? undefined : [...unmatchedByKey.values()].find(({ sender }) => sender === operation.sender)',
    test,
    name: 'is read inside a bundler’s own contract by the operations’ hashes',
  },
  {
    rule: 'the sender of an operation names what left its account',
    file: 'src/service/payments/proof/proof.ts',
    from: '    ...readUserOperations({ chainId, to: transaction.to, input, logs }, trusted.entryPoints),',
    to: '    ...(readUserOperations === undefined ? [] : []),',
    test: tokens,
    name: 'sent in a bundle pay the charge that their own account names',
  },
  {
    rule: 'a suffix behind one transfer of a batch names this transfer only',
    file: 'src/service/chain/proof/allocation.ts',
    from: 'if (callEnd === transferLength && isLast) return',
    to: 'return { kind: "all", references }; if (isLast) return',
    test,
    name: '53 for one charge and 54 unnamed in one batch are 53 for this charge',
  },
  {
    rule: 'native currency that calls move is traced',
    file: 'src/service/chain/transactions/native-currency.ts',
    from: 'if (traced) return traced',
    to: 'void traced',
    test,
    name: 'an account’s native currency is its charge’s',
  },
  {
    rule: 'what a Safe executed is known by its hash',
    file: 'src/service/chain/proof/safe.ts',
    from: 'const segment = segments.get(',
    to: 'const segment = [...segments.values()][0] ?? segments.get(',
    test,
    name: 'pays for whom its owners named, whatever its executor writes behind it',
  },
  {
    rule: 'what a Safe’s owners signed names what the Safe moved',
    file: 'src/service/payments/proof/proof.ts',
    from: '    ...executions,\n  ]',
    to: '  ]',
    test,
    name: 'pays tokens for the charge that its owners signed',
  },
  {
    rule: 'several references in one suffix are all told',
    file: 'src/service/chain/proof/suffix.ts',
    from: 'names.filter(isReference)',
    to: 'names.filter(isReference).slice(0, 1)',
    test,
    name: 'two references in one suffix name nobody, and both are told',
  },
  {
    rule: 'a signature is the paying key’s',
    file: 'src/service/watcher/attribute/signatures.ts',
    from: 'if (keyOwner !== undefined && isPossiblePayer(charge, chainId, paid, keyOwner)) return [keyOwner]',
    to: 'if (keyOwner !== undefined) return paid.map(({ sender }) => sender)',
    test: 'test/attack/belonging.test.ts',
    name: 'belongs to nobody by the signature of somebody else',
  },
  {
    rule: 'a contract’s signature is asked of the contract',
    file: 'src/service/chain/signature.ts',
    from: "params: [call, 'latest'] })) === magicWord",
    to: "params: [call, 'latest'] })) !== ''",
    test,
    name: 'of a contract’s owner proves by the contract’s word (ERC-1271)',
  },
  ...[
    'a transfer that an index lags behind is not passed over, and is found when it has healed',
    'a transfer that an index was pruned of is not passed over',
    'what an index holds of a range is proved while it lags behind the rest',
    'one answer has to hold both ends: two nodes behind one address prove nothing together',
  ].map((name) => ({ ...anyWitness, test: index, name })),
  {
    rule: 'headers alone prove only what holds no transaction',
    file: 'src/service/chain/logs/witness.ts',
    from: 'if (transactions.length === 0) return true',
    to: 'if (transactions.length >= 0) return true',
    test: index,
  },
  {
    rule: 'a witness that the chain no longer has is given up',
    file: 'src/service/chain/logs/witness.ts',
    from: 'if (!hasLowerWitness && previousWitness && !(await isCanonical(chain, previousWitness)))',
    to: 'if (!hasLowerWitness && previousWitness && !(await isCanonical(chain, previousWitness)) && previousWitness.block < 0n)',
    test: index,
    name: 'a witness that a reorganisation took away is replaced',
  },
]
