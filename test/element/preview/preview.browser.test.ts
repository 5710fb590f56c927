import type { CheckoutEvent, State, Step } from '../../../src/checkout/state.ts'
import { en } from '../../../src/element/i18n/languages/en.ts'
import { supportedLocales } from '../../../src/element/i18n/languages/load-messages.ts'
import { preview, type Sample, samples } from '../../../src/element/preview/index.ts'
import { findEnglishWords } from '../../support/foreign-words.ts'
import { equal, includes, ok, turn, until } from '../support/assert.ts'
import { afterEach, beforeEach, test } from '../support/bdd.ts'
import { button, clear, listen, type PayCharge, shown } from '../support/mount.ts'
import '../../../src/pay-charge.ts'

const { fetch: realFetch } = window
let asked: string[]

beforeEach(() => {
  asked = []
  window.fetch = async (input) => {
    asked.push(String(input))
    throw new TypeError('A preview asks nobody.')
  }
  addEventListener('eip6963:requestProvider', wallets)
})
afterEach(() => {
  equal(asked, [], 'asked')
  window.fetch = realFetch
  removeEventListener('eip6963:requestProvider', wallets)
  clear()
})
const wallets = () => asked.push('wallets')

function element(attributes: Record<string, string> = {}): PayCharge {
  const one = document.createElement('pay-charge')
  for (const [name, value] of Object.entries(attributes)) one.setAttribute(name, value)
  return one
}

const named = (name: string): State => {
  const found = samples.find((one) => one.name === name)
  if (!found) throw new Error(`No sample ${name}.`)
  return found.state
}

/** Shows it, with the code that its screen loads by itself. */
async function drawn(
  one: PayCharge,
  { show }: ReturnType<typeof preview>,
  { name, state }: Sample,
): Promise<void> {
  await show(state)
  await until(
    () => one.state.step === state.step && one.shadowRoot?.querySelector('.card'),
    () => `${name} should be shown`,
  )
  await turn()
  if (!name.startsWith('scan')) return
  await until(
    () => one.shadowRoot?.querySelector('.qr'),
    () => `${name} should show its code`,
  )
}

/** All that a payer sees, or hears. */
function said({ shadowRoot }: PayCharge): string {
  const all = [...(shadowRoot?.querySelectorAll('[aria-label], [title], [alt]') ?? [])]
  const labels = all.map((one) => `${one.ariaLabel} ${one.getAttribute('title')}`)
  return `${shadowRoot?.textContent ?? ''} ${labels.join(' ').replaceAll('null', '')}`
}

test('every screen has its sample, and no two have one name', () => {
  const steps = new Set(samples.map(({ state }) => state.step))
  // The texts of an offer come with it, from the service.
  const screens: Step[] = ['offered', ...(Object.keys(en.screens) as Exclude<Step, 'offered'>[])]
  equal([...steps].sort(), screens.sort())
  equal(new Set(samples.map(({ name }) => name)).size, samples.length)
})

test('every sample is shown by the view of its screen, and none like another', async () => {
  const one = element({ 'brand-name': 'Shop' })
  const seen = preview(one)
  document.body.append(one)
  const faces = new Map<string, string>()
  for (const sample of samples) {
    await drawn(one, seen, sample)
    equal(one.state.step, sample.state.step)
    const isLoading = sample.name === 'loading'
    equal(one.shadowRoot?.querySelector('.card')?.ariaBusy, String(isLoading), sample.name)
    equal(!!one.shadowRoot?.querySelector('.skeleton'), isLoading, sample.name)
    const face = one.shadowRoot?.querySelector('.screen')?.innerHTML ?? ''
    // Lit marks its nodes by numbers; what a field holds is no text.
    const known = faces.get(face)
    ok(!known, `${sample.name} looks like ${known}`)
    faces.set(face, sample.name)
  }
})

