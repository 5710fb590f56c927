import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build, parseSync, Visitor } from 'vite'
import { computeIntegrity } from '../scripts/integrity/hash.ts'
import { documentsWithTag, updateTags } from '../scripts/integrity/readme.ts'
import { wrapDynamicImports } from '../scripts/integrity/verify-chunks.ts'
import { buildScriptTags, type ReleaseIntegrity } from '../src/api/script-tags.ts'

// The build is made from its sources alone, and what it says of its files is true.

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = ['src', 'scripts', 'vite.config.ts', 'package.json', 'tsconfig.json']

type Files = Map<string, Buffer>

/** Builds a copy of the sources in a folder of its own, and returns the files of the build. */
async function buildIn(folder: string): Promise<Files> {
  for (const name of sources) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const configFile = join(folder, 'vite.config.ts')
  // The dependencies are where they are in any folder: below it, and not where the link leads.
  await build({
    root: folder,
    configFile,
    logLevel: 'error',
    resolve: { preserveSymlinks: true },
  })
  const output = join(folder, 'dist/browser')
  return new Map(readdirSync(output).map((name) => [name, readFileSync(join(output, name))]))
}

let temporary: string
let files: Files
let release: ReleaseIntegrity

before(async () => {
  temporary = mkdtempSync(join(tmpdir(), 'pay-charge-build-'))
  files = await buildIn(join(temporary, 'one'))
  release = JSON.parse(String(files.get('integrity.json'))) as ReleaseIntegrity
})
after(() => rmSync(temporary, { recursive: true }))

describe('the build', () => {
  test('is the same, byte for byte, in another folder', async () => {
    const other = await buildIn(join(temporary, 'deeper/and deeper/two'))
    assert.deepEqual([...files.keys()], [...other.keys()])
    const different = [...files].filter(([name, content]) => !other.get(name)?.equals(content))
    assert.deepEqual(
      different.map(([name]) => name),
      [],
    )
  })

  test('has source maps that lead to the sources', () => {
    // In the entry and in a chunk, both with the hashes of other files.
    const places = [
      { name: /^pay-charge\.js$/, code: 'querySelectorAll(', source: /early-replies\.ts$/ },
      {
        name: /^pay-charge-checkout-.*\.js$/,
        code: 'transferSize',
        source: /checkout\/watch-offer\.ts$/,
      },
    ]
    for (const { name, code, source } of places) {
      const [file = ''] = [...files.keys()].filter((one) => name.test(one))
      const before = String(files.get(file)).split(code)[0]?.split('\n') ?? []
      const map = new SourceMap(JSON.parse(String(files.get(`${file}.map`))))
      const found = map.findEntry(before.length - 1, before.at(-1)?.length ?? 0)
      assert.match(String('originalSource' in found && found.originalSource), source)
    }
  })

  test('loads before the price what lies in `first`, or loose in the element and its theme and i18n', () => {
    const misplaced: string[] = []
    const counts = { before: 0, after: 0 }
    for (const [name, content] of files) {
      if (!name.endsWith('.js.map')) continue
      const { sources } = JSON.parse(String(content)) as { sources: string[] }
      for (const [, path = ''] of sources.join('\n').matchAll(/\/src\/element\/(\S+)$/gm)) {
        const isBefore = name === 'pay-charge.js.map'
        counts[isBefore ? 'before' : 'after']++
        if (isBefore !== /^(first\/.+|((theme|i18n)\/)?[\w-]+\.ts)$/.test(path))
          misplaced.push(`${path} in ${name}`)
      }
    }
    assert.deepEqual(misplaced, [])
    assert.ok(counts.before > 15 && counts.after > 100, JSON.stringify(counts))
  })

  test('names no folder of the machine', () => {
    const found = [...files].filter(([, content]) => content.includes(temporary))
    assert.deepEqual(
      found.map(([name]) => name),
      [],
    )
  })

  test('lists the hash of each of its scripts, and the version', () => {
    const scripts = [...files].filter(([name]) => name.endsWith('.js'))
    const hashes = scripts.map(([name, content]) => [name, computeIntegrity(content)])
    assert.deepEqual(release.files, Object.fromEntries(hashes))
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      version: string
    }
    assert.equal(release.version, manifest.version)
  })

  test('has an import map and tags that say the same, for the folder of its version', async () => {
    const tags = await buildScriptTags(release, `/pay-charge/${release.version}/`)
    assert.equal(String(files.get('importmap.json')), `${tags.importMap}\n`)
    assert.ok(String(files.get('script-tags.html')).includes(tags.html))
    assert.ok(String(files.get('script-tags.html')).includes(tags.scriptSource))
    const { integrity } = JSON.parse(tags.importMap) as { integrity: Record<string, string> }
    for (const [name, hash] of Object.entries(release.files))
      assert.equal(integrity[`/pay-charge/${release.version}/${name}`], hash)
  })

  test('imports no file without its hash', () => {
    for (const [name, content] of files) {
      if (!name.endsWith('.js')) continue
      const code = String(content)
      const count = { imports: 0, verified: 0 }
      new Visitor({
        ImportExpression() {
          count.imports++
        },
        CallExpression({ arguments: [hashes] }) {
          const text = hashes ? code.slice(hashes.start, hashes.end) : ''
          if (text.startsWith('import.meta.integrity[')) count.verified++
        },
      }).visit(parseSync(name, code).program)
      assert.equal(count.verified, count.imports, name)
    }
  })

  test('imports no file whose address the page chooses: only names with a hash', () => {
    for (const [name, content] of files) {
      if (!name.endsWith('.js')) continue
      const imported = parseSync(name, String(content)).program.body.flatMap((statement) =>
        'source' in statement && statement.source ? [String(statement.source.value)] : [],
      )
      for (const file of imported) assert.match(file, /^\.\/pay-charge-.+-[\w-]{8}\.js$/, name)
    }
  })

  for (const name of documentsWithTag)
    test(`is the one whose script tag stands in ${name} (npm run readme)`, async () => {
      const document = readFileSync(join(root, name), 'utf8')
      assert.equal(document, await updateTags(document, release))
    })
})

describe('a dynamic import', () => {
  test('is wrapped, and all lines stay where they are', () => {
    const { code, specifiers } = wrapDynamicImports(
      'a.ts',
      "const a = 1\nconst b: Promise<typeof import('./b.ts')> = import('./b.ts')\n",
    )
    assert.deepEqual(specifiers, ['./b.ts'])
    assert.equal(
      code.split('\n')[1],
      `const b: Promise<typeof import('./b.ts')> = __loadChunk(import.meta.integrity["./b.ts"], () => import('./b.ts'))`,
    )
  })

  test('of a file that is known only later stops the build', () => {
    assert.throws(() => wrapDynamicImports('a.ts', 'import(name)'), /fixed file/)
  })
})

describe('the tags', () => {
  const some = { version: '1.0.0', files: { 'pay-charge.js': 'sha384-x' } }

  test('are made for a folder that an import map can name', async () => {
    for (const folder of ['https://cdn.example/p/', '/p/', '/', './'])
      assert.ok((await buildScriptTags(some, folder)).html.includes(`src="${folder}pay-charge.js"`))
    for (const folder of ['p/', '/p', '/p"/', '/</script>/', 'javascript:/'])
      await assert.rejects(buildScriptTags(some, folder), /folder/)
  })

  test('are not made without the hash of the script', async () => {
    await assert.rejects(buildScriptTags({ version: '1', files: {} }, '/'), /pay-charge\.js/)
  })
})
