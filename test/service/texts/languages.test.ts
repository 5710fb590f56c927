import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { supportedLocales } from '../../../src/element/i18n/languages/load-messages.ts'
import { chooseDeskLanguage } from '../../../src/service/desk/language.ts'
import { english } from '../../../src/service/texts/en.ts'
import { chooseLanguage, languages } from '../../../src/service/texts/language.ts'
import { findEnglish } from '../../support/foreign-words.ts'

// What no type holds of a translation: its names, placeholders and plurals, and that nothing is empty or left in English.

type Texts = { readonly [name: string]: string | Texts }

/** Every text by its path, such as `desk.attempts.one`, in the order of its file. */
function flat(texts: Texts, path = ''): [path: string, text: string][] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [[path + name, value]] : flat(value, `${path}${name}.`),
  )
}

/** Words that another language has as English has them. */
const sameWords = /^(Correction|Date|Item|Name|Test|Token|Total|Transaction)$/

const form = /\.(zero|one|two|few|many|other)$/
const withoutForm = (path: string) => path.replace(form, '')
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()
const source = new Map(flat(english))
/** The paths of texts that have forms for numbers. */
const plurals = new Set([...source.keys()].filter((path) => form.test(path)).map(withoutForm))

/** Writing systems of more than one script, or of a script in one of its shapes (ISO 15924). */
const scripts: Readonly<Record<string, string[]>> = {
  Jpan: ['Hira', 'Kana', 'Hani'],
  Kore: ['Hang', 'Hani'],
  Hans: ['Hani'],
  Hant: ['Hani'],
}

/** Matches a letter that a language is written in. */
function letterOf(language: string): RegExp {
  const { script = '' } = new Intl.Locale(language).maximize()
  const all = (scripts[script] ?? [script]).map((one) => `\\p{Script=${one}}`)
  return new RegExp(all.join('|'), 'u')
}

const translations = languages
  .filter((language) => language !== 'en')
  .map((language): [language: string, all: Map<string, string>] => {
    const file = new URL(`../../../src/service/texts/${language}.json`, import.meta.url)
    return [language, new Map(flat(JSON.parse(readFileSync(file, 'utf8'))))]
  })

describe('the texts of the service', () => {
  for (const [language, all] of translations) {
    test(`in ${language} are all there, with the placeholders of the English ones`, () => {
      const names = (paths: Iterable<string>) => [...new Set([...paths].map(withoutForm))]
      // In the order of the English ones too, so that two languages can be read side by side.
      assert.deepEqual(names(all.keys()), names(source.keys()))
      for (const [path, text] of all) {
        const isForm = plurals.has(withoutForm(path))
        const english = source.get(isForm ? `${withoutForm(path)}.other` : path) ?? ''
        // A form for one number may say it in a word: `فاتورتان`.
        if (isForm && !path.endsWith('.other') && placeholders(text).length === 0) continue
        assert.deepEqual(placeholders(text), placeholders(english), path)
        assert.ok(!/[{}]/.test(text.replace(/\{\w+\}/g, '')), `${path}: a brace alone`)
      }
    })

    test(`in ${language} have the forms of its plural rules`, () => {
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
      for (const plural of plurals) {
        const forms = [...all.keys()].filter((path) => withoutForm(path) === plural)
        const wanted = pluralCategories.map((category) => `${plural}.${category}`)
        assert.deepEqual(forms.sort(), wanted.sort())
      }
    })

    test(`in ${language} are not empty, and none is left in English`, () => {
      const own = letterOf(language)
      for (const [path, text] of all) {
        assert.ok(text.trim() !== '', path)
        assert.equal(text, text.trim(), `${path}: blanks around`)
        // The desk's readers know its English terms.
        if (!path.startsWith('desk.')) {
          assert.deepEqual(findEnglish(text, language), [], `${path}: ${text}`)
          assert.ok(text !== source.get(path) || sameWords.test(text), path)
        }
        // A single word may be the same in both languages: "Test", "URL".
        const words = text.replace(/\{\w+\}/g, '').match(/\p{L}[\p{L}\p{M}’-]*/gu) ?? []
        if (words.length < 2) continue
        assert.notEqual(text, source.get(path), path)
        assert.match(text, own, path)
      }
    })

    test(`in ${language} run in the direction of their letters`, () => {
      const isRightToLeft = /\p{Script=Arab}|\p{Script=Hebr}/u.test([...all.values()].join(''))
      assert.equal(chooseLanguage(language).dir, isRightToLeft ? 'rtl' : 'ltr')
    })
  }

  test('follow the browser, and are English where it speaks nothing else', () => {
    assert.equal(chooseDeskLanguage('sv-SE, de-CH;q=0.8').text('today'), 'Heute')
    assert.equal(chooseDeskLanguage('xx').text('today'), 'Today')
    const { dir, locale } = chooseDeskLanguage('ar-EG')
    assert.deepEqual({ dir, locale }, { dir: 'rtl', locale: 'ar-EG' })
    assert.equal(chooseDeskLanguage('en').count('chargeCount', 1), '1 charge')
    assert.equal(chooseDeskLanguage('ar').count('chargeCount', 2), 'فاتورتان')
  })

  test('of two scripts are chosen by the country', () => {
    assert.equal(chooseLanguage('zh-TW').texts, chooseLanguage('zh-Hant').texts)
    assert.equal(chooseLanguage('zh-SG').texts, chooseLanguage('zh-Hans').texts)
    assert.notEqual(chooseLanguage('zh-TW').texts, chooseLanguage('zh-SG').texts)
    // Of a tag nothing counts that has no end of forms.
    for (const tag of ['en-GB-x-12', 'en-GB-oxendict', 'en-GB-u-nu-tibt'])
      assert.equal(chooseLanguage(tag).locale, 'en-GB')
  })

  test('are in the languages of the card, which the payment page shows', () => {
    assert.deepEqual(languages.toSorted(), supportedLocales.toSorted())
  })
})
