import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { Command } from 'commander'
import { transform } from 'lightningcss'
import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5'
import { compile } from 'svelte/compiler'
import * as vue from 'vue/compiler-sfc'
import { attributeProperties, toKebabCase } from '../src/element/attributes.ts'
import { environmentVariables, readSettings } from '../src/service/app/settings.ts'
import { addBookCommands } from '../src/service/books/commands/books.ts'
import { addQuoteKeyCommands } from '../src/service/charges/commands/quote-key.ts'
import { addBackupCommands } from '../src/service/cli/backup/backup-program.ts'
import { addCallCommand } from '../src/service/cli/call.ts'
import { addOperatorCommands } from '../src/service/cli/operator-program.ts'
import { addListenCommand } from '../src/service/webhooks/commands/listen.ts'
import { findLanguage } from './support/languages.ts'
import { type CodeBlock, documents, listBlocks, readDocument, root } from './support/markdown.ts'
import { checkServerFile } from './support/server-files.ts'

// What readme.test.ts compiles, it compiles; everything else in the documents is checked here, each language in its way.

const manifest = JSON.parse(readDocument('package.json')) as { scripts: Record<string, string> }
const attributes = new Set(attributeProperties.map(toKebabCase))
const elementPage = readDocument('docs/attributes.md')

type Check = (block: CodeBlock) => void

