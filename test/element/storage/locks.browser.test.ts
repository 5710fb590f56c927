import { createLocks } from '../../../src/element/checkout/storage/locks.ts'
import { equal, thrown, turn } from '../support/assert.ts'
import { afterEach, test } from '../support/bdd.ts'
import { unlocked } from '../support/locks.ts'

const tabs: ReturnType<typeof createLocks>[] = []

/** The locks of one tab: each has its own. */
function tab(manager: LockManager | undefined = navigator.locks) {
  const locks = createLocks(manager)
  tabs.push(locks)
  return locks
}

afterEach(async () => {
  for (const locks of tabs.splice(0)) for (const name of ['a', 'b']) locks.release(name)
  await unlocked()
})

const never = new AbortController().signal

test('of many that ask at once, one has it', async () => {
  const got = await Promise.all(Array.from({ length: 10 }, () => tab().tryAcquire('a')))
  equal(got.filter((one) => one).length, 1)
})

test('who has it, has it; who lets it go, leaves it to the next that waits', async () => {
  const [first, second, third] = [tab(), tab(), tab()]
  equal(await first.tryAcquire('a'), true)
  equal(await first.tryAcquire('a'), true)
  await first.acquire('a', never)
  equal(await second.tryAcquire('a'), false)
  const order: string[] = []
  const waits = [
    second.acquire('a', never).then(() => order.push('second')),
    third.acquire('a', never).then(() => order.push('third')),
  ]
  await turn()
  equal(order, [])
  first.release('a')
  await waits[0]
  equal(order, ['second'])
  second.release('a')
  await waits[1]
  equal(order, ['second', 'third'])
})

test('names do not hinder each other', async () => {
  equal(await tab().tryAcquire('a'), true)
  equal(await tab().tryAcquire('b'), true)
})

test('a wait that is broken off takes nothing, and says why', async () => {
  const [first, second, third] = [tab(), tab(), tab()]
  await first.tryAcquire('a')
  const leaving = new AbortController()
  const waiting = thrown(() => second.acquire('a', leaving.signal))
  const next = third.acquire('a', never)
  leaving.abort(new Error('Another screen.'))
  equal((await waiting).message, 'Another screen.')
  first.release('a')
  await next
  equal(await second.tryAcquire('a'), false)
})

test('to let go what one does not have is no harm', async () => {
  const [first, second] = [tab(), tab()]
  await first.tryAcquire('a')
  second.release('a')
  equal(await second.tryAcquire('a'), false)
})

test('without Web Locks everything is granted', async () => {
  const [first, second] = [createLocks(undefined), createLocks(undefined)]
  equal(await first.tryAcquire('a'), true)
  equal(await second.tryAcquire('a'), true)
  await second.acquire('a', never)
  second.release('a')
})
