import { hexOf } from './colors.ts'
import { byId, make, radio } from './dom.ts'
import { faults } from './faults.ts'
import { type Place, readPlace, writePlace } from './place.ts'

/** Colors to try: friendly ones, and some that no card can use as they are. */
const presets: readonly (readonly [name: string, color: string])[] = [
  ['Indigo', '#4f46e5'],
  ['Clay', '#9a4a26'],
  ['Teal', '#0f766e'],
  ['Rose', '#e11d48'],
  ['Amber', '#f59e0b'],
  ['Lime', '#bef264'],
  ['Fog', '#e5e7eb'],
  ['Black', '#000000'],
]

/** The controls that have a name stand in forms; together they say all of a place but its view. */
const forms = () => [...document.querySelectorAll<HTMLFormElement>('form[data-place]')]
const brandText = () => byId<HTMLInputElement>('brand')
const brandPicker = () => byId<HTMLInputElement>('brand-picker')

/** Fills what the page cannot know before its script: presets, languages, faults. */
export function fillControls(spoken: readonly string[]): void {
  byId('presets').replaceChildren(...presets.map(presetButton))
  byId('lang').append(...spoken.map((lang) => make('option', { value: lang }, ownName(lang))))
  const kinds = [...new Set(faults.map((fault) => fault.of))]
  byId('fault-list').replaceChildren(
    ...kinds.map((kind) =>
      make(
        'fieldset',
        {},
        make('legend', {}, kind),
        ...faults
          .filter((fault) => fault.of === kind)
          .map(({ id, name, shows }) => radio('fault', id, name, make('small', {}, shows))),
      ),
    ),
  )
  byId('fault-jump').replaceChildren(
    ...kinds.map((kind) =>
      make(
        'optgroup',
        { label: kind },
        ...faults
          .filter((fault) => fault.of === kind)
          .map(({ id, name }) => make('option', { value: id }, name)),
      ),
    ),
  )
}

function presetButton([name, color]: readonly [string, string]): HTMLButtonElement {
  const title = `${name}, ${color}`
  const button = make('button', { type: 'button', 'aria-label': title, title })
  button.style.backgroundColor = color
  button.addEventListener('click', () => setBrand(color))
  return button
}

/** A language in its own words, with a capital as a list has it. */
function ownName(lang: string): string {
  const name = new Intl.DisplayNames([lang], { type: 'language' }).of(lang) ?? lang
  return name.charAt(0).toLocaleUpperCase(lang) + name.slice(1)
}

/** Puts a place into the controls. */
export function putPlace(place: Place): void {
  for (const form of forms()) {
    for (const [key, value] of Object.entries(place)) {
      const control = form.elements.namedItem(key)
      if (control && 'value' in control) control.value = value
    }
  }
  brandPicker().value = hexOf(place.brand)
}

/** What the controls say, as far as it passes. A brand that is no color stays the one before, and is marked. */
export function takePlace(before: Place): Place {
  const said = Object.assign({}, ...forms().map((form) => Object.fromEntries(new FormData(form))))
  const place = { ...before, ...(said as Partial<Place>) }
  const isColor = CSS.supports('color', place.brand)
  brandText().setAttribute('aria-invalid', String(!isColor))
  const { brand } = isColor ? place : before
  // What its address would not bring back is not shown either.
  return readPlace(writePlace({ ...place, brand }))
}

/** Tells `changed` of every change, with the name of the control. */
export function watchControls(changed: (name: string) => void): void {
  brandPicker().addEventListener('input', () => setBrand(brandPicker().value))
  for (const form of forms()) {
    form.addEventListener('submit', (event) => event.preventDefault())
    form.addEventListener('input', ({ target }) => {
      const { name, value } = target as HTMLInputElement
      if (name === 'brand' && CSS.supports('color', value)) brandPicker().value = hexOf(value)
      if (name) changed(name)
    })
  }
}

function setBrand(color: string): void {
  brandText().value = color
  brandText().dispatchEvent(new Event('input', { bubbles: true }))
}
