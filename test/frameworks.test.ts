import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)
const tsc = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
)
/** In the project, where the compiler finds the frameworks. */
const output = join(root, 'test/output')
/** What the package has for the compiler: its declarations, and not its sources. */
let declarations: string

before(async () => {
  await mkdir(output, { recursive: true })
  declarations = await mkdtemp(join(output, 'frameworks-declarations-'))
  const project = join(root, 'test/tsconfig.build.json')
  const options = ['--emitDeclarationOnly', '--outDir', declarations]
  await run(process.execPath, [tsc, '-p', project, ...options])
})
after(() => rm(declarations, { recursive: true }))

/** Compiles a file as a store would that has TypeScript's strict settings. Returns what the compiler says. */
async function compile(t: TestContext, file: string, importSource?: string): Promise<string> {
  const folder = await mkdtemp(join(output, 'frameworks-'))
  t.after(() => rm(folder, { recursive: true }))
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      types: [],
      paths: {
        'pay-charge': [join(declarations, 'index.d.ts')],
        'pay-charge/define': [join(declarations, 'pay-charge.d.ts')],
        'pay-charge/*': [join(declarations, 'frameworks/*.d.ts')],
      },
      jsx: 'preserve',
      ...(importSource && { jsxImportSource: importSource }),
    },
    files: [file],
    include: [],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  return await run(process.execPath, [tsc, '-p', folder]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
}

/** The files of test/frameworks, and from where their JSX comes. What must not compile in them is marked there. */
const samples: readonly [file: string, importSource?: string][] = [
  ['page.ts'],
  ['entry.ts'],
  ['react.tsx', 'react'],
  ['preact.tsx', 'preact'],
  ['solid.tsx', 'solid-js'],
  ['svelte.ts'],
  ['vue.ts'],
]

for (const [file, importSource] of samples)
  test(`${file}: what is right compiles, and what is wrong does not`, async (t) => {
    const path = join(root, 'test/frameworks', file)
    assert.equal(await compile(t, path, importSource), '')
    assert.match(await readFile(path, 'utf8'), /@ts-expect-error/)
  })

test('a sample without the types of its framework would not compile', async (t) => {
  const text = await readFile(join(root, 'test/frameworks/preact.tsx'), 'utf8')
  const folder = await mkdtemp(join(output, 'frameworks-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'sample.tsx')
  await writeFile(path, text.replace("import type {} from 'pay-charge/preact'\n", ''))
  const said = await compile(t, path, 'preact')
  assert.match(said, /TS2339: Property 'pay-charge' does not exist on type 'JSX.IntrinsicElements'/)
})
