import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PayError, preloadLinks, preloadTags } from '../../src/proxy.ts'
import { chargeId } from '../api/samples.ts'

const reply = `/pay/charges/${chargeId}?expand=request_charge`

test('the tags name the script and the reply, as the element will ask for it', () => {
  assert.equal(
    preloadTags({ charge: chargeId, script: '/pay-charge.js?v=1&x="' }),
    `<link rel=modulepreload href="/pay-charge.js?v=1&amp;x=&quot;">
<link rel=preload as=fetch crossorigin href="${reply}">`,
  )
})

test('the header says the same', () => {
  assert.equal(
    preloadLinks({ charge: chargeId, script: 'https://cdn.example/pay-charge.js' }),
    `<https://cdn.example/pay-charge.js>; rel=modulepreload, <${reply}>; rel=preload; as=fetch; crossorigin`,
  )
})

test('the script’s hash goes with its preload, in the tag and in the header', () => {
  const options = { charge: chargeId, script: '/pay-charge.js', integrity: 'sha384-a+b/c=' }
  assert.ok(
    preloadTags(options).startsWith(
      '<link rel=modulepreload integrity="sha384-a+b/c=" href="/pay-charge.js">',
    ),
  )
  assert.ok(
    preloadLinks(options).startsWith(
      '</pay-charge.js>; rel=modulepreload; integrity="sha384-a+b/c=", ',
    ),
  )
})

test('another proxy, and no script', () => {
  const options = { charge: chargeId, proxy: 'https://api.shop.example/checkout/' }
  assert.match(preloadLinks(options), /^<https:\/\/api\.shop\.example\/checkout\/charges\//)
  assert.doesNotMatch(preloadTags(options), /modulepreload/)
})

const wrong: [field: string, options: object][] = [
  ['charge', { charge: 'x' }],
  ['charge', { charge: `${chargeId}">` }],
  ['script', { charge: chargeId, script: '/a\r\nset-cookie: x' }],
  ['script', { charge: chargeId, script: '/a>; rel=preload' }],
  ['proxy', { charge: chargeId, proxy: 'https://' }],
  ['integrity', { charge: chargeId, script: '/a', integrity: 'sha384-a" href="/b' }],
]
for (const [field, options] of wrong)
  test(`${JSON.stringify(options)} is refused by the option's name`, () => {
    for (const make of [preloadTags, preloadLinks])
      assert.throws(
        () => make(options as { charge: string }),
        (error) => error instanceof PayError && error.field === field,
      )
  })
