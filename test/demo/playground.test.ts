import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { attributesOf } from '../../demo/playground/dress.ts'
import { faultOf, faults } from '../../demo/playground/faults.ts'
import { type Place, readPlace, usual, writePlace } from '../../demo/playground/place.ts'
import { groupOf, groups, slugOf, titleOf } from '../../demo/playground/screens.ts'
import { snippet } from '../../demo/playground/snippet.ts'
import { samples } from '../../src/element/preview/samples.ts'

describe('a place', () => {
  test('comes back out of its address', () => {
    const place: Place = {
      view: 'live',
      screen: 'confirming-reorganized',
      fault: 'answers-500',
      brand: 'oklch(0.6 0.2 30 / 80%)',
      scheme: 'dark',
      lang: 'zh-Hant',
      width: 'full',
      mode: 'dialog',
      radius: '0',
      space: '8',
      font: 'mono',
      name: 'Søn & "Co" <b>',
      logo: '/favicon.svg',
    }
    assert.deepEqual(readPlace(writePlace(place)), place)
  })

  test('that is usual needs no query, and an empty name is one', () => {
    assert.equal(writePlace(usual), '')
    assert.equal(readPlace(writePlace({ ...usual, name: '' })).name, '')
  })

  test('takes nothing from an address that does not pass', () => {
    const bad = {
      view: 'admin',
      screen: '../x',
      brand: 'url(https://evil.example)',
      scheme: 'Dark',
      lang: 'en-US-x-y',
      width: '9999',
      mode: 'window',
      radius: '-1',
      space: '1e9',
      font: 'url(x)',
      logo: '//evil.example/x.png',
    }
    // What is left of it is still a place: the one without a query.
    assert.deepEqual(readPlace(`?${new URLSearchParams(bad)}`), usual)
  })
})

test('every screen has its place in the list, its own address, and a title', () => {
  const slugs = samples.map(slugOf)
  assert.equal(new Set(slugs).size, samples.length)
  for (const sample of samples) {
    const screen = slugOf(sample)
    assert.equal(readPlace(writePlace({ ...usual, screen })).screen, screen)
    assert.match(titleOf(sample).screen, /^[A-Z]/)
  }
  assert.deepEqual(new Set(samples.map(groupOf)), new Set(groups))
})

test('every fault has its own address and says what it shows', () => {
  assert.equal(new Set(faults.map(({ id }) => id)).size, faults.length)
  for (const fault of faults) {
    const read = readPlace(writePlace({ ...usual, fault: fault.id })).fault
    assert.equal(faultOf(read), fault)
    assert.match(fault.shows, /\.$/)
  }
  assert.equal(faultOf('nonsense').id, 'none')
})

describe('the snippet', () => {
  test('says what is not so anyway, and nothing else', () => {
    assert.deepEqual(snippet(usual), {
      html: `<script type="module" src="/pay-charge.js"></script>
<pay-charge
  proxy="/pay"
  charge-id="YOUR-CHARGE-ID"
  brand-color="#4f46e5"
  brand-name="Field &amp; Kiln"
></pay-charge>`,
      css: '',
    })
  })

  test('has all of a look, and quotes it', () => {
    const look = {
      ...usual,
      scheme: 'dark',
      lang: 'ar',
      mode: 'dialog',
      name: '"><script>&amp;',
      logo: '/favicon.svg',
      radius: '0',
      space: '12',
      font: 'mono',
    }
    const { html, css } = snippet(look)
    assert.equal(attributesOf(look)['brand-name'], '"><script>&amp;')
    assert.match(html, /brand-name="&quot;>&lt;script>&amp;amp;"\n/)
    for (const line of [
      'brand-logo="/favicon.svg"',
      'color-scheme="dark"',
      'locale="ar"',
      'mode="dialog"',
    ]) {
      assert.ok(html.includes(`\n  ${line}\n`), line)
    }
    assert.match(
      css,
      /^pay-charge \{\n {2}--pay-charge-radius: 0px;\n {2}--pay-charge-space: 12px;/,
    )
    assert.match(css, /--pay-charge-font: ui-monospace, .+;\n\}$/)
  })
})
