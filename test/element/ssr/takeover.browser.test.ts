import { renderPayCharge } from '../../../src/element/ssr/render-pay-charge.ts'
import { equal, includes, ok, turn, until } from '../support/assert.ts'
import { afterEach, beforeEach, test } from '../support/bdd.ts'
import { at, button, clear, listen, type PayCharge, shown } from '../support/mount.ts'
import { PageShop } from '../support/shop.ts'

// A page that a server has rendered, and the element that takes over.

let shop: PageShop

beforeEach(() => {
  shop = new PageShop()
})
afterEach(clear)

type Parser = Element & { setHTMLUnsafe(html: string): void }

/** Puts what a server has rendered into the page, as a parser does, and lets the element take over. */
async function serve(attributes: Record<string, string> = {}) {
  const charge = shop.charge()
  charge.more = { status: 'NEW', organization_name: 'Field & Kiln' }
  const reply = await shop.fetch(`/pay/charges/${charge.id}?expand=request_charge`, {
    method: 'GET',
  })
  const { data, request_charge: requestCharge } = await reply.json()
  shop.calls.length = 0
  const { html } = await renderPayCharge({ charge: data, requestCharge }, attributes)
  const place = document.createElement('div') as unknown as Parser
  // The element is defined already, so its script has not come only as long as it is in no document.
  place.setHTMLUnsafe(html)
  const element = place.querySelector('pay-charge') as PayCharge
  const { shadowRoot } = element
  // A copy, because the element changes what it has taken over.
  const before = document.createElement('div')
  before.append(...[...(shadowRoot?.childNodes ?? [])].map((node) => node.cloneNode(true)))
  element.fetch = shop.fetch
  return { element, before, place: place as Element, charge, html }
}

/** The elements of a tree as text, without what differs by intent: the button that is a link, a live region, and the size of the price. */
function outline(root: ParentNode): string {
  const lines = (node: Element, depth: number): string[] => {
    const names = node
      .getAttributeNames()
      .filter((name) => !/^(href|type|aria-busy|role|style)$/.test(name))
    const attributes = names.sort().map((name) => ` ${name}=${node.getAttribute(name)}`)
    const text = [...node.childNodes]
      .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      .map(({ nodeValue }) => nodeValue?.trim())
      .join('')
    const own = `${' '.repeat(depth)}${node.localName}${attributes.join('')} ${text}`
    return [own, ...[...node.children].flatMap((child) => lines(child, depth + 1))]
  }
  const card = root.querySelector('.card')
  return card ? lines(card, 0).join('\n') : 'no card'
}

for (const locale of ['en', 'de', 'ar', 'ja'])
  test(`the element renders what the server has rendered, in ${locale}`, async () => {
    const { element, before, place } = await serve({ locale })
    document.body.append(place)
    const link = element.shadowRoot?.querySelector('a') as Element
    const linkLine = getComputedStyle(link).textDecorationLine
    await at(element, 'ready')
    await until(
      () => element.shadowRoot?.querySelector('button') !== null,
      () => outline(element.shadowRoot as ShadowRoot),
    )
    const after = document.createElement('div')
    after.append(...[...(element.shadowRoot?.childNodes ?? [])].map((node) => node.cloneNode(true)))
    // The button is a link before, and one can cancel only after.
    const pay = before.querySelector('a')
    ok(pay, 'a link to the hosted page')
    equal(linkLine, 'none', 'the line below it')
    const screens = [before, after].map((root) => root.querySelector('.screen') as Element)
    includes(screens[1]?.textContent, pay.textContent ?? '')
    for (const screen of screens) screen.replaceChildren()
    for (const region of after.querySelectorAll('[role=status]')) region.replaceChildren()
    equal(outline(after), outline(before))
  })

test('it takes over with one request, and tells that the payment is ready', async () => {
  const { element, place, charge } = await serve()
  const heard = listen()
  document.body.append(place)
  await at(element, 'ready')
  equal(shop.calls, [`GET /pay/charges/${charge.id}?expand=request_charge`])
  equal(heard.names, ['ready'])
  heard.stop()
  ok(button(element, 'Pay 19.99 DUSD'))
  equal(element.shadowRoot?.querySelector('a, style'), null)
})

