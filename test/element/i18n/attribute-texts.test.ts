import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  attributeProperties,
  parseElementSettings,
  toKebabCase,
} from '../../../src/element/attributes.ts'
import { explainError } from '../../../src/element/checkout/page/attribute-texts.ts'
import { PayError } from '../../../src/errors.ts'

const refused = (field: string, details?: string) =>
  new PayError('invalid_attribute', `${field} cannot be used.`, { field, details })

for (const name of attributeProperties)
  test(`${name}: what it must be is said, by the attribute's name`, () => {
    const { code, field, message } = explainError(refused(toKebabCase(name)))
    assert.equal(code, 'invalid_attribute')
    assert.equal(field, toKebabCase(name))
    assert.match(message, new RegExp(`^${toKebabCase(name)} must be [\\w0].{3,}\\.$`))
  })

test('a text that is wrong is refused by its attribute, whose form is then said', () => {
  for (const name of attributeProperties) {
    // No text of these is wrong but none.
    if (/^(brandName|tokenSymbol|disabled)$/.test(name)) continue
    const given = { chargeId: '3c90c3cc-0d44-4b50-8888-8dd25736052a', [name]: '\u0000 ' }
    // Node has no document and no CSS: those that ask one of them are tried in a browser.
    if (/Url$|^(proxy|brandColor|brandLogo)$/.test(name)) continue
    assert.throws(
      () => parseElementSettings(given),
      (error: PayError) => explainError(error).message.startsWith(`${toKebabCase(name)} must be`),
      name,
    )
  }
})

test('what misses beside an attribute is said too', () => {
  assert.equal(
    explainError(refused('charge-id', 'one')).message,
    'charge-id or order is needed, and not both.',
  )
  assert.equal(
    explainError(refused('recipient', 'beside')).message,
    'recipient needs chain-id, token-address, token-decimals and token-symbol beside it.',
  )
})

test('any other error stays as it is', () => {
  const amounts = new PayError('invalid_attribute', 'amounts: x', { field: 'amounts' })
  const offline = new PayError('offline', 'No connection.', { field: 'locale' })
  for (const error of [amounts, offline]) assert.equal(explainError(error), error)
})