for (const locale of supportedLocales)
  test(`${locale}: every screen is said in full`, async () => {
    const one = element({ locale, 'brand-name': 'Shop' })
    const seen = preview(one)
    document.body.append(one)
    const lang = () => one.shadowRoot?.querySelector('.card')?.getAttribute('lang')
    await until(
      () => lang() === locale.replace(/^pt$/, 'pt-BR'),
      () => `${lang()}`,
    )
    let english = 0
    for (const sample of samples.filter(({ state }) => state.step !== 'offered')) {
      await drawn(one, seen, sample)
      const text = said(one)
      ok(text.trim().length > 10 || sample.name === 'loading', `${sample.name}: ${text}`)
      ok(!/[{}]|undefined|NaN|\[object/.test(text), `${sample.name}: ${text}`)
      const words = findEnglishWords(ours(one))
      if (locale !== 'en') equal(words, [], `${sample.name}: ${text}`)
      english += words.length
    }
    equal(english > 100, locale === 'en')
  })

/** The text of a screen without what the merchant wrote, and without what is said to be English. */
function ours({ shadowRoot }: PayCharge): string {
  const copy = document.createElement('div')
  copy.append(...[...(shadowRoot?.children ?? [])].map((one) => one.cloneNode(true)))
  for (const one of copy.querySelectorAll('small[lang=en], .order, dd')) one.remove()
  return copy.textContent ?? ''
}

test('a payment in whose place the wallet has sent another is one story', async () => {
  const one = element()
  const seen = preview(one)
  document.body.append(one)
  await seen.show(named('unknown outcome, nonce used'))
  const text = shown(one)
  includes(text, 'Your payment wasn’t sent')
  for (const other of ['on its way', 'probably', 'Looking for', 'twice'])
    ok(!text.includes(other), other)
  equal(one.shadowRoot?.querySelector('.turns, .spin, .spins'), null)
  const labels = [...(one.shadowRoot?.querySelectorAll('.screen button') ?? [])].map(
    ({ textContent }) => textContent?.trim(),
  )
  equal(labels, ['Pay again', 'Check again'])
})

test('a signed payment that the store has not sent says until when it can, and no more', async () => {
  const one = element()
  const seen = preview(one)
  document.body.append(one)
  await seen.show(named('signed, not accepted by the store'))
  const text = shown(one)
  ok(/and still can until \d+:\d\d.[AP]M\. Don’t pay again before then\./.test(text), text)
  ok(!text.includes('is sending your payment'), text)
})

test('it works before the element is in the page, and after', async () => {
  const before = element()
  const early = preview(before)
  await early.show(named('paid'))
  document.body.append(before)
  await turn()
  includes(shown(before), en.screens.paid.text)

  const after = element()
  document.body.append(after)
  await turn()
  // Until then it is an element like any other.
  asked = []
  await preview(after).show(named('paid'))
  await turn()
  includes(shown(after), en.screens.paid.text)
})

test('an element that has its own charge is taken over with all that it was given', async () => {
  const given = { 'brand-name': 'Field & Kiln', mode: 'dialog', 'color-scheme': 'dark' }
  const one = element({ 'charge-id': '3c90c3cc-0d44-4b50-8888-8dd25736052a', ...given })
  one.fetch = () => new Promise(() => {})
  document.body.append(one)
  await turn()
  asked = []
  await preview(one).show(named('ready'))
  await turn()
  includes(shown(one), 'Field & Kiln')
  equal(one.style.colorScheme, 'dark')
  await until(
    () => one.shadowRoot?.querySelector('dialog'),
    () => 'the dialog should come',
  )
})

test('what is set later shows', async () => {
  const one = element()
  const { show } = preview(one)
  document.body.append(one)
  await show(named('ready'))
  one.setAttribute('brand-name', 'Later')
  one.texts = { cancel: 'No, thanks' }
  await until(
    () => shown(one).includes('No, thanks'),
    () => shown(one),
  )
  includes(shown(one), 'Later')
})

const clicks: [sample: string, label: string, event: CheckoutEvent][] = [
  ['ready', 'Pay', { type: 'pay', button: false }],
  ['ready', 'Cancel', { type: 'cancel' }],
  ['ready, chosen amount', 'Change amount', { type: 'back' }],
  ['choose wallet', 'Another Wallet', { type: 'chooseWallet', walletId: 'sample.two' }],
  ['choose wallet', 'Pay by QR code or address', { type: 'payExternally' }],
  ['choose wallet', 'Back', { type: 'back' }],
  ['choose token', '34.50 USDC', { type: 'chooseToken', index: 0 }],
  ['wrong network', 'Switch network', { type: 'pay' }],
  ['wrong network', 'Use another wallet', { type: 'changeWallet' }],
  ['wrong network, refused', 'Pay by QR code or address', { type: 'payExternally' }],
  ['short of token', 'Pay by QR code or address', { type: 'payExternally' }],
  ['short of token, it has arrived', 'Pay 34.50 USDC', { type: 'retry' }],
  ['no storage', 'Pay anyway', { type: 'consent' }],
  ['confirm in wallet', 'Don’t see a request?', { type: 'reportNoResponse' }],
  ['unknown outcome', 'Check again', { type: 'retry' }],
  ['unknown outcome', 'I didn’t approve it – pay again', { type: 'consent' }],
  ['dropped', 'Pay again', { type: 'consent' }],
  ['reverted', 'Pay again', { type: 'pay' }],
  ['cancelled', 'Pay now instead', { type: 'retry' }],
  ['offline', 'Try again', { type: 'retry' }],
]
for (const [name, label, event] of clicks)
  test(`${name}: a click on ${label} is heard, and moves nothing`, async () => {
    const heard: CheckoutEvent[] = []
    const told = listen()
    const one = element()
    const { show } = preview(one, (given) => heard.push(given))
    document.body.append(one)
    await show(named(name))
    await turn()
    button(one, label).click()
    await turn()
    equal(heard, [event])
    equal(one.state.step, named(name).step)
    equal(told.heard, [])
    told.stop()
  })

test('the methods of the element are heard as clicks are; a pointer that comes near loads nothing', async () => {
  const heard: CheckoutEvent[] = []
  const one = element()
  const { show } = preview(one, (given) => heard.push(given))
  document.body.append(one)
  await show(named('ready'))
  one.dispatchEvent(new PointerEvent('pointerenter'))
  one.pay()
  one.cancel()
  one.retry()
  one.remove()
  await turn()
  document.body.append(one)
  await turn()
  equal(heard, [{ type: 'pay' }, { type: 'cancel' }, { type: 'retry' }])
  includes(shown(one), 'Pay 34.50 USDC')
})

test('the amount that is typed is heard', async () => {
  const heard: CheckoutEvent[] = []
  const one = element()
  const { show } = preview(one, (given) => heard.push(given))
  document.body.append(one)
  await show(named('choose amount'))
  await turn()
  const input = one.shadowRoot?.querySelector('input') as HTMLInputElement
  input.value = '12.5'
  button(one, 'Continue').click()
  equal(heard, [{ type: 'enterAmount', amount: 12_500_000n }])
})

test('a taken element lets go of the payment that it had', async () => {
  const one = element({ 'charge-id': '3c90c3cc-0d44-4b50-8888-8dd25736052a' })
  let aborted = false
  one.fetch = (_, { signal }) =>
    new Promise(() => {
      signal?.addEventListener('abort', () => {
        aborted = true
      })
    })
  document.body.append(one)
  await turn()
  asked = []
  await preview(one).show(named('confirming'))
  equal(aborted, true)
})

/** Screens after a wallet was asked, where the payer may have paid. */
const asksAgain: ReadonlySet<Step> = new Set([
  'unknownOutcome',
  'dropped',
  'notPaid',
  'needsSignature',
])

test('a page that decides itself about a second transfer offers none on any screen', async () => {
  const shownAgain: string[] = []
  const sent: CheckoutEvent['type'][] = []
  const one = element()
  const shows = preview(one, ({ type }) => sent.push(type))
  document.body.append(one)
  for (const hide of ['', 'pay-again']) {
    one.hide = hide
    for (const sample of samples.filter(({ state }) => asksAgain.has(state.step))) {
      await drawn(one, shows, sample)
      sent.length = 0
      for (const each of one.shadowRoot?.querySelectorAll('button') ?? []) each.click()
      if (sent.some((type) => type === 'consent' || type === 'pay'))
        shownAgain.push(`${hide} ${sample.name}`)
    }
  }
  ok(shownAgain.length >= 8, shownAgain.join())
  equal(
    shownAgain.filter((name) => name.startsWith('pay-again')),
    [],
  )
})
