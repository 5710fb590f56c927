import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import type { ClassMember } from 'custom-elements-manifest'
import {
  createCssCustomData,
  createCustomData,
  createWebTypes,
  listValues,
} from '../scripts/manifest/editors.ts'
import { createManifest, findElement } from '../scripts/manifest/manifest.ts'
import {
  type AttributeProperty,
  attributeProperties,
  otherProperties,
  readAttribute,
  renderedProperties,
  toKebabCase,
} from '../src/element/attributes.ts'
import * as entry from '../src/index.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const readAll = (...patterns: string[]) => globSync(patterns, { cwd: root }).map(read).join('\n')

const manifest = createManifest()
const element = findElement(manifest)
const { attributes = [], members = [], events = [] } = element
const { slots = [], cssParts = [], cssProperties = [] } = element

const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name).sort()
const unique = (list: readonly string[]) => [...new Set(list)].sort()
/** What a pattern's first group finds in a text, each once. */
const find = (pattern: RegExp, text: string) =>
  unique([...text.matchAll(pattern)].map(([, found = '']) => found))
const isStatic = (one: ClassMember) => !!one.static
const templates = readAll('src/element/**/*.ts')
const docs = readAll('README.md', 'docs/**/*.md')

test('the manifest keeps to its schema', () => {
  const path = createRequire(import.meta.url).resolve('custom-elements-manifest/schema.json')
  const ajv = new Ajv({ strict: false })
  const isValid = ajv.validate(JSON.parse(readFileSync(path, 'utf8')), manifest)
  assert.ok(isValid, JSON.stringify(ajv.errors))
})

test('the attributes are those of the table, and each has its property', () => {
  assert.deepEqual(
    attributes.map(({ name }) => name),
    attributeProperties.map(toKebabCase),
  )
  for (const { name, fieldName = '' } of attributes) {
    assert.equal(name, toKebabCase(fieldName))
    assert.ok(namesOf(members).includes(fieldName), fieldName)
  }
})

test('the members are what a page finds in the element', () => {
  const descriptors = Object.entries(Object.getOwnPropertyDescriptors(entry.PayCharge.prototype))
  const fields = members.filter((one) => one.kind === 'field' && !isStatic(one))
  const settable = fields.filter((one) => !('readonly' in one && one.readonly))
  const readOnly = fields.filter((one) => 'readonly' in one && one.readonly)
  assert.deepEqual(namesOf(settable), [...renderedProperties, ...otherProperties].sort())
  assert.deepEqual(
    namesOf(readOnly),
    unique(descriptors.filter(([, { get, set }]) => get && !set).map(([name]) => name)),
  )
  const methods = namesOf(members.filter((one) => one.kind === 'method'))
  assert.deepEqual(methods, ['cancel', 'close', 'open', 'pay', 'refresh', 'retry'])
  for (const name of methods)
    assert.ok(
      descriptors.some(([found]) => found === name),
      name,
    )
})

test('the events are those of the map, and their classes are what the package exports', () => {
  const map = [...read('src/element/event-map.ts').matchAll(/'(pay-charge-[\w-]+)': (\w+)/g)]
  assert.deepEqual(
    events.map(({ name, type }) => [name, type.text]).sort(),
    map.map(([, name, type]) => [name, type]).sort(),
  )
  const classes = new Map<string, unknown>(Object.entries(entry))
  for (const { name, type } of events) {
    const EventClass = classes.get(type.text) as new (...fields: unknown[]) => Event
    assert.equal(new EventClass({}, {}, {}).type, name)
  }
})

test('slots and parts are those of the templates', () => {
  assert.deepEqual(namesOf(slots), find(/<slot name="([\w-]+)"/g, templates))
  const parts = find(/\spart="([\w -]+)"/g, templates).flatMap((part) => part.split(' '))
  assert.deepEqual(namesOf(cssParts), unique(parts))
  assert.doesNotMatch(templates, /<slot(?! name=")|\spart=(?!")/)
})

