import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { compileProject, writeDeclarations } from './support/declarations.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** In the project, where the compiler finds the frameworks. */
const output = join(root, 'test/output')
let declarations: string

before(async () => {
  await mkdir(output, { recursive: true })
  declarations = await writeDeclarations()
})

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
  return await compileProject(folder)
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
