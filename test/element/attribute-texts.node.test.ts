import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explained } from '../../src/element/attribute-texts.ts'
import { kebab, names, readSettings } from '../../src/element/attributes.ts'
import { PayError } from '../../src/errors.ts'

const refused = (field: string, details?: string) =>
  new PayError('invalid_attribute', `${field} cannot be used.`, { field, details })

for (const name of names)
  test(`${name}: what it must be is said, by the attribute's name`, () => {
    const { code, field, message } = explained(refused(kebab(name)))
    assert.equal(code, 'invalid_attribute')
    assert.equal(field, kebab(name))
    assert.match(message, new RegExp(`^${kebab(name)} must be [\\w0].{3,}\\.$`))
  })

test('a text that is wrong is refused by its attribute, whose form is then said', () => {
  for (const name of names) {
    // No text of these two is wrong but none.
    if (/^(brandName|tokenSymbol)$/.test(name)) continue
    const given = { chargeId: '3c90c3cc-0d44-4b50-8888-8dd25736052a', [name]: '\u0000 ' }
    // Node has no document and no CSS: those that ask one of them are tried in a browser.
    if (/Url$|^(proxy|brandColor|brandLogo)$/.test(name)) continue
    assert.throws(
      () => readSettings(given),
      (error: PayError) => explained(error).message.startsWith(`${kebab(name)} must be`),
      name,
    )
  }
})

test('what misses beside an attribute is said too', () => {
  assert.equal(
    explained(refused('charge-id', 'one')).message,
    'charge-id or order is needed, and not both.',
  )
  assert.equal(
    explained(refused('recipient', 'beside')).message,
    'recipient needs chain-id, token-address, token-decimals and token-symbol beside it.',
  )
})

test('any other error stays as it is', () => {
  const amounts = new PayError('invalid_attribute', 'amounts: x', { field: 'amounts' })
  const offline = new PayError('offline', 'No connection.', { field: 'locale' })
  for (const error of [amounts, offline]) assert.equal(explained(error), error)
})
