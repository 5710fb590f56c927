import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  attributeProperties,
  decidesAboutMoney,
  parseElementSettings,
  toKebabCase,
} from '../../../src/element/attributes.ts'
import { explainError } from '../../../src/element/checkout/page/attribute-texts.ts'
import { PayError } from '../../../src/errors.ts'

const refused = (field: string, details?: string) =>
  new PayError('invalid_attribute', `${field} cannot be used.`, { field, details })

for (const name of attributeProperties)
  test(`${name}: what it must be is said, by the attribute's name`, () => {
    const { code, field, message } = explainError(refused(toKebabCase(name)), undefined, '\u0000')
    assert.equal(code, 'invalid_attribute')
    assert.equal(field, toKebabCase(name))
    assert.match(message, new RegExp(`^${toKebabCase(name)} must be [\\w0].{3,}\\.$`))
  })

test('a text that is wrong is left out, and refused where it decides about money', () => {
  for (const name of attributeProperties) {
    // No text of these is wrong but none.
    if (/^(brandName|tokenSymbol|disabled)$/.test(name)) continue
    const given = { chargeId: '3c90c3cc-0d44-4b50-8888-8dd25736052a', [name]: '\u0000 ' }
    // Node has no document and no CSS: those that ask one of them are tried in a browser.
    if (/Url$|^(proxy|brandColor|brandLogo)$/.test(name)) continue
    const { refusal, [name]: text } = parseElementSettings(given)
    assert.equal(text, undefined, name)
    assert.equal(refusal?.field, decidesAboutMoney(name) ? toKebabCase(name) : undefined, name)
  }
})

test('what misses beside an attribute is said too', () => {
  const { refusal } = parseElementSettings({})
  assert.ok(refusal)
  assert.equal(
    explainError(refusal).message,
    'charge-id or order is needed, and not both; or payment-link in their place.',
  )
  const recipient = `0x${'d1'.repeat(20)}`
  const { refusal: alone } = parseElementSettings({ order: '{}', recipient })
  assert.ok(alone)
  assert.equal(
    explainError(alone).message,
    'recipient needs chain-id, token-address, token-decimals and token-symbol beside it.',
  )
  assert.match(explainError(refused('recipients', 'checksum')).message, /wrong checksum/)
})

test('any other error stays as it is', () => {
  const amounts = new PayError('invalid_attribute', 'amounts: x', { field: 'amounts' })
  const offline = new PayError('offline', 'No connection.', { field: 'locale' })
  for (const error of [amounts, offline]) assert.equal(explainError(error), error)
})
