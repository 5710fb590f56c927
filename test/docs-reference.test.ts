import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { buildLlmsText } from '../docs/.vitepress/llms.ts'
import { resolveLink, slugify } from '../docs/.vitepress/markdown.ts'
import { pages } from '../docs/.vitepress/pages.ts'
import { buildApiPages } from '../scripts/docs/api/pages.ts'
import { fillSettings } from '../scripts/docs/reference.ts'
import { errorStatus } from '../src/api/schemas/error-body.ts'
import { WebhookEvent } from '../src/api/schemas/webhook.ts'
import {
  attributeProperties,
  otherProperties,
  renderedProperties,
  toKebabCase,
} from '../src/element/attributes.ts'
import { supportedLocales } from '../src/element/i18n/languages/load-messages.ts'
import { readOptions } from '../src/proxy/options.ts'
import { payerProofs } from '../src/service/payments/credit.ts'
import { documents, listNames, readDocument, root } from './support/markdown.ts'

// The reference pages name what the code has, all of it, and nothing else.

const sorted = (names: Iterable<string>) => [...new Set(names)].sort()
const source = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

test('the page of attributes has every attribute and property of the element, and nothing else', () => {
  const page = readDocument('docs/attributes.md')
  assert.deepEqual(
    sorted(listNames(page, 'Attributes')),
    sorted(attributeProperties.map(toKebabCase)),
  )
  const others = [...renderedProperties, ...otherProperties].filter(
    (name) => !(attributeProperties as readonly string[]).includes(name),
  )
  assert.deepEqual(sorted(listNames(page, 'Properties')), sorted(others))
})

test('the page of attributes has every slot, part and custom property that the element declares', () => {
  const page = readDocument('docs/attributes.md')
  const element = source('src/element/pay-charge.ts')
  const declared = (tag: string) =>
    [...element.matchAll(new RegExp(`@${tag} (?:\\{.*?\\} )?(?:\\[)?([\\w-]+)`, 'g'))].map(
      ([, name = '']) => name,
    )
  assert.deepEqual(sorted(listNames(page, 'Slots')), sorted(declared('slot')))
  assert.deepEqual(sorted(listNames(page, 'Parts')), sorted(declared('csspart')))
  assert.deepEqual(sorted(listNames(page, 'Custom properties')), sorted(declared('cssproperty')))
  const events = readDocument('docs/events.md')
  assert.deepEqual(sorted(listNames(events, 'Events')), sorted(declared('fires')))
})

test('the page of style has every language of the card, and nothing else', () => {
  assert.ok(readDocument('README.md').includes(` ${supportedLocales.length} languages,`))
  const [, list = ''] = /\*\*Languages\*\*: ([^.]+)\./.exec(readDocument('docs/style.md')) ?? []
  const names = new Intl.DisplayNames('en', { type: 'language' })
  assert.deepEqual(
    sorted(list.replace(/ \([^)]+\)/g, '').split(/,? and |,\s+/)),
    sorted(supportedLocales.map((tag) => names.of(new Intl.Locale(tag).language) ?? '')),
  )
})

test('the page of the proxy has every option, and nothing else', () => {
  // What it says of a misspelled option is the list of all.
  const said = (() => {
    try {
      readOptions({ misspelled: true } as never)
      return ''
    } catch (error) {
      return (error as Error).message
    }
  })()
  const [, options = ''] = /The options are: (.+)\.$/.exec(said) ?? []
  const named = listNames(readDocument('docs/proxy-options.md'), 'Options').map(
    (name) => name.split('(')[0] ?? '',
  )
  assert.deepEqual(sorted(named), sorted(options.split(', ')))
})

test('the page of settings has every environment variable (npm run docs)', () => {
  const page = readDocument('docs/service-settings.md')
  assert.equal(fillSettings(page), page)
})