test('custom properties are those of the theme, with the values that it has without them', () => {
  const theme = read('src/element/theme/theme.ts')
  assert.deepEqual(namesOf(cssProperties), find(/var\((--pay-charge-\w+)/g, templates))
  for (const { name, default: value } of cssProperties)
    if (name !== '--pay-charge-accent') assert.ok(theme.includes(`var(${name}, ${value})`), name)
})

test('everything has a description', () => {
  for (const one of [...attributes, ...members, ...events, ...slots, ...cssParts, ...cssProperties])
    assert.match(one.description ?? '', /\w{3}/, one.name)
})

test('an attribute that takes only some values lists them all', () => {
  const listed = attributes.filter((attribute) => listValues(attribute).length > 0)
  assert.deepEqual(namesOf(listed), ['attribution', 'color-scheme', 'mode', 'redirect'])
  for (const attribute of listed) {
    const { fieldName = '' } = attribute
    for (const value of listValues(attribute))
      assert.equal(readAttribute(fieldName as AttributeProperty, value), value)
    // The rule of attributes.ts, which names them too, takes no other.
    const rule = new RegExp(`${fieldName}: /\\^\\((.*)\\)\\$/i`)
    const [, choices = ''] = rule.exec(read('src/element/attributes.ts')) ?? []
    assert.deepEqual(listValues(attribute), choices.split('|'))
  }
})

test('the docs name every attribute in a table, and no other', () => {
  const tables = [...docs.matchAll(/^\| attribute \|.*\n\|[-| ]+\n((?:\|.*\n)+)/gm)]
  const cells = tables.flatMap(([, rows = '']) => rows.split('\n').map((row) => row.split('|')[1]))
  assert.deepEqual(find(/`([\w-]+)`/g, cells.join()), namesOf(attributes))
})

test('the docs name everything else', () => {
  const named = new Set(find(/`(?:--pay-charge)?([\w-]+)(?:\(\))?`/g, docs))
  // A property that is an attribute too is named by that: "a property of the same name in camelCase".
  const properties = new Set(attributes.map(({ fieldName }) => fieldName))
  const pageMembers = members.filter((one) => !isStatic(one) && !properties.has(one.name))
  const others = [...pageMembers, ...events, ...slots, ...cssParts]
  const styles = cssProperties.map(({ name }) => name.replace('--pay-charge', ''))
  const missing = [...namesOf(others), ...styles].filter((name) => !named.has(name))
  assert.deepEqual(missing, [])
})

test('editors get every attribute, and the values of those that take only some', () => {
  const fields = { name: 'pay-charge', version: '1.2.3', homepage: 'https://docs.example' }
  const { tags } = createCustomData(manifest, fields) as {
    tags: [{ attributes: { name: string; values?: object[] }[] }]
  }
  const [tag] = tags
  assert.deepEqual(namesOf(tag.attributes), namesOf(attributes))
  const { values } = tag.attributes.find(({ name }) => name === 'mode') ?? {}
  assert.deepEqual(values, [{ name: 'inline' }, { name: 'dialog' }])

  const { contributions } = createWebTypes(manifest, fields) as {
    contributions: { html: { elements: [{ attributes: { name: string; value: object }[] }] } }
  }
  const [webTag] = contributions.html.elements
  assert.deepEqual(namesOf(webTag.attributes), namesOf(attributes))
  const { value } = webTag.attributes.find(({ name }) => name === 'mode') ?? {}
  assert.deepEqual(value, { type: "'inline' | 'dialog'", default: "'inline'" })
})

test('editors get every custom property and part', () => {
  const { properties, pseudoElements } = createCssCustomData(manifest) as Record<
    'properties' | 'pseudoElements',
    { name: string }[]
  >
  assert.deepEqual(namesOf(properties), namesOf(cssProperties))
  assert.deepEqual(
    namesOf(pseudoElements),
    namesOf(cssParts).map((name) => `::part(${name})`),
  )
})
