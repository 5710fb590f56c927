import type { PayCharge } from '../../src/element/pay-charge.ts'
import { equal, until } from './support/assert.ts'
import { test } from './support/bdd.ts'
import { PageShop } from './support/shop.ts'

// The page is there before the script: no static import of it here.

const shop = new PageShop()
const lateCharge = shop.charge()
let late: PayCharge | undefined
const calls: { url: string; isDefined: boolean }[] = []
const expected = (id: string) => `/shop/charges/${id}?expand=request_charge`
const isDefined = () => customElements.get('pay-charge') !== undefined

/** Adds an element as a page's HTML has it. */
function addElement(chargeId: string, attributes = ''): PayCharge {
  const place = document.createElement('div')
  document.body.append(place)
  place.innerHTML = `<pay-charge proxy="/shop/" charge-id="${chargeId}" ${attributes}></pay-charge>`
  return place.firstElementChild as PayCharge
}

test('a charge in the page is asked for before the element is defined, once', async () => {
  const { id } = shop.charge()
  const ownFetch = shop.charge()
  window.fetch = async (input, init) => {
    const url = String(input)
    calls.push({ url, isDefined: isDefined() })
    return await shop.fetch(url.replace('/shop', '/pay'), init ?? {})
  }
  const elements = [addElement(id), addElement(id, 'brand-name="Field & Kiln"')]
  addElement('../settings')
  late = addElement(lateCharge.id, 'chain-id="base"')
  const other = addElement(ownFetch.id)
  const own: string[] = []
  Object.assign(other, {
    fetch: async (url: string, init: RequestInit) => {
      own.push(url)
      return await shop.fetch(url.replace('/shop', '/pay'), init)
    },
  })
  await import('../../src/pay-charge.ts')
  for (const element of [...elements, other])
    await until(
      () => element.state.step === 'ready',
      () => element.state.step,
    )
  const early = [id, lateCharge.id].map((one) => ({ url: expected(one), isDefined: false }))
  equal(JSON.stringify(calls), JSON.stringify(early))
  equal(own.length, 1)
})

test('an element that asks later gets no old reply', async () => {
  calls.length = 0
  late?.removeAttribute('chain-id')
  await until(
    () => late?.state.step === 'ready',
    () => String(late?.state.step),
  )
  equal(JSON.stringify(calls), JSON.stringify([{ url: expected(lateCharge.id), isDefined: true }]))
})

test('it is used once: a charge that is loaded again is asked for again', async () => {
  calls.length = 0
  const { id } = shop.charge()
  const element = addElement(id)
  await until(
    () => element.state.step === 'ready',
    () => element.state.step,
  )
  equal(JSON.stringify(calls), JSON.stringify([{ url: expected(id), isDefined: true }]))
})
