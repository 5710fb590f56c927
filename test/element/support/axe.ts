import { equal, ok, until } from './assert.ts'
import type { PayCharge } from './mount.ts'

interface Axe {
  run(
    target: Element,
    options: object,
  ): Promise<{
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
  }>
  commons: {
    color: {
      Color: new (red: number, green: number, blue: number, alpha: number) => object
      getContrast(background: object, foreground: object): number
    }
  }
}

/** Loads axe once, as the script that it is. */
export async function axe(): Promise<Axe> {
  const known = () => (window as unknown as { axe?: Axe }).axe
  if (known()) return known()!
  const script = document.createElement('script')
  script.src = '/node_modules/axe-core/axe.min.js'
  document.head.append(script)
  await until(known, () => 'axe should load')
  return known()!
}

/** The two ways that a page may look. */
export const schemes = ['light', 'dark'] as const

/** Claims that axe finds nothing in an element, as it looks in a light or dark page. */
export async function accessible(element: PayCharge, scheme: (typeof schemes)[number]) {
  document.documentElement.style.colorScheme = scheme
  document.body.style.background = 'Canvas'
  equal(getComputedStyle(element).colorScheme, scheme)
  // Colors that still fade would be measured half-way. What turns never ends.
  const isFading = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Infinity
  await until(
    () => !element.shadowRoot?.getAnimations().some(isFading),
    () => 'the colors should come to rest',
  )
  const { violations } = await (await axe()).run(element, {
    // A page's own matters: an element is no page.
    rules: { region: { enabled: false } },
    resultTypes: ['violations'],
    preload: false,
  })
  equal(
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${scheme}, ${id}: ${html} ${failureSummary}`),
    ),
    [],
  )
}

/** Claims that every control of an element has a name and can be reached. */
export function reachable(element: PayCharge) {
  for (const control of element.shadowRoot?.querySelectorAll('button, input') ?? []) {
    const label = control.getAttribute('aria-label') ?? control.textContent?.trim()
    ok(label || control.closest('label')?.textContent?.trim(), control.outerHTML)
    equal((control as HTMLButtonElement).tabIndex, 0)
  }
}

/** Gives the page its own look back. */
export function plain() {
  document.documentElement.style.colorScheme = ''
  document.body.removeAttribute('style')
}
