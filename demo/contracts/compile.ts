import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Abi, Hex } from 'viem'

/** What it takes to deploy and call a contract. */
export interface CompiledContract {
  abi: Abi
  /** The creation code. */
  bytecode: Hex
}

export interface CompileOptions {
  /** The folder of the .sol files. @default this one */
  sourceFolder?: string
  /** @default .cache/contracts of the project */
  cacheFolder?: string
}

type Sources = Record<string, { content: string }>

/** What solc answers, as far as it is read here: https://docs.soliditylang.org/en/latest/using-the-compiler.html */
interface SolcOutput {
  errors?: { severity: 'error' | 'warning' | 'info'; formattedMessage: string }[]
  contracts?: Record<
    string,
    Record<string, { abi: Abi; evm: { bytecode: { object: string } } } | undefined>
  >
}

const require = createRequire(import.meta.url)
const settings = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'cancun',
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
}

/**
 * The demo's contracts, each by its name, from the cache where neither sources nor compiler have
 * changed. Throws an Error with solc's whole text when a source does not compile.
 */
export async function compileContracts<Name extends string = 'OldDollar'>(
  options: CompileOptions = {},
): Promise<Record<Name, CompiledContract>> {
  const sources = await readSources(options.sourceFolder ?? here('.//'))
  const cacheFolder = options.cacheFolder ?? here('../../.cache/contracts/')
  const cacheFile = `${cacheFolder}/${await cacheKey(sources)}.json`
  const cached = await readFile(cacheFile, 'utf8').catch(absent)
  if (cached !== undefined) return JSON.parse(cached)

  const contracts = await compile(sources)
  await mkdir(cacheFolder, { recursive: true })
  // Renamed into place, so that nobody reads half a file.
  const draft = `${cacheFile}.${randomUUID()}`
  await writeFile(draft, JSON.stringify(contracts))
  await rename(draft, cacheFile)
  return contracts as Record<Name, CompiledContract>
}

async function readSources(folder: string): Promise<Sources> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sol')).sort()
  const entries = names.map(async (name) => {
    return [name, { content: await readFile(`${folder}/${name}`, 'utf8') }] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** Our sources, our settings, and the versions of the two packages that decide the rest. */
async function cacheKey(sources: Sources): Promise<string> {
  const versions = await Promise.all(
    ['solc/package.json', '@openzeppelin/contracts/package.json'].map(async (path) => {
      return JSON.parse(await readFile(require.resolve(path), 'utf8')).version
    }),
  )
  return createHash('sha256')
    .update(JSON.stringify([sources, settings, versions]))
    .digest('hex')
}

async function compile(sources: Sources): Promise<Record<string, CompiledContract>> {
  const output = await runSolc({ language: 'Solidity', sources, settings })
  const errors = output.errors?.filter((error) => error.severity === 'error') ?? []
  if (errors.length > 0) {
    throw new Error(
      `The contracts do not compile.\n\n${errors.map((error) => error.formattedMessage).join('\n')}`,
    )
  }
  // Only our own files: a library's helper contracts are no result.
  return Object.fromEntries(
    Object.keys(sources)
      .flatMap((file) => Object.entries(output.contracts?.[file] ?? {}))
      .map(([name, contract]) => [
        name,
        { abi: contract!.abi, bytecode: `0x${contract!.evm.bytecode.object}` as const },
      ]),
  )
}

async function runSolc(input: object): Promise<SolcOutput> {
  const child = spawn(process.execPath, [here('./solc-child.ts')], { stdio: 'pipe' })
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  // A child that dies at once breaks the pipe; what it said on stderr tells more than EPIPE does.
  child.stdin.on('error', () => child.kill())
  child.stdin.end(JSON.stringify(input))
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  if (code !== 0) throw new Error(`The Solidity compiler ended with ${code}.\n${err || out}`)
  return JSON.parse(out)
}

function here(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
