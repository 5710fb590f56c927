import { preview, samples } from '../../../src/element/preview/index.ts'
import { equal, includes, ok, turn, until } from '../support/assert.ts'
import { afterEach, test } from '../support/bdd.ts'
import { clear, type PayCharge, shown } from '../support/mount.ts'
import '../../../src/pay-charge.ts'

// Who has too little: what helps is the first button, and the page's link gets nothing but what it asks for.

afterEach(clear)

async function show(name: string, attributes: Record<string, string> = {}, symbol?: string) {
  const element = document.createElement('pay-charge')
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  const shownBy = preview(element)
  document.body.append(element)
  const sample = samples.find((one) => one.name === name)
  if (sample?.state.step !== 'insufficientFunds') throw new Error(`There is no sample ${name}.`)
  const { state } = sample
  const { option } = state
  const { quote } = option
  const token = { ...quote.token, symbol: symbol ?? quote.token.symbol }
  await shownBy.show({ ...state, option: { ...option, quote: { ...quote, token } } })
  await turn()
  return element
}

const linkOf = ({ shadowRoot }: PayCharge) =>
  shadowRoot?.querySelector<HTMLAnchorElement>('a.button')
const filled = ({ shadowRoot }: PayCharge) =>
  [
    ...(shadowRoot?.querySelectorAll('.screen > :is(button, a.button):not(.plain, .quiet)') ?? []),
  ].map(({ textContent }) => textContent?.trim().replaceAll('\u00a0', ' '))

const all =
  'https://buy.example/{chain}?to={address}&asset={token}&contract={token_address}&amount={amount}'

test('the link is the first button, with what is missing, and opens apart from the page', async () => {
  const element = await show('short of token', { 'onramp-url': all })
  const link = linkOf(element)
  ok(link)
  equal(
    link.href,
    'https://buy.example/8453?to=0x70997970C51812dc3A010C7d01b50e0d17dc79C8&asset=USDC&contract=0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913&amount=22.1',
  )
  equal([link.target, link.rel], ['_blank', 'noopener noreferrer'])
  equal(filled(element), ['Add 22.10 USDC'])
  includes(shown(element), 'Pay by QR code or address')
})

test('for the fee it is the network’s coin', async () => {
  const element = await show('short of gas', { 'onramp-url': all })
  const { searchParams } = new URL(linkOf(element)?.href ?? '')
  equal(Object.fromEntries(searchParams), {
    to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    asset: 'ETH',
    contract: '0x0000000000000000000000000000000000000000',
    amount: '0.000041',
  })
})

test('a symbol cannot change the link', async () => {
  for (const symbol of ['A&to=0xbad#', '/../?x', '\ud800\udfffUSD\ud800', '{address}', '$&']) {
    const element = await show('short of token', { 'onramp-url': all }, symbol)
    const { origin, pathname, searchParams } = new URL(linkOf(element)?.href ?? '')
    equal([origin, pathname], ['https://buy.example', '/8453'])
    equal(searchParams.getAll('to'), ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'])
    equal(searchParams.get('asset'), symbol.replace(/\p{Surrogate}/gu, ''))
    clear()
  }
})

test('without a link, or with a wrong one, the first button pays from elsewhere', async () => {
  for (const url of ['', 'javascript:alert(1)', 'https://{token}.example/']) {
    const element = await show('short of token', url ? { 'onramp-url': url } : {})
    ok(!linkOf(element))
    equal(filled(element), ['Pay by QR code or address'])
    clear()
  }
})

test('where the account cannot sign, the link is one of the rows', async () => {
  const element = await show('short of gas, not sent by the store', { 'onramp-url': all })
  await until(
    () => linkOf(element),
    () => shown(element),
  )
  equal(filled(element), [])
  includes(shown(element), 'On Base, to')
})

test('where nothing is missing any more, nothing is asked for', async () => {
  const element = await show('short of token, it has arrived', { 'onramp-url': all })
  ok(!linkOf(element))
  equal(filled(element), ['Pay 34.50 USDC'])
})
