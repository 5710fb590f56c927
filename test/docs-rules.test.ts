import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { readDocument, root } from './support/markdown.ts'

// The rules of docs/architecture.md are a table; their details are in docs/rules. Both name files and functions of the
// source, which move.

interface Row {
  number: string
  page: string
  anchor: string
  sentence: string
  why: string
  where: string[]
  tests: string[]
}

interface Section {
  number: string
  page: string
  sentence: string
  text: string
  tests: string[]
}

const architecture = readDocument('docs/architecture.md')
/** The architecture without its drawing of the folders. */
const prose = architecture.replace(/^```.*?^```$/gms, '')
const rulePages = globSync('docs/rules/*.md', { cwd: root }).sort()

const listPaths = (text: string) => [...text.matchAll(/`([^`\s]+)`/g)].map(([, path = '']) => path)

/** Returns the files that a cell links to, each by the name of the file. */
function listLinks(cell: string): string[] {
  return [...cell.matchAll(/\[([^\]]+)\]\(\.\.\/([^)]+)\)/g)].map(([, label = '', path = '']) => {
    assert.equal(label, basename(path).split('.')[0], `${path} is named ${label}`)
    return path
  })
}

const rows: Row[] = (architecture.split('## The rules that keep money safe\n')[1] ?? '')
  .split('\n')
  .filter((line) => /^\| \[/.test(line))
  .map((line) => {
    const cells = line.split(' | ')
    const [link = '', sentence = '', why = '', where = '', tests = ''] = cells
    assert.equal(cells.length, 5, line)
    const [, number = '', page = '', anchor = ''] = /\[(\w+)\]\(([^#)]+)#([^)]+)\)/.exec(link) ?? []
    return {
      number,
      page: `docs/${page}`,
      anchor,
      sentence,
      why,
      where: listLinks(where),
      tests: listLinks(tests),
    }
  })

const sections: Section[] = rulePages.flatMap((page) =>
  readDocument(page)
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [, number = '', sentence = '', text = ''] =
        /^Rule (\w+)\n\n\*\*(.+?)\*\*\n(.*)$/s.exec(section) ?? []
      assert.ok(number, `${page}: a section does not begin with its rule`)
      const [body = '', tests = ''] = text.split(/^Tests: /m)
      return {
        number,
        page,
        sentence: sentence.replace(/\s+/g, ' '),
        text: body,
        tests: listPaths(tests),
      }
    }),
)

test('the table of rules is in the order of their numbers, and each row leads to its section', () => {
  const numbers = rows.map(({ number }) => number)
  const value = (number: string) => Number.parseInt(number, 10) + (/\D$/.test(number) ? 0.5 : 0)
  assert.deepEqual(
    numbers,
    [...new Set(numbers)].toSorted((a, b) => value(a) - value(b)),
  )
  assert.ok(rows.length > 40)
  const wanted = rows.map(({ number, page, sentence }) => ({ number, page, sentence }))
  const found = numbers.map((number) => {
    const [section, ...more] = sections.filter((one) => one.number === number)
    assert.deepEqual(more, [], `rule ${number} has two sections`)
    return { number, page: section?.page ?? '', sentence: section?.sentence ?? '' }
  })
  assert.deepEqual(found, wanted)
  assert.equal(sections.length, rows.length, 'a section has no row')
  for (const { number, anchor } of rows) assert.equal(anchor, `rule-${number}`)
})

test('a rule says in one sentence what holds and in one why, and names one to three main files and tests', () => {
  for (const { number, sentence, why, where, tests } of rows) {
    for (const text of [sentence, why])
      assert.match(text, /^[A-Z](?:[^.]|\.\w)+\.$/, `rule ${number}: ${text}`)
    for (const paths of [where, tests])
      assert.ok(paths.length >= 1 && paths.length <= 3, `rule ${number}: ${paths}`)
    const section = sections.find((one) => one.number === number)
    for (const path of where)
      assert.ok(section?.text.includes(`\`${path}\``), `the details of rule ${number}: ${path}`)
    for (const path of tests)
      assert.ok(section?.tests.includes(path), `the tests of rule ${number}: ${path}`)
  }
})

test('every path in the architecture and in the rules exists', () => {
  let count = 0
  for (const page of ['docs/architecture.md', 'docs/interface.md', ...rulePages])
    for (const path of listPaths(readDocument(page).replace(/^```.*?^```$/gms, ''))) {
      if (!/^(src|test|scripts|docs|demo)\/|\/.*\.tsx?$|^[\w-]+\.ts$/.test(path)) continue
      count++
      assert.ok(existsSync(join(root, path)), `${page} names ${path}`)
    }
  assert.ok(count > 200)
  const files = [...rows.flatMap(({ tests }) => tests), ...sections.flatMap(({ tests }) => tests)]
  for (const path of files) assert.match(path, /^test\/.*\.ts$/)
})

test('every name of the source that the architecture or a rule mentions stands in the source', () => {
  const source = globSync('src/**/*.{ts,tsx}', { cwd: root }).map(readDocument).join('\n')
  const names = new Set(source.match(/\w+/g))
  const texts = sections.map(({ number, text }) => ({ place: `rule ${number}`, text }))
  for (const { place, text } of [...texts, { place: 'the architecture', text: prose }])
    for (const name of listPaths(text))
      assert.ok(
        !/^[a-z]\w+$/i.test(name) || names.has(name.replace(/^pay_charge_/, '')),
        `${place} mentions ${name}`,
      )
})

test('the drawing of the folders has every folder of the source and of the service', () => {
  const [, drawing = ''] = /```text\n(.*?)```/s.exec(architecture) ?? []
  for (const folder of ['src', 'src/service'])
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true }))
      if (entry.isDirectory())
        assert.match(drawing, new RegExp(`\\b${entry.name}/`), `${folder}/${entry.name}`)
})

test('a rule that is mentioned by its number exists', () => {
  const numbers = new Set(rows.map(({ number }) => number))
  const files = ['src/**/*.ts', 'test/**/*.ts', 'docs/*.md', 'docs/rules/*.md', '*.md']
  for (const file of globSync(files, {
    cwd: root,
    exclude: ['test/clients/**', 'test/examples/**'],
  }))
    for (const [, number = ''] of readDocument(file).matchAll(/\brule (\d+a?)\b/g))
      assert.ok(numbers.has(number), `${file} mentions rule ${number}`)
})
