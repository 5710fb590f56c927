import type { Intent } from '../../src/checkout/ports.ts'
import { createJournal } from '../../src/element/journal.ts'
import { chargeOf, entryKey, inJournal, keepOrder } from '../../src/element/order-book.ts'
import { equal, ok, thrown, until } from './support/assert.ts'
import { afterEach, test } from './support/bdd.ts'

const chargeId = '3c90c3cc-0d44-4b50-8888-8dd25736052a'
const hash = `0x${'a'.repeat(64)}`
const storage = () => localStorage
const journals: ReturnType<typeof createJournal>[] = []

/** The journal of one tab: each has its own. */
function tab(from: () => Storage = storage, locks: LockManager | undefined = navigator.locks) {
  const journal = createJournal(from, locks)
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

/** A lock that is let go is free a moment later. */
async function unlocked() {
  let held = true
  const look = async () => {
    held = ((await navigator.locks.query()).held ?? []).length > 0
  }
  await until(
    () => {
      void look()
      return !held
    },
    () => 'the lock should be free',
  )
}

afterEach(async () => {
  localStorage.clear()
  for (const journal of journals.splice(0)) {
    try {
      journal.close(chargeId)
    } catch {
      // One whose storage was spoilt says so again; its lock is free all the same.
    }
  }
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
const closed = (): Storage => {
  throw new DOMException('Access is denied for this document.', 'SecurityError')
}

test('an intent is read as it was written, to the last digit', async () => {
  const journal = tab()
  equal(journal.read(chargeId), undefined)
  equal(await journal.open(intent()), true)
  equal(tab().read(chargeId), { intent: intent() })
  journal.hash(intent(), hash)
  equal(tab().read(chargeId), { intent: intent(), hash })
  journal.recorded(chargeId)
  equal(tab().read(chargeId), { intent: intent(), hash, recorded: true })
  journal.close(chargeId)
  equal(tab().read(chargeId), undefined)
  equal(localStorage.length, 0)
})

test('an unresolved intent is never written over', async () => {
  const journal = tab()
  await journal.open(intent())
  equal(await journal.open(intent({ id: 'two' })), false)
  equal(await tab().open(intent({ id: 'three' })), false)
  equal(tab().read(chargeId)?.intent.id, 'one')
})

test('while one tab has the charge, another cannot take it, entry or not', async () => {
  const [first, second] = [tab(), tab()]
  await first.open(intent())
  localStorage.clear()
  equal(await second.open(intent({ id: 'two' })), false)
  first.close(chargeId)
  await unlocked()
  equal(await second.open(intent({ id: 'two' })), true)
})

test('of two tabs at once, one has it', async () => {
  const won = await Promise.all([1, 2, 3, 4, 5].map((id) => tab().open(intent({ id: `${id}` }))))
  equal(won.filter((one) => one).length, 1)
})

test('two charges do not hinder each other', async () => {
  const other = '7e1b6d7a-3f0e-4a55-9c11-2f4f2a9d1b10'
  const journal = tab()
  equal(await journal.open(intent()), true)
  equal(await journal.open(intent({ quote: { ...intent().quote, chargeId: other } })), true)
  journal.close(other)
  ok(journal.read(chargeId))
})

test('the lock is free after an intent that could not be written', async () => {
  const broken = tab(spoilt({ setItem: full }))
  equal((await thrown(() => broken.open(intent()))).code, 'storage_unavailable')
  await unlocked()
  equal(await tab().open(intent()), true)
})

test('a lock is free after a close that the storage refuses', async () => {
  const broken = tab(spoilt({ removeItem: full }))
  await broken.open(intent())
  equal((await thrown(() => broken.close(chargeId))).code, 'storage_unavailable')
  localStorage.clear()
  await unlocked()
  equal(await tab().open(intent()), true)
})

test('without Web Locks the entry alone is the guard', async () => {
  const journal = tab(storage, undefined)
  equal(await journal.open(intent()), true)
  equal(await tab(storage, undefined).open(intent({ id: 'two' })), false)
})

for (const [name, from] of Object.entries({
  full: spoilt({ setItem: full }),
  closed,
  lying: spoilt({ setItem: () => undefined }),
})) {
  test(`a storage that is ${name} lets nothing be sent, and says what to do`, async () => {
    const journal = tab(from)
    const error = await thrown(() => journal.open(intent()))
    equal(error.code, 'storage_unavailable')
    ok(error.message.includes('Allow storage'), error.message)
    equal(localStorage.length, 0)
  })
}

test('a closed storage is an empty one for a reader', () => {
  equal(tab(closed).read(chargeId), undefined)
  equal(inJournal(closed, chargeId), false)
})

test('a hash that comes late is kept though its intent was given up', async () => {
  const journal = tab()
  await journal.open(intent())
  journal.close(chargeId, 'one')
  journal.hash(intent(), hash)
  equal(tab().read(chargeId), { intent: intent(), hash })
})

test('but not in place of another intent', async () => {
  const journal = tab()
  await journal.open(intent({ id: 'two' }))
  journal.hash(intent(), hash)
  equal(tab().read(chargeId), { intent: intent({ id: 'two' }) })
})

test('giving up an intent leaves the entry of another one alone', async () => {
  await tab().open(intent({ id: 'two' }))
  tab().close(chargeId, 'one')
  equal(tab().read(chargeId)?.intent.id, 'two')
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
    localStorage.setItem(entryKey(chargeId), text)
    const journal = tab()
    for (const work of [() => journal.read(chargeId), () => journal.open(intent())]) {
      const error = await thrown(work)
      equal(error.code, 'storage_unavailable')
      ok(error.message.includes('before you pay again'), error.message)
    }
    equal(localStorage.getItem(entryKey(chargeId)), text)
  })
}

test('what has no entry is neither changed nor made', () => {
  const journal = tab()
  journal.recorded(chargeId)
  equal(localStorage.length, 0)
})

test('an order finds its charge while that one is unresolved, and not after', async () => {
  const journal = tab()
  keepOrder(storage, '/pay {"sku":"mug"}', chargeId)
  equal(chargeOf(storage, '/pay {"sku":"mug"}'), undefined)
  await journal.open(intent())
  equal(chargeOf(storage, '/pay {"sku":"mug"}'), chargeId)
  equal(chargeOf(storage, '/pay {"sku":"cup"}'), undefined)
  equal(chargeOf(storage, '/shop {"sku":"mug"}'), undefined)
  journal.close(chargeId)
  equal(chargeOf(storage, '/pay {"sku":"mug"}'), undefined)
})

test('a storage that takes nothing does not stop an order from being shown', () => {
  keepOrder(closed, 'x', chargeId)
  keepOrder(spoilt({ setItem: full }), 'x', chargeId)
  equal(chargeOf(closed, 'x'), undefined)
})
