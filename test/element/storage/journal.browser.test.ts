import type { Intent } from '../../../src/checkout/ports/intent.ts'
import { createJournal } from '../../../src/element/checkout/storage/journal.ts'
import {
  findStoredOrder,
  getEntryKey,
  hasJournalEntry,
  saveOrder,
} from '../../../src/element/first/order-storage.ts'
import { equal, ok, thrown, turn } from '../support/assert.ts'
import { afterEach, test } from '../support/bdd.ts'
import { unlocked } from '../support/locks.ts'

const chargeId = '3c90c3cc-0d44-4b50-8888-8dd25736052a'
const otherId = '7e1b6d7a-3f0e-4a55-9c11-2f4f2a9d1b10'
const hash = `0x${'a'.repeat(64)}`
const storage = () => localStorage
const journals: ReturnType<typeof createJournal>[] = []

/** The journal of one tab: each has its own. */
function tab(from: () => Storage = storage, locks: LockManager | undefined = navigator.locks) {
  const journal = createJournal(from, locks, () => 1_790_000_100_000)
  journals.push(journal)
  return journal
}

const intent = (fields: Partial<Intent> = {}): Intent => ({
  id: 'one',
  from: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  quote: {
    chargeId,
    chainId: 31_337,
    recipient: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
    token: {
      address: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
      decimals: 18,
      symbol: 'DUSD',
      native: false,
    },
    amount: 2n ** 200n + 1n,
  },
  nonce: 7,
  block: 2n ** 64n,
  time: 1_790_000_000_000,
  ...fields,
})

/** A storage that takes nothing at its first writes. */
const closedFor = (writes: number) =>
  spoilt({
    setItem: (key: string, text: string) => {
      if (writes-- > 0) full()
      localStorage.setItem(key, text)
    },
  })

/** As a hash is kept beside the entry's own. */
const asLate = (one: string) => ({
  hash: one,
  chainId: 31_337,
  token: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
})

afterEach(async () => {
  localStorage.clear()
  for (const journal of journals.splice(0))
    for (const id of [chargeId, otherId, openId, settledId, 'open']) journal.releaseLock(id)
  await unlocked()
})

