// The live element in a page: the card with sample screens, without a charge, wallet or network.

let preview
let samples
const findState = (name) => samples.find((sample) => sample.name === name).state

/**
 * Fills the places of a page that has live examples.
 *
 * @param {string} address where the element's script is
 */
export async function fillLiveExamples(address) {
  const places = document.querySelectorAll('[data-live]')
  if (places.length === 0) return
  await import(/* @vite-ignore */ address)
  ;({ preview, samples } = await customElements.get('pay-charge').preview())
  for (const place of places) await kinds[place.dataset.live](place)
}

/** Creates an element that shows a screen. The store names it for screen readers: each card of a page has another one. */
async function createCard(screen, store = 'Field & Kiln') {
  const card = document.createElement('pay-charge')
  card.setAttribute('brand-name', store)
  card.setAttribute('redirect', 'none')
  const shown = preview(card)
  await shown.show(findState(screen))
  return { card, show: (name) => shown.show(findState(name)) }
}

const create = (name, attributes = {}, ...children) => {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children)
  return element
}

/** Controls, and beside them the card that they change. */
const createBench = (card, ...controls) =>
  create(
    'div',
    { class: 'bench' },
    create('div', { class: 'controls' }, ...controls),
    create('div', { class: 'stage' }, card),
  )

const kinds = {
  /** A card to look at. */
  async card(place) {
    const { card } = await createCard('ready')
    place.replaceChildren(card)
  },

  /** A card with everything that a page can choose, and the code for it. */
  async style(place) {
    const { card, show } = await createCard('ready')
    const code = create('code')
    const controls = create('form', { class: 'controls' })
    const fields = [
      ['Brand color', 'brand-color', create('input', { type: 'color', value: '#4f46e5' })],
      [
        'Screen',
        'screen',
        choose(['ready', 'choose wallet', 'confirming', 'paid', 'short of gas']),
      ],
      ['Scheme', 'color-scheme', choose(['auto', 'light', 'dark'])],
      [
        'Radius',
        '--pay-charge-radius',
        create('input', { type: 'range', min: 0, max: 32, value: 14 }),
      ],
      [
        'Space',
        '--pay-charge-space',
        create('input', { type: 'range', min: 12, max: 40, value: 24 }),
      ],
      [
        'Font',
        '--pay-charge-font',
        choose(
          ['', 'Georgia, serif', 'ui-rounded, system-ui', 'ui-monospace, monospace'],
          ['System', 'Serif', 'Rounded', 'Mono'],
        ),
      ],
      [
        'Surface',
        '--pay-charge-surface',
        choose(['', '#fdf6ec', '#0d1b2a', '#eef4ef'], ['Default', 'Cream', 'Navy', 'Sage']),
      ],
      [
        'Ink',
        '--pay-charge-ink',
        choose(['', '#4a2c17', '#e8eef7', '#173a2b'], ['Default', 'Umber', 'Mist', 'Pine']),
      ],
      [
        'Accent',
        '--pay-charge-accent',
        choose(['', '#b4531f', '#0f766e', '#be185d'], ['Brand', 'Copper', 'Teal', 'Pink']),
      ],
    ]
    for (const [label, name, field] of fields) {
      field.name = name
      controls.append(create('label', {}, create('span', {}, label), field))
    }
    const update = async () => {
      const values = new FormData(controls)
      const attributes = []
      const rules = []
      for (const [name, value] of values) {
        if (name === 'screen') await show(value)
        else if (name.startsWith('--')) {
          const withUnit = /radius|space/.test(name) ? `${value}px` : value
          card.style.setProperty(name, withUnit)
          if (
            value &&
            !(name.endsWith('radius') && value === '14') &&
            !(name.endsWith('space') && value === '24')
          )
            rules.push(`  ${name}: ${withUnit};`)
        } else {
          card.setAttribute(name, value)
          if (value !== 'auto') attributes.push(` ${name}="${value}"`)
        }
      }
      const css = rules.length > 0 ? `\n\npay-charge {\n${rules.join('\n')}\n}` : ''
      code.textContent = `<pay-charge charge-id="…"${attributes.join('')}></pay-charge>${css}`
    }
    controls.addEventListener('input', update)
    controls.addEventListener('submit', (event) => event.preventDefault())
    await update()
    place.replaceChildren(
      create('div', { class: 'bench' }, controls, create('div', { class: 'stage' }, card)),
      create('div', { class: 'language-html' }, create('pre', { tabindex: 0 }, code)),
    )
  },

  /** The parts and slots, each outlined on a screen that has it. */
  async parts(place) {
    const { card, show } = await createCard('ready', 'Lantern Books')
    const parts = {
      card: 'ready',
      price: 'ready',
      amount: 'ready',
      button: 'ready',
      wallet: 'choose wallet',
      qr: 'scan, payment',
      progress: 'confirming',
      step: 'confirming',
      notice: 'ready, declined',
      receipt: 'paid',
    }
    const slots = { heading: 'ready', summary: 'ready', footer: 'ready', error: 'ready, offline' }
    const texts = {
      heading: 'Your order at Lantern Books',
      summary: '2 × The Salt Path',
      footer: 'Questions? help@store.example',
      error: 'You can also pay by invoice.',
    }
    for (const [slot, text] of Object.entries(texts))
      card.append(create('span', { slot, class: 'slotted' }, text))
    const line = create('p', { class: 'hint', role: 'status' })
    const buttons = [
      ...Object.entries(parts).map((one) => [...one, 'part']),
      ...Object.entries(slots).map((one) => [...one, 'slot']),
    ].map(([name, screen, kind]) => {
      const button = create('button', { type: 'button', 'aria-pressed': 'false' }, name)
      button.addEventListener('click', async () => {
        for (const one of buttons) one.setAttribute('aria-pressed', String(one === button))
        await show(screen)
        card.className = `show-${kind}-${name}`
        line.replaceChildren(
          create(
            'code',
            {},
            kind === 'part' ? `pay-charge::part(${name}) { … }` : `<p slot="${name}">…</p>`,
          ),
          ` on the screen “${screen}”`,
        )
      })
      return button
    })
    const list = (title, its) =>
      create('div', {}, create('h3', {}, title), create('div', { class: 'choices' }, ...its))
    const count = Object.keys(parts).length
    const lists = [list('Parts', buttons.slice(0, count)), list('Slots', buttons.slice(count))]
    place.replaceChildren(createBench(card, ...lists, line))
    buttons[3].click()
  },

  /** All screens, to leaf through. */
  async screens(place) {
    const { card, show } = await createCard('ready', 'North Roastery')
    const select = choose(samples.map(({ name }) => name))
    select.value = 'ready'
    select.addEventListener('input', () => show(select.value))
    place.replaceChildren(
      createBench(card, create('label', {}, create('span', {}, 'Screen'), select)),
    )
  },
}

function choose(values, labels = values) {
  return create(
    'select',
    {},
    ...values.map((value, index) => create('option', { value }, labels[index])),
  )
}
