import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { compileContracts } from '../../demo/contracts/compile.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pay-charge-contracts-'))
})
after(() => rm(folder, { recursive: true }))

const source = (body: string) =>
  `// SPDX-License-Identifier: MIT\npragma solidity ^0.8.24;\ncontract Small { ${body} }`

test('the token compiles, and the second time comes from the cache', async () => {
  const cacheFolder = join(folder, 'cache')
  const first = await compileContracts({ cacheFolder })
  assert.deepEqual(Object.keys(first).sort(), ['OldDollar'])
  assert.match(first.OldDollar.bytecode, /^0x[\da-f]{1000,}$/)
  const [name, ...others] = await readdir(cacheFolder)
  assert.deepEqual(others, [])
  assert.match(name!, /^[\da-f]{64}\.json$/)
  const { mtimeMs, ino } = await stat(join(cacheFolder, name!))

  assert.deepEqual(await compileContracts({ cacheFolder }), first)
  const again = await stat(join(cacheFolder, name!))
  assert.deepEqual([again.mtimeMs, again.ino], [mtimeMs, ino])
})

test('a change of a source is compiled anew', async () => {
  const options = { sourceFolder: folder, cacheFolder: join(folder, 'cache-small') }
  await writeFile(join(folder, 'Small.sol'), source('uint256 public constant one = 1;'))
  const one = await compileContracts<'Small'>(options)
  await writeFile(join(folder, 'Small.sol'), source('uint256 public constant two = 2;'))
  const two = await compileContracts<'Small'>(options)
  assert.notEqual(one.Small.bytecode, two.Small.bytecode)
  assert.equal((await readdir(options.cacheFolder)).length, 2)
})

test('a source that does not compile is an error with the compiler’s whole text', async () => {
  await writeFile(join(folder, 'Small.sol'), source('uint256 public one = true; Nothing two;'))
  const options = { sourceFolder: folder, cacheFolder: join(folder, 'cache-bad') }
  await assert.rejects(compileContracts(options), (error: Error) => {
    assert.match(error.message, /do not compile/)
    assert.match(error.message, /Small\.sol:3:/)
    assert.match(error.message, /Identifier not found/)
    return true
  })
})

test('an import that is nowhere is named', async () => {
  const text = `// SPDX-License-Identifier: MIT\npragma solidity ^0.8.24;\nimport "@nobody/nothing/Here.sol";`
  await writeFile(join(folder, 'Small.sol'), text)
  const options = { sourceFolder: folder, cacheFolder: join(folder, 'cache-bad') }
  await assert.rejects(compileContracts(options), /@nobody\/nothing\/Here\.sol is in no installed/)
})