/** A storage with some of its methods spoilt. */
const spoilt = (methods: Partial<Storage>) => (): Storage =>
  new Proxy(localStorage, {
    get: (target, name) => {
      const own = Reflect.get(methods, name)
      if (own) return own
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

const full = () => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
}
/** A storage that has room for so many entries. */
const small = (room: number) =>
  spoilt({
    setItem: (key: string, text: string) => {
      if (localStorage.length >= room && localStorage.getItem(key) === null) full()
      localStorage.setItem(key, text)
    },
  })

const closed = (): Storage => {
  throw new DOMException('Access is denied for this document.', 'SecurityError')
}

test('an intent is read as it was written, to the last digit', async () => {
  const journal = tab()
  equal(journal.read(chargeId), undefined)
  equal(await journal.writeIntent(intent()), true)
  equal(tab().read(chargeId), { intent: intent() })
  journal.writeHash(intent(), hash)
  equal(tab().read(chargeId), { intent: intent(), hash })
  journal.markRecorded(chargeId, hash)
  equal(tab().read(chargeId), { intent: intent(), hash, isRecorded: true })
  journal.close(chargeId, 'one')
  equal(tab().read(chargeId), undefined)
  equal(localStorage.length, 0)
})

test('an unresolved intent is never written over', async () => {
  const journal = tab()
  await journal.writeIntent(intent())
  equal(await journal.writeIntent(intent({ id: 'two' })), false)
  equal(await tab().writeIntent(intent({ id: 'three' })), false)
  equal(tab().read(chargeId)?.intent?.id, 'one')
})

test('while one tab has the charge, another cannot take it, entry or not', async () => {
  const [first, second] = [tab(), tab()]
  await first.writeIntent(intent())
  localStorage.clear()
  equal(await second.writeIntent(intent({ id: 'two' })), false)
  first.close(chargeId)
  await unlocked()
  equal(await second.writeIntent(intent({ id: 'two' })), true)
})

test('of two tabs at once, one has it', async () => {
  const won = await Promise.all(
    [1, 2, 3, 4, 5].map((id) => tab().writeIntent(intent({ id: `${id}` }))),
  )
  equal(won.filter((one) => one).length, 1)
})

test('two charges do not hinder each other', async () => {
  const journal = tab()
  equal(await journal.writeIntent(intent()), true)
  equal(
    await journal.writeIntent(intent({ quote: { ...intent().quote, chargeId: otherId } })),
    true,
  )
  journal.close(otherId, 'one')
  ok(journal.read(chargeId))
})

test('the lock is free after an intent that could not be written', async () => {
  const broken = tab(spoilt({ setItem: full }))
  equal((await thrown(() => broken.writeIntent(intent()))).code, 'storage_unavailable')
  await unlocked()
  equal(await tab().writeIntent(intent()), true)
})

test('a lock is free after a close that the storage refuses', async () => {
  const broken = tab(spoilt({ removeItem: full }))
  await broken.writeIntent(intent())
  equal((await thrown(() => broken.close(chargeId, 'one'))).code, 'storage_unavailable')
  localStorage.clear()
  await unlocked()
  equal(await tab().writeIntent(intent()), true)
})

test('without Web Locks the entry alone is the guard', async () => {
  const journal = tab(storage, undefined)
  equal(await journal.writeIntent(intent()), true)
  equal(await tab(storage, undefined).writeIntent(intent({ id: 'two' })), false)
})

for (const [name, from] of Object.entries({
  full: spoilt({ setItem: full }),
  closed,
  lying: spoilt({ setItem: () => undefined }),
})) {
  test(`a storage that is ${name} lets nothing be sent, and says what to do`, async () => {
    const journal = tab(from)
    const error = await thrown(() => journal.writeIntent(intent()))
    equal(error.code, 'storage_unavailable')
    ok(error.message.includes('Allow storage'), error.message)
    equal(localStorage.length, 0)
  })
}

test('a closed storage is an empty one for a reader', () => {
  equal(tab(closed).read(chargeId), undefined)
  equal(hasJournalEntry(closed, chargeId), false)
})

test('a hash that comes late is kept though its intent was given up', async () => {
  const journal = tab()
  await journal.writeIntent(intent())
  journal.close(chargeId, 'one')
  journal.writeHash(intent(), hash)
  equal(tab().read(chargeId), { intent: intent(), hash })
})

test('beside another intent, not in its place', async () => {
  const journal = tab()
  await journal.writeIntent(intent({ id: 'two' }))
  journal.writeHash(intent(), hash)
  equal(tab().read(chargeId), { intent: intent({ id: 'two' }), unreportedHashes: [asLate(hash)] })
  journal.close(chargeId, 'two')
  equal(tab().read(chargeId)?.unreportedHashes, [asLate(hash)])
})

test('giving up an intent leaves the entry of another one alone', async () => {
  await tab().writeIntent(intent({ id: 'two' }))
  tab().close(chargeId, 'one')
  equal(tab().read(chargeId)?.intent?.id, 'two')
  tab().close(chargeId, 'two')
  equal(tab().read(chargeId), undefined)
})

const written = {
  version: 1,
  intent: { ...intent(), block: '1', quote: { ...intent().quote, amount: '1' } },
}
const { version: _, ...noVersion } = written
const unreadable: Record<string, string> = {
  'no JSON': '{"version":1,',
  'nothing at all': '',
  null: 'null',
  'a number': '7',
  'of another version': JSON.stringify({ ...written, version: 2 }),
  'of no version': JSON.stringify(noVersion),
  'without an intent': '{"version":1}',
  'with half a unit': JSON.stringify({
    ...written,
    intent: { ...written.intent, quote: { ...written.intent.quote, amount: '1.5' } },
  }),
}
for (const [name, text] of Object.entries(unreadable)) {
  test(`an entry that is ${name} stops everything, and stays for who can read it`, async () => {
    localStorage.setItem(getEntryKey(chargeId), text)
    const journal = tab()
    for (const work of [() => journal.read(chargeId), () => journal.writeIntent(intent())]) {
      const error = await thrown(work)
      equal(error.code, 'storage_unavailable')
      ok(error.message.includes('before you pay again'), error.message)
    }
    equal(localStorage.getItem(getEntryKey(chargeId)), text)
  })
}

test('what has no entry is neither changed nor made', () => {
  const journal = tab()
  journal.markRecorded(chargeId, hash)
  equal(localStorage.length, 0)
})

test('a settled payment is kept as a receipt, and its lock is free', async () => {
  const journal = tab()
  await journal.writeIntent(intent())
  journal.writeHash(intent(), hash)
  equal(journal.markSettled(chargeId, hash), true)
  const receipt = { intent: intent(), hash, isRecorded: true, settledAt: 1_790_000_100_000 }
  equal(tab().read(chargeId), receipt)
  await unlocked()
})

test('settled twice, by any tab and any transfer, is settled once', async () => {
  const [first, second] = [tab(), tab()]
  await first.writeIntent(intent())
  equal(first.markSettled(chargeId, hash), true)
  equal(first.markSettled(chargeId, hash), false)
  equal(second.markSettled(chargeId, `0x${'b'.repeat(64)}`), false)
  equal(second.read(chargeId)?.hash, hash)
})

test('what another browser paid is kept without an intent', () => {
  equal(tab().markSettled(chargeId, hash), true)
  equal(tab().read(chargeId), { hash, isRecorded: true, settledAt: 1_790_000_100_000 })
})

test('a receipt stops nobody from paying the rest', async () => {
  const journal = tab()
  await journal.writeIntent(intent())
  journal.markSettled(chargeId, hash)
  await unlocked()
  const two = intent({ id: 'two', earlierHashes: [`0x${hash.slice(2).toUpperCase()}`] })
  equal(await journal.writeIntent(two), true)
  equal(tab().read(chargeId), { intent: two })
})

test('a payment that the payer was not shown stops the next one: another tab has paid since', async () => {
  const journal = tab()
  await journal.writeIntent(intent())
  journal.markSettled(chargeId, hash)
  for (const earlierHashes of [undefined, [], [`0x${'b'.repeat(64)}`]]) {
    await unlocked()
    equal(await journal.writeIntent(intent({ id: 'two', earlierHashes })), false)
    await unlocked()
    equal(await journal.writeIntent(intent({ id: 'two', earlierHashes }), true), false)
  }
  equal(tab().read(chargeId)?.settledAt, 1_790_000_100_000)
})

test('a hash that comes after the receipt is kept beside it, once', async () => {
  const journal = tab()
  await journal.writeIntent(intent({ id: 'two' }))
  journal.markSettled(chargeId, hash)
  const late = `0x${'b'.repeat(64)}`
  for (let time = 0; time < 2; time++) journal.writeHash(intent(), late)
  journal.writeHash(intent({ id: 'two' }), hash)
  const receipt = {
    intent: intent({ id: 'two' }),
    hash,
    isRecorded: true,
    settledAt: 1_790_000_100_000,
  }
  equal(tab().read(chargeId), { ...receipt, unreportedHashes: [asLate(late)] })
})

test('a late hash outlives a full storage and the next payment', async () => {
  const journal = tab()
  await journal.writeIntent(intent())
  journal.markSettled(chargeId, hash)
  const late = `0x${'b'.repeat(64)}`
  journal.writeHash(intent({ id: 'two' }), late)
  const quote = { ...intent().quote, chargeId: 'open' }
  const other = tab(small(1))
  equal((await thrown(() => other.writeIntent(intent({ quote })))).code, 'storage_unavailable')
  equal(tab().read(chargeId)?.unreportedHashes, [asLate(late)])
  await unlocked()
  await journal.writeIntent(intent({ id: 'three', earlierHashes: [hash] }))
  equal(tab().read(chargeId)?.unreportedHashes, [asLate(late)])
})

test('a late hash that the service has taken is not kept for telling; another changes nothing', async () => {
  const journal = tab()
  await journal.writeIntent(intent())
  journal.markSettled(chargeId, hash)
  const late = ['b', 'c'].map((digit) => `0x${digit.repeat(64)}`)
  for (const one of late) journal.writeHash(intent({ id: 'two' }), one)
  journal.markRecorded(chargeId, `0x${'d'.repeat(64)}`)
  equal(tab().read(chargeId)?.unreportedHashes, late.map(asLate))
  journal.markRecorded(chargeId, late[0] ?? '')
  equal(tab().read(chargeId)?.unreportedHashes, [asLate(late[1] ?? '')])
  equal(tab().read(chargeId)?.hash, hash)
})

test('of a hash that was made elsewhere nothing stays, once the service has answered', () => {
  const journal = tab()
  journal.addUnreportedHash(intent().quote, hash)
  equal(tab().read(chargeId)?.unreportedHashes, [asLate(hash)])
  journal.markRecorded(chargeId, hash)
  equal(tab().read(chargeId), undefined)
})

test('that another hash is recorded says nothing of ours', async () => {
  const journal = tab()
  await journal.writeIntent(intent())
  journal.writeHash(intent(), hash)
  journal.markRecorded(chargeId, `0x${'b'.repeat(64)}`)
  equal(tab().read(chargeId)?.isRecorded, undefined)
})

test('another hash of the same intent is one that the service does not know yet', async () => {
  const journal = tab()
  await journal.writeIntent(intent())
  journal.writeHash(intent(), hash)
  journal.markRecorded(chargeId, hash)
  const faster = `0x${'b'.repeat(64)}`
  journal.writeHash(intent(), faster)
  equal(tab().read(chargeId), { intent: intent(), hash: faster })
})

test('what is learned of the same hash leaves it recorded', async () => {
  const journal = tab()
  await journal.writeIntent(intent())
  journal.writeHash(intent(), hash)
  journal.markRecorded(chargeId, hash)
  journal.writeHash(intent({ usedNonce: 9 }), hash)
  equal(tab().read(chargeId), { intent: intent({ usedNonce: 9 }), hash, isRecorded: true })
})

test('what a former page left is held by one tab, and inherited by the next', async () => {
  const [first, second] = [tab(), tab()]
  equal(await first.acquireLock(chargeId), true)
  equal(await first.acquireLock(chargeId), true)
  equal(await second.acquireLock(chargeId), false)
  let inherited = false
  const waiting = second.waitForLock(chargeId, new AbortController().signal).then(() => {
    inherited = true
  })
  await turn()
  equal(inherited, false)
  first.releaseLock(chargeId)
  await waiting
  equal(await first.acquireLock(chargeId), false)
})

test('an entry that cannot be read gives way only to consent', async () => {
  localStorage.setItem(getEntryKey(chargeId), '{"version":2}')
  const journal = tab()
  equal((await thrown(() => journal.writeIntent(intent()))).code, 'storage_unavailable')
  await unlocked()
  equal(await journal.writeIntent(intent(), true), true)
  equal(tab().read(chargeId), { intent: intent() })
})

test('consent does not write over an unresolved intent, nor take another tab’s lock', async () => {
  const [first, second] = [tab(), tab()]
  await first.writeIntent(intent())
  equal(await second.writeIntent(intent({ id: 'two' }), true), false)
  equal(await first.writeIntent(intent({ id: 'two' }), true), false)
  equal(tab().read(chargeId)?.intent?.id, 'one')
})

for (const [name, from] of Object.entries({
  full: spoilt({ setItem: full }),
  closed,
  lying: spoilt({ setItem: () => undefined }),
})) {
  test(`with consent, a storage that is ${name} is replaced by the page’s memory`, async () => {
    const journal = tab(from)
    equal(await journal.writeIntent(intent(), true), true)
    equal(journal.read(chargeId), { intent: intent() })
    equal(await journal.writeIntent(intent({ id: 'two' }), true), false)
    journal.writeHash(intent(), hash)
    journal.markRecorded(chargeId, hash)
    equal(journal.read(chargeId), { intent: intent(), hash, isRecorded: true })
    equal(localStorage.length, 0)
    // Another tab cannot see it, and cannot pay all the same: the lock is there without any storage.
    equal(await tab().writeIntent(intent({ id: 'two' })), false)
    equal(journal.markSettled(chargeId, hash), true)
    equal(journal.markSettled(chargeId, hash), false)
  })
}

test('what a page keeps in memory neither ends nor replaces what another tab has written since', async () => {
  // Without Web Locks both may begin.
  const first = createJournal(closedFor(2), undefined)
  await first.writeIntent(intent(), true)
  const second = createJournal(storage, undefined)
  await second.writeIntent(intent({ id: 'two' }))
  first.writeHash(intent(), hash)
  equal(second.read(chargeId)?.intent?.id, 'two')
  first.close(chargeId, 'one')
  equal(second.read(chargeId)?.intent?.id, 'two')
})

test('a storage that takes things again takes over from the page’s memory', async () => {
  let fails = true
  const setItem = (key: string, text: string) => (fails ? full() : localStorage.setItem(key, text))
  const journal = tab(spoilt({ setItem }))
  await journal.writeIntent(intent(), true)
  fails = false
  journal.writeHash(intent(), hash)
  equal(tab().read(chargeId), { intent: intent(), hash })
})

const settledId = '11111111-0d44-4b50-8888-8dd25736052a'
const openId = '22222222-0d44-4b50-8888-8dd25736052a'

test('in a full storage, receipts of old make room, and what is unresolved stays', async () => {
  const of = (id: string) => ({ ...intent().quote, chargeId: id })
  const old = tab()
  await old.writeIntent(intent({ quote: of(settledId) }))
  old.markSettled(settledId, hash)
  await old.writeIntent(intent({ quote: of(openId) }))
  saveOrder(storage, 'settled order', { chargeId: settledId })
  saveOrder(storage, 'open order', { chargeId: openId })
  localStorage.setItem(getEntryKey('unreadable'), '{"version":2}')
  localStorage.setItem('the page’s own', '"settledAt":')
  const journal = tab(small(6))
  equal(await journal.writeIntent(intent()), true)
  equal(
    Object.keys(localStorage).sort(),
    [
      getEntryKey(chargeId),
      getEntryKey(openId),
      getEntryKey('unreadable'),
      'pay-charge:order:open order',
      'the page’s own',
    ].sort(),
  )
})

test('where nothing may go, a full storage says so', async () => {
  const first = tab()
  await first.writeIntent(intent({ quote: { ...intent().quote, chargeId: 'open' } }))
  const error = await thrown(() => tab(small(1)).writeIntent(intent()))
  equal(error.code, 'storage_unavailable')
  ok(localStorage.getItem(getEntryKey('open')))
})

test('a hash that pays nothing, or was given up, is kept apart and stops nobody', async () => {
  const journal = tab()
  await journal.writeIntent(intent())
  journal.writeHash(intent(), hash)
  journal.close(chargeId, 'one', hash)
  equal(tab().read(chargeId), { abandonedHashes: [hash] })
  await unlocked()
  equal(await journal.writeIntent(intent({ id: 'two' })), true)
  equal(tab().read(chargeId), { intent: intent({ id: 'two' }), abandonedHashes: [hash] })
  const second = `0x${'b'.repeat(64)}`
  journal.writeHash(intent({ id: 'two' }), second)
  equal(tab().read(chargeId)?.abandonedHashes, [hash])
  journal.close(chargeId, 'two', second)
  equal(tab().read(chargeId), { abandonedHashes: [hash, second] })
})

test('what was given up outlives a refusal, a replacement and the receipt', async () => {
  const journal = tab()
  await journal.writeIntent(intent())
  journal.close(chargeId, 'one', hash)
  await unlocked()
  await journal.writeIntent(intent({ id: 'two' }))
  journal.close(chargeId, 'two')
  equal(tab().read(chargeId), { abandonedHashes: [hash] })
  await unlocked()
  await journal.writeIntent(intent({ id: 'three' }))
  for (const one of ['b', 'c']) journal.writeHash(intent({ id: 'three' }), `0x${one.repeat(64)}`)
  journal.markSettled(chargeId, `0x${'c'.repeat(64)}`)
  equal(tab().read(chargeId)?.abandonedHashes, [hash])
})

test('a hash that is given up is noted beside another intent, which stands', async () => {
  await tab().writeIntent(intent({ id: 'two' }))
  tab().close(chargeId, 'one', hash)
  equal(tab().read(chargeId), { intent: intent({ id: 'two' }), abandonedHashes: [hash] })
  // Without a name, nothing that is unresolved is meant.
  tab().close(chargeId)
  equal(tab().read(chargeId), { intent: intent({ id: 'two' }), abandonedHashes: [hash] })
})

test('giving up an intent leaves the receipt of another alone', async () => {
  const journal = tab()
  await journal.writeIntent(intent({ id: 'two' }))
  journal.markSettled(chargeId, hash)
  tab().close(chargeId, 'one')
  equal(tab().read(chargeId)?.hash, hash)
  tab().close(chargeId, 'one', `0x${'b'.repeat(64)}`)
  equal(tab().read(chargeId)?.settledAt, 1_790_000_100_000)
})

test('an order finds its charge while that one is unresolved', async () => {
  const journal = tab()
  const find = (order: string, comesBack = false) =>
    findStoredOrder(storage, order, comesBack)?.chargeId
  saveOrder(storage, '/pay {"sku":"mug"}', { chargeId })
  equal(find('/pay {"sku":"mug"}', true), undefined)
  await journal.writeIntent(intent())
  for (const comesBack of [true, false]) equal(find('/pay {"sku":"mug"}', comesBack), chargeId)
  equal(find('/pay {"sku":"cup"}', true), undefined)
  equal(find('/shop {"sku":"mug"}', true), undefined)
  journal.close(chargeId, 'one')
  equal(find('/pay {"sku":"mug"}', true), undefined)
})

test('one that is paid is found by who comes back to it; who buys anew gets a new one', async () => {
  const journal = tab()
  saveOrder(storage, 'mug', { chargeId })
  await journal.writeIntent(intent())
  journal.writeHash(intent(), hash)
  journal.markRecorded(chargeId, hash)
  equal(findStoredOrder(storage, 'mug', false)?.chargeId, chargeId)
  journal.markSettled(chargeId, hash)
  equal(findStoredOrder(storage, 'mug', false)?.chargeId, undefined)
  equal(findStoredOrder(storage, 'mug', true)?.chargeId, chargeId)
})

test('a storage that takes nothing does not stop an order from being shown', () => {
  saveOrder(closed, 'x', { chargeId })
  saveOrder(spoilt({ setItem: full }), 'x', { chargeId })
  equal(findStoredOrder(closed, 'x', true)?.chargeId, undefined)
})

const misdirection = {
  recipient: '0x000000000000000000000000000000000000dEaD',
  token: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  amount: 2n ** 200n + 1n,
}

test('a payment to somebody else is kept, keeps every tab from paying, and holds no lock', async () => {
  const [one, other] = [tab(), tab()]
  ok(await one.writeIntent(intent()))
  one.writeHash(intent(), hash)
  one.markRecorded(chargeId, hash)
  one.writeMisdirection(intent(), hash, misdirection)
  const { isRecorded, misdirection: kept, hash: keptHash } = other.read(chargeId) ?? {}
  equal([isRecorded, kept, keptHash], [true, misdirection, hash])
  equal(await other.writeIntent(intent({ id: 'two' })), false)
  ok(await other.acquireLock(chargeId))
  other.releaseLock(chargeId)
  // Another intent's is left as it is, and so is a receipt.
  one.writeMisdirection(intent({ id: 'two' }), hash, undefined)
  equal(one.read(chargeId)?.misdirection, misdirection)
  one.writeMisdirection(intent(), hash, undefined)
  equal(one.read(chargeId)?.misdirection, undefined)
  one.markSettled(chargeId, hash)
  one.writeMisdirection(intent(), hash, misdirection)
  equal(one.read(chargeId)?.misdirection, undefined)
})

test('what somebody has written as a payment to somebody else is held against its form', async () => {
  const journal = tab()
  ok(await journal.writeIntent(intent()))
  journal.writeMisdirection(intent(), hash, misdirection)
  const key = getEntryKey(chargeId)
  const written = localStorage.getItem(key) ?? ''
  for (const [from, to] of [
    [misdirection.recipient, '<b>shop</b>'],
    [String(misdirection.amount), '-1'],
  ] as const) {
    localStorage.setItem(key, written.replaceAll(from, to))
    equal((await thrown(() => journal.read(chargeId))).code, 'storage_unavailable')
  }
})

test('a signature that was refused is kept beside the next intent, and stops nobody', async () => {
  const authorization = {
    ...{ value: 5n, fee: 0n, nonce: `0x${'7c'.repeat(32)}`, validBefore: 1_790_000_600n },
    ...{ domain: { name: 'USD Coin', version: '2' }, signature: `0x${'51'.repeat(65)}` },
  }
  const signed = intent({ authorization })
  const journal = tab()
  await journal.writeIntent(signed)
  journal.close(chargeId, 'one', undefined, signed)
  equal(tab().read(chargeId)?.refused, signed)
  equal(tab().read(chargeId)?.intent, undefined)
  await turn()
  ok(await journal.writeIntent(intent({ id: 'two' })))
  equal(tab().read(chargeId)?.refused, signed)
  journal.close(chargeId, 'two')
  equal(tab().read(chargeId)?.refused, signed)
  // What cannot be read may still pay.
  localStorage.setItem(
    getEntryKey(chargeId),
    JSON.stringify({ version: 1, refused: { id: 'one' } }),
  )
  equal((await thrown(() => tab().read(chargeId))).code, 'storage_unavailable')
})
