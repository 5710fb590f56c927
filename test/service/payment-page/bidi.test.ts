import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  hasRightToLeft,
  mirror,
  orderRuns,
} from '../../../src/service/payment-page/link-preview/bidi.ts'
import { readCharacters } from '../../../src/service/payment-page/link-preview/lines.ts'

// What stands where in a line of a picture, from the left. Letters from right to left are written here as they are read: the first one
// first. Expected is what browsers show, where the same text has the same direction.

const show = (text: string, isRtl: boolean) =>
  orderRuns(readCharacters(text, 'en') ?? [], isRtl)
    .map(({ characters, level }) => {
      const texts = characters.map((character) => character.text)
      const isTurned = level === 1 && !texts.some(hasRightToLeft)
      return isTurned ? texts.reverse().map(mirror).join('') : texts.join('')
    })
    .filter((run) => run.trim())
    .map((run) => run.trim())
    .join(' | ')

const lines: [text: string, isRtl: boolean, expected: string][] = [
  ['Order 1042 (new)', false, 'Order 1042 (new)'],
  ['US$34.50', true, 'US$34.50'],
  ['34.50 US$', true, 'US$ | 34.50'],
  ['34.50 $', true, '$ | 34.50'],
  ['1,234.50 €', false, '1,234.50 €'],
  ['Mug מים', false, 'Mug | מים'],
  ['Mug מים', true, 'מים | Mug'],
  ['מים 1042', true, '1042 | מים'],
  ['Mug מים 1042', false, 'Mug | 1042 | מים'],
  ['מים Apple לימון', true, 'לימון | Apple | מים'],
  ['מים iPhone (128 GB)', true, 'iPhone (128 GB) | מים'],
  ['הזמנה (Mug)', true, '( | Mug | ) | הזמנה'],
  ['Mug (מים) 12', false, 'Mug ( | מים | ) | 12'],
  ['מים, לימון', true, 'לימון | , | מים'],
  ['מים) (', true, ') ( | מים'],
]

for (const [text, isRtl, expected] of lines)
  test(`${text} ${isRtl ? 'from the right' : 'from the left'}`, () =>
    assert.equal(show(text, isRtl), expected))
