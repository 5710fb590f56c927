import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readPlants } from './attack/plants/plant.ts'
import { faults } from './fault/faults.ts'

// `npm run plant` and `npm run plant:attack` take rules out of the source. A move or a rewording must not lose one of them.

const root = fileURLToPath(new URL('..', import.meta.url))
const count = (file: string, text: string) =>
  readFileSync(join(root, file), 'utf8').split(text).length - 1

test('every text that a planted fault replaces stands in its file once', async () => {
  const texts = [
    ...faults.map(({ name, file, text }) => ({ name, file, text })),
    ...(await readPlants()).map(({ rule, file, from }) => ({ name: rule, file, text: from })),
  ]
  const lost = texts.filter(
    ({ file, text }) => !existsSync(join(root, file)) || count(file, text) !== 1,
  )
  assert.deepEqual(
    lost.map(({ name, file }) => `${file}: ${name}`),
    [],
  )
})

test('the name of a plant’s test is the whole of it', async () => {
  const pieces = (await readPlants()).filter(({ test: file, name }) => {
    const text = readFileSync(join(root, file), 'utf8')
    const isThere = name !== undefined && text.includes(name)
    // Others are put together from a table.
    return isThere && ["'", '"', '`'].every((quote) => !text.includes(quote + name + quote))
  })
  assert.deepEqual(
    pieces.map(({ test: file, name }) => `${file}: ${name}`),
    [],
  )
})

test('every plant names a test that is there', async () => {
  const lost = (await readPlants()).filter(({ test: file }) => !existsSync(join(root, file)))
  assert.deepEqual(
    lost.map(({ rule, test: file }) => `${file}: ${rule}`),
    [],
  )
})
