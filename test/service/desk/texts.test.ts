import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type DeskTexts, english } from '../../../src/service/desk/texts/en.ts'
import { chooseDeskLanguage, deskLanguages } from '../../../src/service/desk/texts/texts.ts'

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

describe('the texts of the desk', () => {
  for (const [language, texts] of Object.entries(deskLanguages))
    test(`in ${language} are all there, with the placeholders of the English ones`, () => {
      const own: DeskTexts = texts
      for (const [name, source] of Object.entries(english)) {
        const text = own[name as keyof DeskTexts]
        assert.ok(text !== undefined, name)
        if (typeof source === 'string')
          assert.deepEqual(placeholders(String(text)), placeholders(source), name)
        else {
          // Every form that the language has for whole numbers.
          const rules = new Intl.PluralRules(language)
          for (let n = 1; n < 120; n++)
            assert.ok(Object.hasOwn(Object(text), rules.select(n)), `${name} for ${n}`)
          assert.deepEqual(placeholders(Object(text).other), ['{n}'], name)
        }
      }
    })

  test('follow the browser, and are English where it speaks nothing else', () => {
    assert.equal(chooseDeskLanguage('sv-SE, de-CH;q=0.8').text('today'), 'Heute')
    assert.equal(chooseDeskLanguage('xx').text('today'), 'Today')
    const { dir, locale } = chooseDeskLanguage('ar-EG')
    assert.deepEqual({ dir, locale }, { dir: 'rtl', locale: 'ar-EG' })
    assert.equal(chooseDeskLanguage('en').count('chargeCount', 1), '1 charge')
    assert.equal(chooseDeskLanguage('ar').count('chargeCount', 2), 'فاتورتان')
  })
})
