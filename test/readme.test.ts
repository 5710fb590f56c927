import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { buildApiPages } from '../scripts/docs/api/pages.ts'
import { packages } from '../scripts/pack/packages.ts'
import { compileProject, writeDeclarations } from './support/declarations.ts'
import { documents, listBlocks } from './support/markdown.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What the documents take for granted in a store's backend. */
const store = `
declare global {
  const catalog: { find(sku: unknown): Promise<{ name: string; cents: number } | undefined> }
  const client: import('pay-charge/api').Client
  const charge: Awaited<ReturnType<typeof client.createCharge>>
  const response: Response
  const app: import('express').Express
  function shipOnce(data: import('pay-charge/api').Charge): Promise<void>
}
export {}
`

/** In the project, where the compiler finds the libraries. */
const output = join(root, 'test/output')
let declarations: string

before(async () => {
  await mkdir(output, { recursive: true })
  declarations = await writeDeclarations()
})

/** Compiles modules as a merchant would who has TypeScript's strict settings. Returns what the compiler says. */
async function compile(t: TestContext, modules: string[], languages: string[] = []) {
  const folder = await mkdtemp(join(output, 'readme-'))
  t.after(() => rm(folder, { recursive: true }))
  const paths = Object.fromEntries(
    packages.flatMap(({ name, entries }) =>
      Object.entries(entries).map(([path, entry]) => [
        path.replace('.', name),
        [join(declarations, `${entry}.d.ts`)],
      ]),
    ),
  )
  // Clients that a document writes about, and that only the tests install.
  await mkdir(join(folder, 'node_modules'))
  for (const name of ['@x402', 'mppx'])
    await symlink(join(root, 'test/clients/node_modules', name), join(folder, 'node_modules', name))
  const files = ['store.ts', ...modules.map((_, index) => `${index}.${languages[index] ?? 'ts'}`)]
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { paths, jsx: 'react-jsx' },
    files,
    include: [],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  for (const [index, text] of [store, ...modules].entries())
    await writeFile(join(folder, files[index] ?? ''), text)
  return await compileProject(folder)
}

test('all code of the documents for a backend or a page compiles under strict settings', async (t) => {
  const blocks = [...documents.map((file) => [file] as const), ...buildApiPages()]
    .flatMap(([file, text]) => listBlocks(file, text))
    .filter(({ language }) => /^tsx?$/.test(language))
  assert.ok(blocks.length >= 25, `${blocks.length} blocks`)
  const said = await compile(
    t,
    blocks.map(({ file, line, code }) => `// ${file}:${line}\n${code}\nexport {}\n`),
    blocks.map(({ language }) => language),
  )
  const places = blocks.map(({ file, line }, index) => `${index}.ts is ${file}:${line}`)
  assert.equal(
    said,
    '',
    `${said}\n${places.filter((_, index) => said.includes(`${index}.ts`)).join('\n')}`,
  )
})

test('pay-charge/define brings the types of the element, its properties and its events', async (t) => {
  const page = `
    import 'pay-charge/define'
    const element = document.querySelector('pay-charge')
    element?.pay()
    if (element) element.rpcUrls = { 8453: 'https://rpc.example' }
    addEventListener('pay-charge-ready', () => {})
    element?.addEventListener('pay-charge-success', ({ receipt }) => receipt.hash.length)
    element?.addEventListener('pay-charge-error', ({ code }) => code === 'offline')
  `
  assert.equal(await compile(t, [page]), '')
})

test('a wrong line would not compile', async (t) => {
  assert.match(await compile(t, ['export const none: string = process.env.NONE\n']), /TS2322/)
})
