import { preview, samples } from '../../../src/element/preview/index.ts'
import { equal, until } from '../support/assert.ts'
import { afterEach, test } from '../support/bdd.ts'
import { clear } from '../support/mount.ts'
import '../../../src/pay-charge.ts'

// An address with the same beginning and end as another is made in minutes, so the payer sees and copies all of it.

afterEach(clear)

const recipient = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'

async function showScreen(name: string): Promise<ShadowRoot> {
  const element = document.body.appendChild(document.createElement('pay-charge'))
  element.locale = 'en'
  const sample = samples.find((one) => one.name === name)
  if (!sample || !element.shadowRoot) throw new Error(`No sample ${name}.`)
  await preview(element).show(sample.state)
  return element.shadowRoot
}

for (const screen of ['confirm in wallet', 'scan, payment', 'paid'])
  test(`the whole recipient is on the screen, and is what is copied: ${screen}`, async () => {
    const root = await showScreen(screen)
    await until(
      () => root.querySelector('.address'),
      () => 'the address should be shown',
    )
    const address = root.querySelector('.address')
    // Selecting it gives no spaces: the groups are set apart by the style alone.
    equal(address?.textContent, recipient)
    const groups = [...(address?.children ?? [])].map(({ textContent }) => textContent)
    equal(groups.join(' '), '0x9965 507D1a 55bcC2 695C58 ba16FB 37d819 B0A4dc')
    const emphasized = [...(address?.querySelectorAll('b') ?? [])]
    equal(
      emphasized.map(({ textContent }) => textContent),
      ['0x9965', 'A4dc'],
    )
    const copied: string[] = []
    const writeText = async (text: string) => void copied.push(text)
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    try {
      address?.parentElement?.querySelector('button')?.click()
      equal(copied, [recipient])
    } finally {
      // The browser's own one is on the prototype.
      Reflect.deleteProperty(navigator, 'clipboard')
    }
  })

test('in a card of 280 px no group of an address breaks', async () => {
  document.body.style.width = '280px'
  try {
    const root = await showScreen('scan, payment')
    await until(
      () => root.querySelectorAll('.address').length === 2,
      () => 'both addresses should be shown',
    )
    for (const details of root.querySelectorAll('details')) details.open = true
    for (const group of root.querySelectorAll('.address > *'))
      equal(group.getClientRects().length, 1)
    for (const address of root.querySelectorAll('.address'))
      equal(address.scrollWidth <= address.clientWidth, true, 'it is as wide as its place')
  } finally {
    document.body.style.width = ''
  }
})
