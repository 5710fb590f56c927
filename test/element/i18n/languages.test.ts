import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { Language } from '../../../src/element/first/language.ts'
import { en } from '../../../src/element/i18n/languages/en.ts'
import { supportedLocales } from '../../../src/element/i18n/languages/load-messages.ts'
import { plural } from '../../../src/element/i18n/languages/plural.ts'
import type { Translation } from '../../../src/element/i18n/languages/translation.ts'
import { findEnglish } from '../../support/foreign-words.ts'

const latin = { locale: 'en' }

// What the types cannot hold of a translation: its placeholders, its plural forms, and that nothing is left empty.

const folder = new URL('../../../src/element/i18n/languages/', import.meta.url)
/** What stands beside the languages. */
const shared = ['en', 'translation', 'plural', 'load-messages', 'describe-error']
const files = readdirSync(folder)
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => !shared.includes(name))

const translations = await Promise.all(
  files.map(async (file): Promise<[file: string, Translation]> => {
    const [all] = Object.values(await import(new URL(`${file}.ts`, folder).href))
    return [file, all as Translation]
  }),
)

type Texts = { readonly [key: string]: string | Texts }

/** Every text by its path, such as `screens.paid.title`. */
function flat(texts: object, path = ''): [path: string, text: string][] {
  return Object.entries(texts as Texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : flat(value, `${path}${key}.`),
  )
}

/** Every text of English apart from those of errors, whose other languages have more. */
const english = new Map(flat(en).filter(([path]) => !path.startsWith('errors.')))
/** Texts that are the same in some other language. */
const sameWords = new Set([
  'Logo',
  'Test',
  'Token',
  'Status',
  'Transaction',
  'Total',
  'RPC URL',
  'Block explorer',
  'Details',
])
/** The paths of texts in forms, such as `signers`. */
const plurals = ['signaturesNeeded', 'decimalPlaces', 'confirmations']
const form = new RegExp(`^(${plurals.join('|')})\\.(zero|one|two|few|many|other)$`)
const inBraces = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

test('the card speaks the languages that it should, and each has its file', () => {
  assert.deepEqual(supportedLocales.toSorted(), ['en', ...files].sort())
})

test('every text is used', () => {
  const files = globSync('src/element/**/*.ts').filter(
    (file) => !/i18n.(languages.|messages)/.test(file),
  )
  const code = files.map((file) => readFileSync(file, 'utf8')).join()
  const unused = Object.keys(en).filter((key) => !new RegExp(`\\b${key}\\b`).test(code))
  assert.deepEqual(unused, [])
})

test('English has forms just where this file looks for them', () => {
  const found = [...english.keys()].filter((path) => /\.other$/.test(path))
  assert.deepEqual(
    found,
    plurals.map((path) => `${path}.other`),
  )
})

for (const [file, texts] of translations)
  describe(file, () => {
    const all = new Map(flat(texts))
    const own = [...all].filter(([path]) => !/^(errors|mismatches)\./.test(path))

    test('is named for its language, and runs in its direction', () => {
      // In Brazilian Portuguese, which is the one that more people speak.
      assert.equal(texts.lang, file === 'pt' ? 'pt-BR' : file)
      assert.deepEqual(Intl.getCanonicalLocales(texts.lang), [texts.lang])
      const info = new Intl.Locale(texts.lang) as Intl.Locale & {
        getTextInfo?(): { direction: string }
        textInfo?: { direction: string }
      }
      assert.equal(texts.dir, (info.getTextInfo?.() ?? info.textInfo)?.direction)
    })

    test('runs in its direction while it is loading', async () => {
      const language = new Language(() => {})
      const loading = language.set(file, undefined)
      assert.equal(language.direction, texts.dir)
      await loading
      assert.equal(language.messages?.lang, texts.lang)
    })

    test('says all that English says, and nothing else', () => {
      const said = (paths: Iterable<string>) => [...paths].filter((path) => !form.test(path)).sort()
      assert.deepEqual(said(own.map(([path]) => path)), said(english.keys()))
    })

    test('leaves nothing empty that English says', () => {
      for (const [path, text] of all) {
        const empty = english.get(path) === ''
        assert.equal(text.trim() === '', empty, path)
        assert.equal(text, text.trim(), `${path}: blanks around`)
      }
    })

    test('has each placeholder of English, and no other', () => {
      for (const [path, text] of own) {
        if (form.test(path)) continue
        assert.deepEqual(inBraces(text), inBraces(english.get(path) ?? ''), path)
        assert.ok(!/[{}]/.test(text.replace(/\{\w+\}/g, '')), `${path}: a brace alone`)
      }
    })

    test('has the forms of its plural rules, and each tells every value', () => {
      const forms = new Intl.PluralRules(texts.lang).resolvedOptions().pluralCategories
      for (const path of plurals) {
        const given = own.filter(([one]) => one.startsWith(`${path}.`))
        assert.deepEqual(given.map(([one]) => one.split('.')[1]).sort(), forms.toSorted(), path)
        for (const [one, text] of given)
          assert.deepEqual(inBraces(text), inBraces(english.get(`${path}.other`) ?? ''), one)
      }
    })

    test('writes apostrophes as print does', () => {
      for (const [path, text] of all) assert.ok(!text.includes("'"), `${path}: ${text}`)
    })

    test('leaves nothing in English', () => {
      for (const [path, text] of all) {
        if (text === '' || /^(lang|dir)$/.test(path)) continue
        assert.deepEqual(findEnglish(text, texts.lang), [], `${path}: ${text}`)
        if (!sameWords.has(text)) assert.notEqual(text, english.get(path), path)
      }
    })

    test('tells what went wrong without a placeholder', () => {
      for (const [path, text] of all)
        if (/^(errors|mismatches)\./.test(path)) assert.deepEqual(inBraces(text), [], path)
    })

    test('has the same errors as the others', () => {
      const [, first] = translations[0] ?? []
      assert.deepEqual(Object.keys(texts.errors).sort(), Object.keys(first?.errors ?? {}).sort())
      assert.deepEqual(
        Object.keys(texts.mismatches).sort(),
        Object.keys(first?.mismatches ?? {}).sort(),
      )
    })

    test('counts in whole sentences', () => {
      for (const n of [0, 1, 2, 3, 5, 11, 21, 100, 1_000_000])
        for (const path of ['signaturesNeeded', 'decimalPlaces', 'confirmations'] as const) {
          const text = plural(texts, latin, texts[path], n, { m: n, symbol: 'USDC' })
          assert.ok(!/[{}]|undefined/.test(text), `${path} of ${n}: ${text}`)
        }
    })
  })

test('a count has the digits of the prices beside it', () => {
  const arabic = { locale: 'ar-EG' }
  const text = { other: '{n} of {m} of {symbol}' }
  const values = { m: 12, symbol: '5G' }
  assert.equal(plural({ lang: 'ar' }, arabic, text, 3, values), '٣ of ١٢ of 5G')
  assert.equal(plural({ lang: 'ar' }, latin, text, 3, values), '3 of 12 of 5G')
})

test('English writes apostrophes as print does', () => {
  for (const [path, text] of english) assert.ok(!text.includes("'"), `${path}: ${text}`)
})
