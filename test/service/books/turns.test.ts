import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurns } from '../../../src/service/books/routes/turns.ts'

// Files that are held as a whole: one at a time, each in its turn, and few of one account.

const isRefused = { name: 'Refusal', type: 'rate_limit_exceeded', headers: { 'retry-after': '10' } }

/** A file whose making ends when it is told to. */
function createFile(made: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const make = async () => {
    made.push(name)
    await promise
    return name
  }
  return { make, finish: resolve, fail: reject }
}

test('files are made one after the other, also after one that fails', async () => {
  const takeTurn = createTurns()
  const made: string[] = []
  const files = ['a', 'b', 'c'].map((name) => createFile(made, name))
  const [a, b, c] = files.map(({ make }, index) => takeTurn(`account ${index}`, make))
  await new Promise(setImmediate)
  assert.deepEqual(made, ['a'])
  files[0]?.fail(new Error('The disk is full.'))
  await assert.rejects(a ?? Promise.resolve(), /disk/)
  await new Promise(setImmediate)
  assert.deepEqual(made, ['a', 'b'])
  files[1]?.finish()
  files[2]?.finish()
  assert.deepEqual(await Promise.all([b, c]), ['b', 'c'])
})

test('an account that has two waits no longer, and keeps nobody else waiting', async () => {
  const takeTurn = createTurns()
  const made: string[] = []
  const file = createFile(made, 'long')
  const first = takeTurn('one', file.make)
  const second = takeTurn('one', async () => 'next')
  await assert.rejects(
    takeTurn('one', async () => 'third'),
    isRefused,
  )
  const other = takeTurn('other', async () => 'other')
  file.finish()
  assert.deepEqual(await Promise.all([first, second, other]), ['long', 'next', 'other'])
  // Whoever comes again gets it.
  assert.equal(await takeTurn('one', async () => 'third'), 'third')
})

test('sixteen wait at most, whoever they belong to', async () => {
  const takeTurn = createTurns()
  const file = createFile([], 'long')
  const waiting = Array.from({ length: 16 }, (_, index) => takeTurn(String(index), file.make))
  await assert.rejects(
    takeTurn('last', async () => 'late'),
    isRefused,
  )
  file.finish()
  assert.equal((await Promise.all(waiting)).length, 16)
})
