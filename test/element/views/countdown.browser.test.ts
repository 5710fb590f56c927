import { html, render } from 'lit/html.js'
import { countdown, formatTimeLeft } from '../../../src/element/checkout/views/scan/countdown.ts'
import { equal, until } from '../support/assert.ts'
import { test } from '../support/bdd.ts'

// How long an amount is held.

test('minutes and seconds, and hours where there are some', () => {
  equal(formatTimeLeft(1_781_999), '29:41')
  equal(formatTimeLeft(9_000), '0:09')
  equal(formatTimeLeft(3_600_000 + 9_000), '1:00:09')
})

test('it goes down by itself, and says nothing when it is over, or where a clock is wrong', async () => {
  const place = document.createElement('p')
  const show = (endsAt: number) => render(html`${countdown(endsAt, 'Held for {time}.')}`, place)
  show(Date.now() + 61_990)
  equal(place.textContent, 'Held for 1:01.')
  // A machine that stands still for a moment skips seconds.
  await until(
    () => /^Held for (1:00|0:\d\d)\.$/.test(place.textContent ?? ''),
    () => `The time should go down: ${place.textContent}`,
  )
  for (const endsAt of [Date.now() - 1, Date.now() + 25 * 60 * 60_000, Number.NaN]) {
    show(endsAt)
    equal(place.textContent, '')
  }
  render(html``, place)
})