test('the page of errors has every code and every type, and nothing else', () => {
  const page = readDocument('docs/errors.md')
  const [, union = ''] =
    /export type PayErrorCode =([\s\S]*?)\n\n/.exec(source('src/errors.ts')) ?? []
  const codes = [...union.matchAll(/'(\w+)'/g)].map(([, code = '']) => code)
  assert.ok(codes.length > 20)
  const named = ['Of your page', 'Of wallet and chain', 'Of calls', 'Of your backend'].flatMap(
    (heading) => listNames(page, heading),
  )
  assert.deepEqual(named.toSorted(), codes.toSorted())
  assert.deepEqual(listNames(page, 'Error types of the service'), Object.keys(errorStatus))
  for (const [type, status] of Object.entries(errorStatus))
    assert.ok(page.includes(`| \`${type}\` | ${status} |`), `${type} is ${status}`)
})

test('the page about payments has every way of proof, and nothing else', () => {
  const page = readDocument('docs/payments.md')
  const [, table = ''] = /## What counts as proof\n\n([\s\S]*?)\n\n/.exec(page) ?? []
  const named = [...table.matchAll(/\| `(\w+)` \|/g)].map(([, name = '']) => name)
  assert.deepEqual(sorted(named), sorted([...Object.keys(payerProofs), 'merchant']))
})

test('every file that the how-tos of CONTRIBUTING.md name exists', () => {
  const paths = [
    ...readDocument('CONTRIBUTING.md').matchAll(/`((?:src|test|docs|scripts|demo)\/[^\s`<]+)`/g),
  ].map(([, path = '']) => path)
  assert.ok(paths.length > 40)
  const missing = paths.filter((path) => globSync(path, { cwd: root }).length === 0)
  assert.deepEqual(missing, [])
})

test('the page about orders has every webhook event, and nothing else', () => {
  const types = WebhookEvent.def.options.flatMap(({ shape }) => [...(shape.type._zod.values ?? [])])
  const named = listNames(readDocument('docs/fulfill.md'), 'What each event means')
  assert.deepEqual(sorted(named), sorted(types.map(String)))
})

/** Returns the ids of a page, by its headings and its HTML. */
function listIds(markdown: string): Set<string> {
  const ids = new Set([...markdown.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id))
  for (const [, title = ''] of markdown.matchAll(/^#{1,6} (.+)$/gm)) {
    const slug = slugify(title.replace(/\]\([^)]*\)/g, ''))
    let id = slug
    for (let count = 1; ids.has(id); count++) id = `${slug}-${count}`
    ids.add(id)
  }
  return ids
}

test('every document is a page, every page is in llms.txt, and no link leads nowhere', () => {
  const apiPages = buildApiPages()
  const written = pages.map(({ name, source: file, isGenerated }) => {
    const markdown = isGenerated ? apiPages.get(name) : source(file)
    assert.ok(markdown, `nothing writes ${file}`)
    return { name, file, markdown: markdown.replace(/^ *```.*?^ *```$/gms, '') }
  })
  assert.deepEqual(
    sorted(written.map(({ file }) => file)),
    sorted([
      ...documents.filter((file) => file !== 'README.md'),
      'CHANGELOG.md',
      ...[...apiPages.keys()].map((name) => `docs/${name}.md`),
    ]),
  )
  const llms = buildLlmsText()
  for (const page of pages.slice(1)) assert.ok(llms.includes(`](${page.name}.md)`), page.name)
  const idsOf = new Map(written.map(({ name, markdown }) => [name, listIds(markdown)]))
  let links = 0
  for (const { name, file, markdown } of written)
    for (const [, href = ''] of markdown.matchAll(/(?:\]\(|<a href=")([^)"\s]+)[)"]/g)) {
      links++
      const [path = '', id] = resolveLink(href, file).split('#')
      if (!id || /^https?:/.test(path)) continue
      const target = path === '' ? name : path.replace('./', '') || 'index'
      assert.ok(idsOf.get(target)?.has(id), `${file} links to ${target}#${id}`)
    }
  assert.ok(links > 100)
  const readme = readDocument('README.md')
  assert.ok(readme.split('\n').length <= 151, 'README.md has more than 150 lines')
  for (const [, path = ''] of readme.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g))
    assert.ok(existsSync(new URL(`../${path}`, import.meta.url)), `README.md links to ${path}`)
})
