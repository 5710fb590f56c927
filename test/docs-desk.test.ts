import assert from 'node:assert/strict'
import { test } from 'node:test'
import { english } from '../src/service/texts/en.ts'
import { documents, readDocument } from './support/markdown.ts'

// The pages for the shop's people name buttons, places and states as the desk shows them.

/** The desk's texts as patterns: a placeholder stands for any text, and a number in brackets is left out. */
const patterns = Object.values(english.desk)
  .flatMap((text) => (typeof text === 'string' ? [text] : Object.values<string>(text)))
  .map((text) => {
    const parts = text
      .replace(/ \(\{count\}\)$/, '')
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    return new RegExp(`^${parts.join('.+')}\\.?$`)
  })

for (const file of documents.filter((name) => /^docs\/(shop-\w+|desk|words)\.md$/.test(name)))
  test(`${file} calls everything as the desk does`, () => {
    const words = [...readDocument(file).matchAll(/\*\*(.+?)\*\*/g)].map(([, word = '']) => word)
    assert.ok(words.length > 0)
    const unknown = words.filter(
      (word) => !patterns.some((pattern) => pattern.test(word.replace(/\.$/, ''))),
    )
    assert.deepEqual(unknown, [])
  })