test('nothing moves and nothing flashes while it takes over', async () => {
  const { element, place } = await serve({ locale: 'de' })
  const texts: string[] = []
  const watch = new MutationObserver(() => texts.push(shown(element)))
  watch.observe(element.shadowRoot as ShadowRoot, { childList: true, subtree: true })
  document.body.append(place)
  const card = () => element.shadowRoot?.querySelector('.card')?.getBoundingClientRect()
  const before = card()
  await at(element, 'ready')
  await until(
    () => element.shadowRoot?.querySelector('button') !== null,
    () => shown(element),
  )
  await turn()
  watch.disconnect()
  equal(card()?.toJSON(), before?.toJSON())
  for (const text of texts) includes(text, '19,99')
})

test('a card that comes when another one of its charge is there shows the same price at once, and asks for nothing', async () => {
  const { element, place, html } = await serve()
  document.body.append(place)
  await at(element, 'ready')
  shop.calls.length = 0
  const later = document.createElement('div') as unknown as Parser
  later.setHTMLUnsafe(html)
  const second = later.querySelector('pay-charge') as PayCharge
  second.fetch = shop.fetch
  const texts: string[] = []
  const watch = new MutationObserver(() => texts.push(shown(second)))
  watch.observe(second.shadowRoot as ShadowRoot, { childList: true, subtree: true })
  const heard = listen(second)
  document.body.append(later as Element)
  await turn()
  ok(button(second, 'Pay 19.99 DUSD'))
  watch.disconnect()
  heard.stop()
  for (const text of texts) includes(text, '$19.99')
  equal([shop.calls, heard.names], [[], ['ready']])
})

test('nothing that is shown moves while the rest of the page is still on its way', async () => {
  const { html } = await serve()
  const card = html.indexOf('<section')
  const frames: HTMLIFrameElement[] = []
  /** The card's parts that can be seen, and where they stand, once so much of the page has come. */
  const parse = (part: string) => {
    const frame = document.createElement('iframe')
    frames.push(frame)
    frame.width = '400'
    document.body.append(frame)
    const page = frame.contentDocument as Document
    page.open()
    page.write(`<!doctype html>${part}`)
    const root = page.querySelector('pay-charge')?.shadowRoot as ShadowRoot
    const parts = [...root.querySelectorAll('header, .amount, .soft, .button, small')]
    return new Map(
      parts
        .filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .map((one) => [one.className || one.localName, one.getBoundingClientRect().y]),
    )
  }
  const all = parse(html)
  equal([...all.keys()], ['header', 'amount', 'soft', 'button', 'button plain', 'small'])
  let cuts = 0
  for (const { index } of html.slice(card).matchAll(/</g)) {
    for (const [name, y] of parse(html.slice(0, card + index)))
      equal(y, all.get(name), `${name}, before ${html.slice(card + index, card + index + 20)}`)
    cuts += 1
  }
  ok(cuts > 20)
  for (const frame of frames) frame.remove()
})

test('what the page says is shown until the proxy answers, and never paid', async () => {
  const { element, place, charge } = await serve()
  charge.amount = '20.50'
  const answers = Promise.withResolvers<void>()
  element.fetch = async (url, init) => {
    await answers.promise
    return await shop.fetch(url, init)
  }
  document.body.append(place)
  await turn()
  includes(shown(element), '$19.99')
  element.pay()
  equal(element.state.step, 'loading')
  answers.resolve()
  await at(element, 'ready')
  includes(shown(element), '$20.50')
})

test('the element shows its own charge, whatever the page has said', async () => {
  const { element, place } = await serve()
  const other = shop.charge('5')
  element.chargeId = other.id
  document.body.append(place)
  await at(element, 'ready')
  equal(element.charge?.id, other.id)
  includes(shown(element), '$5.00')
})

test('a wrong attribute is told in place of the price', async () => {
  const { element, place } = await serve({ proxy: 'ftp://x' })
  document.body.append(place)
  await at(element, 'failed')
  await until(
    () => shown(element).includes('proxy'),
    () => shown(element),
  )
})
