import { render } from 'lit/html.js'
import { appPicture } from '../../../src/element/checkout/views/parts/pictures.ts'
import { walletPicture } from '../../../src/element/checkout/views/parts/wallet-picture.ts'
import { equal, includes, until } from '../support/assert.ts'
import { test } from '../support/bdd.ts'

// What stands for a wallet, a token or a network. A policy that was added stays, so that it comes last.

const place = document.createElement('p')

/** Shows a wallet's picture, and shows it again whenever it has come. */
function show(name: string) {
  const redraw = () => render(appPicture(name, { redraw }), place)
  redraw()
}

test('its letter, until the icon has come', async () => {
  show('MetaMask')
  equal(place.textContent, 'M')
  await until(
    () => place.querySelector('img') !== null,
    () => `There should be an icon: ${place.innerHTML}`,
  )
  includes(place.querySelector('img')?.src, 'data:image/svg+xml')
})

test('its letter, where the page’s policy forbids the icon', async () => {
  const policy = document.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = "img-src 'none'"
  const blocked = new Promise((done) =>
    document.addEventListener('securitypolicyviolation', done, { once: true }),
  )
  document.head.append(policy)
  show('Rainbow')
  await blocked
  // What is refused after it comes after it.
  const another = new Image()
  another.src = 'data:image/svg+xml,<svg/>'
  await another.decode().catch(() => {})
  show('Rainbow')
  equal(place.textContent, 'R')
  equal(place.querySelector('img'), null)
})

test('an installed wallet’s letter, where the policy forbids its icon', async () => {
  const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
  const wallet = { id: 'own', name: 'my Wallet', icon }
  const redraw = () => render(walletPicture(wallet, { redraw }), place)
  redraw()
  await until(
    () => place.textContent === 'M',
    () => `There should be a letter: ${place.innerHTML}`,
  )
  equal(place.querySelector('img'), null)
  equal(place.querySelector('.tile')?.ariaHidden, 'true')
})
