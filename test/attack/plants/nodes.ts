import type { Plant } from './plant.ts'

const test = 'test/attack/middle/nodes.test.ts'
const file = 'src/service/watcher/confirm/quorum.ts'
const lies = 'is believed where it is the only one, and credits nothing beside an honest one'

/** Rules about nodes that lie, fail or lag behind. */
export const plants: Plant[] = [
  {
    rule: 'a large payment is credited only when two nodes show it',
    file,
    from: 'const quorum = 2',
    to: 'const quorum = 1',
    test,
    name: lies,
  },
  {
    rule: 'a node must show the same amount in the same transfer',
    file,
    from: 'other.amount === transfer.amount &&',
    to: '(other.amount === transfer.amount || other.position === transfer.position) &&',
    test,
    name: lies,
  },
  {
    rule: 'a node must show the name of the charge in the same transfer',
    file,
    from: 'return shown.references.includes(reference)',
    to: "return reference !== ''",
    test,
    name: lies,
  },
  {
    rule: 'one node does not take back alone what two have shown',
    file,
    from: '(await askNodes(context, watched)).shownBy > 0',
    to: '(await askNodes(context, watched)).shownBy > 9',
    test,
    name: 'takes nothing back that two nodes have shown',
  },
  {
    rule: 'a node that fails is replaced by another one',
    file: 'src/service/chain/nodes/nodes.ts',
    from: 'if (getNode(current) === used) changeTo(current + 1)',
    to: 'if (getNode(current) === used && failures.length > 9) changeTo(current + 1)',
    test,
    name: 'or answers with garbage is replaced',
  },
  {
    rule: 'a call that a node refuses because there were too many is made once more',
    file: 'src/service/chain/nodes/node-fetch.ts',
    from: "const isRepeated = first.kind === 'refused' ||",
    to: "const isRepeated = first.kind === 'error' ||",
    test: 'test/service/chain/node-limits.test.ts',
    name: 'QuickNode, credits',
  },
  {
    rule: 'a node that refuses some calls is asked as often as one that refuses none',
    file: 'src/service/watcher/scan/scheduled-scan.ts',
    from: 'failures = chains.getAnswerCount(chainId) > answersBefore ? 1 : failures + 1',
    to: 'failures += answersBefore < 0 ? 1 : 6',
    test: 'test/service/watcher/rpc-budget.test.ts',
    name: 'because of credits delays a payment by a few polls',
  },
  {
    rule: 'a search does not stand still before a long time without logs',
    file: 'src/service/chain/logs/witness.ts',
    from: '    emptyTo = number',
    to: '    emptyTo = undefined',
    test: 'test/service/chain/node-limits.test.ts',
    name: 'a range is proved that begins with more blocks without logs than a witness is looked for in',
  },
  {
    rule: 'all nodes must agree on the decimals of a token',
    file: 'src/service/chain/tokens/agreement.ts',
    from: 'if (answers.every(({ value }) =>',
    to: 'if (answers.some(({ value }) =>',
    test,
    name: 'makes no charge cheap beside an honest one, and is believed alone',
  },
  {
    rule: 'all nodes must agree on the answer of a price feed',
    file: 'src/service/chain/tokens/agreement.ts',
    from: 'const maxRateRatio = 1.02',
    to: 'const maxRateRatio = 1.5',
    test,
    name: 'or about a feed',
  },
  {
    rule: 'a large payment waits for the finality of its chain',
    file: 'src/service/watcher/confirm/finality.ts',
    from: 'block.number <= final)',
    to: 'block.number > 0n)',
    test: 'test/service/payments/finality.test.ts',
    name: 'a payment waits for as much finality as its value asks for',
  },
]
