import { acceptsClick } from '../../../src/element/checkout/views/card/click-guard.ts'
import { equal, turn, until } from '../support/assert.ts'
import { test } from '../support/bdd.ts'

// A click that comes before the code that decides about it. A page loads that once, so this file has one test.

/** A button in a card of its own, that a payer can read. */
function createButton(): HTMLButtonElement {
  const host = document.body.appendChild(document.createElement('div'))
  const button = document.createElement('button')
  button.textContent = 'Pay 10 DUSD'
  button.style.cssText = 'background: white; color: black; font-size: 20px'
  const root = host.attachShadow({ mode: 'open' })
  root.append(button)
  return button
}

test('a click that waits counts once, and only for what was on the button, in its place', async () => {
  const accepted: string[] = []
  const click = (name: string, button: HTMLButtonElement) =>
    acceptsClick(button, () => accepted.push(name))
  const same = createButton()
  const changed = createButton()
  const removed = createButton()
  const clicks: [string, HTMLButtonElement][] = [
    ['changed', changed],
    ['removed', removed],
    ['same', same],
    ['same', same],
  ]
  for (const [name, button] of clicks) equal(click(name, button), false)
  equal(same.ariaBusy, 'true')
  changed.textContent = 'Pay 12 DUSD'
  removed.remove()
  await until(
    () => accepted.length > 0,
    () => 'the click should count',
  )
  await turn()
  equal(accepted, ['same'])
  equal(same.ariaBusy, 'false')
  // From now on each is decided at once.
  equal(click('later', changed), true)
  for (const { parentNode } of [same, changed]) (parentNode as ShadowRoot).host.remove()
})
