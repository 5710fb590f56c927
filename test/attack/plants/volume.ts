import type { Plant } from './plant.ts'

const stored = 'test/attack/volume-stored.test.ts'

/** Rules about how much strangers may write, and about one bad item among others. */
export const plants: Plant[] = [
  {
    rule: 'a large transaction is recorded in parts',
    file: 'src/service/payments/transfers.ts',
    from: 'const maxTransfers = 100\n',
    to: 'const maxTransfers = 100_000\n',
    test: 'test/service/kernel/batches.test.ts',
    name: 'a transaction with many transfers is recorded in parts, each with its own charges, one after the other',
  },
  {
    rule: 'what takes a place among the payments of a charge pays for it',
    file: 'src/service/charges/lists/payment-bounds.ts',
    from: 'const smallestShare = 100n',
    to: 'const smallestShare = 10n ** 30n',
    test: stored,
    name: 'keeps no payment of a dust transfer, and what completes its price, however small',
  },
  {
    rule: 'a charge keeps a bounded number of payments',
    file: 'src/service/charges/lists/payment-bounds.ts',
    from: 'if (count >= maxPayments[charge.pricingType]) return tooManyReason',
    to: 'if (count >= 1000 + maxPayments[charge.pricingType]) return tooManyReason',
    test: stored,
    name: 'keeps a bounded number of payments, of which replies, lists and events show a page',
  },
  {
    rule: 'events about unmatched money are gathered',
    file: 'src/service/unmatched/store/events.ts',
    from: '  if (waitingEvent) {\n',
    to: '  if (waitingEvent && maxUnmatchedOfEvent < 0) {\n',
    test: stored,
    name: 'thousands of transfers of a stranger make few events, which count them all and show some',
  },
  {
    rule: 'receivers that do not answer leave slots to those that do',
    file: 'src/service/webhooks/store/claim-deliveries.ts',
    from: 'where is_answering or place <=',
    to: 'where true or place <=',
    test: stored,
    name: 'receivers that do not answer leave slots to those that do',
  },
  {
    rule: 'a transaction that cannot be read does not stop the search',
    file: 'src/service/watcher/scan/credit-found.ts',
    from: '    await setTransactionsAside(context, chainId, aside)\n',
    to: '    if (aside[0]) throw new Error(aside[0].error)\n    await setTransactionsAside(context, chainId, aside)\n',
    test: 'test/service/watcher/crowded-block.test.ts',
    name: 'a transaction that the node does not give keeps none of its block from being credited',
  },
  {
    rule: 'a call that a node refuses is repeated at once',
    file: 'src/service/chain/nodes/client.ts',
    from: 'if (attempt >= retryCount ||',
    to: 'if (attempt >= 0 ||',
    test: 'test/service/chain/node-limits.test.ts',
    name: 'a node that refuses every third call of several fails none of them',
  },
  {
    rule: 'one refused event holds up no later one of its charge',
    file: 'src/service/webhooks/send/dispatcher.ts',
    from: 'return status >= 400 && status < 500 && !busyStatuses.has(status)',
    to: 'return status < 400 && busyStatuses.has(status)',
    test: 'test/service/webhooks/delivery.test.ts',
    name: 'refuses one type of event gets the later ones of its charge meanwhile',
  },
  {
    rule: 'events of one charge come in order while their receiver takes them',
    file: 'src/service/webhooks/store/claim-deliveries.ts',
    from: 'and (earlier.yields_at is null or earlier.yields_at > now())',
    to: 'and earlier.yields_at > now()',
    test: 'test/service/webhooks/delivery.test.ts',
    name: 'events of one charge wait for the former one, for a minute',
  },
  {
    rule: 'behind an event that yields, another that fails holds nothing up',
    file: 'src/service/webhooks/store/outbox.ts',
    from: '{earliest}, $',
    to: '',
    test: 'test/service/webhooks/delivery-schedules.test.ts',
    name: 'over all schedules a receiver gets what it takes in order, once, and at once behind what it refuses',
  },
]
