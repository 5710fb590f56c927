import type { CheckoutEvent } from '../../src/checkout/state.ts'
import type { Preview, Sample } from '../../src/element/preview/index.ts'
import { byId, make, radio } from './dom.ts'
import { dress } from './dress.ts'
import type { Look } from './place.ts'
import { groupOf, groups, slugOf, titleOf } from './screens.ts'

/** What the element's own code gives for looking at it. */
export type Kit = typeof import('../../src/element/preview/index.ts')

/** One element that shows any screen, by its own states. */
export class Still {
  readonly #samples: readonly Sample[]
  readonly #element = document.createElement('pay-charge')
  readonly #preview: Preview
  readonly #heard = byId('heard')

  constructor(kit: Kit) {
    this.#samples = kit.samples
    this.#element.setAttribute('redirect', 'none')
    byId('still-stage').replaceChildren(this.#element)
    this.#preview = kit.preview(this.#element, (event) => {
      this.#heard.textContent = `A payment would hear of this click: ${said(event)}`
    })
    byId('screen-list').replaceChildren(...this.#groups(listGroup))
    byId('screen-jump').replaceChildren(...this.#groups(jumpGroup))
  }

  /** Shows the screen of a slug; one that there is not is the first. */
  async show(slug: string): Promise<void> {
    const sample = this.#samples.find((one) => slugOf(one) === slug) ?? this.#samples[0]!
    const { screen, condition } = titleOf(sample)
    byId('screen-name').textContent = screen
    byId('screen-condition').textContent = condition
    this.#heard.textContent = ''
    await this.#preview.show(sample.state)
  }

  /** The slug of the screen that many further on in the list, round about; of one that there is not, from the first. */
  slugFrom(slug: string, by: number): string {
    const all = groups.flatMap((group) => this.#samples.filter((one) => groupOf(one) === group))
    const at = Math.max(
      0,
      all.findIndex((one) => slugOf(one) === slug),
    )
    return slugOf(all.at((at + by) % all.length)!)
  }

  dress(look: Look): void {
    dress(this.#element, look)
  }

  #groups(draw: (title: string, samples: Sample[]) => HTMLElement): HTMLElement[] {
    return groups.map((group) =>
      draw(
        group,
        this.#samples.filter((one) => groupOf(one) === group),
      ),
    )
  }
}

function listGroup(title: string, samples: Sample[]): HTMLElement {
  const radios = samples.map((sample) => {
    const { screen, condition } = titleOf(sample)
    const more = condition ? [make('small', {}, ` ${condition}`)] : []
    return radio('screen', slugOf(sample), screen, ...more)
  })
  return make('fieldset', {}, make('legend', {}, title), ...radios)
}

function jumpGroup(title: string, samples: Sample[]): HTMLElement {
  const options = samples.map((sample) =>
    make(
      'option',
      { value: slugOf(sample) },
      sample.name.replace(/^./, (one) => one.toUpperCase()),
    ),
  )
  return make('optgroup', { label: title }, ...options)
}

/** An event as a designer reads it; amounts are bigint, which JSON has not. */
function said(event: CheckoutEvent): string {
  return JSON.stringify(event, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}
