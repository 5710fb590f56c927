import { equal, includes, ok, until } from '../support/assert.ts'
import { afterEach, test } from '../support/bdd.ts'
import { at, clear, mount, type PayCharge } from '../support/mount.ts'
import { PageShop } from '../support/shop.ts'

const shop = new PageShop()
afterEach(clear)

const line = (name: string, quantity: number, amount: string) => ({
  ...{ name, description: '', quantity, unit_amount: amount, amount },
})
const order = {
  name: 'Order 1042',
  description: '',
  line_items: [line('Stoneware mug', 2, '29.00'), line('Voucher', 1, '-9.01')],
  tax_note: 'Includes $2.60 VAT',
  payer_email_hint: 'a•••@e•••.com',
}
const put = (more: object) => mount(shop, { 'charge-id': shop.charge('19.99', { more }).id })
const open = (more: object, content = '') => {
  const element = put(more)
  element.innerHTML = content
  return at(element, 'ready')
}
const box = ({ shadowRoot }: PayCharge) => shadowRoot?.querySelector<HTMLElement>('.order')
const text = (element: PayCharge) => box(element)?.textContent?.replace(/\s+/g, ' ').trim() ?? ''
/** The order's texts come with the rest of the code. */
const drawn = (element: PayCharge, part: string) =>
  until(
    () => text(element).includes(part),
    () => text(element),
  )

/** Notes the height of an element's box each time that it is drawn empty, however soon it is filled. */
function watchKeptHeights(element: PayCharge): number[] {
  const { shadowRoot } = element
  if (!shadowRoot) throw new Error('The element has no shadow root.')
  const heights: number[] = []
  new MutationObserver(() => {
    const { offsetHeight } = box(element) ?? {}
    if (offsetHeight !== undefined && text(element) === '') heights.push(offsetHeight)
  }).observe(shadowRoot, { childList: true, subtree: true })
  return heights
}

test('the card says what is bought, for whom, and what each line costs', async () => {
  const element = await open(order)
  await drawn(element, 'Order 1042')
  for (const part of [
    'For a•••@e•••.com',
    'Stoneware mug × 2 $29.00',
    'Voucher -$9.01',
    'Includes $2.60 VAT',
  ])
    includes(text(element), part)
})

test('its place is kept until it is drawn: nothing moves', async () => {
  for (const more of [
    order,
    { ...order, line_items: Array(9).fill(order.line_items[0]) },
    { name: 'Mug' },
  ]) {
    const element = put(more)
    const kept = watchKeptHeights(element)
    await drawn(element, String(more.name))
    const height = box(element)?.offsetHeight
    ok(height)
    ok(kept.length > 0, 'its code comes later than the price')
    for (const one of kept) equal(one, height)
    clear()
  }
})

test('many lines open by a click', async () => {
  const element = await open({ ...order, line_items: Array(12).fill(order.line_items[0]) })
  await drawn(element, 'Items: 12')
  const details = box(element)?.querySelector('details')
  equal(details?.open, false)
  details?.querySelector('summary')?.click()
  equal(details?.open, true)
  equal(details?.querySelectorAll('li').length, 12)
})

test('a charge that says nothing keeps no place', async () => {
  const element = await open({ name: '', description: '', line_items: [] })
  equal(box(element)?.offsetHeight, 0)
})

test('the page’s own slot wins', async () => {
  const element = await open(order, '<p slot="summary">My own words</p>')
  const slot = element.shadowRoot?.querySelector<HTMLSlotElement>('slot[name=summary]')
  equal(
    slot?.assignedElements().map(({ textContent }) => textContent),
    ['My own words'],
  )
  equal(box(element)?.offsetHeight, 0)
})

test('texts are texts, and nonsense stops no payment', async () => {
  const html = '<img src=x onerror=alert(1)>'
  const element = await open({
    ...order,
    name: html,
    line_items: [null, 7, { name: html, amount: {} }],
  })
  await drawn(element, html)
  equal(box(element)?.querySelector('img'), null)
  for (const nonsense of [null, 7, {}]) {
    clear()
    await open({
      name: nonsense,
      description: nonsense,
      tax_note: nonsense,
      payer_email_hint: nonsense,
    })
  }
})