const checks: Record<string, Check> = {
  // Compiled by readme.test.ts.
  ts: () => {},
  tsx: () => {},
  // Drawings and the output of programs.
  text: () => {},
  json: ({ code }) => JSON.parse(code),
  html: checkHtml,
  svelte: ({ code }) => assert.deepEqual(compile(code, { generate: 'server' }).warnings, []),
  vue: checkVue,
  css: checkCss,
  csp: checkPolicy,
  python: ({ code }) =>
    runCheck('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], code),
  php: ({ code }) => runCheck('php', ['-l'], code),
  sh: checkShell,
  env: checkEnvironment,
  nginx: checkServerFile,
  caddy: checkServerFile,
  systemd: checkServerFile,
  containerfile: checkServerFile,
}

for (const file of [...documents, 'scripts/pack/service-readme.md']) {
  const blocks = listBlocks(file)
  if (blocks.length === 0) continue
  test(`every block of ${file} is what it says`, () => {
    for (const block of blocks) {
      const check = checks[block.language]
      const place = `${file}:${block.line}`
      assert.ok(check, `${place}: nobody checks blocks of ${block.language || 'no language'}`)
      try {
        check(block)
      } catch (cause) {
        throw new Error(`${place}: ${cause instanceof Error ? cause.message : cause}`, { cause })
      }
    }
  })
}

/** Has a program read a text, where the machine has it. */
function runCheck(name: 'python3' | 'php', parameters: readonly string[], input: string): void {
  const program = findLanguage(name)
  if (!program) return
  const { status, stdout, stderr } = spawnSync(program, parameters, { input, encoding: 'utf8' })
  assert.equal(status, 0, `is no ${name}: ${stderr || stdout}`)
}

function checkVue({ code }: CodeBlock) {
  const { descriptor, errors } = vue.parse(code)
  assert.deepEqual(errors, [])
  const compilerOptions = { isCustomElement: (tag: string) => tag === 'pay-charge' }
  vue.compileScript(descriptor, {
    id: 'docs',
    inlineTemplate: true,
    templateOptions: { compilerOptions },
  })
}

test('a wrong block would fail', () => {
  const block = (language: string, code: string) => () =>
    checks[language]?.({ file: 'x.md', line: 1, language, code })
  assert.throws(block('html', '<pay-charge colour="red"></pay-charge>'), /colour/)
  assert.throws(block('html', '<p>text</b></p>'), /html/)
  assert.throws(block('css', 'pay-charge::part(prize) { color: red }'), /prize/)
  assert.throws(block('css', 'pay-charge { --pay-charge-colour: red }'), /colour/)
  assert.throws(block('sh', 'npx pay-charge accounts list'), /accounts/)
  assert.throws(block('sh', 'npx pay-charge keys list --who x'), /--who/)
  assert.throws(block('sh', 'npm run dosc'), /dosc/)
  assert.throws(block('sh', 'export CHAIN_RPC_URL=1'), /CHAIN_RPC_URL/)
  assert.throws(block('sh', 'if true'), /sh/)
  assert.throws(block('env', 'QUORUM_ABOVE_USD=lots'), /QUORUM_ABOVE_USD/)
  assert.throws(block('csp', "script-scr 'self'"), /script-scr/)
  assert.throws(block('svelte', '<p>{#if true}</p>'), /if/)
  assert.throws(block('vue', '<template><p></template>'), /end tag/)
  if (findLanguage('python3')) assert.throws(block('python', 'def sell(:'), /python3/)
  if (findLanguage('php')) assert.throws(block('php', '<?php sell('), /php/)
  assert.throws(block('nginx', 'server { listen 80 }'), /;/)
  assert.throws(block('systemd', '[Service]\nExecStrat=/bin/true'), /ExecStrat/)
  assert.throws(block('containerfile', 'FORM node:24'), /FORM/)
})

function checkHtml({ code }: CodeBlock): void {
  const faults: string[] = []
  const options = { onParseError: ({ code: fault }: { code: string }) => void faults.push(fault) }
  const isWhole = /<!doctype/i.test(code)
  const document = isWhole ? parse(code, options) : parseFragment(code, options)
  const elements = listElements(document)
  const open = [...code.matchAll(/<([a-z][\w-]*)/g)].map(([, name]) => name)
  assert.deepEqual(faults, [], 'is no valid html')
  assert.ok(elements.length >= open.length, 'is html in which an element is lost')
  const closed = [...code.matchAll(/<\/([a-z][\w-]*)>/g)].map(([, name]) => name)
  for (const name of closed)
    assert.ok(
      open.filter((one) => one === name).length >= closed.filter((one) => one === name).length,
      `is html that ends ${name} twice`,
    )
  for (const { tagName, attrs } of elements) {
    if (tagName !== 'pay-charge') continue
    for (const { name } of attrs)
      assert.ok(
        attributes.has(name) || /^(id|class|slot|lang|dir|hidden)$/.test(name),
        `<pay-charge> has no attribute ${name}`,
      )
  }
}

function listElements(node: DefaultTreeAdapterTypes.Node): DefaultTreeAdapterTypes.Element[] {
  const own = 'tagName' in node ? [node] : []
  return 'childNodes' in node ? [...own, ...node.childNodes.flatMap(listElements)] : own
}

function checkCss({ code }: CodeBlock): void {
  transform({ filename: 'block.css', code: Buffer.from(code) })
  const named = [
    ...[...code.matchAll(/::part\(([\w-]+)\)/g)].map(([, name]) => name),
    ...[...code.matchAll(/(--pay-charge-[\w-]+)/g)].map(([name]) => name),
  ]
  for (const name of named)
    assert.ok(
      elementPage.includes(`| \`${name}\` |`),
      `the element has no part or property ${name}`,
    )
}

/** https://www.w3.org/TR/CSP3/#csp-directives, and Trusted Types. */
const directives = new Set(
  'default-src script-src style-src img-src font-src connect-src frame-src object-src base-uri form-action frame-ancestors require-trusted-types-for trusted-types'.split(
    ' ',
  ),
)

function checkPolicy({ code }: CodeBlock): void {
  for (const directive of code.trim().split(/;\s*/)) {
    const [name = '', ...sources] = directive.split(/\s+/)
    assert.ok(directives.has(name), `there is no directive ${name}`)
    assert.ok(sources.length > 0, `${name} has no source`)
  }
}

/** The commands of the program, as src/cli.ts puts them together. */
function createProgram(): Command {
  const program = new Command('pay-charge')
  program.command('serve').option('--roles <roles>')
  addOperatorCommands(program, async () => {})
  addBookCommands(
    program,
    async () => {},
    async () => {},
    () => {},
  )
  addBackupCommands(
    program,
    async () => {},
    () => {},
  )
  addQuoteKeyCommands(program, async () => {})
  addListenCommand(program, async () => {})
  addCallCommand(
    program,
    async () => {},
    async () => {},
    () => {},
  )
  return program
}
const program = createProgram()

/** Variables that are not the service's. */
const otherVariables =
  /^(SHOP_PORT|SERVICE_PORT|CHAIN_PORT|DEMO_DATA|CI|PATH|API_KEY|SEED|COUNT|KILLS|SCHEDULE|ONLY|PROCESSES|PAY_CHARGE_\w+|TEST_DATABASE_URL)$/

/** A call of the program, by whatever name. */
const programCall =
  /^(?:\w+=\S+ )*(?:sudo )?(?:npx )?(?:pay-charge|pay-charge-admin|\w.*\/cli\.js) (?<words>\S.*)$/

function checkShell({ code }: CodeBlock): void {
  // What a reader has to put in stands in angle brackets.
  const filled = code.replace(/<([a-z][\w ]*)>/g, 'PLACE')
  const { status, stderr } = spawnSync('bash', ['-n'], { input: filled, encoding: 'utf8' })
  assert.equal(status, 0, `is no sh: ${stderr}`)
  for (const line of listCommands(filled)) {
    for (const [, name = ''] of line.matchAll(/(?:^|export )([A-Z][A-Z_]+)=/g))
      assert.ok(
        name in environmentVariables || otherVariables.test(name),
        `there is no variable ${name}`,
      )
    const its = programCall.exec(line)?.groups?.words
    if (its !== undefined) checkCommand(program, its.split(/\s+/))
    const [, script] = /^npm (?:run )?([\w:]+)/.exec(line) ?? []
    const isNpm = /^(install|init|pkg|ci|test|start|run)$/.test(script ?? '')
    if (script && (line.startsWith('npm run') || !isNpm))
      assert.ok(script in manifest.scripts, `package.json has no script ${script}`)
    const [, file] = /^node (?!-)(\S+)/.exec(line) ?? []
    if (file?.includes('/')) assert.ok(existsSync(`${root}/${file}`), `there is no file ${file}`)
  }
}

/** The lines of a script with continued ones joined, without comments and the texts of here-documents. */
function listCommands(code: string): string[] {
  return code
    .replace(/<<'?END'?[\s\S]*?^END$/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter(Boolean)
}

function checkCommand(command: Command, words: readonly string[]): void {
  const [first = '', ...rest] = words
  if (first === '--help' || first === '>') return
  if (command.commands.length > 0) {
    const next = command.commands.find((one) => one.name() === first)
    assert.ok(next, `${command.name()} has no command ${first}`)
    checkCommand(next, rest)
    return
  }
  for (const word of words) {
    const [option = ''] = word.split('=')
    if (!option.startsWith('--')) continue
    assert.ok(
      command.options.some(({ long }) => long === option) || option === '--help',
      `${command.name()} has no option ${option}`,
    )
  }
}

function checkEnvironment({ code }: CodeBlock): void {
  const entries = code
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', value = ''] = /^([A-Z_]+)=(.*)$/.exec(line) ?? []
      assert.ok(name in environmentVariables, `there is no setting in ${line}`)
      return [name, value.replace(/^'(.*)'$/, '$1')] as const
    })
  const read = readSettings(Object.fromEntries(entries))
  if ('errors' in read) assert.deepEqual(read.errors, [])
}
