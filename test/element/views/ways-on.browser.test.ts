import type { Step } from '../../../src/checkout/state.ts'
import { en } from '../../../src/element/i18n/languages/en.ts'
import type { PayCharge } from '../../../src/element/pay-charge.ts'
import { preview, samples } from '../../../src/element/preview/index.ts'
import { equal, ok, until } from '../support/assert.ts'
import { afterEach, test } from '../support/bdd.ts'
import { at, clear, shown } from '../support/mount.ts'

afterEach(clear)

/** Screens whose work ends by itself, whatever the payer does; and the receipt, with which all is done. */
const runByThemselves: readonly Step[] = ['loading', 'reporting', 'confirming', 'paid']

/** Only the store can mend it; and a call whose end shows another screen, as after its time-out. */
const withoutWay = ['wrong attribute', 'link, opening']

async function show(name: string): Promise<PayCharge> {
  const element = document.createElement('pay-charge')
  const { show } = preview(element)
  document.body.append(element)
  const sample = samples.find((one) => one.name === name)
  if (!sample) throw new Error(`There is no sample ${name}.`)
  await show(sample.state)
  return await at(element, sample.state.step)
}

/** What a payer can press that leads on: no field to copy, no tool for the receipt, and of what unfolds only "Something wrong?". */
function listWays({ shadowRoot }: PayCharge): string[] {
  const controls =
    shadowRoot?.querySelectorAll<HTMLElement>('.card :is(button, a[href], summary)') ?? []
  return [...controls]
    .filter((control) => {
      if (control.localName === 'summary') return control.textContent === en.somethingWrong
      const isOff = control.matches(
        '.copy, .faint, .bare:not(.back), [aria-disabled=true], [aria-busy=true]',
      )
      return !isOff && control.checkVisibility() && !control.closest('details:not([open])')
    })
    .map(({ textContent, ariaLabel }) => ariaLabel ?? textContent?.trim() ?? '')
}

for (const { name, state } of samples)
  test(`${name}: there is a way on`, async () => {
    const element = await show(name)
    if (runByThemselves.includes(state.step) || withoutWay.includes(name)) return
    // Parts that load later may bring the way.
    await until(
      () => listWays(element).length > 0,
      () => `nothing leads on from "${shown(element)}"`,
    )
  })

test('a wallet that cannot switch the network is no dead end, and the network can be entered by hand', async () => {
  const element = await show('wrong network, refused')
  await until(
    () => shown(element).includes('Add the network yourself'),
    () => shown(element),
  )
  equal(listWays(element), [
    'Back',
    'Switch network',
    'Pay by QR code or address Any wallet or exchange',
    'Use another wallet Example Wallet is connected',
  ])
  element.shadowRoot?.querySelector('details')?.setAttribute('open', '')
  const copied = [...(element.shadowRoot?.querySelectorAll<HTMLElement>('details .copy') ?? [])]
  equal(
    copied.map(({ title }) => title),
    ['Base', '8453', 'ETH', 'https://mainnet.base.org', 'https://basescan.org'],
  )
})

test('thirty wallets scroll inside their list; the other ways stay in sight below it', async () => {
  const element = await show('choose wallet, thirty')
  const [long, ways] = element.shadowRoot?.querySelectorAll('.card ul') ?? []
  ok(long && ways)
  ok(long.scrollHeight > long.clientHeight, 'the list should scroll')
  // Half a row says that it goes on.
  const rows = [...long.querySelectorAll('li')].map((row) => row.getBoundingClientRect())
  const { bottom } = long.getBoundingClientRect()
  const cut = rows.find((row) => row.top < bottom && row.bottom > bottom)
  ok(
    cut && bottom - cut.top > 12 && cut.bottom - bottom > 12,
    'the last row in sight should be cut',
  )
  equal(
    [...ways.querySelectorAll('.two')].map(({ textContent }) => textContent?.trim()),
    ['A wallet on your phone WalletConnect', 'Pay by QR code or address Any wallet or exchange'],
  )
  ok((element.shadowRoot?.querySelector('.card')?.clientHeight ?? 9999) < 700)
  // The keyboard brings each row into sight.
  const last = long.querySelector<HTMLElement>('li:last-child button')
  last?.focus()
  ok(long.scrollTop > 0, 'the list should follow the focus')
  equal(
    [...long.querySelectorAll('small[dir]')].map(({ textContent }) => textContent),
    ['example.harbor', 'test.get-harbor'],
  )
})
